"""What may stand on a board: every position that a game reaches, and whatever the judge says of a table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from games.kernel import cases
from games.kernel.acts import JUDGE
from games.kernel.breaches import IMPOSSIBLE, Refused, Unreadable
from games.kernel.lines import read_act
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import SLUGS, acts_of, every_table, fresh, record_up_to_move, seated, whole_game
from tests.games.test_conformance import _register, walk
from tests.tools import many


def faults(record: Record) -> list[str]:
    return [breach.reason.en for breach in record.game.unsound(record.rules, record.state)]


@every_table()
def test_every_position_of_a_random_game_can_stand(slug: str, seats: int) -> None:
    for seed in range(1, many(2, 60)):
        record, lines, _ = whole_game(slug, seats, seed)
        game_record = fresh(record)
        for by, act in acts_of(record, lines):
            game_record.play(by, act)
            assert faults(game_record) == []


@every_table()
def test_every_position_after_choices_and_rulings_can_stand(slug: str, seats: int) -> None:
    """The walk of the conformance suite: whatever is on offer, and infractions registered as they happened."""
    acts = acts_of(*whole_game(slug, seats, 1)[:2])
    header, _ = seated(game(slug), seats, 3)
    record, rng = Record(game(slug), header), Random(f"sound {slug} {seats}")
    for _ in range(many(150, 2_000)):
        if record.game.is_done(record.rules, record.state):
            break
        _register(record, *rng.choice(acts))
        if not record.game.is_done(record.rules, record.state):
            ask = walk(record, rng)
            record.play(ask.by, read_act(record.game, ask.act), why="test")
        assert faults(record) == []


def twins_of(slug: str) -> list[Any]:
    return [(number, whole) for case in cases.load(game(slug)) for number, (_, whole) in enumerate(cases.twins(case))]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_position_that_a_case_leads_to_can_stand(slug: str) -> None:
    for number, whole in twins_of(slug):
        assert faults(cases.outcome(game(slug), whole)) == [], (whole.number, number)


# -- what the judge says


def middle(slug: str) -> Record:
    seats = game(slug).seats[0]
    return record_up_to_move(slug, seats, 1, len(whole_game(slug, seats, 1)[1]) // 2)


UNSOUND = {
    "risiko": [
        {"hands": [44, 0, 0, 0]},
        {"armies": {"alaska": 300}},
        {"armies": {"alaska": 1000}},
        {"conquests": 42},
    ],
    "iperisiko": [
        {"conquests": 42},
        {"armies": {"alaska": 0}},
        {"owners": {"alaska": -1}, "armies": {"alaska": 3}},
        {"hidden": {"alaska": 900}},
    ],
    "fabrisiko": [
        {"units": {"melano": {"0": {"fanteria": 100}}}},
        {"units": {"melano": {"0": {"carro": 99}}}},
        {"hands": [200, 0]},
    ],
    "arba": [{"money": [-50, 0]}],
    "fatal": [{"hands": {"0": 900}}, {"treasures": {"0": 900}}],
}
WRONG = [(slug, fields) for slug, every in UNSOUND.items() for fields in every]


def statement(slug: str, fields: dict[str, Any]) -> list[tuple[str, str]]:
    record = middle(slug)
    act = read_act(record.game, {"type": "shown", **fields})
    return [(breach.kind, breach.reason.en) for breach in record.breaches(JUDGE, act)]


@pytest.mark.parametrize(("slug", "fields"), WRONG)
def test_what_cannot_stand_is_not_taken_from_the_judge_either(slug: str, fields: dict[str, Any]) -> None:
    found = statement(slug, fields)
    assert found
    assert {kind for kind, _ in found} == {IMPOSSIBLE}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_shown_that_names_nothing_says_nothing(slug: str) -> None:
    record = middle(slug)
    act = read_act(record.game, {"type": "shown"})
    assert [breach.reason.en for breach in record.breaches(JUDGE, act)] == ["it does not say what the table shows"]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_shown_that_only_ends_a_turn_says_enough(slug: str) -> None:
    seats = game(slug).seats[0]
    over = read_act(game(slug), {"type": "shown", "turn_over": True})
    assert any(
        record_up_to_move(slug, seats, 1, count).breaches(JUDGE, over, why="test") == () for count in range(0, 400, 5)
    )


def judges_acts(slug: str, seats: int) -> Iterator[Any]:
    """A turn told over, a player who leaves, a result: whatever of it the game knows."""
    fields = [{"type": kind, "seat": seat} for kind in ("abandon", "resign") for seat in range(seats)]
    fields += [{"type": "finish", "how": how} for how in game(slug).endings]
    fields += [{"type": "shown", "turn_over": True}, *({"type": "shown", "turn": seat} for seat in range(seats))]
    for one in fields:
        with suppress(Unreadable):
            yield read_act(game(slug), one)


@every_table()
def test_whatever_stray_thing_the_judge_says_leaves_what_can_stand(slug: str, seats: int) -> None:
    """Acts of the judge from anywhere in other games, at any moment, with fields swapped for others."""
    rng, stood = Random(f"judge {slug} {seats}"), 0
    text = [act for seed in (1, 2, 3) for by, act in acts_of(*whole_game(slug, seats, seed)[:2]) if by == JUDGE]
    text += judges_acts(slug, seats)
    for count in range(0, 300, 30):
        record = record_up_to_move(slug, seats, 2, count)
        for act in rng.sample(text, min(len(text), many(6, 60))):
            with suppress(Unreadable, Refused):
                record.play(JUDGE, act, why="test")
                stood += 1
            assert faults(record) == []
    assert stood
