"""The board's picture on the judge's page in a browser: targets of 44 px on both ways of holding a tablet, a tap is an answer."""

import pytest
from playwright.sync_api import Page, expect

from games.registry import games
from referee.models import Entry
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits  # noqa: F401
from tests.referee.conftest import (  # noqa: F401
    Recorder,
    an_empty_cache,
    draft,
    judge,
    organizer,
    playing_table,
    ready,
    recorder,
    row,
    running,
    table,
    tournament,
)
from tests.referee.test_every_game import open_a_table_of

TABLET = [(800, 1280), (1280, 800)]
MIDDLE = {"risiko": 330, "iperisiko": 300, "fabrisiko": 160, "arba": 150, "fatal": 90}
SMALL = """() => [...document.querySelectorAll(".board-svg .b-place > .b-tile")]
    .map((one) => [one.parentNode.dataset.place, one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5).map(([key, box]) => `${key} ${box.width}x${box.height}`)"""
CLOSE = """() => {
    const boxes = [...document.querySelectorAll(".board-svg .b-place > .b-tile")].map((one) => one.getBoundingClientRect());
    const near = (a, b) => a.left < b.right + 7.5 && b.left < a.right + 7.5 && a.top < b.bottom + 7.5 && b.top < a.bottom + 7.5;
    return boxes.filter((a, i) => boxes.some((b, j) => j > i && near(a, b))).length;
}"""
SPILLED = """() => [...document.querySelectorAll(".board-svg .b-place")].flatMap((place) => {
    const tile = place.querySelector(".b-tile").getBoundingClientRect();
    return [...place.querySelectorAll("text")].filter((text) => {
        const box = text.getBoundingClientRect();
        return box.left < tile.left - 1 || box.right > tile.right + 1.5 || box.bottom > tile.bottom + 2;
    }).map((text) => `${place.dataset.place}: ${text.textContent}`);
})"""


def lit(page: Page) -> set[str]:
    return {one.get_attribute("data-place") for one in page.locator(".b-place.is-lit").all()}


def offered(page: Page) -> set[str]:
    return {
        one.get_attribute("value") for one in page.locator(".j-question form[data-entry] button[name=answer]").all()
    }


@pytest.mark.parametrize("slug", list(games()))
def test_places_are_large_apart_and_hold_their_words(at_the_table, table, judge, slug):  # noqa: F811
    other_recorder = Recorder(open_a_table_of(slug, table, judge), judge, seed=3)
    other_recorder.record_more(MIDDLE.get(slug, 20))
    record = other_recorder.ahead
    drawn = record.game.scene(record.rules, record.state, frozenset()).shapes
    page = at_the_table()
    assert page.locator(".b-place").count() == len(drawn)
    for width, height in TABLET:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SMALL) == []
        assert page.evaluate(CLOSE) == 0
        assert page.evaluate(SPILLED) == []


def test_a_tap_on_a_lit_place_is_the_same_answer_as_its_button(at_the_table, row, table, recorder):  # noqa: F811
    recorder.record_until(awaits("Fight"))
    page = at_the_table(1280, 800)
    if page.locator(".j-question[data-kind=pick]").count() == 0:
        page.get_by_role("button", name="Attacca", exact=True).first.click()
    expect(page.locator(".b-place.is-lit").first).to_be_visible()
    assert lit(page) == offered(page)

    source = sorted(lit(page))[0]
    page.locator(f'.b-place[data-place="{source}"]').click()
    expect(page.locator(f'.b-place.is-chosen[data-place="{source}"]')).to_be_visible()
    assert lit(page) == offered(page)
    assert source not in lit(page)

    result = Entry.objects.count()
    target = page.locator(".b-place.is-lit").first
    target.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-judge]")).not_to_have_attribute("data-seq", str(result))
    assert Entry.objects.count() == result + 1


def test_armies_are_laid_by_tapping_the_picture(at_the_table, row, table, recorder):  # noqa: F811
    recorder.record_until(awaits("Reinforce"))
    page = at_the_table(800, 1280)
    place = page.locator(".b-place.is-lit").first
    key = place.get_attribute("data-place")
    place.click()
    place.click()

    expect(page.locator(f'input[name="n-{key}"]')).to_have_value("2")
    expect(page.locator("[data-total]")).to_have_text("2")
    expect(page.locator(f'.b-place.is-picked[data-place="{key}"]')).to_be_visible()


def test_places_that_may_not_be_chosen_do_nothing(at_the_table, row, table, recorder):  # noqa: F811
    recorder.record_until(awaits("Reinforce"))
    page = at_the_table(1280, 800)
    result = Entry.objects.count()
    page.locator(".b-place:not(.is-lit)").first.click()

    expect(page.locator("[data-total]")).to_have_text("0")
    assert Entry.objects.count() == result
