"""A player who leaves the table, in every game that knows it: whenever it is, the others play on to the end."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from games.kernel.acts import JUDGE
from games.kernel.breaches import Refused, Unreadable
from games.kernel.lines import read_act
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import TABLES, read_tag, seated
from tests.tools import many

LEAVES = "abandon"
TABLES_LEFT = [(slug, seats) for slug, seats in TABLES if LEAVES in map(read_tag, game(slug).acts)]


@pytest.mark.parametrize(("slug", "seats"), TABLES_LEFT)
def test_whoever_leaves_at_any_moment_the_others_play_on_to_the_end(slug: str, seats: int) -> None:
    left = 0
    for seed in range(many(8, 80)):
        rng = Random(f"leaves {slug} {seats} {seed}")
        header, vault = seated(game(slug), seats, seed)
        record = Record(game(slug), header)
        goes = rng.randrange(1, 120)
        for number, _line in enumerate(play_game(record, rng, vault)):
            if number == goes:
                left += in_turn_leaves(record)
        assert record.game.is_done(record.rules, record.state)
        assert tuple(record.game.unsound(record.rules, record.state)) == ()
    assert left


def in_turn_leaves(record: Record) -> bool:
    """Whether the seat in turn could leave now, where the game has one."""
    with suppress(Refused, Unreadable):
        record.play(JUDGE, read_act(record.game, {"type": LEAVES, "seat": max(0, record.state.seat)}), why="test")
        return True
    return False
