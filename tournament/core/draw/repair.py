"""Repairs after the draw, for late and absent players: with as few changes as possible, and never at a table in play."""

from collections.abc import Collection, Sequence

import msgspec

from tournament.core.draw import criterion_results
from tournament.core.draw.criteria import costs_of
from tournament.core.draw.indexed_field import IndexedField
from tournament.core.draw.seating_state import SeatingState
from tournament.core.draw.values import CriterionResult, DrawEntrant, ImpossibleDraw, Request, Tables, canonical
from tournament.core.translation import translated as _

CHOICES = 5
"""The number of repairs that are offered."""


class Repair(msgspec.Struct, frozen=True, kw_only=True):
    """One repair: the tables after it, the people who move to another table, and how far each criterion is then met."""

    tables: Tables
    moved: tuple[str, ...]
    results: tuple[CriterionResult, ...]

    @property
    def cost(self) -> list[int]:
        return [result.cost for result in self.results]


def repairs_for_late(
    request: Request,
    tables: Sequence[Sequence[str]],
    late: DrawEntrant,
    *,
    legal: Collection[int],
    in_play: Collection[int],
) -> tuple[Repair, ...]:
    """Repairs that add a chair to a waiting table; nobody moves. Tables count from 1.

    None when every table that waits is full. Raises ImpossibleDraw for someone who has a seat.
    """
    if any(late.id in table for table in tables):
        raise ImpossibleDraw(_("%s ha già una sedia") % late.id)
    ways = []
    for number, table in enumerate(tables, start=1):
        if number not in in_play and len(table) + 1 in legal:
            ways.append(_repair(_with(request, late), _changed(tables, {number: (*table, late.id)}), ()))
    return _best(ways)


def repairs_for_gone(
    request: Request, tables: Sequence[Sequence[str]], gone: str, *, legal: Collection[int], in_play: Collection[int]
) -> tuple[Repair, ...]:
    """Repairs that remove the chair where the smaller table is legal; otherwise somebody from a larger table moves.

    Raises ImpossibleDraw when the table plays, and for someone who has no seat.
    """
    home = next((number for number, table in enumerate(tables, start=1) if gone in table), None)
    if home is None or home in in_play:
        raise ImpossibleDraw(_("%s non ha una sedia, o la sua partita è cominciata") % gone)
    table = tuple(tables[home - 1])
    left = _without(request, gone)
    if len(table) - 1 in legal:
        return (_repair(left, _changed(tables, {home: _less(table, gone)}), ()),)
    spare = [n for n, one in enumerate(tables, 1) if n not in (home, *in_play) and len(one) - 1 in legal]
    movers = _cheapest(request, tables, gone, [id_ for number in spare for id_ in tables[number - 1]])
    return _best([_repair(left, _moved(tables, home, gone, mover), (mover,)) for mover in movers])


def _cheapest(request: Request, tables: Sequence[Sequence[str]], gone: str, movers: list[str]) -> list[str]:
    """The people with the least cost of moving, computed as an exchange with a placeholder."""
    stranger = DrawEntrant(f"{gone}\n")
    field = IndexedField(canonical(_with(_without(request, gone), stranger)))
    chairs = [[stranger.id if id_ == gone else id_ for id_ in table] for table in tables]
    state = SeatingState(costs_of(field), [[field.number[id_] for id_ in table] for table in chairs])
    change = {id_: state.delta(field.number[id_], field.number[stranger.id]) for id_ in movers}
    return sorted(movers, key=lambda id_: (change[id_], id_))[:CHOICES]


def _moved(tables: Sequence[Sequence[str]], home: int, gone: str, mover: str) -> Tables:
    away = next(number for number, table in enumerate(tables, start=1) if mover in table)
    chairs = tuple(mover if id_ == gone else id_ for id_ in tables[home - 1])
    return _changed(tables, {home: chairs, away: _less(tables[away - 1], mover)})


def _less(table: Sequence[str], gone: str) -> tuple[str, ...]:
    return tuple(id_ for id_ in table if id_ != gone)


def _changed(tables: Sequence[Sequence[str]], new: dict[int, tuple[str, ...]]) -> Tables:
    return tuple(new.get(number, tuple(table)) for number, table in enumerate(tables, start=1))


def _with(request: Request, entrant: DrawEntrant) -> Request:
    return msgspec.structs.replace(request, entrants=(*request.entrants, entrant))


def _without(request: Request, gone: str) -> Request:
    fixed = {id_: table for id_, table in request.fixed.items() if id_ != gone}
    entrants = tuple(entrant for entrant in request.entrants if entrant.id != gone)
    return msgspec.structs.replace(request, entrants=entrants, fixed=fixed)


def _repair(request: Request, tables: Tables, moved: tuple[str, ...]) -> Repair:
    now = msgspec.structs.replace(request, sizes=tuple(map(len, tables)))
    return Repair(tables=tables, moved=moved, results=criterion_results(now, tables))


def _best(ways: list[Repair]) -> tuple[Repair, ...]:
    return tuple(sorted(ways, key=lambda way: way.cost)[:CHOICES])
