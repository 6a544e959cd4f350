"""What a search is given: the costs in strict order, the sizes of the tables and who stays where; and its limits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tournament.core.draw.costs import Cost

ALL_OF = 200
"""Up to this size every exchange is evaluated; in a larger field a sample, and the first improvement is accepted."""
SAMPLE = 48
EVALUATED = 60_000
"""The maximum number of exchanges without gain before a run ends."""
ATTEMPTS = 6


@dataclass(frozen=True)
class Problem:
    """People are numbers from 0; those in `fixed` stay at the table given."""

    costs: Sequence[Cost]
    sizes: Sequence[int]
    fixed: Mapping[int, int]

    @cached_property
    def people(self) -> int:
        return sum(self.sizes)

    @cached_property
    def least(self) -> list[int]:
        """The proved bounds: a seating that reaches them all cannot be improved."""
        return [cost.least for cost in self.costs]

    @cached_property
    def wants_seats(self) -> bool:
        return any(cost.wants_seats for cost in self.costs)

    @property
    def is_large(self) -> bool:
        return self.people > ALL_OF

    @property
    def most_steps(self) -> int:
        return 3 * self.people if self.is_large else 30 * self.people * ATTEMPTS

    @property
    def patience(self) -> int:
        """Steps without gain before a run gives up."""
        return 10 * SAMPLE if self.is_large else min(30 * self.people + 200, EVALUATED // max(self.people, 1))

    def turned(self, attempt: int) -> "Problem":
        """The same with a later criterion first: some seatings are only found from that side."""
        many = len(self.costs)
        turn = attempt // 2 % many if many else 0
        order = [*range(many)][-turn:] + [*range(many)][:-turn]
        return replace(self, costs=[self.costs[k] for k in order])
