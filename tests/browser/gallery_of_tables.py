"""`make screenshots`: the judge's tablet, the projector and a game seen again, in every game, in `docs/screenshots/tables/`.

Not tests: they are asked for by name. The states without a network are kept by `test_offline.py` on its way.
"""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from referee.actions import calls, records
from tests.browser.pictures import screenshot, screenshot_both_ways
from tests.browser.tablets import wait_for_engine, with_engine  # noqa: F401
from tests.browser.test_board import MIDDLE
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits  # noqa: F401
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address
from tests.referee.test_live_table import final  # noqa: F401
from tests.referee.test_replay import address as of_replay
from tests.referee.test_replay import over
from tournament.actions import screen_links

PHONE = (390, 844)
PROJECTOR = (1920, 1080)


def opened(page: Page, url: str) -> Page:
    page.goto(url)
    wait_for_engine(page)
    return page


def by_night(page: Page) -> None:
    page.evaluate("document.documentElement.dataset.theme = 'sdadata-notte'")


@pytest.mark.parametrize("slug", list(MIDDLE))
def test_the_judges_tablet(at_the_table, with_engine, table, judge, slug):  # noqa: F811
    row = open_a_table_of(slug, table, judge)
    other_recorder = Recorder(row, judge, seed=3)
    other_recorder.record_more(MIDDLE[slug])
    page = at_the_table()
    wait_for_engine(page)
    screenshot_both_ways(page, f"{slug}-act")

    other_recorder.record_until(lambda record: record.game.turn_sheet(record.rules, record.state))
    records.set_level(row, level="turn", by=judge)
    opened(page, address(table))
    lit = page.locator(".b-place.is-lit")
    for number in (0, 3, 5) if lit.count() else ():
        lit.nth(number).click()
    screenshot_both_ways(page, f"{slug}-turn")


@pytest.mark.parametrize("slug", list(MIDDLE))
def test_the_final_on_the_projector(open_page, final, judge, organizer, slug):  # noqa: F811
    other_recorder = Recorder(open_a_table_of(slug, final, judge), judge, seed=3)
    if slug == "risiko":
        other_recorder.record_until(lambda record: type(record.state.awaits).__name__ == "CloseThrow")
    else:
        other_recorder.record_more(MIDDLE[slug])
    _screen, token = screen_links.issue(final.round.tournament, by=organizer)
    page = open_page(*PROJECTOR)
    page.goto(reverse("tournament:projector", args=[token]))
    expect(page.locator(f"#live-{final.pk}")).to_be_visible()
    screenshot(page, f"{slug}-projector-1920x1080")


def test_a_game_seen_again(open_page, table, recorder):
    recorder.record_until(lambda record: record.state.turn == 20)
    over(table)
    page = open_page(1280, 800)
    page.goto(of_replay(table, 18))
    screenshot_both_ways(page, "risiko-replay")


def test_what_a_judge_of_risiko_meets(at_the_table, with_engine, row, table, recorder, judge):  # noqa: F811
    page = at_the_table()
    for reached, name in (
        (awaits("Reinforce"), "reinforcements"),
        (awaits("Fight"), "attack"),
        (awaits("AttackThrow"), "dice"),
        (awaits("Occupation"), "conquest"),
    ):
        recorder.record_until(reached)
        screenshot_both_ways(opened(page, address(table)), f"risiko-{name}")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    screenshot(opened(page, address(table)), "risiko-conquest-390x844")

    recorder.record_until(awaits("Fight"))
    calls.call(table, reason="Regola dubbia", by=judge, now=timezone.now())
    opened(page, address(table))
    by_night(page)
    screenshot_both_ways(page, "risiko-called-by-night")
    opened(page, address(table) + "?atto=*")
    page.locator('a[href="?atto=attack_dice"]').first.click()
    page.locator("input[name='dice-1'][value='6']").check()
    page.get_by_role("button", name="Registra", exact=True).click()
    expect(page.locator("#refusal")).to_be_visible()
    screenshot_both_ways(page, "risiko-refusal")

    recorder.record_until(awaits("CloseThrow"))
    screenshot_both_ways(opened(page, address(table)), "risiko-sdadata")
    recorder.record_all()
    screenshot_both_ways(opened(page, address(table)), "risiko-count")
    page.goto(address(table, "hand_over"))
    page.get_by_role("button", name="Mostra le sei cifre").click()
    screenshot_both_ways(page, "hand-over")
