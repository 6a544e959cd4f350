"""The final at home: a page that follows the table while it is recorded, as late as the organizer set it, on every screen."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.registry import games
from tests.browser.pictures import screenshot
from tests.browser.test_frames import out_of_frame
from tests.browser.test_whole_games import open_table_of
from tests.referee.conftest import Recorder, open_table
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_live_table import final  # noqa: F401
from tournament.actions import broadcasts, screen_links
from tournament.models import Table

LAST_IN_SIGHT = """() => {
    const room = document.querySelector(".l-board").getBoundingClientRect();
    const box = document.querySelector(".l-board .is-last .m-plaque").getBoundingClientRect();
    return box.left >= room.left && box.right <= room.right;
}"""
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
    assert out_of_frame(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_text("Mappa grande, con i nomi").click()
    page.emulate_media(reduced_motion="reduce")
    for _move in range(4):
        game.record_next()
        expect(words).to_have_attribute("data-line", str(game.ahead.seq), timeout=15_000)
        page.wait_for_function(LAST_IN_SIGHT)
    board = page.locator(".l-board")
    board.hover()
    page.mouse.wheel(-2_000, 0)
    page.wait_for_function("() => document.querySelector('.l-board').scrollLeft === 0")
    page.mouse.wheel(300, 0)
    page.wait_for_function("() => document.querySelector('.l-board').scrollLeft === 300")
    for _move in range(4):
        game.record_next()
        expect(words).to_have_attribute("data-line", str(game.ahead.seq), timeout=15_000)
        assert board.evaluate("one => one.scrollLeft") == 300


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


OUTSIDE = """() => [...document.querySelectorAll(".live-player, .live-fact, .live-name, .screen-clock")].filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1 || one.scrollWidth > one.clientWidth + 1;
}).map((one) => one.textContent)"""


@pytest.mark.parametrize("slug", list(games()))
def test_a_board_fills_the_wall_and_what_stands_beside_it_stays_in_the_picture(
    open_page,
    final,  # noqa: F811
    judge,
    organizer,
    slug,
):
    row = open_a_table_of(slug, final, judge)
    Recorder(row, judge, seed=3).record_until(lambda record: record.state.giro == 3)
    _link, token = screen_links.issue(final.round.tournament, by=organizer)
    page = open_page(1920, 1080)
    page.goto(reverse("tournament:projector", args=[token]))
    for width, height in [(1920, 1080), (1280, 720)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUTSIDE) == []
        board = page.locator(".live-board > svg").bounding_box()
        assert board["height"] >= 0.94 * height


COVERED = """() => {
    const over = [...document.querySelectorAll(".live-side > h2, .live-player, .live-lines > li:last-child, .screen-clock")].map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const box = one.matches(".live-player") ? one.getBoundingClientRect() : range.getBoundingClientRect();
        return [one.textContent, box];
    });
    const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return [...document.querySelectorAll(".m-plaque, .m-name")].flatMap((label) => {
        const box = label.getBoundingClientRect();
        return over.filter(([, one]) => meets(one, box)).map(([words]) => `${words} over ${label.parentNode.textContent}`);
    });
}"""


@pytest.mark.parametrize(("slug", "seats"), [("risiko", 4), ("risiko", 5), ("iperisiko", 4)])
def test_nothing_on_the_wall_lies_over_a_name_or_a_count_of_the_map(
    open_page,
    table,
    judge,
    organizer,
    slug,
    seats,
):
    row = open_table_of(slug, seats, table, judge)
    Table.objects.filter(round=table.round).exclude(pk=table.pk).delete()  # the only one of its round, as a final is
    Recorder(row, judge, seed=3).record_until(lambda record: record.state.giro == 6)
    _link, token = screen_links.issue(table.round.tournament, by=organizer)
    page = open_page(1920, 1080)
    page.goto(reverse("tournament:projector", args=[token]))
    expect(page.locator(".live-player")).to_have_count(seats)
    for width, height in [(1920, 1080), (1280, 720)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED) == []


CONTRASTS = """() => {
    const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const light = (colour) => {
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((one) => one / 255)
            .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    return [...document.querySelectorAll(".c-line")].map((line) => {
        const [a, b] = [light(getComputedStyle(line).stroke), light(getComputedStyle(line.closest(".panel")).backgroundColor)];
        return [line.parentElement.getAttribute("class"), Math.max(a, b) / Math.min(a, b)];
    });
}"""
ARMIES = ["red", "blue", "green", "yellow", "black", "purple"]


@pytest.mark.parametrize("theme", ["sdadata", "sdadata-notte"])
def test_each_line_of_a_chart_is_seen_on_its_ground(open_page, final, game, organizer, theme):  # noqa: F811
    broadcasts.open_to_all(final, delay=0, delay_in="minutes", by=organizer)
    page = open_page()
    page.goto(address(final))
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    line = page.locator(".c-trace").first
    for army in ARMIES:
        line.evaluate("(one, army) => { one.setAttribute('class', `c-trace army-${army}`); }", army)
        assert [(which, one) for which, one in page.evaluate(CONTRASTS) if one < 3] == []
