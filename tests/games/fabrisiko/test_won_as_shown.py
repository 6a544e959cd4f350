"""By option a board that shows the territories which win ends the game; up to revision 17 it went on until the next act."""

from __future__ import annotations

import msgspec
import pytest

from games.kernel.acts import JUDGE
from games.kernel.lines import header_for, read_act
from games.kernel.record import Record
from games.registry import game

GAME = game("fabrisiko")


@pytest.mark.parametrize(
    ("revision", "win_at", "ended"), [(17, "at_once", None), (18, "at_once", "territories"), (18, "global_turn", None)]
)
def test_a_board_shows_the_territory_that_wins(revision: int, win_at: str, ended: str | None) -> None:
    header = header_for(GAME, ["s0", "s1"], edition="base", options={"win_at": win_at})
    record = Record(GAME, msgspec.structs.replace(header, revision=revision))
    places = record.rules.board.ids
    own = [name for name in places if name not in record.rules.board.homes][:25]
    record.start_from(GAME.position(record.rules, {"board": {0: ", ".join(own)}}))
    rest = next(name for name in places if name not in own)
    record.play(JUDGE, read_act(GAME, {"type": "shown", "owners": {rest: 0}}), why="test")

    assert record.ended_by == ended
