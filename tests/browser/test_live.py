"""The scripts of the live pages: changes arrive by themselves, a deaf page says so, countdowns survive a sleep."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import live_site
from tests.browser.server import running_site


@pytest.fixture(autouse=True)
def live_page_site(settings):
    settings.ROOT_URLCONF = "tests.browser.live_site"
    live_site.board.update(number=1, calm_fetches=0)


def open_when_listening(page: Page) -> None:
    page.goto("/live-page/")
    expect(page.locator("body")).to_have_attribute("data-live-state", "open")


def test_a_change_arrives_without_a_reload(page: Page):
    open_when_listening(page)
    expect(page.locator("#board")).to_have_text("1")
    live_site.show_number(2)
    expect(page.locator("#board")).to_have_text("2", timeout=900)


def test_a_part_that_spares_the_server_still_shows_the_last_change(page: Page):
    open_when_listening(page)
    for number in range(2, 8):
        live_site.show_number(number)
        expect(page.locator("#board")).to_have_text(str(number))
    expect(page.locator("#calm")).to_have_text("7")
    assert live_site.board["calm_fetches"] <= 3


def test_a_page_comes_back_after_the_server_restarted(chromium: Browser, transactional_db):
    with running_site() as address:
        page = chromium.new_page(locale="it-IT", base_url=address)
        open_when_listening(page)
    expect(page.locator("body")).to_have_attribute("data-live-state", "closed")
    live_site.show_number(2)
    with running_site(int(address.rpartition(":")[2])):
        expect(page.locator("#board")).to_have_text("2", timeout=15_000)
        expect(page.locator("body")).to_have_attribute("data-live-state", "open")
        page.close()


def test_a_change_between_rendering_and_listening_is_not_lost(page: Page):
    page.route("**/token/", lambda route: (live_site.show_number(2), route.continue_()))
    open_when_listening(page)
    expect(page.locator("#board")).to_have_text("2")


def test_a_page_without_a_stream_fetches_every_fifteen_seconds(page: Page, complaints):
    complaints.expect("net::ERR_FAILED")
    page.clock.install()
    page.route("**/token/", lambda route: route.abort())
    page.goto("/live-page/")
    live_site.show_number(2)
    page.clock.run_for(10_000)
    expect(page.locator("#board")).to_have_text("1")
    page.clock.run_for(6_000)
    expect(page.locator("#board")).to_have_text("2")


def test_a_page_that_hears_nothing_says_how_old_its_data_are(page: Page, complaints):
    complaints.expect("htmx:")
    complaints.expect("net::ERR_FAILED")
    page.clock.install()
    page.route(re.compile("/(token|board|calm)/"), lambda route: route.abort())
    page.goto("/live-page/")
    notice = page.locator("[data-live-stale]")
    page.clock.run_for(20_000)
    expect(notice).to_be_hidden()
    page.clock.run_for(15_000)
    expect(notice).to_have_text(re.compile(r"^dati vecchi di 3[0-9] s$"))


def test_a_page_that_hears_again_takes_the_notice_away(page: Page, complaints):
    complaints.expect("htmx:")
    complaints.expect("net::ERR_FAILED")
    page.clock.install()
    page.route(re.compile("/(token|board|calm)/"), lambda route: route.abort())
    page.goto("/live-page/")
    page.clock.run_for(40_000)
    expect(page.locator("[data-live-stale]")).to_be_visible()
    page.unroute_all()
    page.clock.run_for(25_000)
    expect(page.locator("body")).to_have_attribute("data-live-state", "open")
    page.clock.run_for(2_000)
    expect(page.locator("[data-live-stale]")).to_be_hidden()


@pytest.fixture
def deaf_page(page: Page, complaints) -> Page:
    """A page whose time only the test moves: the stream would tell it the server's."""
    complaints.expect("net::ERR_FAILED")
    page.clock.install()
    page.route("**/token/", lambda route: route.abort())
    page.goto("/live-page/")
    return page


def test_a_countdown_is_right_after_the_device_slept(deaf_page: Page):
    page = deaf_page
    expect(page.locator("#running")).to_have_text(re.compile("^1:(30:00|29:59)$"))
    page.clock.fast_forward("30:00")
    expect(page.locator("#running")).to_have_text(re.compile("^(1:00:00|59:59)$"))
    page.clock.fast_forward("50:30")
    expect(page.locator("#running [data-countdown]")).to_have_attribute("data-phase", "alarm")


def test_a_paused_countdown_stands(deaf_page: Page):
    page = deaf_page
    page.clock.fast_forward("30:00")
    expect(page.locator("#overtime")).to_have_text(re.compile(r"^\+(29:00|29:01)$"))
    expect(page.locator("#paused")).to_have_text("1:30:00")


def test_a_countdown_without_overtime_stops_at_zero(deaf_page: Page):
    page = deaf_page
    page.clock.fast_forward("02:00:00")
    expect(page.locator("#running")).to_have_text("00:00")


def test_a_device_with_a_wrong_clock_counts_the_servers_time(page: Page):
    page.clock.install(time="2020-01-01T00:00:00Z")
    page.goto("/live-page/")
    expect(page.locator("#running")).to_have_text(re.compile("^1:(30:00|29:59)$"))


def test_the_stream_corrects_a_device_whose_clock_jumped(page: Page):
    page.clock.install()
    open_when_listening(page)
    page.clock.fast_forward("01:00:00")
    live_site.show_number(2)
    expect(page.locator("#running")).to_have_text(re.compile("^1:(30:00|29:5[0-9])$"))
