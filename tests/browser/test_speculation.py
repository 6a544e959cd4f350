# ruff: noqa: F811
"""The engine begins when the finger comes down on a key or a place: what it foresees is what the tap enters, in every game; a finger that
slides away enters nothing."""

import pytest
from playwright.sync_api import Locator, Page, expect

from games.registry import games
from referee.records import cache as record_cache
from tests.browser.tablets import hall, player, tablet, wait_for_engine, wait_until, with_engine  # noqa: F401
from tests.browser.test_offline import expect_in_order
from tests.browser.touch import Finger
from tests.referee.conftest import Recorder, current
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address
from tests.tools import many

ENTRIES = many(12, 60)
POSTED = """() => {
    const posted = window.postedCalls = [];
    const own = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (data) { posted.push(data.call); own.call(this, data); };
}"""


@pytest.fixture(autouse=True)
def engine_first(settings) -> None:
    settings.ENGINE_FIRST = True


def posted(page: Page, name: str) -> int:
    """How often the page called its worker so."""
    return page.evaluate("(name) => window.postedCalls.filter((one) => one === name).length", name)


def middle(where: Locator) -> dict:
    box = where.bounding_box()
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


@pytest.mark.parametrize("slug", list(games()))
def test_every_tap_is_answered_by_what_was_foreseen(hall, tablet, with_engine, table, judge, slug):
    row = open_a_table_of(slug, table, judge)
    page = tablet(hall()).open(address(table))
    wait_for_engine(page)
    page.evaluate(POSTED)
    recorder, finger = Recorder(row, judge, seed=5), Finger(page, row)
    for _ in range(ENTRIES):
        move = recorder.propose()
        recorder.ahead.play(move.by, move.act)
        finger.enter(move.by, move.act)
    assert (posted(page, "enter"), posted(page, "fetch")) == (0, 0)
    assert posted(page, "commit") >= ENTRIES
    expect_in_order(page, ENTRIES)
    assert page.evaluate("window.sdadata.engine.head") == record_cache.rebuild(current(row)).head


def test_a_finger_that_slides_off_a_key_enters_nothing(hall, tablet, with_engine, row, table, judge):
    page = tablet(hall()).open(address(table), has_touch=True)
    wait_for_engine(page)
    page.evaluate(POSTED)
    recorder, finger = Recorder(row, judge), Finger(page, row)
    while not page.locator(".j-question button[name=answer]").count():
        move = recorder.propose()
        recorder.ahead.play(move.by, move.act)
        finger.enter(move.by, move.act)
    before, done = page.locator("[data-judge]").get_attribute("data-seq"), posted(page, "commit")
    keys = page.locator(".j-question button[name=answer]")
    question = page.locator("#question-words").inner_text()
    cdp = page.context.new_cdp_session(page)

    def touch(kind: str, *at: dict) -> None:
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(at)})

    for number in range(min(3, keys.count())):
        at = middle(keys.nth(number))
        asked = posted(page, "speculate")
        touch("touchStart", at)
        wait_until(page, f"window.postedCalls.filter((one) => one === 'speculate').length > {asked}")
        touch("touchMove", {"x": at["x"], "y": at["y"] - 200})
        touch("touchEnd")
    page.wait_for_timeout(400)
    expect(page.locator("[data-judge]")).to_have_attribute("data-seq", before)
    expect(page.locator("#question-words")).to_have_text(question)
    assert posted(page, "commit") == done
    move = recorder.propose()
    recorder.ahead.play(move.by, move.act)
    finger.enter(move.by, move.act)
    assert page.evaluate("window.sdadata.engine.head") == recorder.ahead.head


SLOW_WORKER = """() => {
    const own = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (data) { setTimeout(() => own.call(this, data), 400); };
}"""


def test_a_finger_that_comes_down_on_a_link_before_the_answer_is_there_loses_nothing(
    hall,
    tablet,
    with_engine,
    row,
    table,
    judge,
):
    page = tablet(hall()).open(address(table), has_touch=True)
    wait_for_engine(page)
    recorder, finger = Recorder(row, judge), Finger(page, row)
    key, link = page.locator(".j-question button[name=answer]"), page.locator("a[data-fetch]:not([data-swap]):visible")
    while not (key.count() and link.count()):
        move = recorder.propose()
        recorder.ahead.play(move.by, move.act)
        finger.enter(move.by, move.act)
    before = int(page.locator("[data-judge]").get_attribute("data-seq"))
    first, second = middle(key.first), middle(link.first)
    page.evaluate(SLOW_WORKER)
    cdp = page.context.new_cdp_session(page)

    def touch(kind: str, *at: dict) -> None:
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(at)})

    touch("touchStart", first)
    touch("touchEnd")
    touch("touchStart", second)
    touch("touchMove", {"x": second["x"], "y": second["y"] - 200})
    touch("touchEnd")
    expect(page.locator("[data-judge]")).to_have_attribute("data-seq", str(before + 1))
    page.wait_for_timeout(1000)
    assert page.evaluate("window.sdadata.engine.state") == "ready"
    expect_in_order(page, before + 1)
    assert page.evaluate("window.sdadata.engine.head") == record_cache.rebuild(current(row)).head
