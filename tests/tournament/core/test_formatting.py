"""Figures as sheets and pages write them."""

from decimal import Decimal

import pytest

from tournament.core.formatting import points_in_words


@pytest.mark.parametrize(
    ("points", "words"),
    [("1", "1 punto"), ("1.000", "1 punto"), ("0", "0 punti"), ("0.5", "0,5 punti"), ("1.5", "1,5 punti"),
     ("-1", "−1 punti"), ("541.0000", "541 punti")],
)  # fmt: skip
def test_a_figure_agrees_with_its_noun(points, words):
    assert points_in_words(Decimal(points)) == words
