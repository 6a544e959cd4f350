"""Preparazione: treasures whose colour is none of the players' stay in the box, and nothing at the table offers them."""

from __future__ import annotations

from collections import Counter

import pytest

from games.fatal.contents import TREASURES_A_COLOUR
from games.registry import game
from tests.games.seeded_games import acts_of, fresh, whole_game

FATAL = game("fatal")
SHEETS = (FATAL.turn_sheet, FATAL.board_sheet, FATAL.end_sheet)
EACH = 7


def offered(record):
    """The ids of all treasures that a form or a question of the table offers."""
    box, state = record.rules.box, record.state
    for sheet in (form(record.rules, state) for form in SHEETS):
        for options in (sheet.choices if sheet else {}).values():
            yield from (str(one.value) for one in options if one.value in box.hoard)
    yield from (name for name, _words in FATAL.scene(record.rules, state, frozenset()).named if name in box.hoard)
    for one in record.choices({}).choices:
        yield from (str(one.value),) if one.value in box.hoard else ()


@pytest.mark.parametrize("seats", FATAL.seats)
def test_only_treasures_of_the_colours_that_play_are_offered(seats: int) -> None:
    whole, lines, _vault = whole_game("fatal", seats, 1)
    record, found = fresh(whole), Counter[str]()
    found.update(offered(record))
    for by, act in acts_of(whole, lines):
        record.append_trusted(by, act)
        if record.seq % EACH == 0:
            found.update(offered(record))
    box = record.rules.box
    kinds = {box.hoard[name] for name in found}
    assert len({box.treasures[kind].colour for kind in kinds}) == seats
    assert sum(box.treasures[kind].copies for kind in kinds) == seats * TREASURES_A_COLOUR
    assert kinds == set(record.rules.in_play)
