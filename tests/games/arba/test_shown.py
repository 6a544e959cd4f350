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


def state_as(record: Record, **fields) -> Record:
    record.play(JUDGE, acts.Shown(**fields), why="test")
    return record


@pytest.mark.parametrize(("revision", "level"), [(1, 0), (2, 2)])
def test_a_barricade_that_the_table_shows_is_paid_for(revision, level):
    place = table().rules.board.bases[0]
    name = table().rules.board.ids[place]
    record = state_as(table(revision), places={name: Cell(troops=(3, 0), barricade=2)}, turn_over=True)
    assert record.state.barricades[place] == level


@pytest.mark.parametrize(("revision", "money"), [(1, 80), (2, 70)])
def test_the_money_shown_is_all_there_is(revision, money):
    """The ten for the first turn with all of Udine are in the purse that is counted."""
    board = table().rules.board
    udine = {board.ids[place]: Cell(troops=(1, 0)) for place in board.udine}
    record = state_as(table(revision), places=udine, money=(70, 100), turn_over=True)
    assert record.state.money == (money, 100)
    assert record.state.had_udine == (True, False)


def test_the_judge_says_whose_turn_it_is():
    record = state_as(table(), turn=1, giro=4)
    assert (record.state.seat, record.state.giro) == (1, 4)


def test_a_game_begins_with_the_table_as_it_stands():
    record = Record(GAME, header_for(GAME, ["s0", "s1"]))
    with pytest.raises(Refused):
        state_as(record, money=(70, 70))
    state_as(record, money=(70, 70), turn=1)
    assert (record.state.first, record.state.seat, record.state.giro, record.state.money) == (1, 1, 1, (70, 70))


def test_who_passed_last_is_shown_where_nobody_stands():
    record = table()
    base = record.rules.board.bases[0]
    near = record.rules.board.neighbours[base][0]
    state_as(record, owners={record.rules.board.ids[near]: 0})
    assert record.state.trod[near] == 0
    with pytest.raises(Unreadable):
        state_as(record, owners={record.rules.board.ids[near]: 2})


def test_the_alpini_follow_whoever_took_the_rifugio():
    assert state_as(table(), alpini_of=1).state.alpini_of == 1
    assert state_as(table(), alpini_of=-1).state.alpini_of == -1


AS_IT_STANDS = {
    "side by side": {
        "places": {
            "arba": Cell(troops=(8, 0)),
            "sedilis": Cell(troops=(0, 7)),
            "codroipo": Cell(troops=(2, 0)),
            "rivolto": Cell(troops=(0, 3)),
        }
    },
    "money": {"money": (70, 40)},
    "tractor": {"places": {"codroipo": Cell(tractors=(1, 0))}},
    "missile": {"missiles": (0, 1)},
    "cannon": {"places": {"arba": Cell(troops=(8, 0), cannons=1)}},
    "alpini called": {"alpini_of": 1, "places": {"rifugio_degli_alpini": Cell()}},
    "alpini fallen": {"places": {"rifugio_degli_alpini": Cell(alpini=2)}},
}


@pytest.mark.parametrize("stands", AS_IT_STANDS.values(), ids=AS_IT_STANDS)
def test_a_table_shown_in_mid_game_goes_on_with_the_first_step_of_a_turn(stands):
    record = Record(GAME, header_for(GAME, ["s0", "s1"]))
    state_as(record, turn=0, giro=6, **stands)
    assert record.state.has_contact
    record.play(0, acts.Collect())


@pytest.mark.parametrize("stands", [{}, {"places": {"arba": Cell(troops=(6, 0)), "maniago": Cell(troops=(4, 0))}}])
def test_a_table_shown_before_contact_only_moves(stands):
    record = Record(GAME, header_for(GAME, ["s0", "s1"]))
    state_as(record, turn=0, **stands)
    with pytest.raises(Refused, match="before contact"):
        record.play(0, acts.Collect())
    record.play(0, acts.Move("arba", "spilimbergo", 2, via="sequals"))


def test_a_turn_under_way_keeps_its_step_when_contact_is_shown():
    record = table(3)
    record.play(0, acts.Move("arba", "spilimbergo", 2))
    state_as(record, money=(90, 100))
    assert record.state.has_contact
    with pytest.raises(Refused, match="later steps"):
        record.play(0, acts.Collect())


@pytest.mark.parametrize(("revision", "has_contact"), [(2, False), (3, True)])
def test_the_first_revisions_told_contact_by_troops_alone(revision, has_contact):
    assert state_as(table(revision), money=(90, 100)).state.has_contact is has_contact
