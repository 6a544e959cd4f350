"""Figures as sheets and pages write them."""

from decimal import Decimal

import pytest

from tournament.core.formatting import points_in_words
from tournament.templatetags.display import either


@pytest.mark.parametrize(
    ("points", "words"),
    [("1", "1 punto"), ("1.000", "1 punto"), ("0", "0 punti"), ("0.5", "0,5 punti"), ("1.5", "1,5 punti"),
     ("-1", "−1 punti"), ("541.0000", "541 punti")],
)  # fmt: skip
def test_a_figure_agrees_with_its_noun(points, words):
    assert points_in_words(Decimal(points)) == words


@pytest.mark.parametrize(("values", "words"), [((4,), "4"), ((4, 5), "4 o 5"), ((3, 4, 5), "3, 4 o 5")])
def test_a_choice_ends_with_or(values, words):
    assert either(values) == words
