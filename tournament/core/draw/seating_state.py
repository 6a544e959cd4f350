"""A seating while a search changes it: what it costs, what an exchange would add, and who may be in a violation."""

from collections.abc import Iterable, Sequence

from tournament.core.draw.costs import Cost, Seating

Change = list[int]


class SeatingState:
    """A seating with its total by each cost, and the change of an exchange, computed incrementally."""

    def __init__(self, costs: Sequence[Cost], tables: Iterable[Iterable[int]]):
        self.costs = costs
        self.tables: Seating = [list(table) for table in tables]
        self.table_of = {x: number for number, table in enumerate(self.tables) for x in table}
        self.totals = [cost.total(self.tables) for cost in costs]

    def delta(self, one: int, other: int, bar: Sequence[int] | None = None) -> Change | None:
        """What exchanging the two adds to each total; None as soon as it is certainly worse than the bar."""
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
