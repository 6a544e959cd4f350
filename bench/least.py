"""The minimum cost of a round: tries every seating of a small field, except where a bound shows that it is no better.

It shares no code with the search: tables are sets of bits, built one after the other around the first person without a seat.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from itertools import combinations, permutations
from math import comb

from tournament.core.draw import DrawEntrant

Cost = tuple[int, ...]


class TooMany(Exception):
    """More seatings than may be tried."""


class Round:
    """The criteria in this order: clubs apart, pairs apart, seats changed, opponents new. `least` proves that no seating beats a cost."""

    def __init__(
        self,
        field: Collection[DrawEntrant],
        sizes: Sequence[int],
        past: Sequence[Sequence[Sequence[str]]],
        apart: Collection[tuple[str, str]] = (),
    ):
        people = sorted(field, key=lambda entrant: entrant.id)
        self.number = {entrant.id: n for n, entrant in enumerate(people)}
        self.clubs = [entrant.club for entrant in people]
        self.sizes, self.many = tuple(sorted(sizes)), len(people)
        self.past = [[[self.number.get(id_, -1) for id_ in table] for table in tables] for tables in past]
        self.apart = {frozenset((self.number[a], self.number[b])) for a, b in apart if {a, b} <= set(self.number)}
        self.met: dict[frozenset[int], int] = {}
        for table in (table for tables in self.past for table in tables):
            for pair in map(frozenset, combinations([x for x in table if x >= 0], 2)):
                self.met[pair] = self.met.get(pair, 0) + 1
        self.had = Counter(
            (x, seat) for tables in self.past for table in tables for seat, x in enumerate(table) if x >= 0
        )
        self.cost_of_table = cache(self._cost_of_table)
        self.bound = cache(self._bound)

    def cost(self, tables: Sequence[Sequence[str]]) -> Cost:
        """The cost of these tables with the best seats at each."""
        return _sum(self.cost_of_table(tuple(sorted(self.number[id_] for id_ in table))) for table in tables)

    def _cost_of_table(self, table: tuple[int, ...]) -> Cost:
        pairs = [frozenset(pair) for pair in combinations(table, 2)]
        club = sum(len({self.clubs[x] for x in pair}) == 1 and self.clubs[min(pair)] != "" for pair in pairs)
        had = [[self.had[x, seat] for seat in range(len(table))] for x in table]
        seats = min(sum(map(list.__getitem__, had, order)) for order in permutations(range(len(table))))
        return club, sum(pair in self.apart for pair in pairs), seats, sum(self.met.get(pair, 0) for pair in pairs)

    def _bound(self, left: frozenset[int], sizes: tuple[int, ...]) -> Cost:
        """A bound for the people who are left: club-mates, and the people of each old table, are at best spread evenly."""
        clubs = [[x for x in left if self.clubs[x] == club] for club in set(self.clubs) if club]
        old = [[x for x in table if x in left] for tables in self.past for table in tables]
        return sum(_spread(len(group), sizes) for group in clubs), 0, 0, sum(_spread(len(one), sizes) for one in old)

    def floor(self) -> Cost:
        """A lower bound, which perhaps no seating reaches."""
        return self.bound(frozenset(range(self.many)), self.sizes)

    def least(self, known: Cost, most_tables: int) -> Cost:
        """The minimum cost, starting from that of a known seating. Raises TooMany when the limit of tables is reached."""
        if known == self.floor():
            return known
        self.best, self.left_to_try = known, most_tables
        self._try((0,) * len(known), frozenset(range(self.many)), self.sizes)
        return self.best

    def _try(self, so_far: Cost, left: frozenset[int], sizes: tuple[int, ...]) -> None:
        if not left:
            self.best = min(self.best, so_far)
            return
        first, *others = sorted(left)
        self.left_to_try -= sum(comb(len(others), size - 1) for size in set(sizes))
        if self.left_to_try < 0:
            raise TooMany
        found = []
        for size in set(sizes):
            rest = list(sizes)
            rest.remove(size)
            for mates in combinations(others, size - 1):
                cost = _sum((so_far, self.cost_of_table((first, *mates))))
                if cost < self.best:
                    found.append((cost, (first, *mates), tuple(rest)))
        for cost, table, rest in sorted(found):
            still = left.difference(table)
            if _sum((cost, self.bound(still, rest))) < self.best:
                self._try(cost, still, rest)


def _sum(costs) -> Cost:
    return tuple(map(sum, zip(*costs, strict=True)))


@cache
def _spread(people: int, sizes: tuple[int, ...]) -> int:
    """Pairs at one table among so many, chair by chair: the first of every table, then the second where there is one."""
    pairs, left = 0, people
    for chair in range(max(sizes, default=0)):
        seated = min(left, sum(size > chair for size in sizes))
        pairs, left = pairs + chair * seated, left - seated
    return pairs
