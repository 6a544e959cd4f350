# ruff: noqa: F811
"""Who disagrees with the count finds the key beside the acceptances, before the first one and behind it, and needs no keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser.pictures import screenshot
from tests.browser.test_brush import SIDES
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table  # noqa: F401
from tournament.models import Table


@pytest.mark.parametrize(("width", "height"), SIDES)
def test_a_count_is_disputed_in_two_taps_without_a_scroll(at_the_table, row, table, recorder, width, height):
    recorder.record_until(lambda _record: recorder.is_over)
    page = at_the_table(width, height)
    summary = page.locator(".j-dispute > summary")
    accepts = page.get_by_role("button", name="accetto")
    expect(summary).to_be_in_viewport(ratio=1)
    key = accepts.bounding_box()
    accepts.click()
    expect(page.get_by_role("button", name="Togli l'ultima conferma")).to_be_visible()
    screenshot(page, f"dispute-{width}")
    assert accepts.bounding_box()["y"] == key["y"]
    expect(summary).to_be_in_viewport(ratio=1)
    summary.click()
    reason = page.get_by_role("button", name="I punti", exact=True)
    expect(reason).to_be_in_viewport(ratio=1)
    screenshot(page, f"dispute-open-{width}")
    reason.click()
    expect(page.get_by_text("Il tavolo è sub judice").first).to_be_visible()
    assert Table.objects.get(pk=table.pk).is_sub_judice
