"""The criteria by the names that regulations use, each made from the field."""

from collections import Counter
from collections.abc import Callable

from tournament.core.draw.costs import Cost, GroupsApart, Load, Neighbours, PairsApart, Seats, Swiss, Targets, Turn
from tournament.core.draw.indexed_field import SMALL, IndexedField
from tournament.core.draw.lower_bounds import least_rematches


def _rematch(field: IndexedField) -> PairsApart:
    return PairsApart(field.met(), least_rematches(field.past, field.sizes))


def _apart(field: IndexedField) -> PairsApart:
    return PairsApart(field.pairs((*pair, 1) for pair in field.request.apart))


def _club(field: IndexedField) -> GroupsApart:
    return GroupsApart(field.groups([entrant.club for entrant in field.people]), field.sizes)


def _region(field: IndexedField) -> GroupsApart:
    return GroupsApart(field.groups([entrant.region for entrant in field.people]), field.sizes)


def _winners(field: IndexedField) -> GroupsApart:
    return GroupsApart([int(entrant.wins > 0) for entrant in field.people], field.sizes)


def _fives(field: IndexedField) -> Load:
    return _load(field, lambda size: size > field.request.preferred)


def _threes(field: IndexedField) -> Load:
    return _load(field, lambda size: size < field.request.preferred)


def _load(field: IndexedField, is_heavy: Callable[[int], bool]) -> Load:
    times = [0] * len(field.people)
    for tables in field.request.past:
        for table in tables:
            for id_ in table if is_heavy(len(table)) else ():
                if id_ in field.number:
                    times[field.number[id_]] += 1
    heavy = [is_heavy(size) for size in field.sizes]
    return Load(times, heavy, sum(size for size in field.sizes if is_heavy(size)))


def _seats(field: IndexedField) -> Seats:
    had: list[Counter[int]] = [Counter() for _person in field.people]
    for table in (table for tables in field.request.past for table in tables):
        for seat, id_ in enumerate(table):
            if id_ in field.number:
                had[field.number[id_]][seat] += 1
    return Seats(had)


def _turns(field: IndexedField) -> list[Cost]:
    """Before the seats, in a small field whose rounds use every chair up: who first sat alike apart, and one chair on.

    Only while everybody has kept to it: afterwards it would only be in the way.
    """
    request, chairs = field.request, min(field.sizes, default=0)
    rounds = len(request.past) + 1 + len(request.to_come)
    is_even = chairs == max(field.sizes, default=0)
    if "seats" not in request.criteria or rounds < chairs or not is_even or len(field.people) > SMALL:
        return []
    origin = {
        (id_, (seat - number) % chairs)
        for number, tables in enumerate(request.past)
        for table in tables
        for seat, id_ in enumerate(table)
        if id_ in field.number
    }
    first = dict(origin)
    if not first or len(first) < len(origin):
        return []
    groups = [first.get(person.id, -1) + 1 for person in field.people]
    due = [(group - 1 + len(request.past)) % chairs if group else -1 for group in groups]
    return [GroupsApart(groups, field.sizes), Turn(due)]


def _neighbours(field: IndexedField) -> Neighbours:
    after: list[dict[int, int]] = [{} for _person in field.people]
    for table in (table for tables in field.request.past for table in tables):
        for seat, id_ in enumerate(table):
            before = table[seat - 1]
            if id_ in field.number and before in field.number:
                x, y = field.number[id_], field.number[before]
                after[x][y] = after[x].get(y, 0) + 1
    return Neighbours(after)


def _swiss(field: IndexedField) -> Swiss:
    tables = [table for table, size in enumerate(field.sizes) for _seat in range(size)]
    order, stretches = field.ranked(), [(0, 0)] * len(field.people)
    level: dict[int, list[int]] = {}
    for place, x in enumerate(order):
        level.setdefault(field.people[x].rank, []).append(place)
    for x in order:
        places = level[field.people[x].rank]
        stretches[x] = (tables[places[0]], tables[places[-1]])
    return Swiss(stretches)


def _greca(field: IndexedField) -> Targets:
    """The winner stays, the second moves on by one table, the third by two, and so on round the hall."""
    many = len(field.sizes)
    moved = [(one.table - 1 + one.place - 1) % many if one.table and one.place else -1 for one in field.people]
    return Targets(moved, field.sizes)


def _pattern(field: IndexedField) -> Targets:
    """Of sixteen at four tables: 1-5-9-13, 2-6-10-14, 3-7-11-15, 4-8-12-16."""
    return _dealt(field, field.rows())


def _snake(field: IndexedField) -> Targets:
    """Of sixteen at four tables: 1-8-9-16, 2-7-10-15, 3-6-11-14, 4-5-12-13."""
    return _dealt(field, [row[::-1] if number % 2 else row for number, row in enumerate(field.rows())])


def _dealt(field: IndexedField, rows: list[list[int]]) -> Targets:
    targets = [-1] * len(field.people)
    for x, table in zip(field.ranked(), (table for row in rows for table in row), strict=True):
        targets[x] = table
    return Targets(targets, field.sizes)


def _bands(field: IndexedField) -> GroupsApart:
    """One of each band of the standings at every table: the first of as many as there are tables, then the next."""
    bands = [0] * len(field.people)
    chairs = (number for number, row in enumerate(field.rows(), start=1) for _table in row)
    for x, band in zip(field.ranked(), chairs, strict=True):
        bands[x] = band
    return GroupsApart(bands, field.sizes)


BUILDERS: dict[str, Callable[[IndexedField], Cost]] = {
    "rematch": _rematch,
    "apart": _apart,
    "club": _club,
    "region": _region,
    "winners": _winners,
    "fives": _fives,
    "threes": _threes,
    "seats": _seats,
    "neighbours": _neighbours,
    "swiss": _swiss,
    "greca": _greca,
    "pattern": _pattern,
    "snake": _snake,
    "bands": _bands,
}
"""Every criterion by the name that regulations use."""


def search_costs(field: IndexedField) -> list[Cost]:
    """What the search goes by: the criteria, and around the seats what leaves the later rounds their room."""
    costs, turns = costs_of(field), _turns(field)
    if turns:
        apart, turn = turns
        costs.insert(field.request.criteria.index("seats"), apart)
        costs.append(turn)
    return costs


def costs_of(field: IndexedField) -> list[Cost]:
    return [BUILDERS[name](field) for name in field.request.criteria]
