"""All 13,244 hands of three cards, counted without the engine's help (art. 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from games.risiko.board import standard
from games.risiko.reinforcement import worth
from games.risiko.rules import Rules

FIGURES = ["fante"] * 14 + ["cannone"] * 14 + ["cavaliere"] * 14 + ["jolly"] * 2


def cards_by_figure() -> list[str]:
    """42 ids in the order of `FIGURES`, and the two jollies."""
    board = standard()
    order = {"fante": 0, "cannone": 1, "cavaliere": 2}
    return [*sorted(board.ids, key=lambda name: order[board.symbols[board.index[name]]]), "jolly", "jolly"]


@pytest.mark.parametrize(
    ("two_jollies", "found"),
    [
        ("no_set", {8: 1092, 10: 2744, 12: 546, 0: 8862}),
        ("set_of_12", {8: 1092, 10: 2744, 12: 588, 0: 8820}),
    ],
)
def test_the_worth_of_every_three_cards(
    rules_of: Callable[..., Rules], two_jollies: str, found: dict[int, int]
) -> None:
    rules = rules_of(two_jollies=two_jollies)
    counted = Counter(worth(rules, three) for three in combinations(cards_by_figure(), 3))

    assert dict(counted) == found
    assert sum(found.values()) == comb(44, 3) == 13_244


def test_the_numbers_follow_from_the_deck() -> None:
    assert (3 * comb(14, 3), 14**3, 3 * comb(14, 2) * 2, 42) == (1092, 2744, 546, 42)


@pytest.mark.parametrize(
    ("holding", "chance"), [(3, Fraction(313, 946)), (4, Fraction(15760, 19393)), (5, Fraction(1))]
)
def test_how_often_a_hand_has_a_set(rules_of: Callable[..., Rules], holding: int, chance: Fraction) -> None:
    """Hands are weighed by figures: so many of each of the three and of the jollies."""
    rules, names = rules_of(), cards_by_figure()
    first = {"fante": 0, "cannone": 14, "cavaliere": 28}
    with_set = 0
    for hand in _hands(holding):
        cards = [
            names[first[figure] + number]
            for figure, count in hand.items()
            if figure != "jolly"
            for number in range(count)
        ]
        cards += ["jolly"] * hand["jolly"]
        if any(worth(rules, three) for three in combinations(cards, 3)):
            with_set += (
                comb(14, hand["fante"])
                * comb(14, hand["cannone"])
                * comb(14, hand["cavaliere"])
                * comb(2, hand["jolly"])
            )

    assert Fraction(with_set, comb(44, holding)) == chance


def _hands(holding: int) -> list[dict[str, int]]:
    every = range(holding + 1)
    return [
        {"fante": one, "cannone": two, "cavaliere": three, "jolly": holding - one - two - three}
        for one in every
        for two in every
        for three in every
        if 0 <= holding - one - two - three <= 2
    ]
