"""The cost of a seating by one criterion, and what an exchange of two people adds, computed incrementally."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from tournament.core.draw.lower_bounds import least_in_groups, least_to_choose

Violation = tuple[int, ...]
Seating = list[list[int]]


class Cost:
    """People and tables are numbers from 0. `least` is a proved bound on the violations of any draw."""

    least = 0
    wants_seats = False
    """Whether exchanging two people of one table can matter."""

    def preferred_tables(self, order: Sequence[int], room: Sequence[int]) -> dict[int, int]:
        """Tables where people should start, in a field too large to get there by exchanges; `room` is the number of free chairs."""
        return {}

    def total(self, tables: Seating) -> int:
        """Load a seating and return its cost."""
        raise NotImplementedError

    def delta(self, one: int, its: list[int], other: int, others: list[int]) -> int:
        """What exchanging `one` of table `its` with `other` of table `others` adds to the total."""
        raise NotImplementedError

    def swapped(self, one: int, here: int, other: int, there: int) -> None:
        """Apply an exchange: `one` from table `here` to `there`, and `other` the other way."""

    def involves(self, person: int, table: list[int], number: int) -> bool:
        """Whether this person takes part in a violation at this table."""
        raise NotImplementedError

    def violations(self, tables: Seating) -> Iterable[Violation]:
        """Every violation, as the people in it."""
        raise NotImplementedError


class PairsApart(Cost):
    """Pairs who should not sit together, with a weight for each."""

    def __init__(self, weights: list[dict[int, int]], least: int = 0):
        self.weights, self.least = weights, least

    def total(self, tables: Seating) -> int:
        return sum(self.weights[a].get(b, 0) for table in tables for a, b in combinations(table, 2))

    def delta(self, one: int, its: list[int], other: int, others: list[int]) -> int:
        mine, yours = self.weights[one], self.weights[other]
        if its is others or (not mine and not yours):
            return 0
        delta = 0
        for x in its:
            if x != one:
                delta += yours.get(x, 0) - mine.get(x, 0)
        for x in others:
            if x != other:
                delta += mine.get(x, 0) - yours.get(x, 0)
        return delta

    def involves(self, person: int, table: list[int], number: int) -> bool:
        weights = self.weights[person]
        return bool(weights) and any(x in weights for x in table)

    def violations(self, tables: Seating) -> Iterable[Violation]:
        return (pair for table in tables for pair in combinations(sorted(table), 2) if pair[1] in self.weights[pair[0]])


class GroupsApart(Cost):
    """People of one group (a club, a region) who should not sit together; group 0 is nobody's."""

    def __init__(self, groups: Sequence[int], sizes: Sequence[int]):
        self.groups = groups
        self.least_of = {group: least_in_groups([group] * many, sizes) for group, many in Counter(groups).items()}
        self.least = sum(self.least_of.values())

    def total(self, tables: Seating) -> int:
        self.seated = [Counter(self.groups[x] for x in table if self.groups[x]) for table in tables]
        self.table_of = {x: number for number, table in enumerate(tables) for x in table}
        self.pairs_of = dict.fromkeys(self.least_of, 0)
        for count in self.seated:
            for group, many in count.items():
                self.pairs_of[group] += many * (many - 1) // 2
        return sum(self.pairs_of.values())

    def delta(self, one: int, its: list[int], other: int, others: list[int]) -> int:
        mine, yours = self.groups[one], self.groups[other]
        if mine == yours or its is others:
            return 0
        here, there = self.seated[self.table_of[one]], self.seated[self.table_of[other]]
        delta = 0
        if mine:
            delta += there.get(mine, 0) - here[mine] + 1
        if yours:
            delta += here.get(yours, 0) - there[yours] + 1
        return delta

    def swapped(self, one: int, here: int, other: int, there: int) -> None:
        for person, left, entered in ((one, here, there), (other, there, here)):
            group = self.groups[person]
            self.table_of[person] = entered
            if group and left != entered:
                self.pairs_of[group] += self.seated[entered][group] - self.seated[left][group] + 1
                self.seated[left][group] -= 1
                self.seated[entered][group] += 1

    def involves(self, person: int, table: list[int], number: int) -> bool:
        group = self.groups[person]
        return group > 0 and self.seated[number][group] > 1 and self.pairs_of[group] > self.least_of[group]

    def violations(self, tables: Seating) -> Iterable[Violation]:
        groups = self.groups
        pairs = (pair for table in tables for pair in combinations(sorted(table), 2))
        return ((a, b) for a, b in pairs if groups[a] and groups[a] == groups[b])


class Places(Cost):
    """Single people who should not be at their place, whoever sits with them."""

    def cost(self, person: int, table: int, seat: int) -> int:
        raise NotImplementedError

    def total(self, tables: Seating) -> int:
        self.table_of = {x: number for number, table in enumerate(tables) for x in table}
        return sum(self.cost(x, number, seat) for number, table in enumerate(tables) for seat, x in enumerate(table))

    def delta(self, one: int, its: list[int], other: int, others: list[int]) -> int:
        here, there = self.table_of[one], self.table_of[other]
        seat, chair = (its.index(one), others.index(other)) if self.wants_seats else (0, 0)
        now = self.cost(one, here, seat) + self.cost(other, there, chair)
        return self.cost(one, there, chair) + self.cost(other, here, seat) - now

    def swapped(self, one: int, here: int, other: int, there: int) -> None:
        self.table_of[one], self.table_of[other] = there, here

    def involves(self, person: int, table: list[int], number: int) -> bool:
        return self.cost(person, number, table.index(person) if self.wants_seats else 0) > 0

    def violations(self, tables: Seating) -> Iterable[Violation]:
        for number, table in enumerate(tables):
            yield from ((x,) for seat, x in enumerate(table) if self.cost(x, number, seat))


class Load(Places):
    """Tables of an unwelcome size, shared evenly: far from the mean, above or below, costs much more than near it.

    With n the whole number nearest to the mean, a person with k times costs (k - n) to the fourth. A square would not
    distinguish five people with three and none with zero from four with three and one with zero. The cost of a person is
    the difference to the person who has sat there least.
    """

    def __init__(self, times: Sequence[int], is_heavy: Sequence[bool], seats: int):
        self.times, self.is_heavy = times, is_heavy
        people = max(len(times), 1)
        mean = (2 * (sum(times) + seats) + people) // (2 * people)
        once_more = [(many + 1 - mean) ** 4 - (many - mean) ** 4 for many in times]
        lightest = min(once_more, default=0)
        self.weights = [more - lightest for more in once_more]
        self.least = least_to_choose(self.weights, seats)

    def cost(self, person: int, table: int, seat: int) -> int:
        return self.weights[person] if self.is_heavy[table] else 0

    def involves(self, person: int, table: list[int], number: int) -> bool:
        return self.is_heavy[number] and self.weights[person] > 0

    def violations(self, tables: Seating) -> Iterable[Violation]:
        """People who sit there again although somebody with fewer times does not."""
        light = [self.times[x] for number, table in enumerate(tables) for x in table if not self.is_heavy[number]]
        fewest = min(light, default=None)
        for number, table in enumerate(tables):
            if self.is_heavy[number] and fewest is not None:
                yield from ((x,) for x in table if self.times[x] > fewest)


class Seats(Places):
    """Nobody twice in one seat: a seat costs the number of times its person had it before."""

    wants_seats = True

    def __init__(self, had: list[Counter[int]]):
        self.had = had

    def cost(self, person: int, table: int, seat: int) -> int:
        return self.had[person].get(seat, 0)


class Turn(Places):
    """Where the rounds are as many as the chairs, everybody moves on by one chair a round from where he first sat.

    Whoever keeps to it has the same chairs left as all who first sat where he did, and a table of people who first sat
    in different chairs seats them without a repeat, in the last round as in this one.
    """

    wants_seats = True

    def __init__(self, due: Sequence[int]):
        self.due = due

    def cost(self, person: int, table: int, seat: int) -> int:
        due = self.due[person]
        return int(due >= 0 and seat != due)


class Neighbours(Cost):
    """Nobody twice after the same neighbour, going round the table in seat order."""

    wants_seats = True

    def __init__(self, after: list[dict[int, int]]):
        self.after = after

    def total(self, tables: Seating) -> int:
        return sum(map(self._cost, tables))

    def _cost(self, table: list[int]) -> int:
        return sum(self.after[x].get(table[seat - 1], 0) for seat, x in enumerate(table))

    def delta(self, one: int, its: list[int], other: int, others: list[int]) -> int:
        turned = {one: other, other: one}
        if its is others:
            return self._cost([turned.get(x, x) for x in its]) - self._cost(its)
        now = self._cost(its) + self._cost(others)
        return self._cost([turned.get(x, x) for x in its]) + self._cost([turned.get(x, x) for x in others]) - now

    def involves(self, person: int, table: list[int], number: int) -> bool:
        seat = table.index(person)
        before, behind = table[seat - 1], table[(seat + 1) % len(table)]
        return before in self.after[person] or person in self.after[behind]

    def violations(self, tables: Seating) -> Iterable[Violation]:
        for table in tables:
            yield from ((table[seat - 1], x) for seat, x in enumerate(table) if table[seat - 1] in self.after[x])


class Targets(Places):
    """Everybody at the table of a pattern; -1 may sit anywhere."""

    def __init__(self, targets: Sequence[int], sizes: Sequence[int]):
        self.targets = targets
        wanted = Counter(target for target in targets if target >= 0)
        self.least = sum(max(0, many - sizes[table]) for table, many in wanted.items())

    def preferred_tables(self, order: Sequence[int], room: Sequence[int]) -> dict[int, int]:
        return {x: self.targets[x] for x in order if self.targets[x] >= 0}

    def cost(self, person: int, table: int, seat: int) -> int:
        target = self.targets[person]
        return int(target >= 0 and target != table)


class Swiss(Places):
    """People with similar scores together, the best at the first table; each table away costs one.

    Tied people may sit at any table that their rank covers.
    """

    def __init__(self, stretches: Sequence[tuple[int, int]]):
        self.stretches = stretches

    def preferred_tables(self, order: Sequence[int], room: Sequence[int]) -> dict[int, int]:
        chairs = (table for table, free in enumerate(room) for _chair in range(free))
        return dict(zip(sorted(order, key=self.stretches.__getitem__), chairs, strict=True))

    def cost(self, person: int, table: int, seat: int) -> int:
        first, last = self.stretches[person]
        return max(first - table, table - last, 0)
