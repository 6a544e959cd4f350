# ruff: noqa: F811
"""The board as a map under the judge's finger: chosen on the device, as large and as exact as the tiles, and the same answers."""

import pytest
from playwright.sync_api import Page, expect

from games.registry import games
from referee.models import Entry
from tests.browser.settling import at_line
from tests.browser.test_board import MIDDLE, TABLET
from tests.browser.test_brush import Hand
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits  # noqa: F401
from tests.browser.touch import choose_the_map, open_more, slide
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of

REACH = 21.5  # px from a spot's middle, all around: 44 across with the pixel in the middle
MISSED = """(reach) => [...document.querySelectorAll(".j-map :is(.m-hit, .m-mark > .b-tile)")].flatMap((spot) => {
    const { left, right, top, bottom } = spot.getBoundingClientRect();
    const [x, y, key] = [(left + right) / 2, (top + bottom) / 2, spot.closest("[data-place]").dataset.place];
    const around = [...Array(8).keys()].map((step) => [x + reach * Math.cos(step * Math.PI / 4), y + reach * Math.sin(step * Math.PI / 4)]);
    const found = [[x, y], ...around].map(([atX, atY]) => window.sdadata.placeAt(atX, atY)?.dataset.place);
    const isSmall = right - left < 43.5 || bottom - top < 43.5;
    return isSmall || found.some((one) => one !== key) ? [`${key} ${right - left}x${bottom - top}: ${found}`] : [];
})"""
UNLIKE = """() => [...document.querySelectorAll(".board-svg .b-place:not(.b-disk)")].filter((tile) => {
    const place = document.querySelector(`.j-map .m-place[data-place="${tile.dataset.place}"]`);
    const isValue = (text) => /^\\d+$/.test(text.textContent) && text.closest(".b-chip");
    const texts = (one) => [...one.querySelectorAll(".b-plate text, .b-chip text")].filter((text) => !isValue(text));
    const words = (one) => texts(one).map((text) => text.textContent).join();
    const spoken = (one) => one.getAttribute("aria-label");
    const army = (one) => [...one.classList].find((name) => name.startsWith("army-"));
    return words(place) !== words(tile) || army(place) !== army(tile) || spoken(place) !== spoken(tile);
}).map((tile) => tile.dataset.place)"""
OWNED = """() => new Set([...document.querySelectorAll(".j-map .m-land[fill]")].map((one) => one.getAttribute("fill"))).size"""
UNFILLED = """() => [...document.querySelectorAll(".j-map .m-land[fill]")].filter((land) => {
    const id = land.getAttribute("fill").slice(5, -1);
    const all = document.querySelectorAll(`[id="${id}"]`);
    return all.length !== 1 || !all[0].closest(".j-map") || !all[0].matches("pattern") || !all[0].querySelector(".m-fill");
}).map((land) => land.dataset.land)"""
LEAST_SIGN, LEAST_LETTERS = 14, 10
SCROLLS = (
    "() => document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"
)
SPOT = '.j-map .m-place[data-place="{}"] :is(.m-hit, .m-mark > .b-tile)'


@pytest.mark.parametrize("slug", list(games()))
def test_each_place_of_a_map_is_as_large_as_a_finger_and_shows_what_its_tile_shows(at_the_table, table, judge, slug):
    recorder = Recorder(open_a_table_of(slug, table, judge), judge, seed=3)
    recorder.record_more(MIDDLE.get(slug, 20))
    page = at_the_table()
    record = recorder.ahead
    if record.game.board_map(record.rules) is None:
        open_more(page)
        expect(page.get_by_text("Questa plancia non ha una mappa")).to_be_visible()
        return
    choose_the_map(page)
    page.reload()
    expect(page.locator(".j-map")).to_be_visible()
    for width, height in TABLET:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(MISSED, REACH) == []
        assert not page.evaluate(SCROLLS)
    assert page.evaluate(UNLIKE) == []


@pytest.mark.parametrize(("width", "height"), TABLET)
def test_signs_on_a_map_are_large_and_have_a_legend(at_the_table, table, judge, width, height):
    recorder = Recorder(open_a_table_of("iperisiko", table, judge), judge, seed=3)
    recorder.record_until(lambda record: record.state.giro and record.state.factories)
    page = at_the_table(width, height)
    choose_the_map(page)
    signs = [one.bounding_box() for one in page.locator(".j-map .m-mark .b-sign").all()]
    legend = page.locator(".j-map .m-legend")
    within, whole = legend.bounding_box(), page.locator(".j-map").bounding_box()

    assert signs
    assert min(box["width"] for box in signs) >= LEAST_SIGN
    expect(legend).to_contain_text("fabbrica")
    assert within["x"] >= whole["x"]
    assert within["x"] + within["width"] <= whole["x"] + whole["width"]
    assert within["y"] + within["height"] <= whole["y"] + whole["height"]
    assert not legend.locator("text").evaluate_all(
        "(all, least) => all.some((one) => 3.9 * one.getScreenCTM().a < least)", LEAST_LETTERS
    )


def middle(page: Page, key: str) -> tuple[float, float]:
    box = page.locator(SPOT.format(key)).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap(page: Page, key: str) -> None:
    page.mouse.click(*middle(page, key))


def test_armies_are_laid_on_the_map_and_a_drag_on_it_is_an_attack(at_the_table, row, table, recorder, complaints):
    complaints.expect_of_server("422")
    recorder.record_until(awaits("Reinforce"))
    page = at_the_table(1280, 800)
    choose_the_map(page)
    most = int(page.locator("form[data-spread]").get_attribute("data-most"))
    own = page.locator(".j-map .m-place.is-lit").first.get_attribute("data-place")
    tap(page, own)
    expect(page.locator(f'.j-map .m-place.is-picked[data-place="{own}"]')).to_be_visible()
    expect(page.locator(f'.j-map [data-draft="{own}"]')).to_have_text("+1")
    tap(page, page.locator(".j-map .m-place:not(.is-lit)").first.get_attribute("data-place"))
    expect(page.locator("#refusal")).to_contain_text("Si colloca solo su territori propri")
    page.locator("[data-laying]").get_by_role("button", name="tutte qui").click()
    spot = page.locator(f'.j-map .m-place[data-place="{own}"]')
    spot.focus()
    page.keyboard.press("Enter")
    at_line(page, recorder.ahead.seq + 1)
    assert f'"{own}":{most}' in Entry.objects.order_by("-seq").first().line


@pytest.mark.parametrize(("width", "height"), TABLET)
def test_a_drag_on_the_map_is_an_attack(at_the_table, row, table, recorder, width, height):
    recorder.record_until(awaits("Fight"))
    page = at_the_table(width, height, has_touch=True)
    choose_the_map(page)
    record = recorder.ahead
    src = record.choices({"type": "attack"}).choices[0].value
    dst = record.choices({"type": "attack", "src": src}).choices[0].value
    slide(page, middle(page, src), (640, 500), middle(page, dst))
    at_line(page, record.seq + 1)
    assert f'"type":"attack","src":"{src}","dst":"{dst}"' in Entry.objects.order_by("-seq").first().line


def test_the_brush_paints_on_the_map(at_the_table, row, table, recorder):
    recorder.record_until(lambda record: type(record.state.awaits).__name__ == "DealCard")
    page = at_the_table(1280, 800)
    choose_the_map(page)
    hand = Hand(page)
    hand.tap('a[href="?atto=plancia"]')
    expect(page.locator("[data-brush]")).to_be_visible()
    keys = [one.get_attribute("data-place") for one in page.locator(".j-map .m-place").all()[:2]]
    hand.seat(1)
    hand.number(3)
    for key in keys:
        tap(page, key)
        expect(page.locator(f'.j-map [data-draft="{key}"]')).to_contain_text("3")
    expect(page.locator("[data-touch]:not([hidden])")).to_have_count(2)


@pytest.mark.parametrize("slug", [slug for slug in games() if slug not in ("porcello", "fatal")])
def test_a_map_that_is_older_than_the_colours_is_filled_with_them(at_the_table, table, judge, slug):
    row = open_a_table_of(slug, table, judge)
    page = at_the_table(has_touch=True)
    choose_the_map(page)
    recorder = Recorder(row, judge, seed=3)
    recorder.record_more(MIDDLE.get(slug, 20))
    page.evaluate("document.querySelector('[data-judge] a[data-fetch]').click()")
    at_line(page, recorder.ahead.seq)
    page.wait_for_function(f"() => ({OWNED})() > 1")
    assert page.evaluate(UNFILLED) == []
