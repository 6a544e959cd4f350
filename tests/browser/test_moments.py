"""Every kind of question of every game with most players, where it is longest: all that a judge looks at in sight, both ways held."""

import json
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest

from games.kernel.choices import Ask
from games.registry import games
from referee.actions.bulk import append_moves
from tests.browser.moments import MOST_STEPS, Moment, moments, sort_of
from tests.browser.sight import out_of_sight
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table  # noqa: F401
from tests.browser.test_whole_games import LYING, UPRIGHT, blank, game_of, open_table_of
from tests.referee.conftest import Recorder
from tests.referee.test_judge_page import address
from tests.tools import many

MOMENTS = many(16, 1000)
MOST_IN_SIGHT = 16
"""Answers that are all in sight, where they are no places of the board."""
SCROLLED_ANSWERS = """(most) => {
    const list = document.querySelector(".j-question[data-kind] > .j-form > .j-choices");
    if (!list || list.scrollHeight <= list.clientHeight + 1) return 0;
    const answers = [...list.querySelectorAll("[name=answer], [data-chip]")].filter((one) => one.checkVisibility());
    const isOnBoard = document.querySelectorAll(".board-svg .is-lit").length >= new Set(answers.map((one) => one.value)).size;
    return isOnBoard || (most && answers.length > most) ? 0 : answers.length;
}"""
BY_MARKS = """() => {
    const rows = [...document.querySelectorAll(".j-marks-row")];
    for (const row of rows.filter((one) => !one.querySelector("[aria-pressed=true]"))) row.querySelector(".j-mark").click();
    return document.querySelectorAll(".j-marks:not([hidden])").length;
}"""


@pytest.mark.parametrize("slug", list(games()))
def test_what_a_judge_looks_at_is_in_sight_in_every_moment(at_the_table, table, judge, slug):  # noqa: F811
    """The question, its answers, the players and the acts that go on; a long list of cards after a tap on what is seen on the card."""
    row = open_table_of(slug, max(games()[slug].seats), table, judge)
    moves, _end = game_of(row)
    recorder, page, found = Recorder(row, judge), at_the_table(), {}
    for moment in longest(moments(blank(row), moves)):
        left = iter(moves[recorder.ahead.seq : moment.number])
        append_moves(row, recorder.ahead, lambda _record, left=left: next(left, None), by=judge)
        asks = "" if moment.is_opening else "?" + urlencode({"domanda": json.dumps(moment.ask.partial)})
        page.goto(address(table) + asks)
        for width, height in (UPRIGHT, LYING):
            page.set_viewport_size({"width": width, "height": height})
            most = 0 if page.evaluate(BY_MARKS) else MOST_IN_SIGHT
            found[moment.name, moment.number, width] = (out_of_sight(page), page.evaluate(SCROLLED_ANSWERS, most))
    assert {moment: seen for moment, seen in found.items() if seen != ([], 0)} == {}


def longest(found: list[Moment]) -> list[Moment]:
    """Those with most answers or dice, in the order of the game."""
    chosen = sorted(found, key=lambda one: -one.size)[:MOMENTS]
    return sorted(chosen, key=lambda one: one.number)


@pytest.mark.parametrize("slug", ["fatal", "arba", "iperisiko", "fabrisiko"])
def test_the_key_that_ends_a_choice_of_several_is_in_sight_without_a_scroll(at_the_table, table, judge, slug):  # noqa: F811
    """However many the others are, and it is pressed where it stands."""
    row = open_table_of(slug, max(games()[slug].seats), table, judge)
    moves, _end = game_of(row)
    recorder, page, found = Recorder(row, judge), at_the_table(), []
    ended = {}
    record = blank(row)
    for number, move in enumerate(moves):
        for ask in choices_under_way(record):
            sort = sort_of(ask)
            if sort not in ended or len(ended[sort][1].choices) < len(ask.choices):
                ended[sort] = (number, ask)
        record.append_trusted(move.by, move.act)
    assert ended
    for number, ask in sorted(ended.values(), key=lambda one: one[0]):
        left = iter(moves[recorder.ahead.seq : number])
        append_moves(row, recorder.ahead, lambda _record, left=left: next(left, None), by=judge)
        page.goto(address(table) + "?" + urlencode({"domanda": json.dumps(ask.partial)}))
        for width, height in (UPRIGHT, LYING):
            page.set_viewport_size({"width": width, "height": height})
            key = page.locator("[data-ends] .j-key")
            found.append((out_of_sight(page), key.count()))
            key.click(trial=True)
    assert [one for one in found if one != ([], 1)] == []


def choices_under_way(record) -> Iterator[Ask]:
    """Questions for one more of several, where there may be enough."""
    acts = record.choices({})
    for choice in acts.choices:
        ask = record.choices(acts.answered(choice.value))
        for _ in range(MOST_STEPS):
            if ask.kind != "pick" or not ask.choices:
                break
            if any(one.ends for one in ask.choices):
                yield ask
                break
            ask = record.choices(ask.answered(ask.choices[0].value))
