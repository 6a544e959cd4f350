"""Tablets at one table: by keyboard, two at once, one that died and comes back, clocks that are wrong, alarms that ring once."""

import re
import time
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from referee.models import Entry, Quarantined
from referee.views.access import DEVICE as SESSION_KEY
from tests.browser.settling import at_line
from tests.browser.test_judges_page import (  # noqa: F401
    a_clock_that_just_started,
    at_the_table,
    awaits,
    throw,
    wait_until,
)
from tests.browser.touch import open_more
from tests.referee.test_judge_page import address
from tournament import live
from tournament.models import ClockEvent

SEQ = "[data-judge]"


# -- by keyboard


def test_an_attack_is_entered_by_keyboard_alone(at_the_table, row, table, recorder):  # noqa: F811
    """Letters find a key, arrows move, Enter presses, digits are dice, Backspace takes one back, Ctrl+Z undoes."""
    recorder.record_until(lambda record: awaits("Fight")(record) and record.state.awaits.src < 0)
    page, seq = at_the_table(), recorder.ahead.seq
    move = recorder.propose()
    ask = page.locator(".j-question .j-key")
    expect(ask.first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".j-key:focus")).to_have_count(1)
    name = recorder.ahead.rules.board.names[recorder.ahead.rules.board.index[move.act.src]].it
    page.keyboard.type(name[:4].lower())
    focused = page.locator(".j-key:focus .j-label")
    while focused.inner_text() != name:
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".j-trail")).to_contain_text(name)
    page.keyboard.press("Escape")
    expect(page.locator(".j-trail")).not_to_contain_text(name)
    page.locator(f'.j-question [value="{move.act.src}"]').first.press("Enter")
    page.locator(f'.j-question [value="{move.act.dst}"]').first.press("Enter")
    at_line(page, seq + 1)
    first = page.locator('.j-question input[name="die-1"]')
    expect(first).to_have_count(1)  # the pad of several dice
    page.keyboard.press("6")
    expect(first).to_have_value("6")
    page.keyboard.press("Backspace")
    expect(first).to_have_value("")
    for _die in range(page.locator("[data-thrown]").count()):
        page.keyboard.press("5")
    at_line(page, seq + 2)
    page.keyboard.press("Control+z")
    at_line(page, seq + 3)


# -- two tablets


@pytest.fixture
def another_tablet(site, open_page, organizer, table):
    """The head of the hall's own tablet, at the same table."""

    def sit(name: str = "seconda") -> Page:
        client = Client()
        client.force_login(organizer)
        session = client.session
        session[SESSION_KEY] = name
        session.save()
        page = open_page(800, 1280)
        page.context.add_cookies([{"name": "sdadata_session", "value": session.session_key, "url": site}])
        page.goto(address(table))
        return page

    return sit


def test_two_tablets_see_one_table_and_one_of_them_writes(at_the_table, another_tablet, row):  # noqa: F811
    first, second = at_the_table(), another_tablet()
    expect(second.locator(".j-undo")).to_have_count(0)
    throw(first, 6, 5, 4, 3)
    at_line(first, 1)
    at_line(second, 1)
    second.get_by_role("button", name="Prendi il tavolo").click()
    expect(second.locator(".j-undo")).to_have_count(1)
    expect(first.locator(".j-undo")).to_have_count(0, timeout=8_000)
    second.locator('.j-question button[value="rosso"]').first.click()
    at_line(second, 2)
    at_line(first, 2)


@pytest.mark.usefixtures("server_answers")
def test_two_tablets_that_write_at_the_same_moment_tell_one_entry(at_the_table, another_tablet, row, complaints):  # noqa: F811
    """The one that has lost the table and not learned of it sends with the other: its entry is kept for review, and told to nobody."""
    complaints.expect("409")
    first, second = at_the_table(), another_tablet()
    first.evaluate("document.querySelector('[data-strip]').removeAttribute('data-live-topic')")  # no news reach it
    second.get_by_role("button", name="Prendi il tavolo").click()
    expect(second.locator(".j-undo")).to_have_count(1)
    for page, dice in ((first, (6, 5, 4)), (second, (1, 2, 3))):
        for number, die in enumerate(dice, 1):
            page.locator(f'input[name="die-{number}"][value="{die}"]').check()
    for page, die in ((first, 3), (second, 5)):  # the last die sends the throw, and no answer is waited for
        page.evaluate(f'document.querySelector(\'input[name="die-4"][value="{die}"]\').click()')
    at_line(second, 1)
    wait_for(lambda: Quarantined.objects.exists())
    assert [entry.line.count("[1,2,3,5]") for entry in Entry.objects.all()] == [1]
    assert "6-5-4-3" in Quarantined.objects.get().words
    expect(first.locator("[data-sent]")).to_have_text("Conflitto")
    expect(first.locator(".j-undo")).to_have_count(0)


def test_a_dead_tablet_comes_back_and_its_entry_is_kept(at_the_table, another_tablet, row, complaints):  # noqa: F811
    """It died with an entry on board; the table went on elsewhere; what it still had is kept, not lost and not mixed in."""
    complaints.expect("ERR_FAILED")
    complaints.expect_of_server("409")  # what came late is no entry of the table
    dead = at_the_table()
    dead.route(lambda url: any(name in url for name in ("/atto/", "/coda/")), lambda route: route.abort())
    throw(dead, 6, 5, 4, 3)
    expect(dead.locator("[data-sent]")).to_have_text("In coda (1)")
    second = another_tablet()
    second.get_by_role("button", name="Prendi il tavolo").click()
    expect(second.locator(".j-question[data-kind=dice]")).to_be_visible()
    second.wait_for_timeout(500)  # a face of the third die stands where that key was, and is deaf for a moment
    throw(second, 1, 2, 3, 5)
    at_line(second, 1)
    dead.unroute_all()
    dead.reload()
    wait_for(lambda: Quarantined.objects.exists())
    assert [entry.line.count("[1,2,3,5]") for entry in Entry.objects.all()] == [1]
    assert "6-5-4-3" in Quarantined.objects.get().words
    second.reload()
    expect(second.get_by_text("Arrivati da un dispositivo che non scrive più")).to_be_visible()
    second.get_by_text("Arrivati da un dispositivo che non scrive più").click()
    second.get_by_role("button", name="Scarta").click()
    expect(second.get_by_text("Arrivati da un dispositivo che non scrive più")).to_have_count(0)


def wait_for(is_so, patience: int = 80) -> None:
    for _ in range(patience):
        if is_so():
            return
        time.sleep(0.1)
    raise AssertionError("never came true")


# -- clocks of the devices


@pytest.mark.parametrize("wrong_by", [timedelta(hours=-1), timedelta(hours=1), timedelta(days=-1), timedelta(days=1)])
def test_a_tablet_whose_clock_is_wrong_shows_the_time_of_the_hall(at_the_table, row, table, wrong_by):  # noqa: F811
    page = at_the_table()
    page.clock.install(time=timezone.now() + wrong_by)
    page.goto(address(table))
    page.clock.run_for(2_000)
    # Until the live stream's first message a page takes the difference that the device stored when its clock was right.
    expect(page.locator("[data-strip] [data-countdown]").first).to_have_text(re.compile(r"^1:(29:\d\d|28:\d\d|30:00)$"))
    throw(page, 6, 5, 4, 3)
    at_line(page, 1)
    assert abs(Entry.objects.get().at - timezone.now()) < timedelta(minutes=1)


# -- alarms


def test_the_warning_rings_once_and_enters_the_record(at_the_table, row, table, running):  # noqa: F811
    page = at_the_table()
    expect(page.locator(".j-alarm")).to_have_count(0)
    warned = running.minutes - running.tournament.rules.pre_alarm + 1
    ClockEvent.objects.update(at=F("at") - timedelta(minutes=warned))
    live.bump(running.tournament.topic)
    expect(page.locator(".j-alarm")).to_contain_text("Preallarme", timeout=8_000)
    wait_for(lambda: Entry.objects.filter(client_key__startswith="pre-alarm").count() == 1)
    page.locator(".j-alarm").click()
    page.reload()
    page.wait_for_timeout(1_500)
    expect(page.locator(".j-alarm")).to_have_count(0)
    assert Entry.objects.count() == 1
    throw(page, 6, 5, 4, 3)  # the question that stood there is still the right one
    at_line(page, 2)


# -- handover by digits


def test_six_digits_bring_the_table_over(at_the_table, another_tablet, row, table):  # noqa: F811
    first, second = at_the_table(), another_tablet()
    open_more(first)
    first.get_by_role("link", name="Passa il tavolo a un altro dispositivo").click()
    first.get_by_role("button", name="Mostra le sei cifre").click()
    digits = first.locator("[data-code]").inner_text()
    expect(first.locator("img.j-qr")).to_be_visible()
    second.goto(reverse("referee:redeem", args=[table.round.tournament.slug]))
    second.get_by_label("Le sei cifre").fill(digits)
    second.get_by_role("button", name="Il tavolo passa").click()
    expect(second.locator(".j-undo")).to_have_count(1)
    first.goto(address(table))
    expect(first.locator(".j-undo")).to_have_count(0)


# -- the board as the table shows it


def test_the_whole_board_is_gone_through_group_by_group(at_the_table, row, table, recorder):  # noqa: F811
    recorder.record_until(awaits("Fight"))
    page, seq = at_the_table(), recorder.ahead.seq
    page.goto(address(table) + "?atto=shown")
    expect(page.locator("[data-guide-line]")).to_have_text("Gruppi controllati: 0 su 6. Luoghi cambiati: 0.")
    page.locator('input[name="count-alaska"]').fill("9")
    page.get_by_role("button", name="Torna", exact=True).first.click()
    expect(page.locator("[data-guide-line]")).to_have_text("Gruppi controllati: 1 su 6. Luoghi cambiati: 1.")
    expect(page.locator('input[name="count-alaska"]')).to_be_hidden()
    page.get_by_label("Motivo", exact=True).first.fill("contate di nuovo")
    page.get_by_role("button", name="Registra", exact=True).click()
    at_line(page, seq + 1)
    assert '"armies":{"alaska":9}' in Entry.objects.last().line
