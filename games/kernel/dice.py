"""Exact chances of dice, as fractions: no sampling, no floats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod


@lru_cache(maxsize=64)
def throws(dice: int, faces: int = 6) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Every result of `dice` dice, highest first, with its probability."""
    return tuple(_weighted(dice, faces))


def _weighted(dice: int, faces: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    for rising in combinations_with_replacement(range(1, faces + 1), dice):
        ways = factorial(dice) // prod(factorial(count) for count in Counter(rising).values())
        yield tuple(reversed(rising)), Fraction(ways, faces**dice)


@lru_cache(maxsize=64)
def at_most(total: int, dice: int = 2, faces: int = 6) -> Fraction:
    """The chance that the dice sum to `total` or less."""
    return sum((chance for shown, chance in throws(dice, faces) if sum(shown) <= total), Fraction(0))
