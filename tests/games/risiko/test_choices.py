"""Whatever the table may be asked for is legal, under every reading; and every reading has a case that tells it apart."""

from __future__ import annotations

from random import Random

import pytest

from games.kernel import cases
from games.kernel.acts import By
from games.kernel.choices import Ask, any_answer
from games.kernel.lines import header_for, read_act
from games.kernel.record import Record
from games.registry import game

RISIKO = game("risiko")
OTHERS = [(option.key, value) for option in RISIKO.options for value in option.values if value != option.usual]
EVERY_OTHER = {option.key: option.values[-1] for option in RISIKO.options if option.values}
READINGS = [{}, *({key: value} for key, value in OTHERS), EVERY_OTHER]


def whole_act(record: Record, ask: Ask, answer: str | int, rng: Random) -> tuple[By, dict[str, object]]:
    """The walk from one chosen act to a ready one, with random answers."""
    ask = record.choices(ask.answered(answer))
    while ask.kind != "ready":
        ask = record.choices(ask.answered(any_answer(ask, rng)))
    return ask.by, ask.act


def refused(record: Record, rng: Random) -> list[str]:
    """Every act that is offered, completed at random: what the rules say against it."""
    ask = record.choices({})
    found = []
    for choice in ask.choices:
        by, act = whole_act(record, ask, choice.value, rng)
        wrong = record.breaches(by, read_act(RISIKO, act), why="test")
        found += [f"{act}: {breach.reason.en}" for breach in wrong]
    return found


@pytest.mark.parametrize("options", READINGS, ids=lambda options: "-".join(map(str, options.values())) or "default")
def test_no_choice_is_refused_in_a_random_game(options: dict[str, str]) -> None:
    rng = Random(f"choices {options}")
    header = header_for(RISIKO, ["a", "b", "c", "d"], options={**options, "army_limit": rng.choice((60, 130))})
    vault, record = RISIKO.deal(header, rng), Record(RISIKO, header)
    wrong: list[str] = []
    while not RISIKO.is_done(record.rules, record.state) and not wrong:
        if rng.random() < 0.08:
            wrong = refused(record, rng)
        move = RISIKO.policy(record, rng, vault)
        record.play(move.by, move.act, why=move.why)

    assert wrong == []


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(made, id=f"{case.number}-{n}")
        for case in cases.load(RISIKO)
        for n, (_, made) in enumerate(cases.twins(case))
    ],
)
def test_no_choice_is_refused_where_a_case_leads(case: cases.Case) -> None:
    rng = Random(case.number)

    assert refused(cases.set_up(RISIKO, case), rng) == []
    assert refused(cases.outcome(RISIKO, case), rng) == []


@pytest.mark.parametrize(("key", "value"), [pair for pair in OTHERS if pair[0] != "closing"])
def test_every_other_reading_stands_in_a_case(key: str, value: str) -> None:
    """The ladders of thresholds are told apart in `test_sdadata.py`."""
    made = [one for case in cases.load(RISIKO) for one in (case, *(twin for _, twin in cases.twins(case)))]
    editions = {edition.slug: edition.options for edition in RISIKO.editions}

    read = [one for one in made if {**editions.get(one.edition, {}), **one.options}.get(key) == value]
    assert read != []


def test_whatever_a_judge_may_register_can_be_applied() -> None:
    """A ruling waives an article and the act stands: no refused act of any case leaves the engine without an answer."""
    for case in cases.load(RISIKO):
        found = cases.refusal(RISIKO, case)
        if found and all(breach.may_be_registered for breach in found):
            record = cases.set_up(RISIKO, case)
            by, act = cases.read_entry(record, case, case.act)
            record.rule(by, act, why=cases.WHY)
            assert record.seq == len(case.before) + 1
            assert record.view("public") is not None


@pytest.mark.parametrize(("left", "is_offered"), [(0, True), (1, False)])
def test_the_first_attack_of_a_turn_may_be_thrown_without_a_declaration(left: int, is_offered: bool) -> None:
    record = Record(RISIKO, header_for(RISIKO, ["a", "b", "c", "d"]))
    result = {"board": {0: "alaska 5"}, "awaits": {"is": "reinforce", "left": left}}
    record.state = RISIKO.position(record.rules, result)

    assert ("void_throw" in [choice.value for choice in record.choices({}).choices]) is is_offered
    if is_offered:
        assert "undeclared" in [choice.value for choice in record.choices({"type": "void_throw"}).choices]


@pytest.mark.parametrize("src", ["alaska", "alberta"])
@pytest.mark.parametrize("act", ["attack", "move"])
def test_the_only_territory_that_can_is_offered_whichever_it_is(src: str, act: str) -> None:
    """Alaska stands first on the board."""
    record = Record(RISIKO, header_for(RISIKO, ["a", "b", "c", "d"]))
    armies = {"alaska": 1, "alberta": 1, src: 9}
    result = {"board": {0: ", ".join(f"{name} {count}" for name, count in armies.items())}}
    record.state = RISIKO.position(record.rules, result)

    assert act in [choice.value for choice in record.choices({}).choices]
    assert [choice.value for choice in record.choices({"type": act}).choices] == [src]


@pytest.mark.parametrize(("left", "is_offered"), [(0, True), (1, False)])
def test_the_card_is_offered_after_a_set_played_on_booty(left: int, is_offered: bool) -> None:
    record = Record(RISIKO, header_for(RISIKO, ["a", "b", "c", "d"], options={"booty": "play_at_once"}))
    result = {"conquests": 1, "sets": 1, "board": {0: "alaska 5"}, "awaits": {"is": "reinforce", "left": left}}
    record.state = RISIKO.position(record.rules, result)

    assert ("draw" in [choice.value for choice in record.choices({}).choices]) is is_offered
