"""A character is asked for a tie only of who has treasures that may break it; up to revision 18 of everybody level on points."""

from __future__ import annotations

import msgspec
import pytest

from games.fatal.counting import to_unmask
from games.kernel.lines import header_for
from games.kernel.record import Record
from games.registry import game

GAME = game("fatal")
POSITION = {"smazzata": 2, "ended": "time", "hands": [4, 4, 3]}


@pytest.mark.parametrize(("revision", "asked"), [(18, [0, 1]), (19, [])])
def test_who_shows_a_character_where_nobody_has_a_treasure(revision: int, asked: list[int]) -> None:
    record = Record(GAME, msgspec.structs.replace(header_for(GAME, ["s0", "s1", "s2"]), revision=revision))
    record.start_from(GAME.position(record.rules, POSITION))

    assert to_unmask(record.rules, record.state) == asked
    assert [row.rank for row in record.score().rows] == ([None] * 3 if asked else [1, 1, 3])
