"""The request of a draw: from roster, standings, earlier rounds and the organizer's criteria."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.utils.translation import gettext as _

from tournament.core import draw
from tournament.core.draw.criteria import CRITERIA_BY_KEY
from tournament.core.formats import Format, NoFormat, Stage, possible_formats, splits, splits_of
from tournament.core.formats.table_splits import LAST_RESORT
from tournament.core.results import MissingResults, Standing
from tournament.errors import BadDraw, NotNow, TieToDecide
from tournament.models import Entrant, Round, Seat, Tournament
from tournament.queries.results import format_of, qualification_of, qualifiers, stage_of, standings_of
from tournament.queries.teams import field_size, line_up_of

Tables = tuple[tuple[str, ...], ...]


def field_of(tournament: Tournament, number: int) -> list[Entrant]:
    """The field of this round: the players present, or the qualifiers among them. Raises NotNow, TieToDecide."""
    if tournament.rules.teams:
        return line_up_of(tournament, number)
    previous = tournament.rounds.filter(number=number - 1).first()
    if previous is None or stage_of(previous).advancement == "everybody":
        return list(tournament.entrants.present())
    previous.tournament = tournament
    try:
        tied = qualification_of(previous).tied
    except MissingResults as missing:
        raise NotNow(str(missing)) from None
    if tied:
        raise TieToDecide(tied)
    return list(tournament.entrants.filter(public_id__in=qualifiers(previous)))


def sizes_for(tournament: Tournament, number: int, people: int, chosen: Sequence[int] = ()) -> tuple[int, ...]:
    """The tables of a round: as chosen, as planned, or, for a changed field, as near to the format as possible."""
    if chosen:
        return _chosen(tournament, people, tuple(chosen))
    format_ = format_of(tournament)
    stage = format_.stages[number - 1]
    if people == stage.players:
        return stage.tables
    if number == 1:
        raise BadDraw(
            _("La formula è per %(planned)d giocatori e i presenti sono %(present)d: scegli di nuovo la formula.")
            % {"planned": stage.players, "present": people}
        )
    if format_.stages[number - 2].advancement == "everybody":
        return _anew(tournament, people)
    return _smaller(tournament, stage, people)


def _chosen(tournament: Tournament, people: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    if sizes not in legal_splits(tournament, people):
        raise BadDraw(_("Questi tavoli non vanno per %d giocatori: scegli di nuovo.") % people)
    return sizes


def legal_splits(tournament: Tournament, people: int) -> tuple[tuple[int, ...], ...]:
    """Every split that the regulation allows; with tables of three and six where it allows none, but not where two play."""
    found = splits_of(tournament.rules, people)
    return found if tournament.rules.pairings else found or splits(people, LAST_RESORT)


def formats_with(tournament: Tournament, sizes: Sequence[int]) -> list[Format]:
    """The regulation's formats whose first round has these tables, best first."""
    return formats_by_tables(tournament).get(tuple(sizes), [])


def formats_by_tables(tournament: Tournament) -> dict[tuple[int, ...], list[Format]]:
    """The regulation's formats by the tables of their first round, best first: found once, as a large field has a thousand splits."""
    found: dict[tuple[int, ...], list[Format]] = {}
    with suppress(NoFormat):
        for format_ in possible_formats(field_size(tournament), tournament.rules):
            found.setdefault(format_.stages[0].tables, []).append(format_)
    return found


def sizes_in_format(tournament: Tournament, number: int) -> tuple[int, ...]:
    format_ = format_of(tournament)
    return format_.stages[number - 1].tables if format_ and number <= len(format_.stages) else ()


def splits_offered(tournament: Tournament, number: int) -> tuple[tuple[int, ...], ...]:
    """The organizer's choices for a round whose field is known only now; empty where the format fixes them."""
    previous = tournament.rounds.filter(number=number - 1).first()
    if previous is None or stage_of(previous).advancement != "everybody":
        return ()
    return legal_splits(tournament, field_size(tournament))


def legal_sizes(round_: Round) -> set[int]:
    """Table sizes that a change after the draw may leave."""
    rules = round_.tournament.rules
    return {*rules.table_sizes, *rules.final_sizes, *round_.stage.get("tables", ())}


def _anew(tournament: Tournament, people: int) -> tuple[int, ...]:
    found = legal_splits(tournament, people)
    if not found:
        raise BadDraw(_("In %d non si formano tavoli della misura giusta.") % people)
    return found[0]


def _smaller(tournament: Tournament, stage: Stage, people: int) -> tuple[int, ...]:
    """With fewer players than planned, the same number of tables, smaller."""
    rules = tournament.rules
    allowed = sorted({*rules.table_sizes, *rules.final_sizes, 3})
    found = next((sizes for sizes in splits(people, tuple(allowed)) if len(sizes) == len(stage.tables)), None)
    if found is None:
        raise BadDraw(
            _("Passano in %(people)d e non bastano per %(tables)d tavoli.")
            % {"people": people, "tables": len(stage.tables)}
        )
    return found


def criteria_of(tournament: Tournament, number: int) -> tuple[str, ...]:
    """The criteria of this round in the organizer's order, with those that always hold."""
    rules = tournament.rules
    if format_of(tournament).stages[number - 1].pairing in ("round-robin", "bracket"):
        return ()
    criteria = [
        key for key in rules.criteria_for(number) if rules.seats_drawn or not CRITERIA_BY_KEY[key].needs_drawn_seats
    ]
    if rules.seats_drawn and "seats" not in criteria:
        criteria.append("seats")
    if "apart" not in criteria and tournament.apart_pairs.exists():
        criteria.insert(0, "apart")
    return tuple(criteria)


def request_for(
    tournament: Tournament, number: int, field: Sequence[Entrant], sizes: Sequence[int], *, seed: str = ""
) -> draw.Request:
    """Everything that the draw of this round depends on."""
    return draw.Request(
        entrants=entrants_of(tournament, number, field),
        sizes=tuple(sizes),
        seed=seed,
        criteria=criteria_of(tournament, number),
        past=past_of(tournament, number),
        apart=_apart(tournament),
        fixed=_fixed(field, len(sizes)),
        preferred=tournament.rules.table_sizes[0],
        to_come=_to_come(tournament, number, tuple(sizes)),
    )


def request_of(round_: Round) -> tuple[draw.Request, Tables]:
    """The request from which the present round would have been drawn, and its tables."""
    tables = tables_in_ids(round_)
    seated = list(Entrant.objects.filter(seats__round=round_))
    sizes = [len(table) for table in tables]
    return request_for(round_.tournament, round_.number, seated, sizes, seed=round_.seed), tables


def tables_in_ids(round_: Round) -> Tables:
    """None where everybody has a bye: the final of a bracket whose other finalist has left."""
    return next(iter(past_of(round_.tournament, round_.number + 1, since=round_.number)), ())


def past_of(tournament: Tournament, number: int, *, since: int = 1) -> tuple[Tables, ...]:
    """The tables of the rounds before this one, in seat order."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lt=number, round__number__gte=since)
    rows = seats.order_by("round__number", "table__number", "position")
    rounds: dict[int, dict[int, list[str]]] = {}
    for round_, table, entrant in rows.values_list("round__number", "table__number", "entrant__public_id"):
        rounds.setdefault(round_, {}).setdefault(table, []).append(entrant)
    return tuple(tuple(tuple(table) for table in tables.values()) for tables in rounds.values())


def entrants_of(tournament: Tournament, number: int, field: Sequence[Entrant]) -> tuple[draw.DrawEntrant, ...]:
    lines = {line.entrant: line for line in standings_of(tournament)} if number > 1 else {}
    return tuple(
        draw.DrawEntrant(one.public_id, one.club, one.region, **_so_far(lines.get(one.public_id), number))
        for one in field
    )


def _so_far(line: Standing | None, number: int) -> dict[str, Any]:
    if line is None:
        return {}
    last = line.last if line.last and line.last.round == number - 1 else None
    where = {"table": last.table, "place": last.place} if last else {}
    return {"rank": line.rank, "wins": line.wins, **where}


def _apart(tournament: Tournament) -> tuple[tuple[str, str], ...]:
    return tuple(tournament.apart_pairs.values_list("one__public_id", "other__public_id"))


def _fixed(field: Sequence[Entrant], tables: int) -> dict[str, int]:
    """Drops fixed people whose table this round does not have; the draft says so."""
    return {one.public_id: one.fixed_table for one in field if one.fixed_table and one.fixed_table <= tables}


def _to_come(tournament: Tournament, number: int, sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The rounds that the same people will play after this one."""
    format_ = format_of(tournament)
    many = 0
    while (
        format_
        and number + many <= len(format_.stages)
        and format_.stages[number + many - 1].advancement == "everybody"
    ):
        many += 1
    return (sizes,) * many
