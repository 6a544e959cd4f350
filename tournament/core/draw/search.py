"""Tabu search: repeatedly the best exchange for a badly seated person, under criteria in strict order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tournament.core.draw.costs import Cost, Seating
from tournament.core.draw.rng import Rng

ALL_OF = 200
"""Up to this size every exchange is evaluated; in a larger hall a sample, and the first improvement is accepted."""
SAMPLE = 48
NEAR = 12
"""The number of neighbouring tables in the sample."""
WEIGHED = 60_000
"""The maximum number of exchanges without gain before a search ends."""
ATTEMPTS = 6

Change = list[int]


class SeatingState:
    """A seating with its cost by each criterion, and the change of an exchange, computed incrementally."""

    def __init__(self, costs: Sequence[Cost], tables: Iterable[Iterable[int]]):
        self.costs = costs
        self.tables: Seating = [list(table) for table in tables]
        self.table_of = {x: number for number, table in enumerate(self.tables) for x in table}
        self.totals = [cost.total(self.tables) for cost in costs]

    def delta(self, one: int, other: int, bar: Sequence[int] | None = None) -> Change | None:
        """What exchanging the two adds to each cost; None as soon as it is certainly worse than the bar."""
        its, others = self.tables[self.table_of[one]], self.tables[self.table_of[other]]
        change: Change = []
        for place, cost in enumerate(self.costs):
            more = cost.delta(one, its, other, others)
            if bar is not None and more != bar[place]:
                if more > bar[place]:
                    return None
                bar = None
            change.append(more)
        return change

    def swap(self, one: int, other: int, change: Change) -> None:
        here, there = self.table_of[one], self.table_of[other]
        its, others = self.tables[here], self.tables[there]
        seat, chair = its.index(one), others.index(other)
        its[seat], others[chair] = other, one
        self.table_of[one], self.table_of[other] = there, here
        for cost in self.costs:
            cost.swapped(one, here, other, there)
        self.totals = [total + more for total, more in zip(self.totals, change, strict=True)]


class Suspects:
    """Candidates who may take part in a violation of one criterion, to be chosen by rng; some may be stale."""

    def __init__(self) -> None:
        self.list: list[int] = []
        self.place: dict[int, int] = {}

    def add(self, person: int) -> None:
        if person not in self.place:
            self.place[person] = len(self.list)
            self.list.append(person)

    def drop(self, person: int) -> None:
        place = self.place.pop(person, None)
        if place is None:
            return
        last = self.list.pop()
        if last != person:
            self.list[place] = last
            self.place[last] = place


class Search:
    """Tabu search from random starts, or first from the one given. People in `fixed` stay at the table given."""

    def __init__(
        self,
        costs: Sequence[Cost],
        sizes: Sequence[int],
        fixed: Mapping[int, int],
        rng: Rng,
        start: Seating | None = None,
    ):
        self.costs, self.sizes, self.fixed, self.rng, self.start = costs, sizes, fixed, rng, start
        self.people = sum(sizes)
        self.least = [cost.least for cost in costs]
        self.wants_seats = any(cost.wants_seats for cost in costs)
        self.movable = [x for x in range(self.people) if x not in fixed]
        self.is_large = self.people > ALL_OF
        self.most_steps = 3 * self.people if self.is_large else 30 * self.people * ATTEMPTS
        self.patience = 10 * SAMPLE if self.is_large else min(30 * self.people + 200, WEIGHED // max(self.people, 1))

    def best(self, attempts: int = ATTEMPTS) -> tuple[Seating, list[int]]:
        """The best seating found and its costs: from random starts, and from the best so far in between."""
        best, totals = self._improved(self.start or self.random_tables())
        for attempt in range(1, 2 if self.is_large else attempts):
            if totals == self.least:
                break
            is_again = attempt % 2 == 1 or self.is_large
            tables, found = self._improved(best if is_again else self._start_askew(attempt))
            if found < totals:
                best, totals = tables, found
        return best, totals

    def _start_askew(self, attempt: int) -> Seating:
        """A start improved with a later criterion first: some seatings are only found from that side."""
        order = list(range(len(self.costs)))
        turn = attempt // 2 % len(order) if order else 0
        ways = self.costs, self.least
        self.costs = [ways[0][k] for k in order[-turn:] + order[:-turn]]
        self.least = [ways[1][k] for k in order[-turn:] + order[:-turn]]
        tables, _totals = self._improved(self.random_tables())
        self.costs, self.least = ways
        return tables

    def random_tables(self) -> Seating:
        """Everybody by lot; in a large hall near the table that a criterion suggests, if one does."""
        tables: Seating = [[] for _size in self.sizes]
        for x, number in sorted(self.fixed.items()):
            tables[number].append(x)
        order = sorted(self.movable)
        self.rng.shuffle(order)
        self.open = 0
        for x in self._led(order, tables) if self.is_large else order:
            self._free_table(tables).append(x)
        for table in tables:
            self.rng.shuffle(table)
        return tables

    def _led(self, order: list[int], tables: Seating) -> list[int]:
        """Seats people at the tables that the first criterion with suggestions gives; returns the others."""
        room = [size - len(table) for size, table in zip(self.sizes, tables, strict=True)]
        leanings = (cost.preferred_tables(order, room) for cost in self.costs)
        leaning = next((one for one in leanings if one), {})
        left = []
        for x in order:
            number = leaning.get(x, -1)
            if number >= 0 and len(tables[number]) < self.sizes[number]:
                tables[number].append(x)
            else:
                left.append(x)
        return left

    def _free_table(self, tables: Seating) -> list[int]:
        while len(tables[self.open]) >= self.sizes[self.open]:
            self.open += 1
        return tables[self.open]

    def _improved(self, tables: Seating) -> tuple[Seating, list[int]]:
        self.state = SeatingState(self.costs, tables)
        self.closed: dict[tuple[int, int], int] = {}
        self.suspects = [Suspects() for _cost in self.costs]
        self._suspect(range(len(tables)))
        self.best_totals, best = list(self.state.totals), [list(table) for table in tables]
        step = gained = 0
        while self.best_totals != self.least and step - gained < self.patience and step < self.most_steps:
            if not self._step(step):
                break
            step += 1
            if self.state.totals < self.best_totals:
                self.best_totals, gained = list(self.state.totals), step
                best = None
            elif best is None:
                best = self._before_last()
        return (best or [list(table) for table in self.state.tables]), self.best_totals

    def _suspect(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            table = self.state.tables[number]
            for cost, suspects in zip(self.costs, self.suspects, strict=True):
                for x in table:
                    if x not in self.fixed or cost.wants_seats:
                        (suspects.add if cost.involves(x, table, number) else suspects.drop)(x)

    def _step(self, step: int) -> bool:
        one = self._blamed()
        if one is None:
            return False
        self.last: tuple[int, int] | None = None
        found = self._best_swap(one, step)
        if found:
            self._swap(one, *found, step)
        return True

    def _blamed(self) -> int | None:
        """A person in a violation of the first criterion above its bound, or, every other time, of any such criterion."""
        unmet = [k for k, cost in enumerate(self.costs) if self.state.totals[k] > cost.least and self.suspects[k].list]
        while unmet:
            k = unmet[0 if self.rng.below(2) else self.rng.below(len(unmet))]
            found = self._suspect_of(k)
            if found is not None:
                return found
            unmet.remove(k)
        return None

    def _suspect_of(self, k: int) -> int | None:
        cost, suspects = self.costs[k], self.suspects[k].list
        for _try in range(8):
            x = suspects[self.rng.below(len(suspects))]
            if self._is_blamed(cost, x):
                return x
        sure = [x for x in suspects if self._is_blamed(cost, x)]
        return sure[self.rng.below(len(sure))] if sure else None

    def _is_blamed(self, cost: Cost, x: int) -> bool:
        number = self.state.table_of[x]
        return cost.involves(x, self.state.tables[number], number)

    def _best_swap(self, one: int, step: int) -> tuple[int, Change] | None:
        """The exchange of least cost; ties are broken by lot."""
        bar: Change | None = None
        best: int | None = None
        ties = 0
        for other in self._candidates(one):
            change = self.state.delta(one, other, bar)
            if change is None or (self._is_closed(one, other, step) and not self._is_record(change)):
                continue
            if change == bar:
                ties += 1
                if not self.rng.below(ties):
                    best = other
                continue
            best, bar, ties = other, change, 1
            if self.is_large and change < self.nothing:
                break
        return None if best is None else (best, bar)

    @property
    def nothing(self) -> Change:
        return [0] * len(self.costs)

    def _candidates(self, one: int) -> Iterator[int]:
        here, fixed = self.state.table_of[one], one in self.fixed
        for other in self._everybody_or_some(here):
            there = self.state.table_of[other]
            if other == one or (there == here and not self.wants_seats):
                continue
            if there == here or not (fixed or other in self.fixed):
                yield other

    def _everybody_or_some(self, here: int) -> Iterable[int]:
        if not self.is_large:
            return range(self.people)
        mates = self.state.tables[here] if self.wants_seats else []
        return [*mates, *self._near(here), *(self.rng.below(self.people) for _try in range(SAMPLE))]

    def _near(self, here: int) -> list[int]:
        """Some neighbouring tables: with criteria of the standings suitable people are close."""
        first = max(0, min(here - NEAR // 2, len(self.sizes) - NEAR))
        tables = self.state.tables[first : first + NEAR]
        return [table[self.rng.below(len(table))] for table in tables]

    def _is_closed(self, one: int, other: int, step: int) -> bool:
        """A chair just left is tabu for a while, so that the search does not cycle."""
        state = self.state
        return (
            self.closed.get(self._chair(one, state.table_of[other], other), 0) > step
            or self.closed.get(self._chair(other, state.table_of[one], one), 0) > step
        )

    def _chair(self, person: int, table: int, holder: int) -> tuple[int, ...]:
        if not self.wants_seats:
            return person, table
        return person, table, self.state.tables[table].index(holder)

    def _is_record(self, change: Change) -> bool:
        return [total + more for total, more in zip(self.state.totals, change, strict=True)] < self.best_totals

    def _swap(self, one: int, other: int, change: Change, step: int) -> None:
        here, there = self.state.table_of[one], self.state.table_of[other]
        until = step + 4 + self.rng.below(8)
        self.closed[self._chair(one, here, one)] = self.closed[self._chair(other, there, other)] = until
        self.state.swap(one, other, change)
        self.last = one, other
        self._suspect({here, there})

    def _before_last(self) -> Seating:
        """The seating before the last exchange, which was the best one so far."""
        tables = [list(table) for table in self.state.tables]
        if self.last:
            one, other = self.last
            here, there = self.state.table_of[one], self.state.table_of[other]
            seat, chair = tables[here].index(one), tables[there].index(other)
            tables[here][seat], tables[there][chair] = other, one
        return tables
