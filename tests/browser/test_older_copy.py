"""The server comes back from an older copy: the judge's tablet gives it the lines that it lost, and the judge goes on."""

from playwright.sync_api import Page, expect

from referee.models import Entry
from tests.browser.pictures import screenshot_both_ways
from tests.browser.tablets import (  # noqa: F401
    hall,
    play,
    player,
    tablet,
    wait_for_engine,
    wait_until,
    with_engine,
)
from tests.browser.test_offline import IS_STORED, SENT, expect_in_order, expect_sent
from tests.referee.older_copy import put_back
from tests.referee.test_judge_page import address
from tests.referee.test_older_copy import gone
from tournament import live

NOTICE = "#queue [data-notice-here]"


def entry_count() -> list[str]:
    return list(Entry.objects.order_by("seq").values_list("line", flat=True))


def followed(page: Page, row, many: int) -> list[str]:
    """The device has every line that the server has: those that it fetched, and those that the server acknowledged."""
    wait_until(page, f"window.sdadata.snapshot.current?.seq === {many}")
    expect_sent(page)
    row.refresh_from_db()
    assert row.seq == many
    return entry_count()


def test_an_answer_is_told_behind_what_the_older_copy_lost(hall, tablet, with_engine, row, table):  # noqa: F811
    page = tablet(hall()).open(address(table))
    wait_for_engine(page)
    play(page, 12)
    lines = followed(page, row, 12)
    put_back(row, to=5)
    play(page, 1)
    expect(page.locator(NOTICE)).to_contain_text("copia più vecchia")
    screenshot_both_ways(page, "offline-older-copy")
    expect_in_order(page, 13)
    assert entry_count()[:12] == lines
    play(page, 2)
    expect_in_order(page, 15)


def test_a_table_that_nobody_touches_gives_its_lines_back_too(hall, tablet, row, table, tmp_path):  # noqa: F811
    """Without the engine: what a device keeps over HTTPS is enough."""
    page = tablet(hall(tmp_path)).open(address(table))
    play(page, 8)
    lines = followed(page, row, 8)
    put_back(row, to=3)
    live.bump(table.topic)
    expect_in_order(page, 8)
    expect(page.locator(NOTICE)).to_contain_text("copia più vecchia")
    assert entry_count() == lines
    wait_until(page, "document.querySelector('[data-judge]').dataset.seq === '8'")
    play(page, 1)
    expect_in_order(page, 9)


def test_a_page_opened_again_gives_its_lines_back(hall, tablet, with_engine, row, table, tmp_path):  # noqa: F811
    """Ten entries told, five more made without a network: the copy knew four."""
    net = hall(tmp_path)
    judges = tablet(net)
    page = judges.open(address(table))
    wait_for_engine(page)
    wait_until(page, IS_STORED)
    play(page, 10)
    lines = followed(page, row, 10)
    net.pull_out()
    play(page, 5)
    expect(page.locator(SENT)).to_have_text("In coda (5)")
    judges.close()
    put_back(row, to=4)
    net.plug_in()
    page = judges.open(address(table))
    expect_in_order(page, 15)
    assert entry_count()[:10] == lines
    assert page.evaluate("(async () => (await window.sdadata.store.all('queue')).length)()") == 0


def test_a_copy_without_the_table_is_given_the_whole_record(hall, tablet, row, table, tmp_path):  # noqa: F811
    page = tablet(hall(tmp_path)).open(address(table))
    play(page, 6)
    lines = followed(page, row, 6)
    gone(row)
    page.reload()
    expect(page.locator("[data-reopen]")).to_contain_text("fino alla riga 6")
    screenshot_both_ways(page, "offline-reopen")
    page.get_by_role("button", name="Riprendi la partita da qui").click()
    expect_in_order(page, 6)
    assert entry_count() == lines
    wait_until(page, "document.querySelector('[data-judge]').dataset.seq === '6'")
    play(page, 1)
    expect_in_order(page, 7)


def test_a_server_that_stands_where_it_stood_is_given_nothing(hall, tablet, row, table, tmp_path):  # noqa: F811
    page = tablet(hall(tmp_path)).open(address(table))
    wait_until(page, IS_STORED)
    play(page, 4)
    page.reload()
    wait_until(page, IS_STORED)
    page.wait_for_timeout(1_000)
    expect_in_order(page, 4)
    expect(page.locator(NOTICE)).to_be_hidden()
