"""Sound, vibration and wake lock of the judge's tablet, counted at the browser's own interfaces; a browser that denies them is survived."""

from datetime import timedelta

import pytest
from django.db.models import F
from playwright.sync_api import Page, expect

from referee.models import Entry
from tests.browser.settling import at_line
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits, throw, wait_until  # noqa: F401
from tournament import live
from tournament.models import ClockEvent

# What the page asks of the browser, kept in the page; a reload begins anew.
COUNTED = """
window.asked = { notes: 0, vibrations: 0, locks: 0 };
window.AudioContext = class {
    state = "running"; currentTime = 0; destination = {};
    createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to }; }
    createOscillator() { window.asked.notes += 1; return { frequency: {}, connect: (to) => to, start() {}, stop() {} }; }
};
navigator.vibrate = () => { window.asked.vibrations += 1; return true; };
"""
GRANTED = """
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
    window.asked.locks += 1;
    window.lock = new EventTarget();
    return window.lock;
} } });
"""
DENIED = """
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
    window.asked.locks += 1;
    throw new DOMException("denied", "NotAllowedError");
} } });
"""
NOTES = {"warning": 2, "over": 3, "last": 3, "closing": 2}


@pytest.fixture
def counting(at_the_table):  # noqa: F811
    """The judge's tablet with the browser's interfaces counted, touched once: no browser sounds before that."""

    def sit(wake: str = GRANTED) -> Page:
        page = at_the_table()
        page.add_init_script(COUNTED + wake)
        page.reload()
        touch(page)
        return page

    return sit


def touch(page: Page) -> None:
    page.locator("[data-sent]").click()


def alert_count(page: Page, what: str) -> int:
    return page.evaluate(f"window.asked.{what}")


def has_alerted(page: Page, *, notes: int, vibrations: int) -> None:
    """An alarm is seen a moment before it sounds."""
    wait_until(page, f"window.asked.notes === {notes} && window.asked.vibrations === {vibrations}")


def alarms(page: Page) -> list[str]:
    """Those raised so far on this device, each with the name under which it is raised once."""
    return page.evaluate(
        "Object.keys(localStorage).filter((one) => one.startsWith('sdadata-alarm:')).map((one) => one.split(':').at(-1))"
    )


def expect_alarm(page: Page, kind: str, words: str) -> None:
    expect(page.locator(f'.j-alarm[data-kind="{kind}"]')).to_contain_text(words)


def expect_in_the_record(page: Page, tag: str) -> None:
    for _ in range(100):
        if Entry.objects.filter(line__contains=f'"type":"{tag}"').exists():
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never told: {tag}")


def to_minutes_before_the_end(running, minutes: int) -> None:
    ClockEvent.objects.update(at=F("at") - timedelta(minutes=running.minutes - minutes))
    live.bump(running.tournament.topic)


def test_each_alarm_sounds_and_shakes_once(counting, row, running, recorder):
    recorder.record_until(awaits("Fight"))
    page = counting()
    assert alarms(page) == []

    to_minutes_before_the_end(running, running.tournament.rules.pre_alarm - 1)
    expect_alarm(page, "warning", "Preallarme")
    has_alerted(page, notes=NOTES["warning"], vibrations=1)
    expect_in_the_record(page, "pre_alarm")  # it would be refused once time is over

    to_minutes_before_the_end(running, 0)
    wait_until(page, "document.querySelector('[data-last-giro]') !== null")
    has_alerted(page, notes=NOTES["warning"] + NOTES["over"] + NOTES["last"], vibrations=3)

    show_threshold(page, 5)
    expect_alarm(page, "closing", "chiude con 5 o meno")
    heard = sum(NOTES.values())
    has_alerted(page, notes=heard, vibrations=4)
    show_threshold(page, 6)
    expect_alarm(page, "closing", "chiude con 6 o meno")
    show_threshold(page, 5)  # the next player's turn: this one was raised already
    page.wait_for_timeout(1_200)  # the page looks once a second
    show_threshold(page, 7)
    expect_alarm(page, "closing", "chiude con 7 o meno")
    has_alerted(page, notes=heard + 2 * NOTES["closing"], vibrations=6)

    page.reload()
    touch(page)
    wait_until(page, "document.querySelector('[data-last-giro]') !== null")
    show_threshold(page, 8)  # the only one that is new
    expect_alarm(page, "closing", "chiude con 8 o meno")
    has_alerted(page, notes=NOTES["closing"], vibrations=1)
    assert len(alarms(page)) == 7


def show_threshold(page: Page, closes_with: int) -> None:
    """As the strip says it in the giri after the last one, and goes on saying when it is fetched anew."""
    page.evaluate(f"""() => {{
        const now = () => document.querySelector('[data-strip] [data-now]');
        const say = () => {{ if (now().dataset.closing !== '{closes_with}') now().dataset.closing = '{closes_with}'; }};
        clearInterval(window.saying);
        window.saying = setInterval(say, 20);
        say();
    }}""")


COVERED = """() => {
    const alarm = document.querySelector(".j-alarm").getBoundingClientRect();
    const below = ".j-question, .j-question :is(h2, button, .j-face), .j-players, .j-acts button, .j-bar button";
    return [...document.querySelectorAll(below)]
        .filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()])
        .filter(([, { top, bottom }]) => top < alarm.bottom - 1 && bottom > alarm.top).map(([one]) => one.textContent.trim());
}"""


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (390, 844)], ids=["landscape", "portrait", "phone"])
def test_an_alarm_covers_nothing_that_a_judge_touches(counting, row, running, recorder, size):
    recorder.record_until(awaits("DefenceThrow"))
    page = counting()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    to_minutes_before_the_end(running, running.tournament.rules.pre_alarm - 1)
    expect_alarm(page, "warning", "Preallarme")
    assert page.evaluate(COVERED) == []


def test_no_alarm_is_raised_at_the_count_and_one_that_is_shown_goes(counting, row, running, recorder):
    """The table plays its last giro to the end while a strip that lags behind would still announce it."""
    recorder.record_until(lambda record: record.state.last_giro and record.state.giro == record.state.last_giro)
    page = counting()
    with page.expect_navigation():
        page.evaluate("localStorage.clear(); location.reload()")
    expect(page.locator(".j-alarm")).to_have_count(1)
    assert "last" in alarms(page)
    page.evaluate("""() => {
        setInterval(() => { document.querySelector('[data-strip] [data-now]').dataset.over = ''; }, 20);
    }""")
    expect(page.locator(".j-alarm")).to_have_count(0, timeout=3_000)
    page.evaluate("localStorage.clear()")
    recorder.record_all()
    page.reload()
    touch(page)
    page.wait_for_timeout(2_500)
    assert alarms(page) == []
    expect(page.locator(".j-alarm")).to_have_count(0)


def test_a_tablet_that_is_silenced_shows_the_picture_alone(counting, row, running):
    page = counting()
    page.locator("[data-sound]").first.evaluate("(one) => one.click()")
    to_minutes_before_the_end(running, running.tournament.rules.pre_alarm - 1)
    expect_alarm(page, "warning", "Preallarme")
    assert (alert_count(page, "notes"), alert_count(page, "vibrations")) == (0, 0)


def test_the_screen_is_kept_awake_again_after_the_browser_let_go(counting, row):
    page = counting()
    wake = page.locator("[data-wake]")
    expect(wake).to_have_text(wake.get_attribute("data-on"))
    assert alert_count(page, "locks") == 1
    page.evaluate("window.lock.dispatchEvent(new Event('release'))")
    touch(page)
    wait_until(page, "window.asked.locks === 2")


def test_a_browser_that_denies_the_wake_lock_is_survived(counting, row, running):
    page = counting(DENIED)
    wake = page.locator("[data-wake]")
    expect(wake).to_have_text(wake.get_attribute("data-off"))
    assert alert_count(page, "locks") > 0
    throw(page, 6, 5, 4, 3)
    at_line(page, 1)
    assert Entry.objects.count() == 1
    to_minutes_before_the_end(running, running.tournament.rules.pre_alarm - 1)
    expect_alarm(page, "warning", "Preallarme")
    assert alert_count(page, "notes") == NOTES["warning"]
