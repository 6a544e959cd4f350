"""A phone that asked is notified: Chromium, the site, its queue and a push service on the loopback are real.

A Chromium without a network cannot reach its maker's push service, so two edges of it are played here: what it gives when a page
subscribes, and the delivery of what the site sent to the real service worker of the page, over the protocol of its own tools.
"""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_accessible import AXE, faults
from tests.browser.test_alarms import COUNTED, DENIED
from tests.browser.test_judges_page import wait_until
from tests.browser.test_phone import PHONE, badge_of, olga  # noqa: F401
from tests.push_service import Phone, running_push_service
from tests.queue import work_off
from tests.tournament.conftest import NOW, a_tournament, play, ready_to_draw
from tournament.actions import rounds
from tournament.models import PushSubscription

SUBSCRIBED = """
const fake = { endpoint: ENDPOINT, keys: KEYS };
let current = null;
PushManager.prototype.subscribe = async function (options) {
    window.subscribed = options;
    const key = options.applicationServerKey.buffer;
    const unsubscribe = async () => { current = null; return true; };
    current = { ...fake, options: { applicationServerKey: key }, toJSON: () => fake, unsubscribe };
    sessionStorage.setItem("subscribed", "1");
    return current;
};
PushManager.prototype.getSubscription = async function () {
    if (current || !sessionStorage.getItem("subscribed")) return current;
    return { ...fake, options: {}, toJSON: () => fake, unsubscribe: async () => { sessionStorage.removeItem("subscribed"); return true; } };
};
"""


@pytest.fixture
def service(settings):
    settings.PUSH_MAY_GO_INSIDE = True
    with running_push_service() as found:
        yield found


@pytest.fixture
def drawn(olga):  # noqa: F811
    return rounds.draw(ready_to_draw(a_tournament(olga), 20, olga), seed="seme", by=olga)


def opened(open_page, site, tournament, *, script: str = "", permission: bool = True) -> Page:
    page = open_page(*PHONE, service_workers="allow")
    if permission:
        page.context.grant_permissions(["notifications"], origin=site)
    if script:
        page.add_init_script(script)
    page.goto(f"/g/{badge_of(tournament)}/")
    return page


def subscribing(phone: Phone, service) -> str:
    return SUBSCRIBED.replace("ENDPOINT", json.dumps(service.address())).replace("KEYS", json.dumps(phone.keys))


def deliver(page: Page, site: str, text: str) -> None:
    """To the service worker that the page registered, as Chromium does when a message of its push service arrives."""
    tools = page.context.new_cdp_session(page)
    registered = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: registered.extend(event["registrations"]))
    tools.send("ServiceWorker.enable")
    wait_until(page, "navigator.serviceWorker.controller !== null")
    for _ in range(100):
        if registered:
            break
        page.wait_for_timeout(50)
    [found] = [one for one in registered if one["scopeURL"].endswith("/io/") and not one["isDeleted"]][:1]
    registration = found["registrationId"]
    tools.send("ServiceWorker.deliverPushMessage", {"origin": site, "registrationId": registration, "data": text})


NOTIFICATIONS = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
}"""


def shown(page: Page, many: int = 1) -> list[dict]:
    for _ in range(100):
        found = page.evaluate(NOTIFICATIONS)
        if len(found) >= many:
            return found
        page.wait_for_timeout(50)
    pytest.fail(f"{many} notifications expected")


def test_one_tap_and_the_table_comes_as_a_notification(open_page, site, drawn, service, olga):  # noqa: F811
    phone = Phone()
    page = opened(open_page, site, drawn.tournament, script=subscribing(phone, service))
    page.get_by_role("button", name="Accendi gli avvisi").click()
    expect(page.get_by_text("Accesi su questo telefono.", exact=True)).to_be_visible()
    page.evaluate(AXE.read_text())
    assert faults(page) == []
    assert PushSubscription.objects.get().entrant.number == 1
    rounds.publish(drawn, by=olga)
    work_off()
    [(_path, _headers, body)] = service.received
    deliver(page, site, phone.read(body).decode())
    seat = drawn.seats.select_related("table").get(entrant__number=1)
    [message] = shown(page)
    assert message["title"] == f"Tavolo {seat.table.number}, sedia {seat.position}"
    assert message["tag"] == f"/t/{drawn.tournament.slug}/io/"
    page.get_by_role("button", name="Spegni gli avvisi").click()
    expect(page.get_by_role("button", name="Accendi gli avvisi")).to_be_visible()
    assert not PushSubscription.objects.exists()


def test_a_message_that_cannot_be_read_is_shown_all_the_same(open_page, site, drawn, service):
    page = opened(open_page, site, drawn.tournament, script=subscribing(Phone(), service))
    page.get_by_role("button", name="Accendi gli avvisi").click()
    expect(page.get_by_text("Accesi su questo telefono.", exact=True)).to_be_visible()
    deliver(page, site, "not JSON")
    assert [one["title"] for one in shown(page)] == ["Sdadata"]


def test_nothing_asks_for_a_permission_before_a_tap(open_page, site, drawn):
    asked = "window.asked = 0; Notification.requestPermission = async () => { window.asked += 1; return 'denied'; };"
    page = opened(open_page, site, drawn.tournament, script=asked, permission=False)
    button = page.get_by_role("button", name="Accendi gli avvisi")
    expect(button).to_be_visible()
    assert page.evaluate("window.asked") == 0
    button.click()
    expect(page.get_by_text("Il browser ha bloccato gli avvisi")).to_be_visible()
    assert page.evaluate("window.asked") == 1
    expect(page.get_by_role("button", name="Resta sveglio e suona")).to_be_visible()


def test_a_browser_whose_push_service_is_away_offers_to_ring(open_page, site, drawn):
    fails = "PushManager.prototype.subscribe = async () => { throw new DOMException('no service', 'AbortError'); };"
    page = opened(open_page, site, drawn.tournament, script=fails)
    page.get_by_role("button", name="Accendi gli avvisi").click()
    expect(page.get_by_text("non è riuscito ad accendere gli avvisi")).to_be_visible()
    expect(page.get_by_role("button", name="Resta sveglio e suona")).to_be_visible()


LOCK = """
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
    window.asked.locks += 1;
    return Object.assign(new EventTarget(), { release: async () => { window.asked.locks -= 1; } });
} } });
"""
# As over plain HTTP: neither notifications nor a wake lock
PLAIN = "Object.defineProperty(window, 'isSecureContext', { value: false });"
NO_LOCK = "Object.defineProperty(navigator, 'wakeLock', { value: undefined });"


@pytest.mark.parametrize("awake", [NO_LOCK, DENIED, LOCK])
def test_a_page_over_plain_http_rings_when_the_table_is_published(open_page, site, drawn, olga, awake):  # noqa: F811
    page = opened(open_page, site, drawn.tournament, script=COUNTED + PLAIN + awake, permission=False)
    expect(page.get_by_role("button", name="Accendi gli avvisi")).to_be_hidden()
    page.get_by_role("button", name="Resta sveglio e suona").click()
    expect(page.get_by_text("Acceso: lascia aperta questa pagina.")).to_be_visible()
    if awake == LOCK:
        expect(page.get_by_text("Lo schermo resta acceso.")).to_be_visible()
    else:
        expect(page.get_by_text("Se lo schermo si spegne lo stesso")).to_be_visible()
        wait_until(page, "document.querySelector('.phone-film')?.paused === false")
    wait_until(page, "window.asked.notes === 2")
    rounds.publish(drawn, by=olga)
    seat = drawn.seats.select_related("table").get(entrant__number=1)
    alarm = page.get_by_role("alert").filter(has_text=f"Tavolo {seat.table.number}, sedia {seat.position}")
    expect(alarm).to_be_visible()
    assert page.evaluate("window.asked") == {"notes": 8, "vibrations": 1, "locks": 0 if awake == NO_LOCK else 1}
    page.get_by_role("button", name="Ho visto").click()
    expect(alarm).to_be_hidden()
    page.get_by_role("button", name="Non suonare più").click()
    expect(page.get_by_role("button", name="Resta sveglio e suona")).to_be_visible()
    expect(page.locator(".phone-film")).to_have_count(0)
    if awake == LOCK:
        assert page.evaluate("window.asked.locks") == 0


def test_a_page_that_was_not_asked_stays_silent(open_page, site, drawn, olga):  # noqa: F811
    page = opened(open_page, site, drawn.tournament, script=COUNTED + PLAIN, permission=False)
    expect(page.get_by_text("Sei presente")).to_be_visible()
    rounds.publish(drawn, by=olga)
    expect(page.get_by_text("sedia", exact=False).first).to_be_visible()
    assert page.evaluate("window.asked.notes") == 0
    expect(page.get_by_role("button", name="Ho visto")).to_be_hidden()


def test_who_goes_through_reads_it_on_the_page_until_the_next_tables(open_page, site, drawn, olga):  # noqa: F811
    winner = {1: 1}
    first = drawn.seats.select_related("table").get(entrant__number=1)
    winner[first.table.number] = first.position
    play(drawn, olga, first=lambda table: winner.get(table.number, 1))
    page = opened(open_page, site, drawn.tournament)
    rounds.close(drawn, by=olga, now=NOW)
    moment = page.locator("#moment")
    expect(moment).to_have_attribute("data-kind", "through")
    expect(moment.get_by_role("heading")).to_contain_text("!")
