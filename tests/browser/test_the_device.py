"""A tablet stays itself: without its cookies, behind the browser's back, in two tabs, and on a page that was drawn long ago."""

import re

from django.contrib.sessions.models import Session
from django.test import Client
from playwright.sync_api import Page, expect

from referee.models import Entry, Quarantined
from tests.browser.settling import at_line
from tests.browser.test_judges_page import ENTERING, a_clock_that_just_started, at_the_table, throw, wait_until  # noqa: F401
from tests.referee.test_judge_page import address

NAME_IS_STORED = """(async () => {
    const database = await new Promise((done) => {
        const request = indexedDB.open("sdadata");
        request.onsuccess = () => done(request.result);
    });
    const names = database.transaction("devices").objectStore("devices").getAll();
    await new Promise((done) => { names.onsuccess = done; });
    database.close();
    return names.result.length === 1;
})()"""
AN_HOUR = 3_600


def seconds_of(page: Page) -> int:
    """What the clock shows."""
    total = 0
    for part in page.locator(".j-clock").inner_text().lstrip("+").split(":"):
        total = total * 60 + int(part)
    return total


def test_the_tablet_is_known_without_any_cookie(at_the_table, site, judge, row, table, complaints):  # noqa: F811
    complaints.expect_of_server("ERR_FAILED")
    page = at_the_table()
    wait_until(page, NAME_IS_STORED)
    page.route(ENTERING, lambda route: route.abort())
    throw(page, 6, 5, 4, 3)
    expect(page.locator("[data-sent]")).to_have_text("In coda (1)")

    page.goto("about:blank")
    Session.objects.all().delete()
    page.context.clear_cookies()
    client = Client()
    client.force_login(judge)  # the same judge comes in, on a browser that the server has never seen
    page.context.add_cookies([{"name": "sdadata_session", "value": client.session.session_key, "url": site}])
    page.unroute(ENTERING)
    page.goto(address(table))

    at_line(page, 1)
    expect(page.locator(".j-undo")).to_have_count(1)
    assert (Entry.objects.count(), Quarantined.objects.count()) == (1, 0)


def test_back_and_forward_stay_at_the_table(at_the_table, row, table, recorder, complaints):  # noqa: F811
    complaints.allow("ERR_INTERNET_DISCONNECTED")  # of what the page was fetching
    recorder.record_until(lambda record: record.state.giro and type(record.state.awaits).__name__ == "Fight")
    page = at_the_table()
    words = page.locator("#question-words").inner_text()
    page.locator(".j-question button[name=answer]").first.click()
    expect(page.locator(".j-question .j-back")).to_be_visible()

    page.go_back()
    expect(page.locator("#question-words")).to_have_text(words)
    page.go_back()
    page.go_forward()
    assert page.url.endswith(address(table))
    at_line(page, recorder.ahead.seq)
    page.context.set_offline(True)
    page.go_back()
    expect(page.locator("#question-words")).to_have_text(words)


def test_two_tabs_of_one_tablet_agree(at_the_table, row, table):  # noqa: F811
    first = at_the_table()
    second = first.context.new_page()
    second.goto(address(table))
    throw(first, 6, 5, 4, 3)
    at_line(first, 1)
    at_line(second, 1)
    second.locator('.j-question button[name=answer][value="rosso"]').first.click()
    at_line(second, 2)
    at_line(first, 2)
    assert Entry.objects.count() == 2
    second.close()
    first.bring_to_front()


def test_the_clock_is_right_on_a_page_that_was_drawn_an_hour_ago(at_the_table, row, table, complaints):  # noqa: F811
    complaints.expect("ERR_FAILED")
    page = at_the_table()
    wait_until(page, "localStorage.getItem('sdadata-server-ahead') !== null")
    before = seconds_of(page)
    old = page.request.get(address(table)).text()

    def earlier(found: re.Match) -> str:
        return f'{found[1]}{int(found[2]) - AN_HOUR * 1000}"'

    old = re.sub(r'(data-now=")(\d+)"', earlier, old)
    old = re.sub(r'(data-remaining=")(\d+)', lambda found: f"{found[1]}{int(found[2]) + AN_HOUR}", old)
    page.route(
        f"**{address(table)}",
        lambda route: route.fulfill(status=200, content_type="text/html; charset=utf-8", body=old),
    )
    page.route(re.compile("/live/|/striscia/"), lambda route: route.abort())
    page.reload()
    assert before - AN_HOUR / 2 < seconds_of(page) <= before
