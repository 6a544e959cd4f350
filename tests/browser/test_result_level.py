# ruff: noqa: F811
"""A table of which only the result is recorded: the board at the end is its first question, and its keys follow the level to the end."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from referee.actions import records
from referee.records import cache as record_cache
from tests.browser.pictures import screenshot
from tests.browser.settling import at_line
from tests.browser.test_brush import SIDES, Hand
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table  # noqa: F401
from tests.browser.test_whole_games import open_table_of
from tests.browser.touch import Finger
from tests.referee.conftest import Recorder, current

KEYS = ".j-question[data-kind=end]"


def paint(hand: Hand, state, ids) -> None:
    """Player after player, each with his smallest places first; the number in hand stays when the player changes."""
    number = 1
    for seat in range(max(state.owners) + 1):
        hand.seat(seat)
        for count, key in sorted((state.armies[at], ids[at]) for at, owner in enumerate(state.owners) if owner == seat):
            if count != number:
                number = min(count, 16)
                hand.number(number)
            for _ in range(count - number + 1):
                hand.place(key)


@pytest.mark.parametrize(("width", "height"), SIDES)
def test_the_board_at_the_end_is_the_first_question_and_then_how_it_ended(
    at_the_table, row, table, judge, complaints, width, height
):
    complaints.expect_of_server("400 (Bad Request)")
    ahead = Recorder(row, judge)
    while ahead.ahead.state.giro < 6:
        move = ahead.propose()
        ahead.ahead.play(move.by, move.act)
    state, ids = ahead.ahead.state, ahead.ahead.rules.board.ids
    records.set_level(row, level="result", by=judge)
    page = at_the_table(width, height)
    hand = Hand(page)
    expect(page.locator(KEYS)).to_be_in_viewport(ratio=1)
    expect(page.locator("#question-words")).to_be_hidden()
    screenshot(page, f"result-first-{width}")
    hand.tap('a[href="?atto=fine"]')
    paint(hand, state, ids)
    page.locator("[name=turn]").select_option("1")
    screenshot(page, f"result-board-{width}")
    hand.tap(".j-foot button[type=submit]")
    expect(page.locator("[data-notice]")).to_contain_text("il giro")
    expect(page.locator("[data-brush-seat][aria-pressed=true]")).to_have_attribute(
        "data-brush-seat", str(max(state.owners))
    )
    assert record_cache.rebuild(current(row)).seq == 0
    page.locator("[name=giro]").fill("6")
    hand.tap(".j-foot button[type=submit]")
    at_line(page, 1)
    shown = record_cache.rebuild(current(row)).state
    assert (shown.owners, shown.armies, shown.first, shown.giro) == (state.owners, state.armies, 1, 6)
    expect(page.locator(KEYS)).to_be_in_viewport(ratio=1)
    for _ in range(2):  # there is time on the clock
        page.locator(f"{KEYS} button[value=finish]").click()
    screenshot(page, f"result-how-{width}")
    page.locator('button[name=answer][value="time"]').click()
    at_line(page, 2)
    assert record_cache.rebuild(current(row)).ended_by == "time"


@pytest.mark.parametrize(("width", "height"), SIDES)
def test_who_follows_the_page_signs_a_game_that_the_queen_ended(at_the_table, table, judge, complaints, width, height):
    """The form says what it needs, counts the treasures without an owner, and comes back with what is lacking."""
    complaints.allow("400 (Bad Request)")
    row = open_table_of("fatal", 4, table, judge)
    records.set_level(row, level="result", by=judge)
    page = at_the_table(width, height)
    hand = Hand(page)
    hand.tap('a[href="?atto=fine"]')
    left = page.locator("[data-remainder] [data-left]")
    expect(page.locator("[name=smazzata]")).to_have_value("2")
    expect(left).to_have_text("20")
    page.locator("[name=turn]").select_option("1")
    page.locator("[name=giro]").fill("6")
    fill_seats(page, "points", [3, 1, 0, 5])
    fill_seats(page, "treasures", [2, 2, 2, 2])
    expect(left).to_have_text("12")
    hand.tap(".j-foot button[type=submit]")
    at_line(page, 1)
    expect(page.locator(f"{KEYS} button:disabled")).to_be_visible()
    screenshot(page, f"result-lacks-{width}")
    hand.tap(f"{KEYS} a.btn-primary")
    expect(page.locator("[data-notice]")).to_contain_text("tesori")
    expect(page.locator('[name="treasures.0"]')).to_have_attribute("aria-invalid", "true")
    screenshot(page, f"result-lacking-{width}")
    fill_seats(page, "treasures", [4, 4, 3, 3])
    expect(page.locator("[data-remainder]:not([data-is-off])")).to_contain_text("6 / 20")
    hand.tap(".j-foot button[name=why]")
    expect(page.locator(f"{KEYS} button[value=finish]")).to_be_enabled()
    for _ in range(2):  # there is time on the clock
        page.locator(f"{KEYS} button[value=finish]").click()
    page.locator('button[name=answer][value="queen"]').click()
    expect(page.locator('button[name=answer][value="queen"]')).to_have_count(0)
    finger, rng = Finger(page, row), Random(1)
    finger.record = record_cache.rebuild(current(row))
    assert finger.record.ended_by == "queen"
    vault = finger.record.game.deal(finger.record.header, rng)
    while not finger.record.game.is_done(finger.record.rules, finger.record.state):
        move = finger.record.game.policy(finger.record, rng, vault)
        finger.enter(move.by, move.act)
    for _seat in range(4):
        finger.tap(page.get_by_role("button", name="accetto"))
    finger.tap(page.get_by_role("button", name="Firma e chiudi"))
    table.refresh_from_db()
    assert table.state == "signed"


def fill_seats(page: Page, field: str, numbers: list[int]) -> None:
    page.evaluate("for (const one of document.querySelectorAll('details.j-turn-player')) one.open = true")
    for seat, number in enumerate(numbers):
        page.locator(f'[name="{field}.{seat}"]').fill(str(number))
