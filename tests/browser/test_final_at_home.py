# ruff: noqa: F811
"""The end of a final recorded by touch while a reader's page follows it at home, as late as the organizer set it, to its end card."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from referee.models import Entry
from referee.records import cache as record_cache
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table  # noqa: F401
from tests.browser.test_live_page import address as live_address
from tests.browser.test_whole_games import AtTheTable, game_of, open_table_of
from tests.referee.conftest import current
from tests.referee.test_live_table import final  # noqa: F401
from tournament.actions import broadcasts

pytestmark = pytest.mark.slow

LAST = 6  # acts by touch
SOON = 15  # s from when a line may be seen until a reader sees it, on a loaded machine
NEWEST = "() => Number(document.querySelector('.l-move')?.dataset.line ?? 0)"


class Reader:
    """A page at home, and when it first had each line."""

    def __init__(self, page: Page, where: str) -> None:
        self.page, self.seen = page, {}
        page.goto(where)
        expect(page.locator("body")).to_have_attribute("data-live-state", "open")
        page.evaluate("window.isStillThere = true")

    def look(self) -> int:
        line = self.page.evaluate(NEWEST)
        self.seen.setdefault(line, time.time())
        return line

    def wait_for(self, line: int, seconds: float) -> None:
        limit = time.monotonic() + seconds
        while self.look() < line and time.monotonic() < limit:
            self.page.wait_for_timeout(200)
        assert self.look() == line


@pytest.mark.parametrize(("delay", "unit"), [(1, "turns"), (1, "minutes")])
def test_a_final_is_followed_from_home_to_its_end_card(
    at_the_table, open_page, final, judge, organizer, delay, unit, capsys
):
    row = open_table_of("risiko", 4, final, judge)
    moves, end = game_of(row)
    broadcasts.open_to_all(final, delay=delay, delay_in=unit, by=organizer)
    hands = AtTheTable(at_the_table(), row, moves, judge, (800, 1280))
    hands.leave_out([*range(len(moves) - LAST)])
    Entry.objects.update(at=timezone.now() - timedelta(hours=1))  # what was recorded at once
    reader = Reader(open_page(390, 844), live_address(final))
    first = reader.look()
    assert first == (len(moves) - LAST if unit == "minutes" else end_of_last_turn(row))
    behind = []
    for number in range(len(moves) - LAST, len(moves)):
        hands.enter(number)
        behind.append(number + 1 - reader.look())
        if unit == "turns":
            assert reader.look() <= end_of_last_turn(row)
    hands.sign(final.seats.count())
    reader.wait_for(len(moves), 60 * delay * (unit == "minutes") + SOON)

    at_table = {entry.seq: entry.at.timestamp() for entry in Entry.objects.filter(seq__gt=len(moves) - LAST)}
    late = {line: seen - at_table[line] for line, seen in reader.seen.items() if line in at_table}
    if unit == "minutes":
        assert all(60 * delay <= seconds <= 60 * delay + SOON for seconds in late.values()), late
    with capsys.disabled():
        seconds = {line: round(one, 1) for line, one in late.items()}
        print(f"\n{delay} {unit}: up to {max(behind)} lines behind; seconds after each line: {seconds}")

    expect(reader.page.get_by_role("heading", name="Il conteggio")).to_be_visible()
    assert reader.page.evaluate("window.isStillThere")
    reader.page.get_by_role("link", name="Rivedi la partita").click()
    expect(reader.page.locator("#fine")).to_contain_text("vinto")
    final.refresh_from_db()
    assert (final.state, record_cache.rebuild(current(row)).state) == ("signed", end)


def end_of_last_turn(row) -> int:
    """The last line of the turn before the one in play."""
    row = current(row)
    ends = sorted(row.snapshots.values_list("seq", flat=True))
    ends = [seq for seq in ends if seq != row.seq]
    return ends[-1] if ends else 0
