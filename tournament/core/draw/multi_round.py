"""The remaining rounds, planned together with this one: annealing over all their chairs at once.

Seating one round after the other uses up what the last one needs. Here two people change chairs in any of the rounds, and every
meeting, chair and load is counted over all of them. Whole numbers only: the same plan on every machine.
"""

from collections.abc import Sequence
from itertools import combinations
from math import isqrt

from tournament.core.draw.costs import Seating
from tournament.core.draw.criteria import CRITERIA
from tournament.core.draw.indexed_field import IndexedField
from tournament.core.draw.rng import Rng

GROUPS = {one.key: one.group_of for one in CRITERIA if one.group_of}
LOADS = {one.key: one.is_heavy for one in CRITERIA if one.is_heavy}
PLANNED = ("rematch", "apart", *GROUPS, *LOADS, "seats")
WEIGHTS = (40, 32, 25, 20, 16, 13, 10)
"""The weight of a violation by the place of its criterion: close enough for the annealing to pass through worse states."""
LOAD_SHARE = 3, 40
"""The part of a violation's weight for one unit of load, which counts to the fourth power."""
STEPS = 120_000
COOLING = range(4, 30)
"""Stages, each colder: an exchange that adds UNIT to the weight is accepted once in 2^(cold/8) times."""
UNIT = 10
ACCEPTANCE = [isqrt(isqrt(isqrt(1 << (128 - eighths)))) for eighths in range(129)]
"""2^16 / 2^(eighths/8), rounded down."""


def can_plan(field: IndexedField) -> bool:
    """Whether all criteria can be planned: none depends on the standings, and nobody has a fixed table."""
    return set(field.request.criteria) <= set(PLANNED) and not field.request.fixed


class MultiRoundPlan:
    """A plan: every round from this one on, seated by lot; `improve` anneals it."""

    def __init__(self, field: IndexedField, rounds: Sequence[Sequence[int]], rng: Rng):
        self.field, self.rounds, self.rng = field, rounds, rng
        self.many = len(field.people)
        weight = dict(zip(field.request.criteria, WEIGHTS, strict=False))
        self.meeting, self.chair = weight.get("rematch", 0), weight.get("seats", 0)
        self._count_pairs(weight)
        self._count_chairs()
        self._count_loads(weight)
        self.seatings = [self._by_lot(sizes) for sizes in rounds]
        for number, seating in enumerate(self.seatings):
            self._count(number, seating)

    def _count_pairs(self, weight: dict[str, int]) -> None:
        """For each pair what one more meeting costs."""
        field = self.field
        self.cost_of = [[0] * self.many for _person in range(self.many)]
        for name in GROUPS.keys() & weight.keys():
            groups = field.groups([GROUPS[name](one) for one in field.people])
            for a, b in combinations(range(self.many), 2):
                if groups[a] and groups[a] == groups[b]:
                    self._add(a, b, weight[name])
        apart = field.pairs((*pair, 1) for pair in field.request.apart)
        for pairs, worth in ((apart, weight.get("apart", 0)), (field.met(), self.meeting)):
            for a, others in enumerate(pairs):
                for b, times in others.items():
                    self.cost_of[a][b] += worth * times

    def _add(self, a: int, b: int, weight: int) -> None:
        self.cost_of[a][b] += weight
        self.cost_of[b][a] += weight

    def _count_chairs(self) -> None:
        """For each person and chair the number of times."""
        tables = [table for tables in self.field.request.past for table in tables]
        most = max((*(size for sizes in self.rounds for size in sizes), *map(len, tables)))
        self.had = [[0] * most for _person in range(self.many)]
        for table in tables:
            for seat, id_ in enumerate(table):
                if id_ in self.field.number:
                    self.had[self.field.number[id_]][seat] += 1

    def _count_loads(self, weight: dict[str, int]) -> None:
        """For each kind of table and each person the number of times; and the cost of each number."""
        preferred = self.field.request.preferred
        kinds = [name for name in LOADS if name in weight]

        def kind_of(size: int) -> tuple[int, ...]:
            return tuple(int(LOADS[name](size, preferred)) for name in kinds)

        self.kind_of = {size: kind_of(size) for sizes in self.rounds for size in sizes}
        self.times = [[0] * self.many for _kind in kinds]
        for table in (table for tables in self.field.request.past for table in tables):
            for kind, is_such in enumerate(kind_of(len(table))):
                for id_ in table if is_such else ():
                    if id_ in self.field.number:
                        self.times[kind][self.field.number[id_]] += 1
        self.load_cost = [self._costs_of_load(kind, weight[name]) for kind, name in enumerate(kinds)]

    def _costs_of_load(self, kind: int, weight: int) -> list[int]:
        """By times: the fourth power of how far they are from the mean of all rounds."""
        chairs = sum(size * self.kind_of[size][kind] for sizes in self.rounds for size in sizes)
        total, (share, whole) = sum(self.times[kind]) + chairs, LOAD_SHARE
        most = max(self.times[kind]) + len(self.rounds) + 1
        return [weight * share * (k * self.many - total) ** 4 // (whole * self.many**4) for k in range(most)]

    def _by_lot(self, sizes: Sequence[int]) -> Seating:
        order = list(range(self.many))
        self.rng.shuffle(order)
        return [[order.pop() for _chair in range(size)] for size in sizes]

    def _count(self, number: int, seating: Seating) -> None:
        for table in seating:
            kinds = self.kind_of[len(table)]
            for seat, x in enumerate(table):
                self.had[x][seat] += 1
                for kind, is_such in enumerate(kinds):
                    self.times[kind][x] += is_such
            for a, b in combinations(table, 2):
                self._add(a, b, self.meeting)

    def improve(self) -> list[Seating]:
        """The plan of least weight that the annealing met."""
        chairs = [[(t, s) for t, size in enumerate(sizes) for s in range(size)] for sizes in self.rounds]
        cost = least = 0
        best = self._copy()
        for cold in COOLING:
            bars = [ACCEPTANCE[change * cold // UNIT] for change in range(128 * UNIT // cold)]
            for _step in range(STEPS // len(COOLING)):
                bits = self.rng.word()
                number = (bits & 0xFFFF) * len(chairs) >> 16
                here, seat = chairs[number][(bits >> 16 & 0xFFFF) * self.many >> 16]
                there, other = chairs[number][(bits >> 32 & 0xFFFF) * self.many >> 16]
                its, others = self.seatings[number][here], self.seatings[number][there]
                change = self._change(its, seat, others, other)
                if change <= 0 or (change < len(bars) and bits >> 48 < bars[change]):
                    self._exchange(its, seat, others, other)
                    cost += change
                    if cost < least:
                        least, best = cost, self._copy()
        return best

    def _copy(self) -> list[Seating]:
        return [[list(table) for table in seating] for seating in self.seatings]

    def _change(self, its: list[int], seat: int, others: list[int], other: int) -> int:
        """What the exchange of these two chairs adds to the weight; the hot path."""
        x, y = its[seat], others[other]
        change = 0
        if its is not others:
            mine, yours = self.cost_of[x], self.cost_of[y]
            # People of the same table have met once in this plan.
            change = self.meeting * (len(its) + len(others) - 2) - 2 * mine[y]
            for z in its:
                change += yours[z] - mine[z]
            for z in others:
                change += mine[z] - yours[z]
            if len(its) != len(others):
                change += self._change_of_loads(x, len(its), y, len(others))
        if seat != other:
            mine, yours = self.had[x], self.had[y]
            change += self.chair * (mine[other] - mine[seat] + yours[seat] - yours[other] + 2)
        return change

    def _change_of_loads(self, x: int, size: int, y: int, other: int) -> int:
        change = 0
        for kind, (costs, times) in enumerate(zip(self.load_cost, self.times, strict=True)):
            step = self.kind_of[other][kind] - self.kind_of[size][kind]
            change += costs[times[x] + step] - costs[times[x]] + costs[times[y] - step] - costs[times[y]]
        return change

    def _exchange(self, its: list[int], seat: int, others: list[int], other: int) -> None:
        x, y = its[seat], others[other]
        if its is not others:
            self._meet(x, its, y, others)
            for kind, times in enumerate(self.times):
                step = self.kind_of[len(others)][kind] - self.kind_of[len(its)][kind]
                times[x] += step
                times[y] -= step
        for person, left, entered in ((x, seat, other), (y, other, seat)):
            self.had[person][left] -= 1
            self.had[person][entered] += 1
        its[seat], others[other] = y, x

    def _meet(self, x: int, its: list[int], y: int, others: list[int]) -> None:
        """Update the meetings for the exchange of `x` and `y`."""
        for one, left, entered, stays in ((x, its, others, y), (y, others, its, x)):
            mine = self.cost_of[one]
            for z in left:
                if z != one:
                    mine[z] -= self.meeting
                    self.cost_of[z][one] -= self.meeting
            for z in entered:
                if z != stays:
                    mine[z] += self.meeting
                    self.cost_of[z][one] += self.meeting
