"""A table recorded turn by turn: one form a turn, its places brought in by tapping the picture; told once, it is the board's next state."""

import pytest
from playwright.sync_api import Page, expect

from referee.actions import records
from referee.models import Entry
from referee.records import cache as record_cache
from tests.browser.measures import OVERLAPPING, SMALL
from tests.browser.settling import at_line
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits  # noqa: F401
from tests.referee.conftest import Recorder, current
from tests.referee.test_every_game import open_a_table_of

MIDDLE = {"risiko": 330, "iperisiko": 300, "fabrisiko": 160, "arba": 100, "fatal": 90}


def touch(page: Page, place: str) -> None:
    page.locator(f'.b-place[data-place="{place}"]').click()
    expect(page.locator(f'[data-touch="{place}"]')).to_be_visible()


def test_a_turn_is_told_on_one_screen(at_the_table, row, table, recorder, judge):  # noqa: F811
    recorder.record_until(awaits("Reinforce"))
    records.set_level(row, level="turn", by=judge)
    state, board = recorder.ahead.state, recorder.ahead.rules.board
    seat = state.seat
    taken = [board.ids[place] for place, owner in enumerate(state.owners) if owner != seat][:2]
    own = board.ids[state.owners.index(seat)]
    page = at_the_table()
    expect(page.locator("[data-touch]:visible")).to_have_count(0)
    expect(page.locator("[data-laying]")).to_have_count(0)  # the bar of armies laid one by one

    for place in taken:
        touch(page, place)
        page.locator(f'input[name="owners.{place}"][value="{seat}"]').check()
    expect(page.locator('input[name="conquests"]')).to_have_value("2")
    touch(page, own)
    more = page.locator(f'[data-touch="{own}"] [data-step="1"]')
    more.click()
    more.click()
    touch(page, board.ids[-1])
    page.locator(f'[data-touch="{board.ids[-1]}"] [data-untouch]').click()
    expect(page.locator("[data-touch]:visible")).to_have_count(3)
    page.get_by_label("A fine turno ha pescato una carta").check()
    page.get_by_role("button", name="Registra il turno", exact=True).click()
    at_line(page, recorder.ahead.seq + 1)

    after = record_cache.rebuild(current(row)).state
    index = board.index
    assert [after.owners[index[place]] for place in taken] == [seat, seat]
    assert after.armies[index[own]] == state.armies[index[own]] + 2
    assert (after.turn, after.hand_size(seat)) == (state.turn + 1, state.hand_size(seat) + 1)
    assert Entry.objects.get(record=row, seq=recorder.ahead.seq + 1).level == "turn"
    page.locator(".j-undo").click()
    at_line(page, recorder.ahead.seq + 2)
    expect(page.locator("[data-touch]:visible")).to_have_count(0)
    assert record_cache.rebuild(current(row)).state.turn == state.turn


@pytest.mark.parametrize("slug", list(MIDDLE))
def test_the_form_of_a_turn_is_large_and_apart_in_every_game(at_the_table, table, judge, slug):  # noqa: F811
    opened = open_a_table_of(slug, table, judge)
    other_recorder = Recorder(opened, judge, seed=3)
    other_recorder.record_more(MIDDLE[slug])
    other_recorder.record_until(lambda record: record.game.turn_sheet(record.rules, record.state))
    records.set_level(opened, level="turn", by=judge)
    for width, height in ((800, 1280), (1280, 800)):
        page = at_the_table(width, height)
        lit = page.locator(".b-place.is-lit")
        for number in (0, 3, 5) if lit.count() else ():
            touch(page, lit.nth(number).get_attribute("data-place"))
            drawn = page.locator(".j-board-image .board-svg").evaluate("picture => picture.clientHeight")
            assert drawn >= height * 0.3, "the board is too small to be tapped"
        assert page.evaluate(SMALL) == []
        assert page.evaluate(OVERLAPPING) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.close()
