"""How lucky somebody's dice were: the mean beside what fair dice give, and how rarely fair dice fall so far from it."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ENOUGH = 30
"""Fewer dice than these say nothing, and their sum is not yet distributed as the normal law has it."""


@dataclass(frozen=True)
class Luck:
    """`faces` are how often each face fell, from one upwards: as many as the dice of the game have."""

    faces: tuple[int, ...]

    @property
    def dice(self) -> int:
        return sum(self.faces)

    @property
    def fair_mean(self) -> float:
        return (len(self.faces) + 1) / 2

    @property
    def mean(self) -> float:
        return sum(face * many for face, many in enumerate(self.faces, 1)) / self.dice

    @property
    def is_telling(self) -> bool:
        return self.dice >= ENOUGH

    @property
    def deviation(self) -> float:
        """How far the sum lies from the expected one, in standard deviations; above zero for high dice."""
        variance = (len(self.faces) ** 2 - 1) / 12
        return (self.mean - self.fair_mean) * math.sqrt(self.dice / variance)

    @property
    def rarity(self) -> float:
        """The probability that as many fair dice fall at least so far from the mean, on this side."""
        return math.erfc(abs(self.deviation) / math.sqrt(2)) / 2

    @property
    def one_in(self) -> int:
        """`rarity` as people say it: once in so many."""
        return round(1 / max(self.rarity, 1e-9))

    @property
    def is_high(self) -> bool:
        return self.deviation > 0


def summed(faces: Iterable[Sequence[int]]) -> Luck:
    """The luck over several tables of one game."""
    return Luck(tuple(sum(column) for column in zip(*faces, strict=True)))
