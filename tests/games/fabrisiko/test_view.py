"""What a view says depends on nothing but its position, although lands that stayed as they were are not written anew."""

from random import Random

import msgspec
import pytest

from games.fabrisiko.board import standard
from games.fabrisiko.rules import rules_for
from games.kernel.game import encode
from games.registry import game
from tests.games.seeded_games import acts_of, fresh, whole_game

GAME = game("fabrisiko")


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_view_is_the_same_whatever_was_seen_before(seats: int) -> None:
    record, lines, _ = whole_game("fabrisiko", seats, 2)
    again, positions = fresh(record), []
    for by, act in acts_of(record, lines):
        again.play(by, act)
        positions.append(again.state)
    views = [encode(GAME.view(record.rules, position, "public", None)) for position in positions]
    order = list(enumerate(positions))
    Random(seats).shuffle(order)
    assert all(encode(GAME.view(record.rules, position, "public", None)) == views[place] for place, position in order)


def test_a_view_of_another_board_has_its_own_lands() -> None:
    record, _, _ = whole_game("fabrisiko", 2, 2)
    ids = (*(f"other_{name}" for name in standard().ids),)
    other = msgspec.structs.replace(record.rules, board=msgspec.structs.replace(standard(), ids=ids))
    mine, theirs = (
        msgspec.json.decode(encode(GAME.view(rules, record.state, "public", None)))["territories"]
        for rules in (rules_for(record.header), other)
    )
    assert {f"other_{name}": land for name, land in mine.items()} == theirs
