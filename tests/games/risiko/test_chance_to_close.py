"""The exact chance that the throw to close ends the game (art. 16), as the live table tells it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from games.risiko.closing import chance_to_close
from games.risiko.rules import Rules
from games.risiko.state import CloseThrow, State


@pytest.mark.parametrize("threshold", [4, 5, 6, 7])
def test_it_is_what_counting_all_36_throws_says(
    rules_of: Callable[..., Rules], position_of: Callable[..., State], threshold: int
) -> None:
    state = position_of(4, giro=9, first=0, seat=0, last_giro=8).with_(awaits=CloseThrow(threshold, False))
    counted = sum(a + b <= threshold for a, b in product(range(1, 7), repeat=2))

    assert chance_to_close(rules_of(4), state) == Fraction(counted, 36)


def test_before_the_turn_is_over_it_is_that_of_the_throw_to_come(
    rules_of: Callable[..., Rules], position_of: Callable[..., State]
) -> None:
    state = position_of(4, giro=9, first=0, seat=3, last_giro=9)

    assert chance_to_close(rules_of(4, closing="5-6-7"), state) == Fraction(10, 36)
    assert chance_to_close(rules_of(4), state.with_(conquests=3)) is None
    assert chance_to_close(rules_of(4), state.with_(last_giro=0)) is None


def test_the_last_throw_of_the_ladder_ends_the_game_whatever_it_shows(
    rules_of: Callable[..., Rules], position_of: Callable[..., State]
) -> None:
    rules = rules_of(4, closing="5-6-7")
    state = position_of(4, giro=12, first=0, seat=2, last_giro=9)

    assert chance_to_close(rules, state) == 1
    assert chance_to_close(rules, state.with_(seat=1)) == Fraction(21, 36)
