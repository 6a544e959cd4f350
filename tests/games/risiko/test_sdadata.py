"""The thresholds that a table meets from the end of the last giro on, when everybody throws and nobody closes (art. 16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from games.kernel.acts import CLOCK, JUDGE, TimeNotUp, TimeUp
from games.kernel.lines import header_for
from games.kernel.record import Record
from games.registry import game
from games.risiko import acts
from games.risiko.acts import CloseDice, Place
from games.risiko.closing import close_dice, conclude, is_last_chance, threshold_due
from games.risiko.ends import TIME
from games.risiko.rules import Rules
from games.risiko.state import CloseThrow, Fight, Reinforce, State

RISIKO = game("risiko")
time_up, time_not_up = (TIME.chapter[kind].apply for kind in (TimeUp, TimeNotUp))
LADDERS = {
    ("5-6-7", 4): [5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7],
    ("5-6-7", 5): [5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7],
    ("5+5-6-7", 4): [5, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7],
    ("5+5-6-7", 5): [5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7],
    ("4+5-6-7", 4): [4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7],
    ("4+5-6-7", 5): [4, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7],
    ("4-5-6-7", 4): [4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7],
    ("4-5-6-7", 5): [4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7],
    ("5+6-7", 4): [5, 6, 6, 6, 6, 7, 7, 7, 7],
    ("5+6-7", 5): [5, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7],
}


def met(rules: Rules, state: State, conquests: dict[int, int] | None = None) -> list[int]:
    """Everybody ends his turn and throws twelve; the thresholds met until the game is over. `conquests` by turn, from 0."""
    found: list[int] = []
    for turn in range(60):
        state = conclude(rules, state.with_(awaits=Fight(), conquests=(conquests or {}).get(turn, 0)))
        if isinstance(state.awaits, CloseThrow):
            found.append(state.awaits.threshold)
            state = close_dice(rules, state, state.seat, acts.CloseDice((6, 6)))
        if state.ended:
            return found
    raise AssertionError("the game never ends")


@pytest.mark.parametrize(("closing", "seats"), list(LADDERS))
@pytest.mark.parametrize("first", [0, 2])
@pytest.mark.parametrize("called_at", [0, 1, 3])
def test_the_thresholds(
    rules_of: Callable[..., Rules],
    position_of: Callable[..., State],
    closing: str,
    seats: int,
    first: int,
    called_at: int,
) -> None:
    """Whoever begins the giro, and in whoever's turn time is called."""
    rules = rules_of(seats, closing=closing)
    state = position_of(seats, giro=9, first=first, seat=(first + called_at) % seats)

    assert met(rules, time_up(rules, state, JUDGE, TimeUp())) == LADDERS[closing, seats]


@pytest.mark.parametrize("closing", ["5-6-7", "5+5-6-7", "4+5-6-7", "4-5-6-7", "5+6-7"])
@pytest.mark.parametrize("seats", [4, 5])
def test_the_giro_after_the_one_in_which_time_was_called(
    rules_of: Callable[..., Rules], position_of: Callable[..., State], closing: str, seats: int
) -> None:
    """Where the giro under way is the last but one, the same ladder begins a giro later."""
    rules = rules_of(seats, closing=closing, time_called="last_but_one")
    called = time_up(rules, position_of(seats, giro=9, seat=0), JUDGE, TimeUp())

    assert called.last_giro == 10
    assert met(rules, called) == LADDERS[closing, seats]


def test_three_conquests_spare_a_throw_and_no_more(
    rules_of: Callable[..., Rules], position_of: Callable[..., State]
) -> None:
    """Turns from 0 as time is called in the turn of seat 0: the throws are those of turns 3 to 15."""
    rules = rules_of(4)
    called = time_up(rules, position_of(giro=9, seat=0), JUDGE, TimeUp())

    assert met(rules, called, {4: 3, 9: 5}) == [5, 5, 5, 5, 6, 6, 6, 7, 7, 7, 7]
    assert met(rules, called, {3: 2}) == LADDERS["5+5-6-7", 4]


@pytest.mark.parametrize(
    ("after_the_last", "conquests", "beyond"),
    [
        ("each_turn", {15: 3}, [7]),
        ("each_turn", {15: 3, 16: 3}, [7]),
        ("full_giro", {15: 3}, [7, 7, 7, 7]),
        ("full_giro", {15: 3, 17: 3}, [7, 7, 7]),
        ("full_giro", {15: 3, 19: 3}, [7, 7, 7, 7, 7, 7, 7]),
    ],
)
def test_beyond_the_seven(
    rules_of: Callable[..., Rules],
    position_of: Callable[..., State],
    after_the_last: str,
    conquests: dict[int, int],
    beyond: list[int],
) -> None:
    """The throw of turn 15, the last at 7, falls away; then either each turn decides, or a full giro at 7 is played."""
    rules = rules_of(4, after_the_last=after_the_last)
    called = time_up(rules, position_of(giro=9, seat=0), JUDGE, TimeUp())

    assert met(rules, called, conquests) == LADDERS["5+5-6-7", 4][:-1] + beyond


@pytest.mark.parametrize("gone", [0, 1, 3])
@pytest.mark.parametrize("standing", ["eliminated", "abandoned"])
def test_with_three_living_players_the_giri_have_three_throws(
    rules_of: Callable[..., Rules], position_of: Callable[..., State], gone: int, standing: str
) -> None:
    everybody = ["active"] * 4
    everybody[gone] = standing
    state = position_of(giro=9, seat=2, standing=everybody, left=[gone])
    rules = rules_of(4)

    assert met(rules, time_up(rules, state, JUDGE, TimeUp())) == [5, 5, 5, 5, 6, 6, 6, 7, 7, 7]


@pytest.mark.parametrize(
    ("expected", "is_last"),
    [
        ({}, True),
        ({"conquests": 2}, True),
        ({"conquests": 3}, False),
        ({"seat": 2}, False),
        ({"giro": 11}, False),
        ({"extra_giri": 1}, False),
        ({"last_giro": 0}, False),
    ],
)
def test_the_last_turn_of_the_ladder_is_the_last_chance(
    rules_of: Callable[..., Rules], position_of: Callable[..., State], expected: dict[str, int], is_last: bool
) -> None:
    """Time was called in giro 9: the giri at 5, 6 and 7 are 10, 11 and 12, and seat 3 ends them."""
    state = position_of(**{"giro": 12, "last_giro": 9, "first": 0, "seat": 3, **expected})

    assert is_last_chance(rules_of(4), state) is is_last


def test_the_judge_takes_time_back_and_names_the_giro(
    rules_of: Callable[..., Rules], position_of: Callable[..., State]
) -> None:
    rules = rules_of(4)
    called = time_up(rules, position_of(giro=9, seat=3), CLOCK, TimeUp())
    assert (called.last_giro, threshold_due(rules, called)) == (9, 5)
    assert time_up(rules, called.with_(giro=10), CLOCK, TimeUp()).last_giro == 9
    assert time_up(rules, called, JUDGE, TimeUp(giro=7)).last_giro == 7

    waiting = conclude(rules, called)
    assert isinstance(waiting.awaits, CloseThrow)
    back = time_not_up(rules, waiting, JUDGE, TimeNotUp())
    assert (back.last_giro, back.giro, back.seat, isinstance(back.awaits, CloseThrow)) == (0, 10, 0, False)
    over = waiting.with_(ended="time")
    assert time_not_up(rules, over, JUDGE, TimeNotUp()) is over
    assert time_up(rules, position_of(giro=9, ended="time"), CLOCK, TimeUp()).last_giro == 0


@pytest.mark.parametrize(
    ("expected", "last_giro"),
    [
        ({}, 8),
        ({"seat": 1}, 9),
        ({"awaits": Reinforce(3, is_fresh=False)}, 9),
        ({"awaits": Fight()}, 9),
        ({"giro": 1}, 1),
        ({"giro": 2}, 1),
        ({"seat": 1, "standing": ("eliminated", "active", "active", "active"), "left": (0,)}, 8),
    ],
)
def test_time_called_between_two_giri_closes_by_option_the_one_that_is_over(
    rules_of: Callable[..., Rules], position_of: Callable[..., State], expected: dict[str, Any], last_giro: int
) -> None:
    """Before the first living player of a giro has done anything."""
    state = position_of(giro=9, first=0, seat=0).with_(**{"awaits": Reinforce(3, is_fresh=True), **expected})

    assert time_up(rules_of(4, between_giri="closed"), state, CLOCK, TimeUp()).last_giro == last_giro
    assert time_up(rules_of(4, between_giri="new"), state, CLOCK, TimeUp()).last_giro == state.giro
    assert time_up(rules_of(4, between_giri="closed"), state, JUDGE, TimeUp(giro=1)).last_giro == 1


def to_the_seventh_giro(seed: int, **options: str) -> Iterator[Record]:
    """A random game, whenever a turn begins of which nothing was played yet."""
    header = header_for(RISIKO, ["s1", "s2", "s3", "s4"], options=options)
    dealt = RISIKO.deal(header, Random(seed))
    record, rng = Record(RISIKO, header), Random(f"late {seed}")
    while record.state.giro < 7 and not record.state.ended:
        move = RISIKO.policy(record, rng, dealt)
        record.play(move.by, move.act, why=move.why)
        if isinstance(record.state.awaits, Reinforce) and record.state.awaits.is_fresh and record.state.giro > 1:
            yield record


@pytest.mark.parametrize("closing", ["5+5-6-7", "5-6-7", "4+5-6-7"])
@pytest.mark.parametrize("seed", range(4))
def test_time_told_before_anybody_has_moved_leaves_the_last_throw_to_who_ended_the_last_giro(
    closing: str, seed: int
) -> None:
    """Art. 16: who plays the last turn of the last giro throws “before passing the hand”, and nobody has touched anything since."""
    thrown, spared = 0, 0
    for record in to_the_seventh_giro(seed, closing=closing):
        was = record.state
        if was.seat != was.first:
            continue
        after = record.fork()
        after.play(JUDGE, TimeUp(was.giro - 1))
        assert was.over is not None
        if was.over.conquests > 2:
            assert after.state.awaits == was.awaits
            spared += 1
            continue
        thrown += 1
        assert isinstance(after.state.awaits, CloseThrow)
        assert (after.state.awaits.threshold, after.state.seat) == (int(closing[0]), was.over.seat)
        closed = after.fork()
        closed.play(was.over.seat, CloseDice((1, 1)))
        assert closed.ended_by == "dice"
        after.play(was.over.seat, CloseDice((6, 6)))
        assert (after.state.seat, after.state.giro, after.state.awaits) == (was.seat, was.giro, was.awaits)
        assert (after.state.turn, after.state.late) == (was.turn, was.late)
        after.undo(why="not so")
        after.undo(why="not so")
        assert after.state == was
    assert thrown > 2


def test_time_told_later_leaves_the_turns_that_were_played_as_they_are() -> None:
    for record in to_the_seventh_giro(1):
        if record.state.seat == record.state.first:
            started = record.fork()
            started.play(record.state.seat, place_all(record))
            started.play(JUDGE, TimeUp(record.state.giro - 1))
            assert (started.state.seat, type(started.state.awaits)) == (record.state.seat, Reinforce)


def place_all(record: Record) -> Place:
    awaits = record.state.awaits
    assert isinstance(awaits, Reinforce)
    mine = record.state.territories_of(record.state.seat)[0]
    return Place({record.rules.board.ids[mine]: awaits.left})


def test_who_ended_the_turn_before_throws_too_where_the_last_giro_was_earlier() -> None:
    """Every turn after the last giro ends with a throw; the one that nobody has answered yet is still made."""
    seen = 0
    for record in to_the_seventh_giro(2):
        was, after = record.state, record.fork()
        if was.giro < 4 or was.seat == was.first or was.over is None or was.over.conquests > 2:
            continue
        after.play(JUDGE, TimeUp(was.giro - 1))
        assert isinstance(after.state.awaits, CloseThrow)
        assert after.state.seat == was.over.seat
        seen += 1
    assert seen
