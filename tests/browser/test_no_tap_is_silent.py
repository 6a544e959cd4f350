# ruff: noqa: F811
"""A tap on any place of the board, in any state of any game, on tiles and map, changes something that the judge sees."""

import pytest
from playwright.sync_api import Page, expect

from games.registry import games
from referee.actions import records
from referee.judge_page import questions
from referee.records import cache as record_cache
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table  # noqa: F401
from tests.browser.touch import choose_the_map
from tests.referee.conftest import Recorder, current
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address
from tests.tools import many

SLUGS = [slug for slug in games() if slug != "porcello"]
ALIKE = many(1, 6)
"""Places of which nothing tells the page apart: so many of each kind are tapped."""
VISIBLE = """() => [
    document.querySelector(".j-columns").innerText,
    document.querySelector(".j-bar").innerText,
    [...document.querySelectorAll(".j-columns :is(input, select)")].map((one) => `${one.value}${one.checked ?? ""}`).join(),
    [...document.querySelectorAll(".board-svg .b-place")].map((one) => one.getAttribute("class") + one.textContent).join(),
    document.querySelector(".j-remark")?.textContent,
    document.activeElement?.name,
    document.querySelector(".is-at[data-place-cell]")?.dataset.placeCell,
].join("|")"""
KINDS = """(board) => {
    const spots = board === "map" ? ".j-map .m-place :is(.m-hit, .m-mark > .b-tile)" : ".board-svg .b-place > .b-tile";
    const seen = [...document.querySelectorAll(spots)].map((spot) => {
        const place = spot.closest("[data-place]");
        const { left, right, top, bottom } = spot.getBoundingClientRect();
        const at = [(left + right) / 2, (top + bottom) / 2];
        return { key: place.dataset.place, at, kind: [...place.classList].filter((name) => /^is-|-none$/.test(name)).join(" ") };
    });
    return seen.filter(({ key, at: [x, y] }) => window.sdadata.placeAt(x, y)?.dataset.place === key);
}"""


def taps(page: Page, board: str) -> list[dict]:
    """A few places of each kind: lit, chosen, somebody's."""
    kinds: dict[str, list[dict]] = {}
    for found in page.evaluate(KINDS, board):
        kinds.setdefault(found["kind"], []).append(found)
    return [one for alike in kinds.values() for one in alike[:ALIKE]]


def check(page: Page, url: str, board: str, state: str) -> int:
    """Each tap is the first one on a fresh page."""
    page.goto(url)
    expect(page.locator(".j-map" if board == "map" else ".board-svg")).to_be_visible()
    found = taps(page, board)
    for one in found:
        page.goto(url)
        expect(page.locator(".j-map" if board == "map" else ".board-svg")).to_be_visible()
        page.evaluate("window.sdadata.guard.ms = 0")
        before = page.evaluate(VISIBLE)
        page.mouse.click(*one["at"])
        for _ in range(50):
            if page.evaluate(VISIBLE) != before:
                break
            page.wait_for_timeout(100)
        else:
            raise AssertionError(f"{state}: a tap on {one['key']} ({one['kind']}) is silent")
    return len(found)


@pytest.mark.slow
@pytest.mark.parametrize("board", ["tiles", "map"])
@pytest.mark.parametrize("slug", SLUGS)
def test_a_tap_on_any_place_shows_something(at_the_table, table, judge, slug, board, complaints):
    complaints.allow("422")
    complaints.allow("409")
    row = open_a_table_of(slug, table, judge)
    recorder = Recorder(row, judge, seed=3)
    page = at_the_table(1280, 800)
    if board == "map":
        if recorder.ahead.game.board_map(recorder.ahead.rules) is None:
            pytest.skip("this board has no map")
        choose_the_map(page)
    url, seen = address(table), 0
    tags = ["", "?atto=note", "?atto=shown", "?atto=plancia"]
    for tag in tags:
        seen += check(page, url + tag, board, f"set-up {tag}")
    recorder.ahead = record_cache.rebuild(current(row))  # a tap may have been an answer
    recorder.record_until(lambda record: record.state.giro > 1)
    for tag in (*tags, f"?correggi={recorder.ahead.last_undoable.seq}"):
        seen += check(page, url + tag, board, f"turn {tag}")
    recorder.ahead = record_cache.rebuild(current(row))
    records.set_level(row, level="turn", by=judge)
    seen += check(page, url, board, "whole turn")
    records.set_level(row, level="move", by=judge)
    recorder.record_until(
        lambda record: (record.state.giro and questions.opening(record).kind == "dice") or recorder.is_over
    )
    seen += check(page, url, board, "dice")
    recorder.ahead = record_cache.rebuild(current(row))
    recorder.record_all()
    for tag in tags:
        seen += check(page, url + tag, board, f"count {tag}")
    assert seen > len(tags)
