"""The final at home: a page that follows the table while it is recorded, as late as the organizer set it, on every screen."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.pictures import screenshot
from tests.referee.conftest import Recorder, open_table
from tests.referee.test_live_table import final  # noqa: F401
from tournament.actions import broadcasts

SIZES = [(1920, 1080), (1280, 720), (390, 844)]


def address(table) -> str:
    return reverse("referee:live", args=[table.round.tournament.slug, table.round.number, table.number])


def sideways(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


@pytest.fixture
def game(final, judge, organizer):  # noqa: F811
    """The final in the middle of its game, and who records it."""
    recorder = Recorder(open_table(final, judge), judge, seed=3)
    recorder.record_until(lambda record: record.state.giro == 6)
    return recorder


def test_a_reader_at_home_sees_each_move_without_reloading(open_page, final, game, organizer):  # noqa: F811
    broadcasts.open_to_all(final, delay=0, delay_in="minutes", by=organizer)
    page = open_page()
    page.goto(address(final))
    expect(page.locator("body")).to_have_attribute("data-live-state", "open")
    for _move in range(3):
        game.record_next()
        words = page.locator(".l-move").first
        expect(words).to_have_attribute("data-line", str(game.ahead.seq), timeout=15_000)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert sideways(page) <= 0
        screenshot(page, f"risiko-live-{width}x{height}")


def test_with_a_delay_in_turns_the_page_moves_when_a_turn_ends(open_page, final, game, organizer):  # noqa: F811
    broadcasts.open_to_all(final, delay=1, delay_in="turns", by=organizer)
    page = open_page()
    page.goto(address(final))
    expect(page.locator("body")).to_have_attribute("data-live-state", "open")
    newest = page.locator(".l-move").first
    before = newest.get_attribute("data-line")
    turn = game.ahead.state.turn
    game.record_until(lambda record: record.state.turn == turn + 1)
    last = game.ahead.seq
    game.record_next()
    expect(newest).to_have_attribute("data-line", str(last), timeout=15_000)
    assert int(before) < last
