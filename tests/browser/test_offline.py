"""The judge's table without a network: entries stay on the device, in order, and reach the record exactly once."""

import json
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from games.kernel.game import encode
from referee.models import Entry, Quarantined
from tests.browser.pictures import screenshot_both_ways
from tests.browser.tablets import (  # noqa: F401
    ENGINE,
    hall,
    play,
    player,
    tablet,
    wait_for_engine,
    wait_until,
    with_engine,
)
from tests.browser.test_map_for_fingers import UNLIKE, choose_the_map
from tests.referee.test_judge_page import address
from tournament.actions import passes
from tournament.models import TableStatus

SENT = "[data-sent]"
QUEUED = "window.sdadata.queue.entries.length"
# The page, its files and the record are on the device: it can open alone.
IS_STORED = """(async () => {
    const urls = (await (await caches.open("sdadata-3")).keys()).map((request) => request.url);
    const rows = await window.sdadata.store.all("snapshots");
    const engine = window.sdadata.engine.state === "off" || urls.some((url) => url.endsWith("/msgspec.whl"));
    return engine && rows.length > 0 && urls.some((url) => url.endsWith("/arbitro/")) && navigator.serviceWorker.controller !== null;
})()"""
MANUALS_ARE_STORED = """(async () => {
    const urls = (await (await caches.open("sdadata-3")).keys()).map((request) => request.url);
    return document.body.dataset.manuals.split(" ").every((path) => urls.includes(new URL(path, location.href).href));
})()"""
PLACES = "[...document.querySelectorAll('.board-svg [data-place]')].map((place) => [place.ariaLabel, place.classList.contains('is-lit')])"
# The page that one comes to is controlled as well, and its own style and scripts may be on the device again.
NOTHING_OF_A_TABLE_IS_STORED = """async () => {
    const found = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return found.flat().every((request) => /^\\/(static|motore)\\//.test(new URL(request.url).pathname));
}"""
ROWS_STORED = """new Promise((done) => {
    const request = indexedDB.open("sdadata");
    request.onsuccess = () => {
        const count = request.result.transaction("snapshots").objectStore("snapshots").count();
        count.onsuccess = () => done(count.result);
    };
})"""


def until(page: Page, is_true: Callable[[], object]) -> None:
    for _ in range(600):
        if is_true():
            return
        page.wait_for_timeout(50)
    raise AssertionError("never came true")


def entry_count() -> int:
    return Entry.objects.count()


def expect_sent(page: Page) -> None:
    expect(page.locator(SENT)).to_have_text("Inviato", timeout=60_000)


def expect_in_order(page: Page, many: int) -> None:
    """All that waited is there, once; a page that was opened again says «Inviato» also before it has read its queue."""
    limit = time.monotonic() + 60
    while entry_count() < many and time.monotonic() < limit:
        page.wait_for_timeout(200)
    expect_sent(page)
    assert list(Entry.objects.order_by("seq").values_list("seq", flat=True)) == list(range(1, many + 1))


def test_sixty_entries_of_a_cut_arrive_once_and_in_order_over_http(hall, tablet, with_engine, row, table):  # noqa: F811
    net = hall()
    page = tablet(net).open(address(table))
    assert not page.evaluate("window.isSecureContext")
    page.clock.set_fixed_time(timezone.now() + timedelta(days=1))  # a device a day ahead
    page.reload()
    wait_for_engine(page)
    net.pull_out()
    play(page, 60)
    expect(page.locator(SENT)).to_have_text("In coda (60)")
    screenshot_both_ways(page, "offline-queued")
    assert entry_count() == 0
    net.plug_in()
    expect_in_order(page, 60)


def test_over_https_the_page_opens_alone(hall, tablet, with_engine, row, table, tmp_path):  # noqa: F811
    net = hall(tmp_path)
    judges = tablet(net)
    page = judges.open(address(table))
    wait_for_engine(page)
    wait_until(page, IS_STORED)
    choose_the_map(page)
    net.pull_out()
    page.clock.set_fixed_time(timezone.now() - timedelta(hours=1))  # a device an hour behind
    play(page, 8)
    for waiting in (8, 16):
        changed_place_by_place = page.evaluate(PLACES)
        page.reload()
        wait_for_engine(page)
        expect(page.locator(".j-map")).to_be_visible()
        expect(page.locator(SENT)).to_have_text(f"In coda ({waiting})")
        wait_until(page, "document.querySelector('[data-judge]').dataset.here === '1'")
        assert page.evaluate(PLACES) == changed_place_by_place
        play(page, 8)
        assert page.evaluate(UNLIKE) == []
    judges.close()
    net.plug_in()
    page = judges.open(address(table))
    expect_in_order(page, 24)


def test_requests_and_answers_that_get_lost_double_nothing(hall, tablet, with_engine, row, table):  # noqa: F811
    net = hall()
    page = tablet(net).open(address(table))
    wait_for_engine(page)
    net.drop_requests, net.drop_answers, net.delay = 0.3, 0.3, 0.8
    entries = 0
    while entries < 12 or not net.seen["dropped requests"] + net.seen["dropped answers"]:
        assert entries < 60
        play(page, 2)
        expect_sent(page)  # what was entered meanwhile would leave in one request
        entries += 2
    expect_in_order(page, entries)


def test_lines_told_while_the_engine_was_loading_are_on_it_too(hall, tablet, with_engine, row, table):  # noqa: F811
    net = hall()
    page = tablet(net).open(address(table))
    loading: list[Route] = []
    page.route("**/sorgenti.zip", lambda route: loading.append(route))
    until(page, lambda: loading)
    play(page, 3)
    page.wait_for_timeout(6_000)  # the device has caught up with the record, the engine has not
    loading[0].continue_()
    wait_for_engine(page)
    play(page, 1)
    page.wait_for_timeout(6_000)
    net.pull_out()
    play(page, 4)
    expect(page.locator(SENT)).to_have_text("In coda (4)")
    net.plug_in()
    expect_in_order(page, 8)


def test_a_page_opened_alone_is_up_to_date(hall, tablet, with_engine, row, table, tmp_path):  # noqa: F811
    """The last lines that the server told are on the page only: the device had no time to ask for them."""
    net = hall(tmp_path)
    page = tablet(net).open(address(table))
    wait_for_engine(page)
    wait_until(page, IS_STORED)
    play(page, 3)
    expect_sent(page)
    net.pull_out()
    play(page, 5)
    expect(page.locator(SENT)).to_have_text("In coda (5)")
    page.reload()
    wait_for_engine(page)
    wait_until(page, "document.querySelector('[data-judge]').dataset.here === '1'")
    assert page.locator("[data-judge]").get_attribute("data-seq") == "8"
    play(page, 2)
    net.plug_in()
    expect_in_order(page, 10)


def test_a_call_that_waits_for_the_network_stops_no_entry(hall, tablet, with_engine, row, table):  # noqa: F811
    net = hall()
    page = tablet(net).open(address(table))
    wait_for_engine(page)
    net.pull_out()
    page.get_by_role("button", name="Chiama", exact=True).click()
    page.get_by_role("button", name="Dadi contestati").click()
    expect(page.locator(SENT)).to_have_text("In coda (1)")
    play(page, 3)
    expect(page.locator(SENT)).to_have_text("In coda (4)")
    net.plug_in()
    expect_in_order(page, 3)
    assert TableStatus.objects.get(table=table).call_reason == "Dadi contestati"
    wait_until(page, "!document.querySelector('[data-judge]').dataset.here")
    assert page.locator("[data-judge]").get_attribute("data-seq") == "3"


def test_an_engine_that_falls_says_so_and_gives_the_page_back(hall, tablet, with_engine, row, table):  # noqa: F811
    net = hall()
    page = tablet(net).open(address(table))
    wait_for_engine(page)
    net.pull_out()
    play(page, 2)
    page.evaluate("window.sdadata.engine.fetch('http://[', {}).catch(() => {})")
    wait_until(page, f"{ENGINE} === 'off'")
    page.locator(".j-question form[data-entry]").first.evaluate("form => form.requestSubmit()")
    expect(page.locator("#queue [data-notice-here]")).to_contain_text("si è fermato")
    page.get_by_label("La rete manca").fill("Anna pesca il rosso")
    page.get_by_role("button", name="Aggiungi alla coda").click()
    net.plug_in()
    expect_in_order(page, 3)
    wait_until(page, "!document.querySelector('[data-judge]').dataset.here")
    play(page, 1)


# -- without the engine


def queue_up(page: Page, *rows: dict) -> None:
    """Entries as the device would have kept them."""
    page.evaluate("async (rows) => { for (const row of rows) await window.sdadata.queue.add(row); }", list(rows))


def put_in_store(page: Page, *rows: dict) -> None:
    """Entries that this page did not take itself: its own queue does not know them until it is opened again."""
    page.evaluate(
        "async (rows) => { for (const row of rows) await window.sdadata.store.put('queue', row); }", list(rows)
    )


def entry(number: int, **more) -> dict:
    act = {"type": "note", "text": f"nota {number}"}
    common = {"key": f"chiave-{number:04}", "kind": "act", "seq": number, "lease": 1, "by": "judge", "why": ""}
    return {**common, "act": act, "words": f"nota {number}", **more}


ONE_LINE = 64  # px: a box that is folded


def test_the_entries_of_a_tablet_that_died_wait_for_the_direction(hall, tablet, row, table):  # noqa: F811
    net = hall()
    dead = tablet(net)
    page = dead.open(address(table))
    net.pull_out()
    queue_up(page, entry(0), entry(1), entry(2))
    expect(page.locator(SENT)).to_have_text("In coda (3)")
    dead.close()
    net.plug_in()
    other = tablet(net, device="un'altra tavoletta").open(address(table))
    other.get_by_role("button", name="Prendi il tavolo").click()
    expect(other.locator(".j-question[data-kind]")).to_be_visible()
    page = dead.open(address(table))
    expect(page.locator("#queue [data-quarantined]")).to_contain_text("Righe tenute per la direzione: 3")
    screenshot_both_ways(page, "offline-lost-the-table")
    late = other.get_by_text("Arrivati da un dispositivo che non scrive più")
    expect(late).to_be_visible()  # by itself, on a page that stays open
    assert other.locator('[data-fold="late"]').bounding_box()["height"] <= ONE_LINE
    screenshot_both_ways(other, "offline-quarantine")
    assert (entry_count(), Quarantined.objects.count()) == (0, 3)


def test_a_refused_entry_waits_for_the_judge_and_so_do_those_behind_it(hall, tablet, row, table):  # noqa: F811
    page = tablet(hall()).open(address(table))
    wrong = {"type": "attack", "src": "alaska", "dst": "brasile"}
    queue_up(page, entry(0), entry(1, act=wrong, by=0, words="Anna attacca"), entry(2), entry(3))
    page.evaluate("window.sdadata.send()")
    expect(page.locator(SENT)).to_have_text("Conflitto")
    expect(page.locator("#queue [data-blocked-words]")).to_have_text("Anna attacca")
    expect(page.locator("#queue [data-behind]")).to_contain_text("2")
    screenshot_both_ways(page, "offline-conflict")
    assert entry_count() == 1
    page.reload()
    page.get_by_role("button", name="Scarta questa riga").click()
    expect_in_order(page, 3)
    assert [record_line["text"] for record_line in acts()] == ["nota 0", "nota 2", "nota 3"]


def acts() -> list[dict]:
    return [json.loads(line)["act"] for line in Entry.objects.values_list("line", flat=True)]


@pytest.mark.parametrize("unreadable", [400, 500])
def test_the_entry_that_the_server_stumbles_over_is_the_one_that_is_held(hall, tablet, row, table, unreadable):  # noqa: F811
    page = tablet(hall()).open(address(table))

    def stumble(route: Route) -> None:
        if "nota 2" in route.request.post_data:
            route.fulfill(status=unreadable)
        else:
            route.continue_()

    page.route("**/coda/", stumble)
    queue_up(page, entry(0), entry(1), entry(2), entry(3))
    page.evaluate("window.sdadata.send()")
    expect(page.locator(SENT)).to_have_text("Conflitto", timeout=40_000)
    expect(page.locator("#queue [data-blocked-words]")).to_have_text("nota 2")
    page.get_by_role("button", name="Scarta questa riga").click()
    expect_in_order(page, 3)
    assert [one["text"] for one in acts()] == ["nota 0", "nota 1", "nota 3"]


def test_who_went_on_to_another_table_is_told_which_one_still_waits(hall, tablet, row, table):  # noqa: F811
    page = tablet(hall()).open(address(table))
    before = address(table).replace("/turni/1/", "/turni/7/")
    place = {"round": "7", "table": str(table.number)}
    final = address(table).replace("/turni/1/", "/turni/8/")
    user = page.evaluate("document.body.dataset.user")
    put_in_store(page, entry(0, table=before, place=place, user=user))
    put_in_store(page, entry(1, table=final, place={**place, "round": "8", "roundName": "Finale"}, user=user))
    page.reload()
    expect(page.locator("#queue [data-elsewhere]")).to_contain_text("aspettano righe di un altro tavolo")
    expect(page.get_by_role("link", name=f"Turno 7, tavolo {table.number}")).to_have_attribute("href", before)
    expect(page.get_by_role("link", name=f"Finale, tavolo {table.number}")).to_have_attribute("href", final)
    page.evaluate(
        "(async () => { for (const row of await sdadata.store.all('queue')) await sdadata.store.drop('queue', row.n); })()"
    )
    page.reload()
    expect(page.locator("#queue [data-elsewhere]")).to_be_hidden()


def test_what_finds_no_place_on_the_disk_goes_last_and_costs_no_other_row(hall, tablet, row, table):  # noqa: F811
    page = tablet(hall()).open(address(table))
    elsewhere = entry(0, table="/t/altro/turni/1/tavoli/1/arbitro/", user="altri")
    put_in_store(page, elsewhere)
    page.evaluate("void (IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); })")
    queue_up(page, entry(0))
    page.evaluate("window.sdadata.send()")
    expect_in_order(page, 1)
    assert page.evaluate("(async () => (await window.sdadata.store.all('queue')).length)()") == 1


def test_a_conflict_is_tried_again_when_the_judge_says_so(hall, tablet, row, table, recorder):  # noqa: F811
    page = tablet(hall()).open(address(table))
    recorder.record_many(1)
    mine = recorder.propose()
    act = {**json.loads(encode(mine.act))}
    queue_up(page, entry(0, act=act, by=mine.by, words="il mio atto"))
    page.evaluate("window.sdadata.send()")
    expect(page.locator(SENT)).to_have_text("Conflitto")
    expect(page.locator("[data-judge]")).to_have_attribute("data-seq", "1")
    page.get_by_role("button", name="Riprova da dove sta il tavolo").click()
    expect_sent(page)
    assert acts()[1] == act


def test_without_the_engine_the_page_says_so_and_takes_notes(hall, tablet, row, table):  # noqa: F811
    net = hall()
    page = tablet(net).open(address(table))
    expect(page.locator(".j-strip-sent")).to_contain_text("senza rete, qui le mosse non si controllano")
    net.pull_out()
    for number, die in enumerate((6, 5, 4, 3), 1):
        page.locator(f'input[name="die-{number}"][value="{die}"]').check()
    expect(page.locator(SENT)).to_have_text("In coda (1)")
    page.get_by_label("La rete manca").fill("Anna pesca il rosso")
    page.get_by_role("button", name="Aggiungi alla coda").click()
    expect(page.locator(SENT)).to_have_text("In coda (2)")
    screenshot_both_ways(page, "offline-engine-absent")
    net.plug_in()
    expect_sent(page)
    assert [act["type"] for act in acts()][1:] == ["note"]


def test_the_manuals_for_a_table_open_without_a_network(hall, tablet, row, table, tmp_path):  # noqa: F811
    net = hall(tmp_path)
    page = tablet(net).open(address(table))
    wait_until(page, IS_STORED)
    wait_until(page, MANUALS_ARE_STORED)
    net.pull_out()
    for slug in ("tablet", "emergenze"):
        page.goto(reverse("referee:manual", args=[slug]))
        pictures = page.locator("main img")
        for number in range(pictures.count()):
            pictures.nth(number).scroll_into_view_if_needed()
        assert pictures.count() == 2
        wait_until(page, "[...document.images].every((one) => one.complete && one.naturalWidth > 0)")


def test_who_leaves_takes_the_page_along(hall, tablet, row, table, tmp_path):  # noqa: F811
    net = hall(tmp_path)
    page = tablet(net).open(address(table))
    wait_until(page, IS_STORED)
    assert not page.evaluate(NOTHING_OF_A_TABLE_IS_STORED)
    page.goto("/")
    page.get_by_role("button", name="Esci").click()
    page.wait_for_url("**/accedi/**")
    wait_until(page, NOTHING_OF_A_TABLE_IS_STORED)
    assert page.evaluate(ROWS_STORED) == 0


def test_who_must_log_in_again_mid_game_loses_nothing(hall, tablet, row, table, organizer):  # noqa: F811
    """The session is gone from the server: what was just entered stays on the device, and leaves after the code."""
    net = hall()
    page = tablet(net).open(address(table))
    play(page, 2)
    Session.objects.all().delete()
    page.evaluate(
        """async () => {
            const { newKey, queue, send } = window.sdadata;
            const { seq, lease } = document.querySelector("[data-judge]").dataset;
            const act = { type: "note", text: "scritta a sessione finita" };
            const row = { kind: "act", seq: Number(seq), lease: Number(lease), by: "judge", act, why: "", words: act.text };
            await queue.add({ ...row, key: newKey() });
            send();
        }"""
    )
    expect(page.get_by_text("resta su questo dispositivo")).to_be_visible()
    assert entry_count() == 2
    membership = table.round.tournament.memberships.get(user=table.judge)
    issued = passes.issue_unchecked(membership, by=organizer, now=timezone.now())
    page.get_by_role("link", name="Ho un codice di sei cifre").click()
    page.get_by_label("Codice di sei cifre").fill(issued.code)
    page.get_by_role("button", name="Entra").click()
    expect_in_order(page, 3)
    assert not Quarantined.objects.exists()
    assert page.evaluate(QUEUED) == 0
