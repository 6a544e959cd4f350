"""Armies due at the start of a turn, against a count of its own."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from games.risiko.board import standard
from games.risiko.rules import Rules
from games.risiko.turns import income

BONUS = {"america_del_nord": 5, "america_del_sud": 2, "europa": 5, "africa": 3, "asia": 7, "oceania": 2}


def due(owners: tuple[int, ...], seat: int) -> int:
    board = standard()
    of_continent: dict[str, set[int]] = {}
    for place, owner in enumerate(owners):
        of_continent.setdefault(board.continents[board.continent_of[place]].id, set()).add(owner)
    whole = sum(BONUS[name] for name, holders in of_continent.items() if holders == {seat})
    return (sum(owner == seat for owner in owners) - owners.count(seat) % 3) // 3 + whole


@pytest.mark.parametrize("seed", range(40))
def test_the_income_of_a_random_board(rules_of: Callable[..., Rules], seed: int) -> None:
    """Seat 0 holds between none and nearly all of the board, so that whole continents occur."""
    rng = Random(seed)
    share = rng.random() ** 0.3
    owners = tuple(0 if rng.random() < share else rng.randint(1, 3) for _ in range(42))

    assert [income(rules_of(), owners, seat) for seat in range(4)] == [due(owners, seat) for seat in range(4)]


@pytest.mark.parametrize(("territories", "armies"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (11, 3), (12, 4), (14, 4)])
def test_a_third_of_the_territories_rounded_down_with_no_minimum(
    rules_of: Callable[..., Rules], territories: int, armies: int
) -> None:
    board = standard()
    spread = sorted(range(42), key=lambda place: (place % 3, place))
    owners = [1] * 42
    for place in spread[:territories]:
        owners[place] = 0
    whole = [one for one in board.continents if all(owners[place] == 0 for place in one.territories)]

    assert whole == []
    assert income(rules_of(), tuple(owners), 0) == armies


@pytest.mark.parametrize("continent", BONUS)
def test_a_whole_continent_brings_its_armies(rules_of: Callable[..., Rules], continent: str) -> None:
    board = standard()
    own = next(one for one in board.continents if one.id == continent).territories
    owners = tuple(0 if place in own else 1 for place in range(42))
    without_one = tuple(1 if place == own[0] else owner for place, owner in enumerate(owners))

    assert income(rules_of(), owners, 0) == len(own) // 3 + BONUS[continent]
    assert income(rules_of(), without_one, 0) == (len(own) - 1) // 3
