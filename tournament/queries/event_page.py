"""What the public pages of an event say besides tables and standings: one player, a club, the crosstable, the bracket."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Count
from django.utils import timezone

from tournament.core.bracket_plot import BracketRound, BracketRow, BracketTable
from tournament.core.formatting import format_figure
from tournament.core.identity import is_match, key_of
from tournament.core.results import Standing
from tournament.documents.crosstable import Crosstable, CrosstableCell, CrosstableRow
from tournament.documents.sheets import StandingsRow, StandingsSheet
from tournament.hooks import tables as table_hooks
from tournament.models import Entrant, Round, Seat, Table, Tournament
from tournament.queries.results import format_of, has_level_final, standings_of
from tournament.queries.sheets import people_of, qualifier_rows, standings_sheet
from tournament.queries.tables import tables_of
from tournament.states import RoundState, TableState

MOST_FOUND = 40
OPEN = (RoundState.PUBLISHED, RoundState.RUNNING)
MOST_TABLES_OF_BRACKET = 32
"""Of its first round: a field of hundreds has its bracket drawn from a later round on."""


# People


@dataclass(frozen=True)
class PlayedTable:
    """One of a player's rounds; without points while the table is not counted, without a table where there was no opponent.

    The points are those before penalties, as in the standings.
    """

    round: Round
    table: Table | None
    seat: Seat | None
    mates: tuple[Seat, ...]
    points: Decimal | None
    place: int | None
    is_discarded: bool = False


@dataclass(frozen=True)
class PlayerCard:
    """A player at one event, as everybody may see it. `now` is the table of a round that is not closed."""

    sheet: StandingsSheet
    row: StandingsRow | None
    field: int
    tables: tuple[PlayedTable, ...]
    now: PlayedTable | None


def player_card(entrant: Entrant) -> PlayerCard:
    sheet = standings_sheet(entrant.tournament, made_at=timezone.now(), explained={entrant.public_id})
    line = next((one for one in standings_of(entrant.tournament) if one.entrant == entrant.public_id), None)
    tables = tuple(sorted(_rounds_of(entrant, line), key=lambda one: one.round.number))
    return PlayerCard(
        sheet=sheet,
        row=next((row for row in sheet.rows if row.number == entrant.number), None),
        field=len(sheet.rows),
        tables=tables,
        now=next((one for one in tables if one.table and one.round.state in OPEN), None),
    )


def _rounds_of(entrant: Entrant, line: Standing | None) -> Iterable[PlayedTable]:
    scores = {score.round: score for score in line.per_round if score} if line else {}
    discarded = line.discarded if line else ()
    tables = Table.objects.filter(seats__entrant=entrant).exclude(round__state=RoundState.DRAFT)
    for table in tables.with_seats().select_related("round", "status", "judge"):
        table.round.tournament = entrant.tournament
        seats = tuple(table.seats.all())
        seat = next(one for one in seats if one.entrant_id == entrant.pk)
        score = scores.get(table.round.number)
        yield PlayedTable(
            table.round,
            table,
            seat,
            tuple(one for one in seats if one is not seat),
            score.gross if score else None,
            score.place if score else None,
            is_discarded=table.round.number in discarded,
        )
    for bye in entrant.byes.exclude(round__state=RoundState.DRAFT).select_related("round"):
        bye.round.tournament = entrant.tournament
        score = scores.get(bye.round.number)
        yield PlayedTable(bye.round, None, None, (), score.gross if score else None, None)


@dataclass(frozen=True)
class FoundPerson:
    """A person of the event with the seat of the last public round; without one with the rank, if somebody has played."""

    entrant: Entrant
    seat: Seat | None
    rank: int = 0


def people_found(tournament: Tournament, sought: str) -> tuple[list[FoundPerson], int]:
    """Those whose public name, nick or club holds every word, or with this number; and how many there are.

    A minor is found by the nick: the name that is public nowhere leads nowhere.
    """
    if not sought.strip():
        return [], 0
    everybody = sorted(tournament.entrants.all(), key=lambda one: key_of(str(one), ""))
    found = [one for one in everybody if _is_found(one, sought)]
    last = tournament.rounds.visible().last()
    first = found[:MOST_FOUND]
    seats = Seat.objects.filter(round=last, entrant__in=first).select_related("table") if last else ()
    of_each = {seat.entrant_id: seat for seat in seats}
    ranks = {line.entrant: line.rank for line in standings_of(tournament) if any(line.per_round)} if last else {}
    return [FoundPerson(one, of_each.get(one.pk), ranks.get(one.public_id, 0)) for one in first], len(found)


def _is_found(one: Entrant, sought: str) -> bool:
    name = one.public
    return sought.strip() == str(one.number) or is_match(sought, name.surname, name.name, name.nick, one.club)


def club_rows(tournament: Tournament, key: str) -> tuple[str, StandingsSheet | None, list[StandingsRow], list[Entrant]]:
    """The club as its people wrote it, the standings, its lines there, and its people who have none."""
    people = [one for one in tournament.entrants.order_by("number") if one.club and key_of(one.club, "") == key]
    if not people:
        return "", None, [], []
    numbers = {one.number for one in people}
    sheet = standings_sheet(tournament, made_at=timezone.now(), explained={one.public_id for one in people})
    rows = [row for row in sheet.rows if row.number in numbers]
    ranked = {row.number for row in rows}
    return people[0].club, sheet, rows, [one for one in people if one.number not in ranked]


# Crosstable


def crosstable_of(tournament: Tournament, *, made_at: datetime, part: slice = slice(None)) -> Crosstable:
    """Who sat where in each round, with place and points, in the order of the standings; a `part` of its rows."""
    sheet = standings_sheet(tournament, made_at=made_at, explained=())
    rounds = list(tournament.rounds.visible())
    chosen = list(zip(sheet.rows, standings_of(tournament), strict=True))[part]
    seated = _tables_of(rounds, None if len(chosen) == len(sheet.rows) else [line.entrant for _row, line in chosen])
    return Crosstable(
        tournament=tournament.name,
        made_at=made_at,
        rounds=tuple((one.number, one.name) for one in rounds),
        rows=tuple(_crosstable_row(row, line, rounds, seated) for row, line in chosen),
        is_provisional=sheet.is_provisional,
        progress=sheet.progress,
    )


def _tables_of(rounds: Sequence[Round], entrants: Sequence[str] | None) -> dict[tuple[int, str], int]:
    """The table by round and public id, of these people or of everybody."""
    seats = Seat.objects.filter(round__in=rounds)
    if entrants is not None:
        seats = seats.filter(entrant__public_id__in=entrants)
    found = seats.values_list("round__number", "entrant__public_id", "table__number")
    return {(round_, entrant): table for round_, entrant, table in found}


def _crosstable_row(
    row: StandingsRow, line: Standing, rounds: Sequence[Round], seated: Mapping[tuple[int, str], int]
) -> CrosstableRow:
    scores = {score.round: score for score in line.per_round if score}
    return CrosstableRow(
        rank=row.rank,
        is_ranked=row.is_ranked,
        name=row.name,
        number=row.number,
        club=row.club,
        total=row.total,
        cells=tuple(
            _cell(one.number, seated.get((one.number, line.entrant)), scores.get(one.number)) for one in rounds
        ),
    )


def _cell(round_: int, table: int | None, score) -> CrosstableCell | None:
    if table is None and score is None:
        return None
    place = score.place if score and table else None
    return CrosstableCell(round_, table or 0, place, score.gross if score else None)


# Bracket


def has_bracket(tournament: Tournament) -> bool:
    """Whether some round sends on not everybody. Without such a round there is no page of it."""
    format_ = format_of(tournament)
    return format_ is not None and len(format_.stages) > format_.rounds_of_everybody > 0 and len(format_.stages) > 1


def may_have_road(tournament: Tournament) -> bool:
    """Whether a road leads to a final, or may once the format is chosen; none does where everybody plays all rounds."""
    return format_of(tournament) is None or has_bracket(tournament)


def first_of_bracket(tournament: Tournament) -> int:
    """The number of the first round that is drawn there; 0 where there is no bracket, or none yet."""
    rounds = _rounds_of_bracket(tournament)
    return rounds[0].number if rounds else 0


def rounds_before_bracket(tournament: Tournament) -> list[Round]:
    """The public rounds that are not drawn, oldest first: those of everybody, and those at too many tables."""
    return list(tournament.rounds.visible().filter(number__lt=first_of_bracket(tournament)))


def bracket_of(tournament: Tournament) -> tuple[BracketRound, ...]:
    """The public rounds from the first that not everybody survives, without those at too many tables to be drawn."""
    format_ = format_of(tournament)
    if not format_:
        return ()
    drawn = [(one, tables_of(one)) for one in _rounds_of_bracket(tournament)]
    later: set[int] = set()
    found: list[BracketRound] = []
    for one, tables in reversed(drawn):
        one.tournament = tournament
        through = later or {row.number for row in _through(one)}
        is_last = one.number == len(format_.stages)
        if is_last:
            through = _winners(one, tables)
        found.insert(0, _bracket_round(one, tables, through, is_last=is_last))
        later = later | {seat.entrant.number for table in tables for seat in table.seats.all()}
    return tuple(found)


def _rounds_of_bracket(tournament: Tournament) -> list[Round]:
    format_ = format_of(tournament)
    if format_ is None or not has_bracket(tournament):
        return []
    first = format_.rounds_of_everybody
    rounds = list(tournament.rounds.visible().filter(number__gte=first).annotate(many=Count("tables")))
    while rounds and vars(rounds[0])["many"] > MOST_TABLES_OF_BRACKET:  # a thousand tables are not read to be left out
        rounds.pop(0)
    return rounds


def _through(round_: Round) -> Sequence:
    return [row for row in qualifier_rows(round_) if not row.has_left] if round_.state == RoundState.CLOSED else ()


def _winners(final: Round, tables: Sequence[Table]) -> set[int]:
    """The numbers of those who have won the last round: of one table whoever the standings have first, once nobody is level."""
    first = {
        seat.entrant.number
        for table in tables
        if table.state in (TableState.COUNTED, TableState.SIGNED)
        for seat in table.seats.all()
        if _rank_of(seat) == 1
    }
    if len(tables) != 1 or len(first) < 2:
        return first
    if has_level_final(final.tournament):
        return set()
    people = people_of(final.tournament)
    return first & {people[line.entrant].number for line in standings_of(final.tournament) if line.rank == 1}


def _bracket_round(round_: Round, tables: Sequence[Table], through: set[int], *, is_last: bool) -> BracketRound:
    return BracketRound(
        round_.name,
        round_.number,
        tuple(
            BracketTable(
                table.number,
                tuple(_bracket_row(seat, table, through) for seat in _by_place(table)),
                _game_of(table),
            )
            for table in tables
        ),
        is_last=is_last,
    )


def _game_of(table: Table) -> str:
    """Where anybody follows the table's game, or sees it again."""
    return next((link.url for link in table_hooks.links_for(table, None, frozenset())), "")


def _by_place(table: Table) -> list[Seat]:
    return sorted(table.seats.all(), key=lambda seat: (_rank_of(seat) or 99, seat.position))


def _rank_of(seat: Seat) -> int | None:
    return seat.result.rank if hasattr(seat, "result") and seat.result else None


def _bracket_row(seat: Seat, table: Table, through: set[int]) -> BracketRow:
    is_counted = table.state in (TableState.COUNTED, TableState.SIGNED) and _rank_of(seat) is not None
    return BracketRow(
        number=seat.entrant.number,
        name=str(seat.entrant),
        points=format_figure(seat.result.points) if is_counted else "",
        is_through=seat.entrant.number in through,
        place=_rank_of(seat) if is_counted else None,
    )
