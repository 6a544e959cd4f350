"""Undo in every game: dice that were seen are asked for again, for every throw that a game has."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.kernel.breaches import Refused
from games.registry import game
from tests.games.seeded_games import SLUGS, acts_of, every_table, fresh, read_tag, whole_game
from tests.games.test_one_reading import bounds


@pytest.mark.parametrize("slug", SLUGS)
def test_every_act_that_holds_dice_is_a_throw_that_an_undo_asks_for(slug: str) -> None:
    """A die is a number from 1; what is declared of dice may be 0."""
    dice = {
        where.partition(".")[0]
        for where, one in bounds(slug)
        if re.search(r"\.(dice|die|value)$", where) and one.ge == 1
    }
    tags = {kind.__name__: read_tag(kind) for kind in game(slug).acts}
    assert {tags[name] for name in dice} <= game(slug).dice_acts


@every_table()
def test_other_dice_need_a_reason_after_any_throw_that_was_taken_back(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 1)
    game_record, seen = fresh(record), 0
    for by, act in acts_of(record, lines[:150]):
        game_record.play(by, act)
        if read_tag(act) in game_record.game.dice_acts and (other := _other(act)) is not None:
            game_record.undo(why="misread")
            if not game_record.breaches(by, other, why="misread"):
                with pytest.raises(Refused, match="say why"):
                    game_record.play(by, other)
                seen += 1
            game_record.play(by, act)
    assert seen or not record.game.dice_acts


def _other(act: Any) -> Any:
    """The same throw with another first die."""
    field = "die" if hasattr(act, "die") else "dice"
    value = getattr(act, field)
    if isinstance(value, int):
        return None if read_tag(act) == "reroll" else type(act)(value % 6 + 1)
    return type(act)((value[0] % 6 + 1, *value[1:]))
