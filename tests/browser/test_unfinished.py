# ruff: noqa: F811
"""What is half entered on the judge's page is not lost: a page loaded again, dropped, left by its back key, or behind a log-in.

The test begins a form, has the page go in one of these ways, and expects the same values in the same form, at most one tap away.
"""

from random import Random

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from playwright.sync_api import Page, expect

from referee.actions import leases
from referee.judge_page import questions
from referee.models import Entry
from tests.browser.settling import at_line
from tests.browser.test_brush import SIDES, Hand
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table  # noqa: F401
from tests.browser.touch import open_more
from tests.referee.conftest import Recorder, current
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address
from tests.tools import many
from tournament.actions import passes

BRUSHED = ["risiko", "iperisiko", "fabrisiko", "arba"]
GAMES = [*BRUSHED, "fatal"]

# What a judge sees as entered: of what may be sent, all that is not as the page came.
VALUES = """() => [...document.querySelectorAll(".j-question form[data-entry] :is(input:not([type=hidden]), select, textarea)")]
    .filter((one) => one.name && !one.matches(":disabled") && (!["radio", "checkbox"].includes(one.type) || one.checked))
    .map((one) => [one.name, one.value])"""


def values(page: Page) -> list[list[str]]:
    return sorted(page.evaluate(VALUES))


def in_play(row, judge) -> Recorder:
    """The table in its second giro."""
    recorder = Recorder(row, judge, seed=3)
    recorder.record_until(lambda record: record.state.giro > 1)
    return recorder


def one_place_changed(page: Page, table) -> None:
    """In “Il tavolo mostra”, and saved."""
    page.goto(address(table) + "?atto=plancia")
    page.locator("[data-touch-select]").select_option(index=3)
    page.locator("[data-touch]:visible [data-step='1']").first.click()
    page.wait_for_timeout(400)


def resume(page: Page) -> None:
    page.get_by_role("link", name="Riprendi", exact=True).click()


def is_resumed(page: Page, before: list[list[str]]) -> None:
    expect(page.locator("form:is([data-turn], .j-act-form, .j-correct-form)")).to_be_visible()
    page.wait_for_timeout(100)
    assert values(page) == before


def paint(page: Page, places: int = 6) -> list[list[str]]:
    """Some places for two players, in several numbers."""
    hand = Hand(page)
    expect(page.locator("[data-brush]")).to_be_visible()
    lit = [one.get_attribute("data-place") for one in page.locator(".board-svg .b-place.is-lit").all()]
    for number, key in enumerate(lit[:places]):
        hand.seat(number % 2)
        hand.number(1 + number % 3)
        hand.place(key)
    return values(page)


def reload(page: Page) -> None:
    page.reload()


def leave_and_come_back(page: Page) -> None:
    page.goto("/aiuto/")
    page.go_back()


def drop_the_tab(page: Page) -> None:
    """The browser ends the page and opens it again where it was, with nothing but its disk."""
    where = page.url
    page.goto("about:blank")
    page.goto(where)


def press_back(page: Page) -> None:
    page.go_back()
    expect(page.locator("form[data-turn]")).to_have_count(0)


WAYS = {"reload": reload, "back and forward": leave_and_come_back, "dropped": drop_the_tab, "back key": press_back}


@pytest.mark.parametrize("slug", BRUSHED)
@pytest.mark.parametrize("way", list(WAYS))
def test_a_board_that_is_half_painted_survives(at_the_table, table, judge, slug, way):
    row = open_a_table_of(slug, table, judge)
    page = at_the_table(1280, 800)
    page.locator('a[href="?atto=plancia"]').first.click()
    before = paint(page)
    picture = page.locator(".b-draft").evaluate_all(
        "all => all.map((one) => one.parentElement.dataset.place + one.textContent)"
    )
    page.set_viewport_size({"width": 800, "height": 1280})
    assert values(page) == before
    WAYS[way](page)
    resume(page)
    is_resumed(page, before)
    again = page.locator(".b-draft").evaluate_all(
        "all => all.map((one) => one.parentElement.dataset.place + one.textContent)"
    )
    assert again == picture
    expect(page.locator('[data-brush-seat="1"]')).to_have_attribute("aria-pressed", "true")
    assert Entry.objects.filter(record=row).count() == 0


def test_a_place_that_is_painted_just_before_going_back_survives(at_the_table, table, judge):
    """The form is gone before the pause is over after which what was entered is saved."""
    open_a_table_of("iperisiko", table, judge)
    page = at_the_table(1280, 800)
    page.locator('a[href="?atto=plancia"]').first.click()
    paint(page)
    page.wait_for_timeout(400)
    before = page.evaluate(
        f"""() => {{
            const number = document.querySelector("[data-touch]:not([hidden]) input[type=number]");
            number.value = "9";
            number.dispatchEvent(new Event("change", {{ bubbles: true }}));
            const entered = ({VALUES})();
            document.querySelector(".j-question .j-back").click();
            return entered;
        }}"""
    )
    expect(page.locator("form[data-turn]")).to_have_count(0)
    resume(page)
    is_resumed(page, sorted(before))


@pytest.mark.parametrize("slug", GAMES)
def test_what_the_table_shows_is_half_entered_and_survives_a_log_in(at_the_table, table, judge, organizer, slug):
    """«Il tavolo mostra», or the final board, in the middle of a game; and the session is lost."""
    row = open_a_table_of(slug, table, judge)
    in_play(row, judge)
    page = at_the_table(800, 1280)
    open_more(page)
    page.locator('a[href="?atto=plancia"], a[href="?atto=shown"]').first.click()
    form = page.locator("form:is([data-turn], .j-act-form)")
    expect(form).to_be_visible()
    if slug in BRUSHED:
        page.locator("[data-touch-select]").select_option(index=3)
        page.locator("[data-touch]:visible [data-step='1']").first.click()
    else:
        form.locator("input[type=number]:visible").first.fill("7")
    form.locator("[name=why]").fill("urtata")
    before = values(page)
    page.wait_for_timeout(400)
    Session.objects.all().delete()
    issued = passes.issue_unchecked(
        row.table.round.tournament.memberships.get(user=judge), by=organizer, now=timezone.now()
    )
    page.reload()
    page.get_by_role("link", name="Ho un codice di sei cifre").click()
    page.get_by_label("Codice di sei cifre").fill(issued.code)
    page.get_by_role("button", name="Entra").click()
    resume(page)
    is_resumed(page, before)


@pytest.mark.parametrize("slug", GAMES)
def test_the_form_of_an_act_survives(at_the_table, table, judge, slug):
    """Of some acts of each game; of every one in the long form."""
    row = open_a_table_of(slug, table, judge)
    in_play(row, judge)
    page = at_the_table(1280, 800)
    tags = [one.get_attribute("href") for one in at_acts(page).all()]
    for tag in many(Random(slug).sample(tags, 3), tags):
        page.goto(address(table) + tag)
        if fill_something(page):
            before = values(page)
            page.goto(address(table))
            resume(page)
            is_resumed(page, before)
            back = page.locator(".j-question .j-back")
            back.click()  # says what would be lost
            back.click()
            expect(page.locator("form.j-act-form, form[data-turn]")).to_have_count(0)
            expect(page.locator("#unfinished")).to_be_hidden()


def at_acts(page: Page):
    page.goto(page.url + "?atto=*")
    return page.locator('.j-keys a[href^="?atto="]')


def fill_something(page: Page) -> bool:
    """One value that is not the page's own, wherever the form has room for one."""
    form = page.locator("form:is([data-turn], .j-act-form)")
    for one in form.locator("select:visible").all():
        options = one.locator("option:not(:checked)").all()
        if options and one.get_attribute("name"):
            one.select_option(options[-1].get_attribute("value"))
            return True
    for one in form.locator("input[type=number]:visible, input.input:not([type]):visible").all():
        one.fill("3")
        return True
    return False


def test_half_entered_dice_of_an_attack_survive(at_the_table, row, table, recorder):
    recorder.record_until(lambda record: record.state.giro > 1 and type(record.state.awaits).__name__ == "Fight")
    page = at_the_table(1280, 800)
    for _step in range(4):
        if page.locator(".j-question[data-kind=dice]").count():
            break
        page.locator(".j-question button[name=answer]").first.click()
        page.wait_for_timeout(200)
    words = page.locator("#question-words").inner_text()
    page.locator(".j-question [data-faces='4']").click()
    page.wait_for_timeout(400)
    page.reload()
    if page.locator("#question-words").inner_text() != words:
        resume(page)
    expect(page.locator("#question-words")).to_have_text(words)
    expect(page.locator(".j-question [data-thrown]").first).to_have_value("4")


@pytest.mark.parametrize("slug", GAMES)
def test_an_act_of_which_some_questions_are_answered_is_offered_again(at_the_table, table, judge, slug):
    row = open_a_table_of(slug, table, judge)
    ahead = in_play(row, judge)
    ahead.record_until(lambda record: has_two_steps(record))
    page = at_the_table(1280, 800)
    page.locator(".j-question button[name=answer]").first.click()
    expect(page.locator(".j-question .j-back")).to_be_visible()
    words, trail = page.locator("#question-words").inner_text(), page.locator(".j-question .j-trail").inner_text()
    page.wait_for_timeout(400)
    page.reload()
    resume(page)
    expect(page.locator("#question-words")).to_have_text(words)
    assert page.locator(".j-question .j-trail").inner_text() == trail
    page.locator(".j-question .j-back").click()
    expect(page.locator(".j-question .j-back")).to_have_count(0)
    expect(page.locator("#unfinished")).to_be_hidden()


def has_two_steps(record) -> bool:
    """Whether the first answer of the page leads to another question."""
    ask = questions.opening(record)
    if ask.kind != "pick" or not ask.choices:
        return False
    return questions.next_ask(record, ask.answered(ask.choices[0].value)).kind not in ("ready", "act")


def test_half_entered_dice_of_an_open_question_stand_as_they_stood(at_the_table, row, table, recorder):
    recorder.record_until(
        lambda record: (
            record.state.giro
            and type(record.state.awaits).__name__ == "DefenceThrow"
            and record.state.armies[record.state.awaits.dst] > 2
        )
    )
    page = at_the_table(1280, 800)
    page.locator(".j-question [data-faces='5']").click()
    page.wait_for_timeout(400)
    page.reload()
    expect(page.locator(".j-question [data-thrown]").first).to_have_value("5")
    page.locator(".j-question [data-faces='4 4'], .j-question [data-faces='4']").last.click()
    expect(page.locator("#unfinished")).to_be_hidden()


def test_what_no_longer_fits_is_said_once_and_not_offered(at_the_table, table, judge):
    recorder = in_play(open_a_table_of("risiko", table, judge), judge)
    page = at_the_table(1280, 800)
    one_place_changed(page, table)
    page.goto("about:blank")
    recorder.record_next()
    page.goto(address(table))
    at_line(page, recorder.ahead.seq)
    said = page.locator("#unfinished")
    expect(said).to_contain_text("non vale più: Che cosa è diverso sul tavolo?")
    expect(said.get_by_role("link", name="Riprendi")).to_have_count(0)
    said.get_by_role("button", name="Ho capito").click()
    expect(said).to_be_hidden()
    page.reload()
    at_line(page, recorder.ahead.seq)
    expect(said).to_be_hidden()


def test_with_the_table_what_is_half_entered_goes_too(at_the_table, table, judge):
    row = open_a_table_of("risiko", table, judge)
    in_play(row, judge)
    page = at_the_table(1280, 800)
    one_place_changed(page, table)
    page.goto("about:blank")
    leases.acquire(current(row), by=judge, device="ein anderes")
    page.goto(address(table))
    expect(page.locator("#unfinished")).to_contain_text("un altro dispositivo")
    page.get_by_role("button", name="Prendi il tavolo").click()
    expect(page.locator(".j-undo")).to_have_count(1)
    page.reload()
    expect(page.locator(".j-undo")).to_have_count(1)
    expect(page.locator("#unfinished")).to_be_hidden()


def test_what_was_sent_is_not_offered_again(at_the_table, table, judge):
    recorder = in_play(open_a_table_of("risiko", table, judge), judge)
    page = at_the_table(1280, 800)
    one_place_changed(page, table)
    page.locator(".j-foot button[type=submit]").click()
    at_line(page, recorder.ahead.seq + 1)
    page.reload()
    at_line(page, recorder.ahead.seq + 1)
    expect(page.locator("#unfinished")).to_be_hidden()


def test_an_offer_stays_under_the_finger_while_the_page_learns_what_the_server_has(at_the_table, table, judge):
    in_play(open_a_table_of("risiko", table, judge), judge)
    page = at_the_table(1280, 800)
    one_place_changed(page, table)
    page.wait_for_timeout(400)
    page.goto(address(table))
    offer = page.get_by_role("link", name="Riprendi", exact=True)
    expect(offer).to_be_visible()
    element = offer.element_handle()
    page.evaluate("""async () => {
        document.dispatchEvent(new CustomEvent("judge:opened"));
        await new Promise((resolve) => setTimeout(resolve, 100));
    }""")
    assert element.evaluate("(one) => one.isConnected")


@pytest.mark.parametrize(("width", "height"), SIDES)
def test_a_refused_board_survives_too(at_the_table, table, judge, complaints, width, height):
    complaints.expect_of_server("422")
    open_a_table_of("arba", table, judge)
    page = at_the_table(width, height)
    page.locator('a[href="?atto=plancia"]').first.click()
    expect(page.locator("[data-brush]")).to_be_visible()
    hand = Hand(page)
    lit = [one.get_attribute("data-place") for one in page.locator(".b-place.army-none.is-lit").all()[:2]]
    hand.seat(0)
    hand.number(16)
    hand.place(lit[0])
    page.locator("form[data-turn] [name=turn]").select_option("1")
    for number, select in enumerate(page.locator("select[name^='factions.']").all()):
        select.select_option(index=number + 1)
    hand.tap(".j-foot button[type=submit]")
    expect(page.locator("#refusal")).to_be_attached()
    before = values(page)
    page.wait_for_timeout(400)
    page.reload()
    resume(page)
    is_resumed(page, before)


def test_whoever_logs_out_reads_first_that_something_is_half_entered(at_the_table, table, judge):
    row = open_a_table_of("risiko", table, judge)
    in_play(row, judge)
    page = at_the_table()
    one_place_changed(page, table)
    page.goto("/")
    leave = page.get_by_role("button", name="Esci")
    leave.click()
    expect(page.locator("#messages")).to_contain_text("c'è qualcosa a metà")
    leave.click()
    expect(page.get_by_role("link", name="Accedi")).to_be_visible()


def test_whoever_has_nothing_half_entered_logs_out_at_once(at_the_table, table, judge):
    open_a_table_of("risiko", table, judge)
    page = at_the_table()
    page.goto("/")
    page.get_by_role("button", name="Esci").click()
    expect(page.get_by_role("link", name="Accedi")).to_be_visible()


def test_a_browser_that_forbids_the_store_lets_go_at_once(at_the_table, table, judge):
    open_a_table_of("risiko", table, judge)
    page = at_the_table()
    page.add_init_script("indexedDB.open = () => { throw new DOMException('forbidden', 'SecurityError'); };")
    page.goto("/")
    page.get_by_role("button", name="Esci").click()
    expect(page.get_by_role("link", name="Accedi")).to_be_visible()
