"""What the judge's `shown` does to a turn that is told as a whole, in each revision of the rules."""

from __future__ import annotations

import msgspec
import pytest

from games.arba import acts
from games.arba.acts import Cell
from games.kernel.acts import JUDGE
from games.kernel.breaches import Refused, Unreadable
from games.kernel.lines import header_for
from games.kernel.record import Record
from games.registry import game

GAME = game("arba")


def table(revision: int = 2) -> Record:
    header = msgspec.structs.replace(header_for(GAME, ["s0", "s1"]), revision=revision)
    record = Record(GAME, header)
    record.play(JUDGE, acts.Nearest(0))
    return record


def shown(record: Record, **fields) -> Record:
    record.play(JUDGE, acts.Shown(**fields))
    return record


@pytest.mark.parametrize(("revision", "level"), [(1, 0), (2, 2)])
def test_a_barricade_that_the_table_shows_is_paid_for(revision, level):
    place = table().rules.board.bases[0]
    name = table().rules.board.ids[place]
    record = shown(table(revision), places={name: Cell(troops=(3, 0), barricade=2)}, turn_over=True)
    assert record.state.barricades[place] == level


@pytest.mark.parametrize(("revision", "money"), [(1, 80), (2, 70)])
def test_the_money_shown_is_all_there_is(revision, money):
    """The ten for the first turn with all of Udine are in the purse that is counted."""
    board = table().rules.board
    udine = {board.ids[place]: Cell(troops=(1, 0)) for place in board.udine}
    record = shown(table(revision), places=udine, money=(70, 100), turn_over=True)
    assert record.state.money == (money, 100)
    assert record.state.had_udine == (True, False)


def test_the_judge_says_whose_turn_it_is():
    record = shown(table(), turn=1, giro=4)
    assert (record.state.seat, record.state.giro) == (1, 4)


def test_a_game_begins_with_the_table_as_it_stands():
    record = Record(GAME, header_for(GAME, ["s0", "s1"]))
    with pytest.raises(Refused):
        shown(record, money=(70, 70))
    shown(record, money=(70, 70), turn=1)
    assert (record.state.first, record.state.seat, record.state.giro, record.state.money) == (1, 1, 1, (70, 70))


def test_who_passed_last_is_shown_where_nobody_stands():
    record = table()
    base = record.rules.board.bases[0]
    near = record.rules.board.neighbours[base][0]
    shown(record, owners={record.rules.board.ids[near]: 0})
    assert record.state.trod[near] == 0
    with pytest.raises(Unreadable):
        shown(record, owners={record.rules.board.ids[near]: 2})


def test_the_alpini_follow_whoever_took_the_rifugio():
    assert shown(table(), alpini_of=1).state.alpini_of == 1
    assert shown(table(), alpini_of=-1).state.alpini_of == -1
