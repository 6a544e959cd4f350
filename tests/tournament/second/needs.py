"""What somebody needs, by writing out every way in which the open tables can end."""

from itertools import permutations, product

from tests.tournament.second.advancement import by_standings

PATTERNS = ([84, 50, 20, 0, 0], [60, 60, 10, 5, 0], [45, 45, 45, 45, 45], [3, 2, 1, 0, 0], [100, 40, 40, 0, 0])
"""Points of a table from the first on; level ones stand in either order, as dice would have it."""


def endings(tables, patterns=PATTERNS):
    """Every list of sheets: each order of each table with each pattern of points."""
    return product(*(of_table(table, patterns) for table in tables))


def of_table(table, patterns=PATTERNS):
    return [
        [
            {"name": name, "points": points, "rank": place, "ties": [], "out": False}
            for place, (name, points) in enumerate(zip(order, pattern, strict=False), 1)
        ]
        for order in permutations(table)
        for pattern in patterns
    ]


def fate(preset, stage, rounds, name, penalties=()):
    """ "in", "out", or "tie" where dice decide, by the standings and the wild cards when every table has ended."""
    found = by_standings(preset, stage, rounds, penalties)
    if not found["tied"]:
        return "in" if name in found["through"] | found["waiting"] | found["runners_up"] else "out"
    others = sorted({row["name"] for sheets in rounds for sheet in sheets for row in sheet} - {name})
    ways = set()
    for decided in ([name, *others], [*others, name]):
        found = by_standings(preset, stage, rounds, penalties, decided)
        ways.add(name in found["through"] | found["waiting"] | found["runners_up"])
    return {frozenset({True}): "in", frozenset({False}): "out"}.get(frozenset(ways), "tie")
