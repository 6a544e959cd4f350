"""After a throw the page says who lost what, over the map and beside the line that an undo would take back."""

import pytest
from playwright.sync_api import Page, expect

from games.registry import games
from referee.models import GameRecord
from tests.browser.settling import at_line
from tests.browser.tablets import with_engine  # noqa: F401
from tests.browser.test_board import TABLET
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits, throw  # noqa: F401
from tests.browser.touch import Finger
from tests.referee.conftest import Recorder, cached_record
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address

ACTS = 8


# Where a finger comes down on a place, and what of the page's own words lies over any part of one.
COVERED = """() => [...document.querySelectorAll(".j-board-image :is(.b-place > .b-tile, .m-hit, .m-mark > .b-tile)")].filter((tile) => {
    const box = tile.getBoundingClientRect();
    const over = document.querySelector(".j-outcome")?.getBoundingClientRect();
    const isOver = over && over.left < box.right && over.right > box.left && over.top < box.bottom && over.bottom > box.top;
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return isOver || hit?.closest("[data-place]") !== tile.closest("[data-place]");
}).map((tile) => tile.closest("[data-place]").dataset.place)"""


@pytest.mark.parametrize("slug", [slug for slug in sorted(games()) if slug != "fatal"])
def test_nothing_lies_over_a_place_after_an_act(at_the_table, table, judge, slug):  # noqa: F811
    """Both ways in which a tablet is held, while the page says what the act has done."""
    row = open_a_table_of(slug, table, judge)
    recorder = Recorder(row, judge, seed=3)
    recorder.record_until(lambda record: record.game.status(record.rules, record.state).giro)
    page = at_the_table(800, 1280)
    finger = Finger(page, row)
    finger.record = recorder.ahead
    page.goto(address(table))
    for number in range(ACTS):
        move = recorder.propose()
        finger.enter(move.by, move.act)
        width, height = TABLET[number % 2]
        assert page.evaluate(COVERED) == [], f"{move} at {page.viewport_size}"
        page.set_viewport_size({"width": width, "height": height})


def check_a_throw(page: Page, recorder: Recorder, row: GameRecord) -> None:
    before = recorder.ahead.state
    board = recorder.ahead.rules.board
    throw(page, *[6] * min(before.armies[before.awaits.dst], 3))
    at_line(page, recorder.ahead.seq + 1)

    row.refresh_from_db()
    after = cached_record(row).state
    lost = {
        board.names[place]: before.armies[place] - after.armies[place]
        for place in (before.awaits.src, before.awaits.dst)
        if before.armies[place] != after.armies[place]
    }
    assert lost
    for name, count in lost.items():
        expect(page.locator(".j-outcome")).to_contain_text(f"{name} −{count}")
        expect(page.locator(".j-undo-what")).to_contain_text(f"{name} −{count}")
    expect(page.locator(".b-place.is-last")).to_have_count(len(lost))
    assert page.evaluate(COVERED) == []
    expect(page.locator(".j-outcome")).to_have_count(0, timeout=9_000)
    expect(page.locator(".j-undo-what")).to_contain_text("→")  # as long as an undo takes back this line

    page.locator(".j-undo").click()
    at_line(page, recorder.ahead.seq + 2)
    expect(
        page.locator(".j-outcome")
    ).to_be_attached()  # what the undo did is no outcome of the line that is now the last
    expect(page.locator(".j-undo-what")).not_to_contain_text("→")


def test_a_throw_names_its_losses(at_the_table, recorder, row):  # noqa: F811
    recorder.record_until(awaits("DefenceThrow"))
    check_a_throw(at_the_table(), recorder, row)


def test_a_throw_that_the_tablets_engine_answers_names_its_losses(at_the_table, with_engine, recorder, row):  # noqa: F811
    recorder.record_until(awaits("DefenceThrow"))
    check_a_throw(at_the_table(), recorder, row)


def test_a_page_that_opens_says_no_outcome(at_the_table, recorder, table):  # noqa: F811
    recorder.record_until(awaits("DefenceThrow"))
    page = at_the_table()

    expect(page.locator(".j-outcome")).to_have_count(0)
    expect(page.locator(".j-undo-what")).not_to_contain_text("→")
