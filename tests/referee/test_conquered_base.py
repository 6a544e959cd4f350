"""A base of Arba that the brush shows taken ends the game, at every level that tells a board."""

import pytest

from games.kernel.acts import JUDGE
from games.kernel.lines import read_act
from games.kernel.record import Record
from referee.judge_page import board_view
from referee.judge_page.act_forms import turn
from tests.games.seeded_games import record_up_to_move
from tests.referee.test_whole_turns import as_sent

SIDES = (0, 1)
PAINTED = (1, 2, 8)


def base_of(record: Record, side: int) -> str:
    return record.rules.board.ids[record.rules.board.bases[side]]


def as_painted(record: Record, tag: str, side: int, troops: int) -> dict[str, str]:
    """What the page sends after the brush laid troopers of the side on the enemy base: the place becomes that side's."""
    base = base_of(record, 1 - side)
    form = turn.form(record, board_view.board_of(record, ()), None, tag)
    return as_sent(form) | {
        f"places.{base}.troops.{side}": str(troops),
        f"places.{base}.troops.{1 - side}": "0",
        f"owners.{base}": str(side),
        f"places.{base_of(record, side)}.troops.{side}": "1",
    }


def told(record: Record, tag: str, sent: dict[str, str]) -> Record:
    record.play(JUDGE, turn.read(record, board_view.board_of(record, ()), sent, tag), why="test")
    return record


def beside_the_base(side: int, steps: int) -> Record:
    """A turn of the side, with troopers as many steps from the enemy base."""
    record = record_up_to_move("arba", 2, 7, 0)
    board = record.rules.board
    near = board.steps[board.bases[1 - side]]
    place = next(name for number, name in enumerate(board.ids) if near[number] == steps)
    empty = {"paras": [0, 0], "tractors": [0, 0], "alpini": 0, "cannons": 0, "barricade": 0}
    cell = empty | {"troops": [3 * (seat == side) for seat in SIDES]}
    home = empty | {"troops": [7 * (seat == side) for seat in SIDES]}
    act = {"type": "shown", "turn": side, "giro": 3, "places": {place: cell, base_of(record, side): home}}
    record.play(JUDGE, read_act(record.game, act), why="test")
    return record


@pytest.mark.parametrize("troops", PAINTED)
@pytest.mark.parametrize("first", SIDES)
@pytest.mark.parametrize("side", SIDES)
def test_the_board_at_the_end_of_a_result_says_who_took_the_base(side, first, troops):
    record = record_up_to_move("arba", 2, 7, 0)
    sent = as_painted(record, turn.END, side, troops) | {"turn": str(first), "giro": "4"}
    state = told(record, turn.END, sent).state
    assert (state.ended, state.winner) == ("base", side)


@pytest.mark.parametrize("troops", PAINTED)
@pytest.mark.parametrize("steps", [1, 2])
@pytest.mark.parametrize("side", SIDES)
def test_a_turn_ends_with_the_conquest_of_the_base(side, steps, troops):
    record = beside_the_base(side, steps)
    state = told(record, turn.TAG, as_painted(record, turn.TAG, side, troops)).state
    assert (state.ended, state.winner) == ("base", side)


@pytest.mark.parametrize("side", SIDES)
def test_nobody_takes_a_base_from_afar_or_in_the_turn_of_the_other(side):
    for record, words in (
        (beside_the_base(side, 3), "due passi"),
        (beside_the_base(1 - side, 1), "base nemica ha vinto"),
    ):
        act = turn.read(record, board_view.board_of(record, ()), as_painted(record, turn.TAG, side, 2), turn.TAG)
        assert [(one.article, words in one.reason.it) for one in record.breaches(JUDGE, act)] == [("luoghi.basi", True)]
