"""A turn told as a whole: what follows from the board that the judge shows."""

from __future__ import annotations

from collections.abc import Callable

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
