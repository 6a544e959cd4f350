"""A position written by hand: what is not told is filled in, what does not fit is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel.breaches import Unreadable
from games.risiko.state import State


def test_the_rest_belongs_to_the_last_seat_with_two_armies_each(position_of: Callable[..., State]) -> None:
    state = position_of(board={"0": "alaska 5, alberta"})

    assert [state.owners.count(seat) for seat in range(4)] == [2, 0, 0, 40]
    assert (state.armies_of(0), state.armies_of(3)) == (7, 80)


def test_cards_are_counted_off_the_deck(position_of: Callable[..., State]) -> None:
    state = position_of(cards=[3, 1, 0, 0], used=["alaska", "jolly", "jolly"])

    assert (state.deck, state.used.bit_count(), state.unseen[0].bit_count()) == (44 - 4 - 3, 3, 41)


def test_a_second_deck_holds_all_that_was_not_held_over(position_of: Callable[..., State]) -> None:
    state = position_of(held_over=["alaska", "jolly"], cards=[[2, 1], [0, 3], [0, 0], [0, 0]])

    assert [unseen.bit_count() for unseen in state.unseen] == [2, 42]
    assert (state.deck, state.hands[0]) == (38, (2, 1))


@pytest.mark.parametrize(
    ("expected", "says"),
    [
        ({"board": {"0": "atlantide 3"}}, "unknown territory: atlantide"),
        ({"awaits": {"is": "lunch"}}, "position: unknown lunch"),
        ({"giri": 3}, "position: unknown giri"),
        ({"cards": [20, 20, 20, 0]}, "position: too many cards"),
        ({"used": ["jolly", "jolly", "jolly"]}, "unknown territory: jolly"),
        ({"held_over": ["alaska"], "cards": [[2, 0], [0, 0], [0, 0], [0, 0]]}, "position: held_over does not add up"),
    ],
)
def test_what_does_not_fit_is_named(position_of: Callable[..., State], expected: dict[str, Any], says: str) -> None:
    with pytest.raises(Unreadable) as raised:
        position_of(**expected)

    assert raised.value.reason.en == says
