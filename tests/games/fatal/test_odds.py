"""Exact chances, against every order of the cards."""

from __future__ import annotations

from argparse import ArgumentParser
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from games.fatal import odds
from games.fatal.odds import hand_chances, queen
from games.kernel.breaches import Unreadable


def run_odds(*words: str) -> dict:
    parser = ArgumentParser()
    odds.arguments(parser)
    return dict(odds.odds(parser.parse_args(words)))


@pytest.mark.parametrize(("above", "packet"), [(0, 4), (2, 4), (1, 2), (0, 0)])
def test_the_queen_is_anywhere_in_her_packet(above: int, packet: int) -> None:
    orders = [(*range(above), *order) for order in permutations(["queen", *range(packet)])]
    for turned in range(above + packet + 1):
        truly = [Fraction(sum(order[place] == "queen" for order in orders), len(orders)) for place in range(turned)]
        assert queen(above, packet, turned) == truly


def test_the_chances_of_a_closed_hand_are_those_of_all_hands() -> None:
    cards = [True, True, False, False, False, False, False]
    hands = list(combinations(range(len(cards)), 3))
    truly = [Fraction(sum(sum(cards[n] for n in hand) == wanted for hand in hands), len(hands)) for wanted in range(3)]

    assert hand_chances(2, 7, 3) == truly


def test_the_command_line_says_fractions() -> None:
    assert run_odds("--next", "2", "--above", "1") == {
        "outcomes": [{"turned_up": 1, "p": "0"}, {"turned_up": 2, "p": "1/5"}],
        "queen": "1/5",
    }
    assert run_odds("--hand", "1", "--unseen", "4")["at_least_one"] == "1/4"


@pytest.mark.parametrize(
    "words", [(), ("--next", "-1"), ("--hand", "5", "--unseen", "4"), ("--hand", "1", "--unseen", "999")]
)
def test_numbers_that_no_table_shows_are_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(Unreadable):
        run_odds(*words)
