"""The judge's page in a browser: large targets, few taps, and entries that a bad network neither loses nor doubles."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from referee.models import Entry
from referee.views.access import DEVICE as SESSION_KEY
from tests.browser.conftest import has_engine
from tests.browser.settling import at_line
from tests.browser.tablets import wait_for_engine, with_engine  # noqa: F401
from tests.referee.conftest import DEVICE
from tests.referee.test_judge_page import address
from tournament.models import ClockEvent

ENTERING = re.compile("/(atto|coda)/$")
"""Where an entry is posted: by a page whose server answers, by a device whose engine did."""
FETCHED_THE_STRIP = """performance.getEntriesByType("resource").some((one) => one.name.endsWith("/striscia/"))"""


@pytest.fixture(autouse=True)
def a_clock_that_just_started(transactional_db, running):
    ClockEvent.objects.filter(round=running, kind="start").update(at=timezone.now())


@pytest.fixture
def at_the_table(request, site, open_page, client, judge, table):
    """The judge's own tablet, logged in and holding the table."""
    client.force_login(judge)
    session = client.session
    session[SESSION_KEY] = DEVICE
    session.save()

    def sit(width: int = 800, height: int = 1280, **options: object) -> Page:
        page = open_page(width, height, **options)
        page.context.add_cookies([{"name": "sdadata_session", "value": session.session_key, "url": site}])
        page.goto(address(table))
        if has_engine(request):
            wait_for_engine(page)
        return page

    return sit


def awaits(*names: str):
    return lambda record: record.state.giro and type(record.state.awaits).__name__ in names


def throw(page: Page, *dice: int) -> None:
    """A face for each die, on the pad that serves all of them or in the row of each; the last one may send the throw at once."""
    question = page.locator(".j-question[data-kind=dice] > form")
    expect(question).to_be_visible()
    has_pad = question.get_attribute("data-throw") is not None
    for number, die in enumerate(dice, 1):
        if has_pad:
            question.locator(f'[data-faces="{die}"]').click()
        else:
            question.locator(f'input[name="die-{number}"][value="{die}"]').click()


def test_an_attack_is_repeated_by_its_dice_alone(at_the_table, recorder, table):
    recorder.record_until(awaits("DefenceThrow"))
    page = at_the_table()
    state = recorder.ahead.state
    throw(page, *[6] * min(state.armies[state.awaits.dst], 3))  # the defence holds, the same attack may go on
    at_line(page, recorder.ahead.seq + 1)
    expect(page.locator(".j-question[data-kind=dice] h2")).to_contain_text("Dadi dell'attacco")


def wait_until(page, expression: str) -> None:
    """Ask again from outside: Playwright's own polling compiles a string in the page, which the strict policy forbids."""
    for _ in range(100):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never came true: {expression}")


def test_an_entry_that_finds_no_network_waits_and_leaves_once(at_the_table, row, complaints):
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    page = at_the_table()
    wait_until(page, FETCHED_THE_STRIP)  # the last thing that an opening page does
    page.context.set_offline(True)
    throw(page, 6, 5, 4, 3)
    expect(page.locator("[data-sent]")).to_have_text("In coda (1)")
    assert not Entry.objects.exists()
    page.context.set_offline(False)
    expect(page.locator("[data-sent]")).to_have_text("Inviato", timeout=8_000)
    at_line(page, 1)
    assert Entry.objects.count() == 1


TOP = "Math.round(document.querySelector('.j-question').getBoundingClientRect().top)"


def test_nothing_moves_under_the_finger_while_a_line_is_on_its_way(at_the_table, with_engine, recorder, table):  # noqa: F811
    """The next question stands where it stays, whatever the network takes; what waits is counted at the head and listed in the drawer."""
    recorder.record_until(awaits("DefenceThrow"))
    page, seq = at_the_table(1280, 800), recorder.ahead.seq
    held: list[Route] = []
    page.route(ENTERING, lambda route: held.append(route))
    state = recorder.ahead.state
    throw(page, *[6] * min(state.armies[state.awaits.dst], 3))
    expect(page.locator("#queue-lines summary")).to_have_text("Righe in coda: 1")
    expect(page.locator("[data-judge]")).to_have_attribute("data-seq", str(seq + 1))
    expect(page.locator("#queue")).to_be_hidden()
    during = page.evaluate(TOP)
    page.get_by_role("button", name="Altro", exact=True).click()
    expect(page.locator("#queue-lines")).to_be_visible()
    page.keyboard.press("Escape")
    for route in held:
        route.continue_()
    expect(page.locator("[data-sent]")).to_have_text("Inviato")
    assert page.evaluate(TOP) == during


def test_an_entry_whose_answer_is_lost_counts_once(at_the_table, row, complaints):
    complaints.expect("ERR_FAILED")
    page = at_the_table()
    lost = []

    def lose_the_first_answer(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    page.route(ENTERING, lose_the_first_answer)
    throw(page, 6, 5, 4, 3)
    at_line(page, 1)
    expect(page.locator("[data-sent]")).to_have_text("Inviato", timeout=8_000)
    assert (lost, Entry.objects.count()) == ([200], 1)


def test_an_answer_that_is_not_the_tables_settles_no_entry(at_the_table, row, complaints):
    """A hall's network that wants a log-in of its own answers in the server's place, with 200."""
    complaints.expect("ERR_FAILED")
    page = at_the_table()
    page.clock.install()
    answers = []

    def no_network(route: Route) -> None:
        route.abort()

    page.route(ENTERING, no_network)
    with page.expect_event("requestfailed", lambda request: ENTERING.search(request.url)):
        throw(page, 6, 5, 4, 3)
    expect(page.locator("[data-sent]")).to_have_text("In coda (1)")

    def portal(route: Route) -> None:
        answers.append(route.request.url)
        route.fulfill(status=200, content_type="text/html", body="<h1>Benvenuti al Bar Sport</h1>")

    page.route(ENTERING, portal, times=1)
    page.unroute(ENTERING, no_network)
    page.clock.run_for(3_500)
    at_line(page, 1)
    assert (len(answers), Entry.objects.count()) == (1, 1)


def test_a_queued_entry_survives_a_reload(at_the_table, row, complaints):
    complaints.expect_of_server("ERR_FAILED")
    page = at_the_table()
    page.route(ENTERING, lambda route: route.abort())
    throw(page, 6, 5, 4, 3)
    expect(page.locator("[data-sent]")).to_have_text("In coda (1)")
    page.unroute(ENTERING)
    page.reload()
    at_line(page, 1)
    assert Entry.objects.count() == 1


@pytest.mark.usefixtures("server_answers")
def test_an_old_page_says_conflict_and_shows_the_table_as_it_is(at_the_table, row, recorder, complaints):
    complaints.expect("409")
    page = at_the_table()
    page.route(re.compile(r"/arbitro/(striscia/)?(\?.*)?$"), lambda route: route.fulfill(status=204))
    recorder.record_many(3)
    throw(page, 6, 5, 4, 3)
    expect(page.locator("[data-sent]")).to_have_text("Conflitto")
    expect(page.locator("[data-notice]")).to_contain_text("riga 3")
    expect(page.locator("[data-judge]")).to_have_attribute("data-seq", "3")


def test_a_page_that_may_not_write_follows_by_itself(open_page, site, row, table, recorder, organizer):
    page = open_page()
    page.goto("/accedi/")
    page.get_by_label("Nome utente").fill("olga")
    page.get_by_label("Password").fill("una parola lunga")
    page.get_by_role("button", name="Entra").click()
    page.wait_for_url(lambda url: "accedi" not in url)
    page.goto(address(table))
    expect(page.locator("body")).to_have_attribute("data-live-state", "open")
    recorder.record_many(2)
    expect(page.locator("[data-judge]")).to_have_attribute("data-seq", "2")
    expect(page.locator(".j-undo")).to_have_count(0)


def test_the_page_works_without_its_script(open_page, site, client, judge, row, table):
    client.force_login(judge)
    session = client.session
    session[SESSION_KEY] = DEVICE
    session.save()
    page = open_page(java_script_enabled=False)
    page.context.add_cookies([{"name": "sdadata_session", "value": session.session_key, "url": site}])
    page.goto(address(table))
    throw(page, 6, 5, 4, 3)
    page.get_by_role("button", name="Registra i dadi").click()
    expect(page.locator("[data-judge]")).to_have_attribute("data-seq", "1")
    page.locator('button[name=answer][value="rosso"]').click()
    expect(page.locator("[data-judge]")).to_have_attribute("data-seq", "2")


@pytest.mark.usefixtures("server_answers")
def test_an_entry_that_the_server_stumbles_over_is_given_up(at_the_table, row, complaints):
    complaints.expect("500")
    page = at_the_table()
    page.clock.install()
    page.route(ENTERING, lambda route: route.fulfill(status=500))
    throw(page, 6, 5, 4, 3)
    expect(page.locator("[data-sent]")).to_have_text("In coda (1)")
    for _ in range(3):
        page.clock.run_for(3_500)
        page.wait_for_timeout(200)
    expect(page.locator("[data-sent]")).to_have_text("Conflitto")
    expect(page.locator(".j-face input:checked")).to_have_count(4)  # what was not sent stands in the form
    page.unroute(ENTERING)
    page.wait_for_timeout(500)  # the spot of the last tap is deaf for a moment after an answer is drawn
    page.get_by_role("button", name="Registra").click()
    expect(page.locator("[data-judge]")).to_have_attribute("data-seq", "1")
