"""The search for a seating: runs from random starts, or first from one given, and from the best so far in between."""

from tournament.core.draw.costs import Seating
from tournament.core.draw.problem import ATTEMPTS, Problem
from tournament.core.draw.rng import Rng
from tournament.core.draw.starts import random_tables
from tournament.core.draw.tabu import TabuRun


class Search:
    """The numbers drawn go on from one call of `best` to the next."""

    def __init__(self, problem: Problem, rng: Rng, start: Seating | None = None):
        self.problem, self.rng, self.start = problem, rng, start

    def best(self, attempts: int = ATTEMPTS) -> tuple[Seating, list[int]]:
        """The best seating found and its totals."""
        best, totals = self._improved(self.start or random_tables(self.problem, self.rng))
        for attempt in range(1, 2 if self.problem.is_large else attempts):
            if totals == self.problem.least:
                break
            is_again = attempt % 2 == 1 or self.problem.is_large
            tables, found = self._improved(best if is_again else self._start_askew(attempt))
            if found < totals:
                best, totals = tables, found
        return best, totals

    def _improved(self, tables: Seating) -> tuple[Seating, list[int]]:
        return TabuRun(self.problem, tables, self.rng).improve()

    def _start_askew(self, attempt: int) -> Seating:
        turned = self.problem.turned(attempt)
        return TabuRun(turned, random_tables(turned, self.rng), self.rng).improve()[0]
