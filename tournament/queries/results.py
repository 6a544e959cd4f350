"""Results from the database for the core: standings, qualifiers, meetings."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import msgspec
from django.db.models import Max

from tournament.core.formats import Format, Stage
from tournament.core.formats.pairings import bye_results
from tournament.core.ranking import qualification, standings
from tournament.core.results import PenaltyPoints, ResultRow, Standing, TableResult
from tournament.models import Bye, Entrant, Penalty, Result, Round, Seat, Tournament
from tournament.states import EntrantState, RoundState, TableState


def format_of(tournament: Tournament) -> Format | None:
    return msgspec.convert(tournament.format, Format) if tournament.format else None


def stage_of(round_: Round) -> Stage:
    return msgspec.convert(round_.stage, Stage)


def table_results(tournament: Tournament, *, round_: Round | None = None) -> list[TableResult]:
    """Every counted table's score sheet, of one round or of all; one query."""
    counted = Result.objects.filter(seat__table__state__in=[TableState.COUNTED, TableState.SIGNED])
    scope = {"seat__round": round_} if round_ else {"seat__round__tournament": tournament}
    rows = counted.filter(**scope).select_related("seat__entrant", "seat__table", "seat__round")
    sheets: dict[tuple[int, int], list[ResultRow]] = {}
    for result in rows.order_by("seat__round__number", "seat__table__number", "seat__position"):
        seat = result.seat
        sheets.setdefault((seat.round.number, seat.table.number), []).append(_row(result))
    counted_tables = [TableResult(number, table, tuple(lines)) for (number, table), lines in sheets.items()]
    return [*counted_tables, *_bye_results(tournament, round_)]


def _bye_results(tournament: Tournament, round_: Round | None) -> list[TableResult]:
    """Byes of published rounds, where they give points."""
    format_ = format_of(tournament)
    if format_ is None or not any(stage.pairing for stage in format_.stages):
        return []
    rounds = [round_] if round_ else list(tournament.rounds.visible())
    found = []
    for one in rounds:
        byes = list(one.byes.values_list("entrant__public_id", flat=True))
        found += bye_results(stage_of(one), one.number, byes)
    return found


def _row(result: Result) -> ResultRow:
    return ResultRow(
        entrant=result.seat.entrant.public_id,
        points=result.points,
        tiebreaks=result.tiebreak_values(),
        rank=result.rank,
        eliminated=result.is_eliminated,
    )


def penalties_of(tournament: Tournament) -> list[PenaltyPoints]:
    rows = Penalty.objects.filter(tournament=tournament, revoked_at=None).select_related("entrant", "round")
    return [PenaltyPoints(row.entrant.public_id, row.points, row.round.number if row.round else None) for row in rows]


def standings_of(tournament: Tournament) -> tuple[Standing, ...]:
    """The standings of everybody with a seat. Drafts are not public and do not count."""
    reached = reached_of(tournament)
    return standings.standings(
        tournament.rules,
        list(reached),
        table_results(tournament),
        penalties_of(tournament),
        format_of(tournament),
        reached=reached,
    )


def reached_of(tournament: Tournament) -> dict[str, int]:
    """The last round in which somebody had a seat, a bye, or a reserved place, as direct finalists have."""
    seats = Seat.objects.filter(round__tournament=tournament).exclude(round__state=RoundState.DRAFT)
    reached = dict(seats.values_list("entrant__public_id").annotate(last=Max("round__number")))
    format_ = format_of(tournament)
    stages = format_.stages if format_ else ()
    if any(stage.pairing for stage in stages):
        byes = Bye.objects.filter(round__tournament=tournament).exclude(round__state=RoundState.DRAFT)
        for id_, last in byes.values_list("entrant__public_id").annotate(last=Max("round__number")):
            reached[id_] = max(last, reached.get(id_, 0))
    direct = [number for number, stage in enumerate(stages, 1) if stage.direct]
    for round_ in tournament.rounds.filter(number__in=direct, state=RoundState.CLOSED) if direct else ():
        round_.tournament = tournament
        reached |= _direct_finalists(round_)
    return reached


def _direct_finalists(round_: Round) -> dict[str, int]:
    """Direct finalists have a reserved place until the final has seats, unless they leave."""
    final = round_.number + 2
    if round_.tournament.rounds.visible().filter(number=final).exists():
        return {}
    gone = _gone(round_.tournament)
    return {who.entrant: final for who in qualification_of(round_).waiting if who.entrant not in gone}


def _gone(tournament: Tournament) -> set[str]:
    absent = Entrant.objects.filter(tournament=tournament).exclude(state=EntrantState.PRESENT)
    return set(absent.values_list("public_id", flat=True))


def qualification_of(round_: Round) -> qualification.Qualification:
    """Who goes on from this round and why. Raises MissingResults while a table is not counted."""
    return qualification.qualified(
        stage_of(round_),
        table_results(round_.tournament, round_=round_),
        round_.tournament.rules,
        penalties=penalties_of(round_.tournament),
        decided=round_.tie_order,
        so_far=_so_far(round_),
        waiting=_waiting(round_),
        byes=_byes(round_),
    )


def _byes(round_: Round) -> list[str]:
    return list(round_.byes.values_list("entrant__public_id", flat=True)) if stage_of(round_).pairing else []


def _so_far(round_: Round) -> list[TableResult]:
    """The earlier rounds, where the standings and not the tables decide who qualifies."""
    if stage_of(round_).advancement != "by-standings":
        return []
    return [sheet for sheet in table_results(round_.tournament) if sheet.round < round_.number]


def _waiting(round_: Round) -> list[str]:
    """The direct finalists of the round before, who skip this one."""
    format_ = format_of(round_.tournament)
    if format_ is None or not 1 < round_.number <= len(format_.stages) or not format_.stages[round_.number - 2].direct:
        return []
    return [who.entrant for who in qualification_of(round_.tournament.rounds.get(number=round_.number - 1)).waiting]


def qualifiers(round_: Round) -> list[str]:
    """Public ids of the players of the next round: the qualifiers, and for each who has left the next in line.

    In a bracket there is no next in line: the opponent advances without playing, unless the regulation says otherwise.
    """
    decided = qualification_of(round_)
    through_ids = [who.entrant for who in decided.everybody]
    left = _gone(round_.tournament)
    if stage_of(round_).pairing == "bracket" and round_.tournament.rules.withdrawals == "walkover":
        return [who for who in through_ids if who not in left]
    for gone in [who for who in through_ids if who in left]:
        through_ids = _replaced(round_, decided, through_ids, gone, left)
    return through_ids


def _replaced(
    round_: Round, decided: qualification.Qualification, through_ids: list[str], gone: str, left: set[str]
) -> list[str]:
    """Direct finalists have their place already, and are not reserves."""
    waiting = {who.entrant for who in decided.waiting}
    reserves = qualification.reserve_order(
        stage_of(round_),
        table_results(round_.tournament, round_=round_),
        round_.tournament.rules,
        giving_up=gone,
        through_ids={*through_ids, *left, *waiting},
        penalties=penalties_of(round_.tournament),
        so_far=_so_far(round_),
        joining=[*_waiting(round_), *_byes(round_)],
    )
    rest = [who for who in through_ids if who != gone]
    return [*rest, reserves[0].entrant] if reserves else rest


def met_before(round_number: int, tournament: Tournament) -> Counter[frozenset[str]]:
    """The number of meetings of each pair in the rounds before this one."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lt=round_number)
    tables: dict[int, list[str]] = {}
    for table, entrant in seats.values_list("table_id", "entrant__public_id"):
        tables.setdefault(table, []).append(entrant)
    return Counter(pair for people in tables.values() for pair in pairs(people))


def pairs(people: Iterable[str]) -> Iterable[frozenset[str]]:
    return (frozenset(pair) for pair in combinations(people, 2))
