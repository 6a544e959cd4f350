"""After the draw: people without a chair, chairs without a person, and the cheapest repairs."""

from dataclasses import dataclass

from tournament.core import draw
from tournament.core.draw import repair
from tournament.errors import TournamentError
from tournament.models import Entrant, Round, Seat
from tournament.models.entrant import EntrantQuerySet
from tournament.queries.criteria import CostChange, changes_of
from tournament.queries.drawing import Tables, entrants_of, field_of, legal_sizes, request_of
from tournament.states import EntrantState, TableState


@dataclass(frozen=True)
class TableOption:
    """One repair: the table, who moves there from where, and its cost."""

    table: int
    table_pk: int
    mover: Seat | None
    changes: tuple[CostChange, ...]


@dataclass(frozen=True)
class LateArrival:
    """A player who is present and was not drawn."""

    entrant: Entrant
    ways: tuple[TableOption, ...]


@dataclass(frozen=True)
class Departure:
    """A player who was drawn and is not present; with `plays` the game has begun and nothing is changed.

    `opponent` wins without playing, at a table of two.
    """

    seat: Seat
    plays: bool
    ways: tuple[TableOption, ...]
    opponent: Entrant | None = None


def late_in(round_: Round) -> list[LateArrival]:
    """Players of this round without a seat or a bye in it; players who are out of the tournament are not late."""
    free = _without_a_chair(round_)
    if not free:
        return []
    request, tables = request_of(round_)
    before = draw.criterion_results(request, tables)
    entrant_rows = dict(zip(free, entrants_of(round_.tournament, round_.number, free), strict=True))
    return [LateArrival(one, _for_late(round_, request, tables, entrant_rows[one], before)) for one in free]


def _without_a_chair(round_: Round) -> list[Entrant]:
    try:
        field = {one.pk for one in field_of(round_.tournament, round_.number)}
    except TournamentError:  # a correction of the round before has to be decided first
        return []
    free = round_.tournament.entrants.filter(pk__in=field).exclude(seats__round=round_).exclude(byes__round=round_)
    return list(free.by_surname())


def departures_from(round_: Round) -> list[Departure]:
    seats = list(round_.seats.exclude(entrant__state=EntrantState.PRESENT).select_related("entrant", "table"))
    if not seats:
        return []
    request, tables = request_of(round_)
    before = draw.criterion_results(request, tables)
    return [_departure(round_, seat, request, tables, before) for seat in seats]


def in_play(round_: Round) -> set[int]:
    return set(round_.tables.exclude(state=TableState.WAITING).values_list("number", flat=True))


def reserves_of(round_: Round) -> EntrantQuerySet:
    """The possible substitutes: reserves, and players present without a chair."""
    here = round_.tournament.entrants.filter(state__in=[EntrantState.RESERVE, EntrantState.PRESENT])
    return here.exclude(pk__in=round_.seats.values("entrant"))


def _for_late(
    round_: Round, request: draw.Request, tables: Tables, late: draw.DrawEntrant, before
) -> tuple[TableOption, ...]:
    found = repair.repairs_for_late(request, tables, late, legal=legal_sizes(round_), in_play=in_play(round_))
    pks = dict(round_.tables.values_list("number", "pk"))
    places = [_where(one.tables, late.id) for one in found]
    return tuple(
        TableOption(place, pks[place], None, changes_of(one, before)) for place, one in zip(places, found, strict=True)
    )


def _departure(round_: Round, seat: Seat, request: draw.Request, tables: Tables, before) -> Departure:
    if seat.table.state != TableState.WAITING:
        return Departure(seat, True, ())
    id_ = seat.entrant.public_id
    found = repair.repairs_for_gone(request, tables, id_, legal=legal_sizes(round_), in_play=in_play(round_))
    movers = {one.entrant.public_id: one for one in round_.seats.select_related("entrant", "table")}
    ways = [
        TableOption(
            seat.table.number, seat.table_id, movers[one.moved[0]] if one.moved else None, changes_of(one, before)
        )
        for one in found
    ]
    others = [one.entrant for one in movers.values() if one.table_id == seat.table_id and one != seat]
    return Departure(seat, False, tuple(ways), others[0] if len(others) == 1 else None)


def _where(tables: Tables, id_: str) -> int:
    return next(number for number, table in enumerate(tables, 1) if id_ in table)
