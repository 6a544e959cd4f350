"""One run of tabu search from a seating: repeatedly the best exchange for a person in a violation."""

from collections.abc import Iterable, Iterator

from tournament.core.draw.costs import Cost, Seating
from tournament.core.draw.problem import SAMPLE, Problem
from tournament.core.draw.rng import Rng
from tournament.core.draw.seating_state import Change, SeatingState, Suspects

NEAR = 12
"""The number of neighbouring tables in the sample of a large field."""


class TabuRun:
    """A chair just left is tabu for a while; the result is the best seating passed through."""

    def __init__(self, problem: Problem, tables: Seating, rng: Rng):
        self.problem, self.rng, self.fixed, self.costs = problem, rng, problem.fixed, problem.costs
        self.wants_seats, self.is_large = problem.wants_seats, problem.is_large
        self.nothing: Change = [0] * len(problem.costs)
        self.state = SeatingState(problem.costs, tables)
        self.best_totals = list(self.state.totals)
        self.closed: dict[tuple[int, ...], int] = {}
        self.last: tuple[int, int] | None = None
        self.suspects = [Suspects() for _cost in problem.costs]
        self._suspect(range(len(tables)))

    def improve(self) -> tuple[Seating, list[int]]:
        """The best seating passed through, and its totals."""
        best: Seating | None = self._copy()
        step = gained = 0
        while self._goes_on(step, gained) and self._step(step):
            step += 1
            if self.state.totals < self.best_totals:
                self.best_totals, gained = list(self.state.totals), step
                best = None
            elif best is None:
                best = self._before_last()
        return (best or self._copy()), self.best_totals

    def _goes_on(self, step: int, gained: int) -> bool:
        is_patient = step - gained < self.problem.patience and step < self.problem.most_steps
        return is_patient and self.best_totals != self.problem.least

    def _copy(self) -> Seating:
        return [list(table) for table in self.state.tables]

    def _suspect(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            table = self.state.tables[number]
            for cost, suspects in zip(self.costs, self.suspects, strict=True):
                for x in table:
                    if x not in self.fixed or cost.wants_seats:
                        (suspects.add if cost.involves(x, table, number) else suspects.drop)(x)

    def _step(self, step: int) -> bool:
        """False when nobody in a violation can be moved."""
        one = self._someone_involved()
        if one is None:
            return False
        self.last = None
        found = self._best_swap(one, step)
        if found:
            self._swap(one, *found, step)
        return True

    def _someone_involved(self) -> int | None:
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
            if self._is_involved(cost, x):
                return x
        sure = [x for x in suspects if self._is_involved(cost, x)]
        return sure[self.rng.below(len(sure))] if sure else None

    def _is_involved(self, cost: Cost, x: int) -> bool:
        number = self.state.table_of[x]
        return cost.involves(x, self.state.tables[number], number)

    def _best_swap(self, one: int, step: int) -> tuple[int, Change] | None:
        """The exchange of least cost; ties are broken by lot."""
        best: tuple[int, Change] | None = None
        bar: Change | None = None
        ties = 0
        for other in self._candidates(one):
            change = self.state.delta(one, other, bar)
            if change is None or (self._is_closed(one, other, step) and not self._is_record(change)):
                continue
            if change == bar:
                ties += 1
                if not self.rng.below(ties):
                    best = other, change
                continue
            best, bar, ties = (other, change), change, 1
            if self.is_large and change < self.nothing:
                break
        return best

    def _candidates(self, one: int) -> Iterator[int]:
        here, fixed = self.state.table_of[one], one in self.fixed
        for other in self._everybody_or_some(here):
            there = self.state.table_of[other]
            if other == one or (there == here and not self.wants_seats):
                continue
            if there == here or not (fixed or other in self.fixed):
                yield other

    def _everybody_or_some(self, here: int) -> Iterable[int]:
        people = self.problem.people
        if not self.is_large:
            return range(people)
        mates = self.state.tables[here] if self.wants_seats else []
        return [*mates, *self._near(here), *(self.rng.below(people) for _try in range(SAMPLE))]

    def _near(self, here: int) -> list[int]:
        """Some neighbouring tables: with criteria of the standings suitable people are close."""
        first = max(0, min(here - NEAR // 2, len(self.problem.sizes) - NEAR))
        tables = self.state.tables[first : first + NEAR]
        return [table[self.rng.below(len(table))] for table in tables]

    def _is_closed(self, one: int, other: int, step: int) -> bool:
        """A chair just left is tabu for a while, so that the run does not cycle."""
        table_of = self.state.table_of
        return (
            self.closed.get(self._chair(one, table_of[other], other), 0) > step
            or self.closed.get(self._chair(other, table_of[one], one), 0) > step
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
        tables = self._copy()
        if self.last:
            one, other = self.last
            here, there = self.state.table_of[one], self.state.table_of[other]
            seat, chair = tables[here].index(one), tables[there].index(other)
            tables[here][seat], tables[there][chair] = other, one
        return tables
