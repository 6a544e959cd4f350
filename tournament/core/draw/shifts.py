"""A starting seating for fields whose rounds use every chair: the first round's tables, each chair shifted by its own step.

Number the first round's tables t and their chairs s. In a round of step r those of one t + r·s sit together, and everybody has
moved on by one chair. Two steps bring nobody together twice where the tables make a field of numbers (4, 5, 7…) or are
many enough. The second round, of step one, tells how the tables are numbered; before it, the numbers are drawn.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from tournament.core.draw.costs import Seating
from tournament.core.draw.indexed_field import IndexedField
from tournament.core.draw.rng import Rng


class Numbers:
    """Arithmetic modulo a number, or of the field with four elements."""

    PRODUCTS_OF_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))

    def __init__(self, many: int):
        self.many, self.is_four = many, many == 4

    def plus(self, a: int, b: int) -> int:
        return a ^ b if self.is_four else (a + b) % self.many

    def minus(self, a: int, b: int) -> int:
        return a ^ b if self.is_four else (a - b) % self.many

    def times(self, a: int, b: int) -> int:
        return self.PRODUCTS_OF_FOUR[a][b] if self.is_four else a * b % self.many


class Pattern:
    """The first round and its tables' numbers."""

    def __init__(self, first: Seating):
        self.numbers, self.chairs = Numbers(len(first)), len(first[0])
        self.place = {x: (t, s) for t, table in enumerate(first) for s, x in enumerate(table)}
        self.number_of = list(range(len(first)))

    def sum_of(self, x: int, step: int) -> int:
        table, chair = self.place[x]
        return self.numbers.plus(self.number_of[table], self.numbers.times(step, chair))

    def is_numbered_by(self, second: Seating) -> bool:
        """Whether the second round is that of step one; it then numbers the tables, the first of them 0."""
        numbered = {0: 0}
        for _time in range(self.numbers.many):
            for table in second:
                if not self._goes_on(table, numbered):
                    return False
        self.number_of = [numbered.get(t, 0) for t in range(self.numbers.many)]
        return len(set(self.number_of)) == self.numbers.many

    def _goes_on(self, table: Iterable[int], numbered: dict[int, int]) -> bool:
        places = [self.place[x] for x in table]
        sums = {self.numbers.plus(numbered[t], s) for t, s in places if t in numbered}
        if len(sums) > 1:
            return False
        for together in sums:
            numbered.update((t, self.numbers.minus(together, s)) for t, s in places)
        return True

    def step_of(self, tables: Seating) -> int | None:
        """The step of an earlier round, where it keeps to the pattern."""
        steps = range(self.numbers.many)
        return next((r for r in steps if all(len({self.sum_of(x, r) for x in one}) == 1 for one in tables)), None)

    def parts(self, one: int, other: int) -> bool:
        """Whether these two steps bring nobody together twice."""
        times, minus = self.numbers.times, self.numbers.minus
        chairs = combinations(range(self.chairs), 2)
        return all(minus(times(one, a), times(one, b)) != minus(times(other, a), times(other, b)) for a, b in chairs)

    def tables(self, step: int, rounds: int) -> Seating:
        groups: dict[int, list[int]] = {}
        for x in self.place:
            groups.setdefault(self.sum_of(x, step), []).append(x)
        moved = {x: (chair + rounds) % self.chairs for x, (_table, chair) in self.place.items()}
        return [sorted(group, key=moved.__getitem__) for group in groups.values()]


def next_shift(field: IndexedField, rng: Rng) -> Seating | None:
    """The next round of the pattern, one of those possible by lot; None where earlier rounds left it, or it has no more."""
    if not field.past or not _is_square(field.past, field.sizes):
        return None
    pattern, steps = Pattern(field.past[0]), [1]
    if len(field.past) == 1:
        rng.shuffle(pattern.number_of)
    elif not pattern.is_numbered_by(field.past[1]):
        return None
    else:
        steps = list(range(2, len(field.sizes)))
    used = [pattern.step_of(tables) for tables in field.past]
    steps = [step for step in steps if all(one is not None and pattern.parts(step, one) for one in used)]
    if not steps:
        return None
    tables = pattern.tables(steps[rng.below(len(steps))], len(field.past))
    rng.shuffle(tables)
    return tables


def _is_square(past: Sequence[Seating], sizes: Sequence[int]) -> bool:
    """The same people at the same tables, all alike, in every round; and no more chairs than tables."""
    alike = all([len(table) for table in tables] == list(sizes) for tables in past)
    return alike and len(set(sizes)) == 1 and sizes[0] <= len(sizes)
