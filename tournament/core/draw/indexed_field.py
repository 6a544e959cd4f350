"""A request with people and tables as numbers from 0, and the data that criteria need."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from tournament.core.draw.values import Request

SMALL = 64
"""Fields up to this size are drawn with lookahead to the later rounds."""


class IndexedField:
    def __init__(self, request: Request):
        self.request, self.sizes = request, request.sizes
        self.people = request.entrants
        self.number = {entrant.id: number for number, entrant in enumerate(self.people)}
        self.past = [[self._here(table) for table in tables] for tables in request.past]

    def _here(self, table: Sequence[str]) -> list[int]:
        """The people of an earlier table who are still present, in seat order."""
        return [self.number[id_] for id_ in table if id_ in self.number]

    def pairs(self, weighted: Iterable[tuple[str, str, int]]) -> list[dict[int, int]]:
        weights: list[dict[int, int]] = [{} for _person in self.people]
        for one, other, times in weighted:
            if one in self.number and other in self.number:
                a, b = self.number[one], self.number[other]
                weights[a][b] = weights[b][a] = weights[a].get(b, 0) + times
        return weights

    def met(self) -> list[dict[int, int]]:
        weights = self.pairs(self.request.met)
        for table in (table for tables in self.past for table in tables):
            for a, b in combinations(table, 2):
                weights[a][b] = weights[b][a] = weights[a].get(b, 0) + 1
        return weights

    def groups(self, labels: Sequence[object]) -> list[int]:
        numbers = {label: n for n, label in enumerate(sorted({str(one) for one in labels if one}), start=1)}
        return [numbers[str(label)] if label else 0 for label in labels]

    def ranked(self) -> list[int]:
        """People by rank, those without one last, ties by id."""
        return sorted(range(len(self.people)), key=lambda x: (self.people[x].rank or len(self.people) + 1, x))

    def rows(self) -> list[list[int]]:
        """Table numbers of the chairs row by row, each row one chair of every table with that many."""
        return [
            [table for table, size in enumerate(self.sizes) if size > row] for row in range(max(self.sizes, default=0))
        ]
