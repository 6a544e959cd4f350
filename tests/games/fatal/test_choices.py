"""Choices: a walk reaches every act, windows included, and what is offered may always stand."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from games.fatal.acts import Enchant, Finish, LateDraw, Shown, Tally
from games.kernel.acts import JUDGE, PreAlarm
from games.kernel.choices import any_answer
from games.kernel.game import KERNEL_ACTS
from games.kernel.lines import read_act
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import seated

FATAL = game("fatal")
FREE = {LateDraw, Shown, PreAlarm, *KERNEL_ACTS}
"""Acts that a judge enters in a form of their own."""


def walked(seats: int, seed: int) -> set[str]:
    """The tags of the acts of one walk over choices; every one is checked."""
    header, _ = seated(FATAL, seats, seed)
    record, rng, seen = Record(FATAL, header), Random(f"walk {seed}"), set()
    for _ in range(1_500):
        if FATAL.is_done(record.rules, record.state):
            break
        ask = record.choices({})
        usual = tuple(one for one in ask.choices if one.group != "judge")
        if usual and (record.state.turn < 90 or rng.random() < 0.5):
            ask = msgspec.structs.replace(ask, choices=usual)
        while ask.kind != "ready":
            ask = record.choices(ask.answered(any_answer(ask, rng)))
        act = read_act(FATAL, ask.act)
        assert record.breaches(ask.by, act) == ()
        record.play(ask.by, act)
        seen.add(ask.act["type"])
    return seen


def test_walks_over_choices_reach_every_act() -> None:
    seen: set[str] = set()
    for seed in range(60):
        seen |= walked(3 + seed % 3, seed)
        due = {str(kind.__struct_config__.tag) for kind in FATAL.acts if kind not in FREE}
        if due <= seen:
            break

    assert due - seen == set()


@pytest.mark.parametrize("name", ["claim", "share", "keep", "unmask", "screen", "strip"])
def test_what_is_not_due_is_not_asked(table, name: str) -> None:
    offered = [choice.value for choice in table().choices({}).choices]

    assert name not in offered


def test_only_legal_thefts_are_offered(table) -> None:
    rows = {"0": [["v01"], []], "1": [["v02"], ["v03"]], "2": [["v09", "v05"], ["v13"]]}
    record = table(rows=rows)
    ask = record.choices({"type": "steal"})

    assert [choice.value for choice in ask.choices] == ["1.0.0.1", "2.0.1.0"]


def test_a_known_pile_is_counted_with_one_tap(table) -> None:
    record = table(stage="tally", display=["giallo_1", "verde_1"], treasures={"0": ["rosso_2", "rosso_1"]})
    ask = record.choices({"type": "tally"})

    assert (ask.kind, ask.by, ask.act["treasures"]) == ("ready", 0, ["rosso_1", "rosso_2"])


def test_treasures_that_changed_hands_with_the_counts_as_before_are_asked_for_at_the_count(table) -> None:
    """An enchantment barters one for the other; without that the count would take each pile for what it held before."""
    record = table(treasures={"0": ["rosso_3"], "1": ["giallo_3"]}, display=["verde_1", "verde_2", "verde_3"])
    record.play(0, Enchant("baratto_magico"))
    ask = record.choices({"type": "effect"})
    assert {"hands_moved", "treasures_moved"} < {one.value for one in ask.choices}
    ask = record.choices(ask.answered("treasures_moved"))
    assert "treasures_moved" not in {one.value for one in ask.choices}
    ask = record.choices(ask.answered("done"))
    assert ask.act["treasures"] == {"0": 1, "1": 1, "2": 0}
    record.play(JUDGE, read_act(FATAL, ask.act))

    record.rule(JUDGE, Finish("time"))
    assert record.choices({"type": "tally", "by": 0}).kind == "pick"
    record.play(0, Tally(("giallo_3",)))
    record.play(1, Tally(("rosso_3",)))


def test_the_choices_do_not_say_what_a_sealed_hand_holds(table) -> None:
    """The character is a secret; a screen is offered because one may be there, never because one is."""
    record = table(rows={"0": [["v27", "v03", "v05"], []]}, step="B", strike={"target": 1})

    assert [one.value for one in record.choices({}).choices if one.group == "table"] == ["screen"]
