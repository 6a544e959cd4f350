# ruff: noqa: F811
"""Where only the result is recorded: the page that the engine draws on the tablet follows the level that the server says."""

from playwright.sync_api import Page, expect

from referee.actions import records
from tests.browser.settling import at_line
from tests.browser.tablets import hall, play, player, tablet, wait_for_engine, with_engine  # noqa: F401
from tests.browser.test_result_level import KEYS
from tests.browser.touch import open_more
from tests.referee.test_judge_page import address


def choose_level(page: Page, level: str) -> None:
    open_more(page)
    page.locator(f'button[name=level][value="{level}"]').click()
    expect(page.locator(f'button[name=level][value="{level}"][aria-pressed="true"]')).to_have_count(1)
    page.keyboard.press("Escape")


def test_its_keys_follow_the_level_on_the_page_that_the_engine_draws(
    hall, tablet, with_engine, row, table, judge, settings
):
    settings.ENGINE_FIRST = True
    records.set_level(row, level="result", by=judge)
    page = tablet(hall()).open(address(table))
    wait_for_engine(page)
    expect(page.locator(KEYS)).to_be_visible()
    choose_level(page, "move")
    expect(page.locator(KEYS)).to_have_count(0)
    play(page, 2)
    expect(page.locator(KEYS)).to_have_count(0)
    choose_level(page, "result")
    expect(page.locator(KEYS)).to_be_visible()
    page.locator("#undo .j-undo").click()
    at_line(page, 3)
    expect(page.locator(KEYS)).to_be_visible()
