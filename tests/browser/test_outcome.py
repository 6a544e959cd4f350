"""After a throw the page says who lost what, over the map and beside the line that an undo would take back."""

from playwright.sync_api import expect

from tests.browser.settling import at_line
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits, throw  # noqa: F401
from tests.referee.conftest import cached_record


def test_a_throw_names_its_losses(at_the_table, recorder, row, table):  # noqa: F811
    recorder.record_until(awaits("DefenceThrow"))
    page, before = at_the_table(), recorder.ahead.state
    board = recorder.ahead.rules.board
    throw(page, *[6] * min(before.armies[before.awaits.dst], 3))
    at_line(page, recorder.ahead.seq + 1)

    row.refresh_from_db()
    after = cached_record(row).state
    lost = {
        board.names[place]: before.armies[place] - after.armies[place]
        for place in (before.awaits.src, before.awaits.dst)
        if before.armies[place] != after.armies[place]
    }
    assert lost
    for name, count in lost.items():
        expect(page.locator(".j-outcome")).to_contain_text(f"{name} −{count}")
        expect(page.locator(".j-undo-what")).to_contain_text(f"{name} −{count}")
    expect(page.locator(".b-place.is-last")).to_have_count(len(lost))
    banner = page.locator(".j-outcome").bounding_box()
    for tile in page.locator(".b-place.is-last > .b-tile").all():
        box = tile.bounding_box()
        assert box["y"] >= banner["y"] + banner["height"] or box["y"] + box["height"] <= banner["y"], (
            "covered by its own outcome"
        )
    expect(page.locator(".j-outcome")).to_have_count(0, timeout=9_000)


def test_a_page_that_opens_says_no_outcome(at_the_table, recorder, table):  # noqa: F811
    recorder.record_until(awaits("DefenceThrow"))
    page = at_the_table()

    expect(page.locator(".j-outcome")).to_have_count(0)
    expect(page.locator(".j-undo-what")).not_to_contain_text("→")
