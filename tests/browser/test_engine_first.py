"""The engine on the tablet answers each tap, and the line goes to the server behind it: nothing is lost, whatever ends between the two."""

from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, Page, expect

from games.kernel.acts import JUDGE, TimeUp
from games.kernel.game import Move
from games.registry import games
from referee.models import Entry
from referee.records import cache as record_cache
from tests.browser.server import running_site
from tests.browser.tablets import (  # noqa: F401
    hall,
    play,
    player,
    tablet,
    wait_for_engine,
    wait_until,
    with_engine,
)
from tests.browser.test_offline import QUEUED, SENT, entry_count, expect_in_order, expect_sent, until
from tests.referee.conftest import Recorder
from tests.referee.older_copy import put_back
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address
from tests.referee.test_older_copy import gone

IS_OF_ENGINE = "document.querySelector('[data-judge]').dataset.here === '1'"


@pytest.fixture(autouse=True)
def engine_first(settings) -> None:
    settings.ENGINE_FIRST = True


def posted(page: Page) -> list[str]:
    """Addresses to which the page posts from now on, by their last part."""
    found: list[str] = []
    page.on(
        "request", lambda one: found.append(one.url.rstrip("/").rsplit("/", 1)[-1]) if one.method == "POST" else None
    )
    return found


def crash(page: Page) -> None:
    """The tab is gone at once: no script of the page runs any more."""
    with suppress(Error):
        page.goto("chrome://crash", timeout=10_000)


def test_with_a_network_too_the_engine_answers_and_the_server_acknowledges(hall, tablet, with_engine, row, table):  # noqa: F811
    page = tablet(hall()).open(address(table))
    wait_for_engine(page)
    addresses = posted(page)
    play(page, 6)
    assert page.evaluate(IS_OF_ENGINE)
    expect_in_order(page, 6)
    assert set(addresses) == {"coda"}
    assert page.evaluate("window.sdadata.engine.head") == Entry.objects.get(seq=6).record.head


def test_a_site_may_let_the_server_answer_first(hall, tablet, with_engine, row, table, settings):  # noqa: F811
    settings.ENGINE_FIRST = False
    page = tablet(hall()).open(address(table))
    wait_for_engine(page)
    addresses = posted(page)
    play(page, 3)
    assert not page.evaluate(IS_OF_ENGINE)
    expect_in_order(page, 3)
    assert "coda" not in addresses


@pytest.mark.parametrize("safe", [False, True], ids=["http", "https"])
def test_a_tab_killed_before_an_acknowledgement_loses_nothing(hall, tablet, with_engine, row, table, tmp_path, safe):  # noqa: F811
    net = hall(tmp_path if safe else None)
    judges = tablet(net)
    page = judges.open(address(table))
    wait_for_engine(page)
    play(page, 3)
    expect_sent(page)
    net.drop_requests = 1.0
    play(page, 4)
    crash(page)
    assert entry_count() == 3
    judges.close()
    net.drop_requests = 0.0
    expect_in_order(judges.open(address(table)), 7)


def test_acknowledgements_that_get_lost_double_nothing(hall, tablet, with_engine, row, table):  # noqa: F811
    net = hall()
    page = tablet(net).open(address(table))
    wait_for_engine(page)
    net.drop_answers = 1.0
    play(page, 3)
    until(page, lambda: entry_count() >= 1)
    assert page.evaluate(QUEUED) == 3
    expect(page.locator(SENT)).to_have_text("In coda (3)")
    net.drop_answers = 0.0
    expect_in_order(page, 3)
    assert page.evaluate(QUEUED) == 0


def test_a_tab_killed_behind_a_lost_acknowledgement_doubles_nothing(hall, tablet, with_engine, row, table):  # noqa: F811
    net = hall()
    judges = tablet(net)
    page = judges.open(address(table))
    wait_for_engine(page)
    net.drop_answers = 1.0
    play(page, 2)
    until(page, lambda: entry_count() >= 1)
    crash(page)
    judges.close()
    net.drop_answers = 0.0
    expect_in_order(judges.open(address(table)), 2)


@pytest.mark.parametrize("is_on_disk", [True, False], ids=["written", "not-written"])
def test_a_server_killed_before_the_acknowledgement_loses_nothing(hall, tablet, with_engine, row, table, is_on_disk):  # noqa: F811
    """Its successor has the same database and an empty memory; `not-written`: its last transaction never reached the disk."""
    net = hall()
    page = tablet(net).open(address(table))
    wait_for_engine(page)
    play(page, 2)
    expect_sent(page)
    net.drop_answers = 1.0
    play(page, 2)
    until(page, lambda: entry_count() >= 3)
    net.pull_out()
    if is_on_disk:
        record_cache.clear()
    else:
        put_back(row, to=2)
    with running_site() as successor:
        net.site = urlsplit(successor)
        net.drop_answers = 0.0
        net.plug_in()
        expect_in_order(page, 4)
        play(page, 2)
        expect_in_order(page, 6)


def test_what_the_finger_touches_looks_pressed_in_the_next_frame(hall, tablet, row, table):  # noqa: F811
    page = tablet(hall()).open(address(table))
    key = page.locator(":is([data-judge] .j-key, [data-judge] .btn):visible:enabled").first
    before = key.evaluate("(key) => getComputedStyle(key).backgroundColor")
    touch = """(key, name) => new Promise((done) => {
        key.dispatchEvent(new PointerEvent(name, { bubbles: true }));
        requestAnimationFrame(() => done([key.classList.contains("is-pressed"), getComputedStyle(key).backgroundColor]));
    })"""
    is_pressed, colour = key.evaluate(touch, "pointerdown")
    assert is_pressed
    assert colour != before
    assert not key.evaluate(touch, "pointercancel")[0]


def test_the_engine_is_fetched_while_seats_are_checked(hall, tablet, with_engine, row, table):  # noqa: F811
    gone(row)
    page = tablet(hall()).open(address(table))
    wait_until(page, "document.body.dataset.isWarm === '1'")
    fetched = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert any(url.endswith("/pyodide.asm.wasm") for url in fetched)
    page.reload()
    wait_until(page, "document.body.dataset.isWarm === '1'")
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').filter((one) => one.name.includes('/motore/')).map((one) => one.transferSize)"
    )
    assert len(sizes) >= 6
    assert set(sizes) == {0}  # from the browser's cache


@pytest.mark.parametrize("slug", list(games()))
def test_time_that_is_taken_back_is_off_the_clock_at_once(hall, tablet, with_engine, table, judge, slug):  # noqa: F811
    """The server draws the clock again only seconds later, behind what the tablet itself has entered."""
    opened = open_a_table_of(slug, table, judge)
    recorder = Recorder(opened, judge, seed=3)
    recorder.record_until(
        lambda record: recorder.is_over or any(one.value == "time_up" for one in record.choices({}).choices)
    )
    if recorder.is_over:
        pytest.skip("the judge does not call the time in this game")
    recorder.record_move(Move(JUDGE, TimeUp()))
    status = recorder.ahead.game.status(recorder.ahead.rules, recorder.ahead.state)
    page = tablet(hall()).open(address(table))
    wait_for_engine(page)
    word = page.locator(".j-strip-clock .j-word")
    expect(word).to_have_text("Finita" if status.is_over else "Ultimo giro" if status.is_last_giro else "In corso")
    page.evaluate("window.sdadata.guard.ms = 0")
    page.locator(".j-undo").click()
    expect(page.locator("[data-judge]")).to_have_attribute("data-seq", str(recorder.ahead.seq + 1))
    expect(word).to_have_text("In corso", timeout=1_000)
    expect(page.locator(".j-strip-clock")).to_have_attribute("data-tone", "success")
