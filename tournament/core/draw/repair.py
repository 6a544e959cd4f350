"""After the draw: a late player, somebody who is gone, a substitute. As little changes as possible, and no table in play."""

from collections.abc import Collection, Sequence

import msgspec

from tournament.core.draw import BadDraw, Entrant, Request, Tables, Wish, wishes_of
from tournament.core.draw.criteria import criteria_of
from tournament.core.draw.indexed_field import Field
from tournament.core.draw.search import Hall
from tournament.core.draw.values import in_order
from tournament.core.translation import translated as _

CHOICES = 5
"""So many ways are offered, best first."""


class Mend(msgspec.Struct, frozen=True, kw_only=True):
    """One way: the tables after it, who has to move to another table, and the wishes as they then stand."""

    tables: Tables
    moved: tuple[str, ...]
    wishes: tuple[Wish, ...]

    @property
    def cost(self) -> list[int]:
        return [wish.cost for wish in self.wishes]


def for_late(
    request: Request,
    tables: Sequence[Sequence[str]],
    late: Entrant,
    *,
    legal: Collection[int],
    in_play: Collection[int],
) -> tuple[Mend, ...]:
    """One more chair at a table that waits and may have one more; nobody moves. Tables count from 1.

    None when every table that waits is full. Raises BadDraw for someone who has a seat.
    """
    if any(late.id in table for table in tables):
        raise BadDraw(_("%s ha già un posto") % late.id)
    ways = []
    for number, table in enumerate(tables, start=1):
        if number not in in_play and len(table) + 1 in legal:
            ways.append(_mend(_with(request, late), _changed(tables, {number: (*table, late.id)}), ()))
    return _best(ways)


def for_gone(
    request: Request, tables: Sequence[Sequence[str]], gone: str, *, legal: Collection[int], in_play: Collection[int]
) -> tuple[Mend, ...]:
    """The chair is taken away where the smaller table is legal; otherwise someone from a table that can spare one moves.

    Raises BadDraw when the table plays, and for someone who has no seat.
    """
    home = next((number for number, table in enumerate(tables, start=1) if gone in table), None)
    if home is None or home in in_play:
        raise BadDraw(_("%s non ha un posto, o la sua partita è cominciata") % gone)
    table = tuple(tables[home - 1])
    left = _without(request, gone)
    if len(table) - 1 in legal:
        return (_mend(left, _changed(tables, {home: _less(table, gone)}), ()),)
    spare = [n for n, one in enumerate(tables, 1) if n not in (home, *in_play) and len(one) - 1 in legal]
    movers = _cheapest(request, tables, gone, [id_ for number in spare for id_ in tables[number - 1]])
    return _best([_mend(left, _moved(tables, home, gone, mover), (mover,)) for mover in movers])


def for_substitute(
    request: Request, tables: Sequence[Sequence[str]], gone: str, substitute: Entrant, *, in_play: Collection[int]
) -> Mend:
    """The same chair, another person. Raises BadDraw when the table plays, or somebody has or lacks a seat."""
    home = next((number for number, table in enumerate(tables, start=1) if gone in table), None)
    if home is None or home in in_play or any(substitute.id in table for table in tables):
        raise BadDraw(_("%s non ha un posto, o la sua partita è cominciata") % gone)
    chairs = tuple(substitute.id if id_ == gone else id_ for id_ in tables[home - 1])
    return _mend(_with(_without(request, gone), substitute), _changed(tables, {home: chairs}), ())


def _cheapest(request: Request, tables: Sequence[Sequence[str]], gone: str, movers: list[str]) -> list[str]:
    """Who would move at least cost: weighed as an exchange with a stranger who keeps the chair warm."""
    stranger = Entrant(f"{gone}\n")
    field = Field(in_order(_with(_without(request, gone), stranger)))
    chairs = [[stranger.id if id_ == gone else id_ for id_ in table] for table in tables]
    hall = Hall(criteria_of(field), [[field.number[id_] for id_ in table] for table in chairs])
    change = {id_: hall.change(field.number[id_], field.number[stranger.id]) for id_ in movers}
    return sorted(movers, key=lambda id_: (change[id_], id_))[:CHOICES]


def _moved(tables: Sequence[Sequence[str]], home: int, gone: str, mover: str) -> Tables:
    away = next(number for number, table in enumerate(tables, start=1) if mover in table)
    chairs = tuple(mover if id_ == gone else id_ for id_ in tables[home - 1])
    return _changed(tables, {home: chairs, away: _less(tables[away - 1], mover)})


def _less(table: Sequence[str], gone: str) -> tuple[str, ...]:
    return tuple(id_ for id_ in table if id_ != gone)


def _changed(tables: Sequence[Sequence[str]], new: dict[int, tuple[str, ...]]) -> Tables:
    return tuple(new.get(number, tuple(table)) for number, table in enumerate(tables, start=1))


def _with(request: Request, entrant: Entrant) -> Request:
    return msgspec.structs.replace(request, entrants=(*request.entrants, entrant))


def _without(request: Request, gone: str) -> Request:
    fixed = {id_: table for id_, table in request.fixed.items() if id_ != gone}
    entrants = tuple(entrant for entrant in request.entrants if entrant.id != gone)
    return msgspec.structs.replace(request, entrants=entrants, fixed=fixed)


def _mend(request: Request, tables: Tables, moved: tuple[str, ...]) -> Mend:
    now = msgspec.structs.replace(request, sizes=tuple(map(len, tables)))
    return Mend(tables=tables, moved=moved, wishes=wishes_of(now, tables))


def _best(ways: list[Mend]) -> tuple[Mend, ...]:
    return tuple(sorted(ways, key=lambda way: way.cost)[:CHOICES])
