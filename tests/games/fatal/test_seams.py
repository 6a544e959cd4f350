"""Where two headings meet in one turn: Schermo and elimination, two hands at zero, gifts to who is out."""

from __future__ import annotations

import pytest

from games.fatal.acts import (
    Abandon,
    Aim,
    Discard,
    Effect,
    Enchant,
    EndPlay,
    LateDraw,
    Play,
    Screen,
    Steal,
    Strip,
    Take,
    Trimagia,
    TurnUp,
    Unmask,
)
from games.kernel import cases
from games.kernel.acts import JUDGE
from games.kernel.record import Record

TWICE = {"0": [["v41", "v01", "v09"], []]}
"""One card from the hand of one player, then of another."""


def test_a_schermo_as_the_last_card_saves_who_plays_it_and_its_card_comes_with_his_own_next_turn(table) -> None:
    record = table(smazzata=2, step="B", rows=TWICE, hands=[4, 1, 4])
    record.play(0, Trimagia(0))
    record.play(0, Aim(1))
    record.play(1, Screen())
    record.play(0, Aim(2))
    record.play(0, Strip(("v20",)))

    assert (cases.fact(record, "players.1.standing"), cases.fact(record, "players.1.cards")) == ("active", 0)
    record.play(1, EndPlay())
    assert cases.fact(record, "players.1.cards") == 1


def test_of_two_hands_brought_to_none_in_one_trimagia_the_second_is_the_rival_s(table) -> None:
    characters = {"0": "flambeaux", "2": "lichtenborn"}
    record = table(
        seats=4, smazzata=2, step="B", rows=TWICE, hands=[4, 1, 1, 4], characters=characters, revealed=[0, 2]
    )
    record.play(0, Trimagia(0))
    record.play(0, Aim(1))
    record.play(0, Strip(("v20",)))
    record.play(1, Unmask("aquate"))
    record.play(0, Aim(2))
    record.play(0, Strip(("v21",)))

    assert (record.ended_by, record.state.winner) == ("rival", 0)
    assert [cases.fact(record, f"players.{seat}.standing") for seat in (1, 2)] == ["eliminated", "eliminated"]


def test_a_treasure_is_not_given_to_who_has_left(table) -> None:
    record = table(seats=4, rows={"0": [["v04"], ["v06"]]}, display=["giallo_1", "rosso_1", "verde_1"])
    record.play(JUDGE, Abandon(2))
    record.play(0, Play("v01", 0))

    assert [one.kind for one in record.breaches(0, Take("giallo_1", 2))] == ["impossible"]
    record.play(0, Take("giallo_1", 3))
    assert cases.fact(record, "players.3.treasures") == 1


TWO_STARS = {"0": [["v02", "v03"], []], "1": [["v04"], []]}


@pytest.mark.parametrize(
    ("act", "by_row"),
    [
        (Play("v06", 1), False),
        (Play("v05", 0), True),
        (Steal(1, 0, 1), False),
        (Enchant("ammaliamento_01"), False),
    ],
)
@pytest.mark.parametrize("cards", [4, 8])
def test_stars_that_a_late_act_brings_about_give_a_treasure_and_a_whole_row_its_trimagia(
    table, act, by_row, cards
) -> None:
    """With four cards the turn is over and the next player's has begun; with eight the table waits for the discards."""
    record = table(rows=TWO_STARS, step="play", hands=[cards, 4, 4])
    record.play(0, EndPlay())
    record.rule(0, act)
    if isinstance(act, Enchant):
        record.play(JUDGE, Effect(rows={0: (("v02", "v03"), ("v04",)), 1: ((), ())}))

    assert (record.state.seat, _awaited(record)) == (0, "take")
    record.play(0, Take("rosso_1", 0))
    record.play(JUDGE, TurnUp("rosso_2"))
    assert _awaited(record) == ("trimagia" if by_row else "discard" if cards > 6 else "turn")


def test_stars_that_had_given_their_treasure_give_none_again(table) -> None:
    record = table(rows={"0": [["v02", "v03"], ["v04"]]}, step="play")
    record.play(0, Take("rosso_1", 0))
    record.play(JUDGE, TurnUp("rosso_2"))
    record.rule(0, Play("v05", 1))

    assert (record.state.seat, _awaited(record)) == (1, "turn")


def test_stars_that_were_passed_over_are_not_due_for_another_vision(table) -> None:
    record = table(rows={"0": [["v02", "v03"], ["v04"]]}, step="play")
    record.play(0, EndPlay())
    record.rule(0, EndPlay())
    record.rule(0, Play("v05", 1))

    assert (record.state.seat, _awaited(record)) == (1, "turn")


@pytest.mark.parametrize("act", [Play("v06", 1), Enchant("baratto_magico"), LateDraw()])
def test_a_card_that_a_late_act_draws_while_the_discard_is_due_is_discarded_too(table, act) -> None:
    record = table(hands=[6, 4, 4], aside=[1, 0, 0])
    record.play(0, Play("v01", 0))
    record.play(0, EndPlay())
    before = cases.fact(record, "players.0.cards")
    record.rule(0, act)
    if isinstance(act, Enchant):
        record.play(JUDGE, Effect(text="nulla"))

    is_drawn = isinstance(act, LateDraw)
    assert (record.state.seat, _awaited(record)) == (0, "discard")
    assert (cases.fact(record, "players.0.cards"), cases.fact(record, "players.0.set_aside")) == (before + is_drawn, 0)


def test_a_card_drawn_after_the_turn_is_discarded_beyond_six(table) -> None:
    record = table(hands=[6, 4, 4], aside=[1, 0, 0])
    record.play(0, Play("v01", 0, forgot=True))
    record.play(0, EndPlay())
    assert (record.state.seat, cases.fact(record, "players.0.cards")) == (1, 6)
    record.rule(0, LateDraw())
    assert (record.state.seat, _awaited(record), cases.fact(record, "players.0.cards")) == (0, "discard", 7)
    record.play(0, Discard(("v09",)))
    assert (record.state.seat, record.state.turn, cases.fact(record, "players.0.cards")) == (1, 1, 6)


def test_a_card_drawn_after_the_turn_stays_in_a_hand_of_six(table) -> None:
    record = table(hands=[5, 4, 4], step="play")
    record.play(0, EndPlay())
    record.rule(0, LateDraw())
    assert (record.state.seat, _awaited(record), cases.fact(record, "players.0.cards")) == (1, "turn", 6)


def _awaited(record: Record) -> str:
    return cases.fact(record, "awaits.awaits")
