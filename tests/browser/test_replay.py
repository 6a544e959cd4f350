"""A game seen again, and the final on the projector, in a browser."""

import json
import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.registry import games
from referee.models import Entry
from tests.browser.test_board import MIDDLE, SPILLED
from tests.browser.test_frames import out_of_frame
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_live_table import final  # noqa: F401
from tests.referee.test_replay import address, over, replay_of
from tests.tournament.queries.test_charts import three_rounds  # noqa: F401
from tournament.actions import screen_links
from tournament.states import TableState

# Of the last lines those that have no room stand in a second column, which is cut off; the newest always has room.
OUTSIDE = """() => [...document.querySelectorAll(".live-table *")].filter((one) => one.getClientRects().length)
    .filter((one) => !one.closest(".live-lines > :not(:last-child)"))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > innerHeight + 1 || box.right > innerWidth + 1).map(([one]) => one.outerHTML.slice(0, 80))"""

CUT_OFF = """() => [...document.querySelectorAll(".chart-picture")].flatMap((svg) => {
    const room = svg.getBoundingClientRect();
    return [...svg.querySelectorAll("text")].filter((text) => {
        const box = text.getBoundingClientRect();
        return box.left < room.left - 1 || box.right > room.right + 1 || box.top < room.top - 1 || box.bottom > room.bottom + 1;
    }).map((text) => text.textContent);
})"""

SMALL = """() => [...document.querySelectorAll("main svg text")].filter((one) => one.getClientRects().length)
    .map((one) => [one.textContent, parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().d])
    .filter(([, size]) => size < 12.9)"""
"""Words of charts that are under 13 pixels on the screen."""


FINE = """() => [...document.querySelectorAll(".live-board :is(.m-count, .b-count)")]
    .filter((one) => one.textContent.length < 3)
    .map((one) => [one.textContent, Number(one.getAttribute("font-size")) * one.getScreenCTM().d])
    .filter(([, size]) => size < 51.9)"""
"""Counts that nobody reads from ten metres: ten arc minutes are 52 px of 1080 where the picture is two metres wide."""


def at_move(page: Page, number: int) -> None:
    expect(page.locator("#replay")).to_have_attribute("data-seq", str(number))


def opened(page: Page, where: str) -> Page:
    """The page with its game at hand."""
    page.goto(where)
    expect(page.locator("#replay[data-ready]")).to_have_count(1)
    return page


def board(page: Page) -> list:
    """What the picture says of each place and each border, in whatever order it is drawn."""
    return page.evaluate(BOARD)


BOARD = """() => {
    const picture = document.getElementById("replay-board");
    const all = (where, one) => [...document.querySelectorAll(where)].map(one);
    const places = all("#replay-board [data-place]", (one) => [one.dataset.place, one.getAttribute("aria-label"), one.textContent]);
    const lands = all("#replay-board [data-land]", (one) => [one.dataset.land, one.getAttribute("fill"), one.matches(".is-changed")]);
    const fronts = all(".m-front, .m-casing", (one) => `${one.getAttribute("class")} ${one.getAttribute("href")}`);
    const framed = all("#replay-board .is-last", (one) => one.dataset.place);
    const players = all(".r-player", (one) => [one.className, one.innerText]);
    const lines = all(".r-line", (one) => [one.className, one.innerText, one.querySelectorAll(".l-die circle").length]);
    const arrow = picture.querySelector(".m-arrow")?.innerHTML ?? "";
    return [places, lands, fronts.sort(), framed.sort(), players, lines, arrow].map((one) => JSON.stringify(one));
}"""


def test_links_keys_and_slider_turn_the_game(open_page, table, recorder):
    recorder.record_until(lambda record: record.state.turn == 8)
    over(table)
    last = recorder.ahead.seq
    page = opened(open_page(1280, 800), f"{address(table)}?mossa=60")
    page.get_by_role("link", name="Mossa dopo").click()
    at_move(page, 61)
    expect(page).to_have_url(re.compile(r"\?mossa=61$"))
    page.reload()
    at_move(page, 61)
    expect(page.locator("#replay[data-ready]")).to_have_count(1)
    for key, where in (("ArrowRight", 62), ("ArrowLeft", 61), ("End", last), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        at_move(page, where)
    page.locator("input[name=mossa]").fill("100")
    at_move(page, 100)
    ends = replay_of(recorder.row).ends
    page.keyboard.press("PageDown")
    at_move(page, min(end for end in ends if end > 100))
    page.keyboard.press("PageUp")
    at_move(page, max(end for end in ends if end < min(end for end in ends if end > 100)))
    assert page.locator(".r-line.is-current").count() == 1
    page.locator(".r-words").first.click()
    expect(page.locator(".r-line").first).to_have_class(re.compile("is-current"))
    expect(page.locator(".r-curve")).to_be_visible()


def test_one_player_can_be_followed_and_the_game_runs_by_itself(open_page, table, recorder):
    recorder.record_until(lambda record: record.state.turn == 6)
    over(table)
    page = opened(open_page(1280, 800), f"{address(table)}?mossa=100")
    page.get_by_label("Mosse di").select_option("2")
    for _step in range(4):
        page.keyboard.press("ArrowRight")
        row = int(page.locator("#replay").get_attribute("data-seq"))
        assert json.loads(Entry.objects.get(record=recorder.row, seq=row).line)["by"] == 2
    page.get_by_label("Mosse di").select_option("")
    page.get_by_label("Velocità").select_option("8")
    start = int(page.locator("#replay").get_attribute("data-seq"))
    page.get_by_role("button", name="Avvia").click()
    expect(page.locator("#replay")).not_to_have_attribute("data-seq", str(start))
    expect(page.locator("#replay")).not_to_have_attribute("data-seq", str(start + 1))
    page.get_by_role("button", name="Ferma").click()
    assert int(page.locator("#replay").get_attribute("data-seq")) > start + 1
    expect(page.get_by_role("button", name="Avvia")).to_be_visible()


@pytest.mark.parametrize("slug", list(games()))
def test_the_script_draws_what_the_server_draws(open_page, table, judge, slug):
    """From one end of the game to moves in its middle, and back: the board, its frames and fronts, players, words and dice."""
    row = open_a_table_of(slug, table, judge)
    recorder = Recorder(row, judge, seed=3)
    recorder.record_more(150)
    over(table)
    script, server = open_page(1280, 800), open_page(1280, 800)
    last = recorder.ahead.seq
    opened(script, f"{address(table)}?mossa=0")
    for seq in (last, last // 2, last // 2 + 1, last // 4, last):
        script.locator("input[name=mossa]").fill(str(seq))
        at_move(script, seq)
        server.goto(f"{address(table)}?mossa={seq}")
        assert board(script) == board(server)


def test_without_scripts_the_links_turn_the_pages(site, chromium, table, recorder):
    recorder.record_until(lambda record: record.state.turn == 3)
    over(table)
    context = chromium.new_context(base_url=site, locale="it-IT", java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address(table)}?mossa=9")
    page.get_by_role("link", name="Mossa dopo").click()
    at_move(page, 10)
    context.close()


def test_the_whole_game_is_one_small_file(open_page, table, recorder):
    recorder.record_all()
    over(table)
    page = open_page(390, 844)
    with page.expect_response("**/mosse.json") as answer:
        opened(page, address(table))
    assert 0 < answer.value.request.sizes()["responseBodySize"] < 60_000
    assert out_of_frame(page) == []


@pytest.mark.parametrize("slug", list(games()))
def test_the_final_fits_on_the_projector(open_page, final, judge, organizer, slug):  # noqa: F811
    row = open_a_table_of(slug, final, judge)
    recorder = Recorder(row, judge, seed=3)
    if slug == "risiko":
        recorder.record_until(lambda record: type(record.state.awaits).__name__ == "CloseThrow")
    else:
        recorder.record_more(MIDDLE.get(slug, 20))
    _screen, token = screen_links.issue(final.round.tournament, by=organizer)
    page = open_page()
    page.goto(reverse("tournament:projector", args=[token]))
    for width, height in ((1920, 1080), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(f"#live-{final.pk}")).to_be_visible()
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate(SPILLED) == []
        assert width < 1920 or page.evaluate(FINE) == []
        board = page.locator(f"#live-{final.pk}").bounding_box()
        assert board["height"] > 0.55 * height
    final.refresh_from_db()
    assert final.state == TableState.PLAYING


def test_the_lines_of_the_standings_stand_inside_their_picture(open_page, three_rounds):  # noqa: F811
    for width, height in ((1280, 800), (390, 844)):
        page = open_page(width, height)
        page.goto(reverse("tournament:standings", args=[three_rounds.slug]))
        expect(page.locator(".chart-svg")).to_have_count(2)
        page.locator(".chart-svg").first.scroll_into_view_if_needed()

        assert page.evaluate(CUT_OFF) == []
        assert page.evaluate(SMALL) == []
        page.get_by_text("Gli stessi numeri in tabella").first.click()
        expect(page.locator(".chart-figures table").first).to_be_visible()
