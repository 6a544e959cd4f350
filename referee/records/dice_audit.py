"""All throws of a game, and how often each face fell: whether the dice of a table look fair."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from referee.records.moves import Move

ENOUGH = 5
"""Expected times of a face below which the test of chi square says nothing."""


@dataclass(frozen=True)
class DiceCount:
    """The dice of one player (None: all) with so many faces. `chance`: how often fair dice fall at least as unevenly; None for too few."""

    seat: int | None
    faces: int
    counts: tuple[int, ...]
    chance: float | None

    @property
    def total(self) -> int:
        return sum(self.counts)

    @property
    def mean(self) -> float:
        return sum(face * count for face, count in enumerate(self.counts, 1)) / self.total

    @property
    def fair_mean(self) -> float:
        return (self.faces + 1) / 2

    @property
    def per_cent(self) -> float | None:
        return None if self.chance is None else 100 * self.chance


def dice_counts(moves: Iterable[Move]) -> tuple[DiceCount, ...]:
    """All dice of each kind first, then those of each player."""
    thrown: dict[tuple[int, int | None], list[int]] = {}
    for move in moves:
        if move.throw is None:
            continue
        for seat in (None, move.by) if isinstance(move.by, int) else (None,):
            counts = thrown.setdefault((move.throw.faces, seat), [0] * move.throw.faces)
            for die in move.throw.dice:
                counts[die - 1] += 1
    order = sorted(thrown, key=lambda key: (key[0], -1 if key[1] is None else key[1]))
    return tuple(
        DiceCount(seat, faces, tuple(thrown[faces, seat]), _chance(thrown[faces, seat])) for faces, seat in order
    )


def _chance(counts: list[int]) -> float | None:
    fair = sum(counts) / len(counts)
    if fair < ENOUGH:
        return None
    return chi_square_tail(sum((count - fair) ** 2 for count in counts) / fair, len(counts) - 1)


def chi_square_tail(value: float, freedom: int) -> float:
    """How likely chi square with so many degrees of freedom is at least `value`: the upper incomplete gamma function, by recursion."""
    half, x = (freedom % 2) / 2 or 1.0, value / 2
    tail = math.erfc(math.sqrt(x)) if freedom % 2 else math.exp(-x)
    while half < freedom / 2:
        tail += x**half * math.exp(-x) / math.gamma(half + 1)
        half += 1
    return tail
