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
