"""Answers from outside: of the wrong type, out of their moment, or none. A game says so by name, and hides no bug of its own."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from games.kernel.breaches import Unreadable
from games.kernel.choices import any_answer
from games.kernel.partials import read_partial
from games.kernel.questions import next_question, require
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import every_table, fresh, record_up_to_move, seated
from tests.tools import many

RISIKO = game("risiko")
STRAY = (
    "alaska",
    -1,
    0,
    1,
    99,
    "",
    None,
    [],
    {},
    "jolly",
    3.5,
    True,
    ["jolly"],
    [0, 1],
    {"alaska": 2},
    "done",
    "judge",
    10**30,
)


@every_table()
def test_any_partial_act_is_asked_about_or_unreadable(slug: str, seats: int) -> None:
    """Answers that stood at another moment of another game, some of them swapped for stray values."""
    rng, requested = Random(f"partials {slug} {seats}"), 0
    pool = _answers(slug, seats, rng)
    for count in range(0, 400, 40):
        record = record_up_to_move(slug, seats, 2, count)
        for _ in range(many(60, 1500)):
            with suppress(Unreadable):
                record.choices(_stray(rng, rng.choice(pool)))
                requested += 1
    assert requested


def _answers(slug: str, seats: int, rng: Random) -> list[dict[str, Any]]:
    """Partial acts, whole and half told, of a walk over choices."""
    header, _ = seated(game(slug), seats, 5)
    record, found = Record(game(slug), header), [{"type": kind} for kind in game(slug).act_words]
    for count in range(0, 400, 8):
        record = record_up_to_move(slug, seats, 1, count)
        ask = record.choices({})
        while ask.kind != "ready" and ask.choices + (ask.kind in ("dice", "number")) * (None,):
            ask = record.choices(ask.answered(any_answer(ask, rng)))
            found.append(ask.partial)
    return found


def _stray(rng: Random, partial: dict[str, Any]) -> dict[str, Any]:
    stray = dict(partial)
    for field in rng.sample(list(stray), min(len(stray), rng.randrange(3))):
        if field != "type" and rng.random() < 0.5:
            del stray[field]
        else:
            stray[field] = rng.choice(STRAY)
    return stray


def test_a_bug_of_a_game_is_seen_and_not_told_as_a_refusal() -> None:
    def broken(rules: Any, state: Any, partial: Any) -> Any:
        return state.no_such_field

    with pytest.raises(AttributeError):
        next_question({"attack": broken}, None, object(), {"type": "attack"})


def test_a_question_out_of_its_moment_is_unreadable_by_name() -> None:
    def late(rules: Any, state: Any, partial: Any) -> Any:
        require(state)

    with pytest.raises(Unreadable, match="not possible now: attack"):
        next_question({"attack": late}, None, False, {"type": "attack"})


@pytest.mark.parametrize(
    ("partial", "field"),
    [
        ({"type": "attack", "src": 7}, "src"),
        ({"type": "attack", "src": ["alaska"]}, "src"),
        ({"type": "tris", "cards": "jolly"}, "cards"),
        ({"type": "place", "armies": {"alaska": "two"}}, "armies"),
        ({"type": "attack", "by": 4}, "seat"),
        ({"type": ["attack"]}, "nothing to ask"),
        ({"type": "attack", "more": [1]}, "more"),
    ],
)
def test_an_answer_of_another_type_is_unreadable_by_its_field(partial: dict[str, Any], field: str) -> None:
    with pytest.raises(Unreadable, match=field):
        read_partial(RISIKO, 4, partial)


def test_answers_that_grow_may_still_be_short() -> None:
    assert read_partial(RISIKO, 4, {"type": "tris", "cards": ["jolly"]})["cards"] == ["jolly"]
    assert fresh(record_up_to_move("risiko", 4, 1, 0)).choices({"type": "start_dice"}).kind == "dice"
