"""A game seen again, and the final on the projector, in a browser."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.registry import games
from tests.browser.test_board import MIDDLE, SPILLED
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_live_table import final  # noqa: F401
from tests.referee.test_replay import address, over
from tests.tournament.queries.test_charts import two_rounds  # noqa: F401
from tournament.actions import screen_links
from tournament.states import TableState

OUTSIDE = """() => [...document.querySelectorAll(".live-table *")].filter((one) => one.getClientRects().length)
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > innerHeight + 1 || box.right > innerWidth + 1).map(([one]) => one.outerHTML.slice(0, 80))"""

CUT_OFF = """() => [...document.querySelectorAll(".chart-svg")].flatMap((svg) => {
    const room = svg.getBoundingClientRect();
    return [...svg.querySelectorAll("text")].filter((text) => {
        const box = text.getBoundingClientRect();
        return box.left < room.left - 1 || box.right > room.right + 1 || box.top < room.top - 1 || box.bottom > room.bottom + 1;
    }).map((text) => text.textContent);
})"""


def turn(page: Page) -> int:
    return int(page.locator("#replay").get_attribute("data-turn"))


def at_turn(page: Page, number: int) -> None:
    expect(page.locator("#replay")).to_have_attribute("data-turn", str(number))


def test_links_keys_and_slider_turn_the_game(open_page, table, recorder):
    recorder.record_until(lambda record: record.state.turn == 8)
    over(table)
    page = open_page(1280, 800)
    page.goto(address(table))
    at_turn(page, 1)

    page.get_by_role("link", name="Turno dopo").click()
    at_turn(page, 2)
    expect(page).to_have_url(re.compile(r"\?turno=2$"))
    page.reload()
    at_turn(page, 2)
    page.keyboard.press("ArrowRight")
    at_turn(page, 3)
    page.keyboard.press("ArrowLeft")
    at_turn(page, 2)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at_turn(page, 5)
    page.keyboard.press("End")
    at_turn(page, 8)
    page.locator("input[name=turno]").fill("6")
    at_turn(page, 6)
    assert page.locator(".r-line").count() > 0
    expect(page.locator(".chart-svg")).to_be_visible()


HURRIED = """() => {
    for (const _press of [1, 2, 3]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    document.querySelector("input[name=turno]").value = 2;
}"""


def test_an_older_answer_does_not_hold_back_whoever_hurries(open_page, table, recorder):
    """Three presses, and then the answer to the first one puts the slider back before the last is asked."""
    recorder.record_until(lambda record: record.state.turn == 8)
    over(table)
    page = open_page(1280, 800)
    page.goto(address(table))
    at_turn(page, 1)
    page.evaluate(HURRIED)
    at_turn(page, 4)


def test_without_scripts_the_links_turn_the_pages(site, chromium, table, recorder):
    recorder.record_until(lambda record: record.state.turn == 3)
    over(table)
    context = chromium.new_context(base_url=site, locale="it-IT", java_script_enabled=False)
    page = context.new_page()
    page.goto(address(table, 1))
    page.get_by_role("link", name="Turno dopo").click()
    at_turn(page, 2)
    context.close()


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
        board = page.locator(f"#live-{final.pk}").bounding_box()
        assert board["height"] > 0.55 * height
    final.refresh_from_db()
    assert final.state == TableState.PLAYING


def test_the_lines_of_the_standings_stand_inside_their_picture(open_page, two_rounds):  # noqa: F811
    for width, height in ((1280, 800), (390, 844)):
        page = open_page(width, height)
        page.goto(reverse("tournament:standings", args=[two_rounds.slug]))
        expect(page.locator(".chart-svg")).to_have_count(2)
        page.locator(".chart-svg").first.scroll_into_view_if_needed()

        assert page.evaluate(CUT_OFF) == []
        page.get_by_text("Gli stessi numeri in tabella").first.click()
        expect(page.locator(".chart-figures table").first).to_be_visible()
