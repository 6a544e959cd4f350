"""How many taps an entry takes, counted on the page of each game: at most 2 and the dice to repeat an attack, 4 and the dice for a new
one, 1 to undo. Where a game has no attack, what one player does to another is counted.
"""

import pytest

from games.kernel.record import Record
from referee.judge_page import questions
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table  # noqa: F401
from tests.browser.touch import Finger
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address

NEW, AGAIN = 4, 2
SEED = 3

# What counts as an attack, each act with the acts that belong to it until the dice are asked for.
ATTACKS = {
    "risiko": (("attack",), ("attack_dice",)),
    "iperisiko": (("attack",), ("attack_dice",)),
    "fabrisiko": (("battle", "engage"), ("attack_dice",)),
    "arba": (("attack",), ("attack_die",)),
    "fatal": (("trimagia", "aim"), ()),
}


def tag(act) -> str:
    return str(type(act).__struct_config__.tag)


def the_recorder_reaches(recorder: Recorder, wanted: str) -> None:
    """The policy plays until its next act is the one that the test wants to enter by hand."""

    def is_next(_record: Record) -> bool:
        state = recorder.rng.getstate()
        move = recorder.propose()
        recorder.rng.setstate(state)
        return tag(move.act) == wanted

    recorder.record_until(is_next)


@pytest.mark.parametrize("slug", list(ATTACKS))
def test_an_attack_stays_within_its_taps(at_the_table, table, judge, slug):  # noqa: F811
    declared, thrown = ATTACKS[slug]
    row = open_a_table_of(slug, table, judge)
    recorder = Recorder(row, judge, seed=SEED)
    the_recorder_reaches(recorder, declared[0])
    page = at_the_table()
    finger = Finger(page, row)
    finger.record = recorder.ahead
    page.goto(address(table))

    taps = 0
    while True:
        move = recorder.propose()
        if tag(move.act) not in declared:
            break
        taps += finger.enter(move.by, move.act)
    assert taps <= NEW

    for name in thrown:
        assert tag(move.act) == name
        assert finger.enter(move.by, move.act) <= 1  # a throw of fewer dice than there could be is sent by a tap

    before = finger.taps
    finger.undo()
    assert finger.taps - before == 1


def a_throw_after_the_first(recorder: Recorder, names: tuple[str, ...]) -> None:
    """The same attack goes on: its dice are asked for again, or it may be declared once more."""

    def is_here(record: Record) -> bool:
        ask = questions.opening(record)
        goes_on = ask.partial.get("type") in names and len(record.standing) > 1
        result = [tag(one.act) for one in record.standing[-6:]]
        is_asked_again = goes_on and any(name in result for name in names)
        return is_asked_again or (ask.kind != "dice" and questions.repeat(record) is not None)

    recorder.record_until(is_here)


@pytest.mark.parametrize("slug", [slug for slug, (_declared, thrown) in ATTACKS.items() if thrown])
def test_an_attack_is_repeated_within_its_taps(at_the_table, table, judge, slug):  # noqa: F811
    thrown = ATTACKS[slug][1]
    row = open_a_table_of(slug, table, judge)
    recorder = Recorder(row, judge, seed=SEED)
    a_throw_after_the_first(recorder, thrown)
    page = at_the_table()
    finger = Finger(page, row)
    finger.record = recorder.ahead
    page.goto(address(table))
    before = finger.taps
    ask = questions.opening(finger.record)
    if ask.partial.get("type") not in thrown:
        finger.once_more()
        ask = questions.opening(finger.record)
    assert ask.partial.get("type") in thrown  # and now the page asks for the dice
    assert finger.taps - before <= AGAIN - 1  # one tap is left for a throw of fewer dice
