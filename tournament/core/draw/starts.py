"""Where a search starts: everybody by lot, and in a large field near the table that a criterion prefers."""

from collections.abc import Iterator

from tournament.core.draw.costs import Seating
from tournament.core.draw.problem import Problem
from tournament.core.draw.rng import Rng


def random_tables(problem: Problem, rng: Rng) -> Seating:
    tables: Seating = [[] for _size in problem.sizes]
    for x, number in sorted(problem.fixed.items()):
        tables[number].append(x)
    order = [x for x in range(problem.people) if x not in problem.fixed]
    rng.shuffle(order)
    left = _without_preference(problem, order, tables) if problem.is_large else order
    for x, table in zip(left, _free_chairs(problem, tables), strict=True):
        table.append(x)
    for table in tables:
        rng.shuffle(table)
    return tables


def _without_preference(problem: Problem, order: list[int], tables: Seating) -> list[int]:
    """Seats people at the tables that the first criterion with a preference gives; the others are left."""
    room = [size - len(table) for size, table in zip(problem.sizes, tables, strict=True)]
    preferences = (cost.preferred_tables(order, room) for cost in problem.costs)
    preferred = next((one for one in preferences if one), {})
    left = []
    for x in order:
        number = preferred.get(x, -1)
        if number >= 0 and len(tables[number]) < problem.sizes[number]:
            tables[number].append(x)
        else:
            left.append(x)
    return left


def _free_chairs(problem: Problem, tables: Seating) -> Iterator[list[int]]:
    """The table of each free chair, the first table's first."""
    for table, size in zip(tables, problem.sizes, strict=True):
        for _chair in range(size - len(table)):
            yield table
