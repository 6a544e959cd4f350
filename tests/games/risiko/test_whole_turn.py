"""A turn told as a whole: what follows from the board that the judge shows."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from games.risiko.acts import Shown
from games.risiko.rules import Rules
from games.risiko.state import State
from games.risiko.whole_turn import complete_turn


@pytest.mark.parametrize(("lands", "conquests"), [("enemy", 2), ("nobody", 1)])
def test_territories_of_a_player_who_left_count_as_conquests_by_option(
    rules_of: Callable[..., Rules], position_of: Callable[..., State], lands: str, conquests: int
) -> None:
    """Seat 1 has left; one territory is taken from it, one from seat 2."""
    rules = rules_of(4, passive_lands=lands)
    state = position_of(
        board={0: "alaska 9", 1: "alberta", 2: "siam"}, standing=["active", "abandoned", "active", "active"], left=[1]
    )

    told = complete_turn(rules, state, Shown(owners={"alberta": 0, "siam": 0}))

    assert (told.conquests, told.turn_over) == (conquests, True)


@pytest.mark.parametrize(("told", "taken"), [((2, 2, 1, 2), 3), ((3, 2, 1, 2), 3), ((4, 2, 1, 2), 4)])
def test_a_hand_left_as_it_stood_got_the_card_that_was_drawn(
    rules_of: Callable[..., Rules], position_of: Callable[..., State], told: tuple[int, ...], taken: int
) -> None:
    """The hands of the others were put right; up to revision 19 the game took them as they were before the card."""
    rules, state = rules_of(4), position_of(board={0: "alaska 9", 2: "siam"}, cards=[2, 2, 2, 2])
    shown = Shown(hands=told, card=True)

    assert complete_turn(rules, state, shown).hands == (taken, 2, 1, 2)
    older = msgspec.structs.replace(rules, revision=19)
    assert complete_turn(older, state, shown).hands == (taken - 1, 2, 1, 2)
