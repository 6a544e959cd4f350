# ruff: noqa: F811
"""A table is opened without a scroll, however many sit at it."""

import pytest
from playwright.sync_api import expect

from tests.browser.pictures import screenshot
from tests.browser.test_judges_page import at_the_table  # noqa: F401


@pytest.mark.parametrize(("width", "height"), [(1280, 600), (800, 640), (360, 740)])
def test_the_key_that_begins_the_record_is_in_sight(at_the_table, playing_table, width, height):
    """On a page lower than a tablet, where four sit as far down as five do there."""
    page = at_the_table(width, height)
    expect(page.get_by_role("button", name="Comincia la registrazione")).to_be_in_viewport(ratio=1)
    screenshot(page, f"opening-{width}")


def test_two_chairs_are_swapped_by_one_choice(at_the_table, playing_table):
    page = at_the_table(1280, 800)
    chairs = page.locator("[data-chairs] select")
    before = chairs.evaluate_all("all => all.map((one) => one.value)")
    chairs.nth(0).select_option(before[2])
    chairs.nth(2).select_option(before[1])
    after = chairs.evaluate_all("all => all.map((one) => one.value)")
    assert after == [before[2], before[0], before[1], *before[3:]]
    names = chairs.evaluate_all("all => all.map((one) => one.selectedOptions[0].textContent)")
    changes = page.locator("[data-chairs-note]")
    expect(changes).to_have_text(f"Sedie cambiate: 1 {names[0]}, 2 {names[1]}, 3 {names[2]}")
    for width, height in ((800, 1280), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        changes.scroll_into_view_if_needed()
        screenshot(page, f"chairs-{width}")
    for place in range(3):
        chairs.nth(place).select_option(before[place])
    expect(changes).to_have_text("")


def test_a_choice_looks_like_one(at_the_table, playing_table):
    """The mark at the end of a field says that it opens."""
    page = at_the_table(360, 740)
    for chair in page.locator("[data-chairs] select").all():
        assert chair.evaluate("one => getComputedStyle(one).backgroundImage") != "none"


def test_what_is_wrong_with_the_chairs_is_in_sight(at_the_table, playing_table, complaints):
    page = at_the_table(1280, 800)
    complaints.expect("422")
    page.evaluate(
        "() => { const [one, two] = document.querySelectorAll('[data-chairs] select'); one.value = two.value; }"
    )
    page.get_by_text("Solo il risultato").click()
    page.get_by_role("button", name="Comincia la registrazione").click()
    expect(page.locator("select[aria-invalid]")).to_have_count(2)
    for chair in page.locator("select[aria-invalid]").all():
        expect(chair).to_be_in_viewport(ratio=1)
        expect(chair).to_have_css("outline-style", "solid")
    expect(page.locator("#messages .alert")).to_be_in_viewport()
    screenshot(page, "opening-refused")
