"""The pad of dice stands at one place from throw to throw, and is whole."""

import pytest

from games.kernel.game import Move
from games.kernel.lines import read_act
from games.registry import games
from referee.judge_page import questions
from tests.browser.settling import at_line
from tests.browser.sight import out_of_sight
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table  # noqa: F401
from tests.browser.test_whole_games import open_table_of
from tests.referee.conftest import Recorder
from tests.referee.test_judge_page import address

KEY = """() => {
    const { x, y } = document.querySelector(".j-question[data-kind=dice] [data-faces]").getBoundingClientRect();
    return `${Math.round(x)} ${Math.round(y)}`;
}"""
OF_SIX = [slug for slug, one in games().items() if one.battle_dice and one.battle_faces == 6]
THROWS = 14


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=["landscape", "portrait"])
@pytest.mark.parametrize("slug", OF_SIX)
def test_dice_are_entered_at_one_place_for_every_throw(at_the_table, table, judge, slug, size):  # noqa: F811
    """Whoever taps a face by the memory of its place must not hit another: at the first throw of an attack as at the next, of one die as of
    three, whatever names the places have, and when the last giri are told above the question.
    """
    recorder = Recorder(open_table_of(slug, max(games()[slug].seats), table, judge), judge, seed=3)
    recorder.record_until(lambda record: record.state.giro)
    page, places, sorts = at_the_table(*size), {}, set()
    while len(sorts) < 3 or sum(map(len, places.values())) < THROWS:
        if sum(map(len, places.values())) == THROWS // 2:
            call_time(recorder)
        recorder.record_next()
        recorder.record_until(lambda record: questions.opening(record).kind == "dice" or recorder.is_over)
        if recorder.is_over:
            break
        page.goto(address(table))
        at_line(page, recorder.ahead.seq)
        ask = questions.opening(recorder.ahead)
        if ask.partial["type"] not in recorder.ahead.game.battle_dice:
            continue
        sorts.add((ask.partial["type"], page.locator(".j-throw-side").count()))
        places.setdefault(page.evaluate(KEY), []).append((recorder.ahead.seq, ask.partial["type"], ask.most))
        assert out_of_sight(page) == [], recorder.ahead.seq
    assert len(places) == 1, places
    assert len(sorts) >= 3


def call_time(recorder: Recorder) -> None:
    record = recorder.ahead
    if any(one.value == "time_up" for one in record.choices({}).choices):
        ask = record.choices({"type": "time_up"})
        recorder.record_move(Move(ask.by, read_act(record.game, ask.act)))
