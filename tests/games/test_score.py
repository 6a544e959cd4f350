"""Points as they are printed, and the ranks of a competition."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from games.kernel.score import Points, decimal_text, ranked


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (86, "86"),
        (100, "100"),
        (0, "0"),
        (Decimal("0.38"), "0.38"),
        (Decimal("12.50"), "12.5"),
        (Decimal("100.00"), "100"),
        (Decimal("-0.30"), "-0.3"),
        (Decimal("0.00"), "0"),
        (Decimal("1E+2"), "100"),
        (Decimal("1E-7"), "0.0000001"),
        (Fraction(1, 8), "0.125"),
        (Fraction(-3, 10), "-0.3"),
        (Fraction(40), "40"),
    ],
)
def test_points_are_printed_without_exponent_and_needless_zeros(points: Points, text: str) -> None:
    assert decimal_text(points) == text


@pytest.mark.parametrize("points", [Fraction(1, 3), Fraction(1, 7), Fraction(200, 3)])
def test_what_has_no_end_is_refused(points: Fraction) -> None:
    with pytest.raises(ValueError, match="no finite decimal expansion"):
        decimal_text(points)


def test_equal_keys_share_a_rank_and_the_next_is_skipped() -> None:
    assert ranked({0: (5, 1), 1: (7, 0), 2: (5, 1), 3: (5, 0)}) == {0: 2, 1: 1, 2: 2, 3: 4}
    assert ranked({0: (Fraction(1, 2),), 1: (Decimal("0.5"),)}) == {0: 1, 1: 1}
    assert ranked({}) == {}
