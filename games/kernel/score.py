"""The score sheet of one game: points, tie-breaks, ranks. Points are exact and printed as decimal strings."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from msgspec import Struct

from games.kernel.words import Words

Points = int | Decimal | Fraction


class Row(Struct, frozen=True):
    """One seat. `points` is None while something is still to be turned up; ranks are shared by seats level on everything."""

    seat: int
    points: str | None
    tiebreaks: tuple[str, ...]
    rank: int | None
    status: str = ""


class CountLine(Struct, frozen=True):
    """One line of a count that is told step by step; what does not count stands there too, and the words say why."""

    words: Words
    value: str
    counts: bool = True


class Sheet(Struct, frozen=True):
    """`awaits` says in words what is still needed before the sheet is whole (a card to turn up, dice for a tie)."""

    ended_by: str | None
    rows: tuple[Row, ...]
    tiebreak_names: tuple[Words, ...] = ()
    awaits: tuple[Words, ...] = ()


def decimal_text(points: Points) -> str:
    """`86`, `0.38`, `12.5`: no exponent, no needless zeros. A fraction must have a finite decimal expansion."""
    if isinstance(points, Fraction):
        exact = Decimal(points.numerator) / Decimal(points.denominator)
        if Fraction(exact) != points:
            raise ValueError(f"{points} has no finite decimal expansion")
        points = exact
    text = format(Decimal(points), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def ranked(keys: Mapping[int, tuple[Points, ...]]) -> dict[int, int]:
    """Competition ranks, best first: a higher key is better; equal keys share the rank (1, 2, 2, 4)."""
    return {seat: 1 + sum(other > key for other in keys.values()) for seat, key in keys.items()}
