"""A judge's slips on the page: a double tap, a key that contradicts the clock, a list half filled, and a signature without a scroll."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from games.kernel.breaches import Refused
from games.kernel.lines import read_act
from games.registry import games
from referee.judge_page import questions
from referee.models import Entry, GameRecord
from tests.browser.settling import at_line
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits, throw  # noqa: F401
from tests.browser.touch import open_more
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address

SLIP = 0.15  # seconds between the two taps of a finger that trembled
BUSY = 0.5  # seconds for which a slow tablet leaves a tap unanswered


def seq(page: Page) -> int:
    return int(page.locator("[data-judge]").get_attribute("data-seq"))


def spot(page: Page, selector: str) -> tuple[float, float]:
    target = page.locator(selector).first
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """Taps that carry the time at which they were made, however late a busy machine hands them to the page."""

    def __init__(self, page: Page) -> None:
        self.devtools = page.context.new_cdp_session(page)

    def tap(self, x: float, y: float, at: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "timestamp": at}
            self.devtools.send("Input.dispatchMouseEvent", event)


@pytest.mark.parametrize("late", [0, BUSY], ids=["at once", "a busy page"])
def test_a_second_tap_on_the_same_spot_takes_back_one_line_only(at_the_table, recorder, table, late):  # noqa: F811
    recorder.record_until(awaits("Reinforce"))
    page = at_the_table()
    before = seq(page)
    x, y = spot(page, ".j-undo")
    finger, first = Finger(page), time.time() - late

    finger.tap(x, y, first)
    page.wait_for_timeout(SLIP * 1000)
    finger.tap(x, y, first + SLIP)
    at_line(page, before + 1)
    page.wait_for_timeout(600)

    assert Entry.objects.count() == before + 1
    page.mouse.click(x, y)
    at_line(page, before + 2)


def test_a_tap_that_comes_before_a_slow_answer_could_be_read_enters_nothing(at_the_table, recorder, table):  # noqa: F811
    """The keys of the next throw stand where those of the last one stood."""
    recorder.record_until(awaits("Reinforce"))
    page = at_the_table()
    before = seq(page)
    x, y = spot(page, ".j-undo")
    page.evaluate(
        "document.addEventListener('judge:swapped', () => { document.documentElement.dataset.drawn = performance.now(); })"
    )
    page.route("**/annulla/", lambda route: (page.wait_for_timeout(BUSY * 1000), route.continue_()))

    page.mouse.click(x, y)
    page.locator("[data-drawn]").wait_for()
    drawn = page.evaluate("(performance.timeOrigin + Number(document.documentElement.dataset.drawn)) / 1000")
    finger = Finger(page)
    finger.tap(x, y, drawn + SLIP)
    page.wait_for_timeout(1000)
    assert Entry.objects.count() == before + 1
    finger.tap(x, y, drawn + SLIP + BUSY)  # the slip holds its spot as long as an answer does
    at_line(page, before + 2)


def test_a_key_that_came_under_the_finger_while_it_was_down_is_not_pressed(at_the_table, recorder, table):  # noqa: F811
    """Of two tabs the other one enters a line meanwhile."""
    recorder.record_until(awaits("Reinforce"))
    page = at_the_table()
    other = page.context.new_page()
    other.goto(address(table))
    before, finger = seq(page), Finger(page)
    page.bring_to_front()
    x, y = spot(page, ".j-undo")
    finger.devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    finger.devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    other.locator(".j-undo").dispatch_event("click")
    at_line(page, before + 1)
    other.close()
    finger.devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(600)
    assert Entry.objects.count() == before + 1
    page.mouse.click(x, y)
    at_line(page, before + 2)


TURN_ENDS = {"arba": ("end_turn", "Fine del turno"), "fatal": ("end_play", "Fine delle giocate")}


def is_end_of_two_turns(tag: str):
    """Whether the turn may end with a key that the next player's page has at once, too."""

    def is_here(record) -> bool:
        if tag not in {one.value for one in record.choices({}).choices}:
            return False
        after = record.fork()
        try:
            after.play(record.state.seat, read_act(record.game, {"type": tag}))
        except Refused:
            return False
        return after.state.seat != record.state.seat and tag in {one.value for one in after.choices({}).choices}

    return is_here


@pytest.mark.parametrize("slug", list(TURN_ENDS))
def test_no_key_of_one_player_is_pressed_for_the_next(at_the_table, table, judge, slug):  # noqa: F811
    """Under the finger another tab ends the turn: the same key then belongs to somebody else."""
    recorder = Recorder(open_a_table_of(slug, table, judge), judge, seed=3)
    tag, words = TURN_ENDS[slug]
    recorder.record_until(is_end_of_two_turns(tag))
    page = at_the_table(1280, 800)
    other = page.context.new_page()
    other.goto(address(table))
    key = f"[data-judge] :is(button, a):has-text('{words}'):visible"
    before, finger = seq(page), Finger(page)
    page.bring_to_front()
    x, y = spot(page, key)
    finger.devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    finger.devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    other.locator(key).first.dispatch_event("click")
    at_line(page, before + 1)
    other.close()
    finger.devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(600)
    assert Entry.objects.count() == before + 1


# Another key comes where one stood, with the next answer.
MOVED = """(selector) => document.addEventListener("judge:swapped", () => {
    const key = document.querySelector(selector);
    key.textContent = "un altro";
    key.removeAttribute("popovertarget");
    key.addEventListener("click", () => { document.body.dataset.pressed = "1"; });
}, { once: true })"""


@pytest.mark.parametrize(("pause", "is_heard"), [(SLIP, False), (BUSY, True)], ids=["aimed before", "read"])
def test_a_second_tap_reaches_only_a_key_that_stood_there_before(at_the_table, recorder, table, pause, is_heard):  # noqa: F811
    """Where the page brought another key, who aimed at the one before has not read it; where the same one stands it counts."""
    recorder.record_until(awaits("Reinforce"))
    page = at_the_table()
    page.evaluate("window.sdadata.guard.movedMs = 350")
    page.evaluate(MOVED, "[popovertarget=more]")
    elsewhere = spot(page, "[popovertarget=more]")
    page.evaluate(
        "document.addEventListener('judge:swapped', () => { document.documentElement.dataset.drawn = performance.now(); })"
    )
    page.mouse.click(*spot(page, ".j-undo"))
    page.locator("[data-drawn]").wait_for()
    drawn = page.evaluate("(performance.timeOrigin + Number(document.documentElement.dataset.drawn)) / 1000")
    Finger(page).tap(*elsewhere, drawn + pause)
    page.wait_for_timeout(400)
    assert page.evaluate("document.body.dataset.pressed === '1'") is is_heard


def test_the_same_key_where_it_stood_is_pressed_as_fast_as_one_likes(at_the_table, recorder, table):  # noqa: F811
    recorder.record_until(awaits("Reinforce"))
    page = at_the_table()
    page.evaluate("window.sdadata.guard.movedMs = 350")
    elsewhere = spot(page, "[popovertarget=more]")
    page.evaluate(
        "document.addEventListener('judge:swapped', () => { document.documentElement.dataset.drawn = performance.now(); })"
    )
    page.mouse.click(*spot(page, ".j-undo"))
    page.locator("[data-drawn]").wait_for()
    page.mouse.click(*elsewhere)
    expect(page.locator("#more")).to_be_visible()


def test_time_over_before_its_time_wants_a_second_tap(at_the_table, recorder, table):  # noqa: F811
    recorder.record_until(awaits("Reinforce"))
    page = at_the_table()
    before, key = seq(page), page.locator('button[value="time_up"]').first
    open_more(page)

    key.click()
    expect(key).to_contain_text("ancora tempo")
    assert seq(page) == before
    page.wait_for_timeout(400)
    key.click()

    at_line(page, before + 1)
    assert Entry.objects.get(seq=before + 1).line.count('"time_up"') == 1


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=["landscape", "portrait"])
def test_a_table_of_four_signs_with_five_taps_and_no_scroll(at_the_table, recorder, row, size):  # noqa: F811
    recorder.record_all()
    page = at_the_table(*size)
    accept = page.locator("#accepting button.btn-primary")
    page.locator(".data-table").first.scroll_into_view_if_needed()
    standing = page.locator(".j-sheet .data-table").bounding_box()
    where = page.evaluate("scrollY")

    for number in range(4):
        box = accept.bounding_box()
        assert box["y"] + box["height"] <= size[1], "the key lies below the fold"
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.locator(".j-accepted:not(.is-due)")).to_have_count(number + 1)
        assert page.evaluate("scrollY") == where
        page.wait_for_timeout(400)
    expect(accept).to_have_text("Firma e chiudi")
    accept.click()

    expect(page.locator("#accepting")).to_have_count(0)
    assert page.evaluate("scrollY") == where
    assert standing["y"] < size[1]
    assert GameRecord.objects.get(pk=row.pk).table.state == "signed"


# -- a second tap on the same spot, whatever stands there

SEEN = """() => [
    ...[...document.querySelectorAll("[data-judge] :is(input:not([type=hidden]), select)")]
        .map((one) => `${one.name}=${one.value} ${one.checked}`),
    ...[...document.querySelectorAll("[data-judge] [aria-pressed]")].map((one) => one.getAttribute("aria-pressed")),
    ...[...document.querySelectorAll("[data-judge] details")].map((one) => one.open),
    document.querySelector("[data-judge]").dataset.seq,
].join("\\n")"""
KEYS_OF_A_BOARD = [
    "[data-brush-seat]",
    "[data-brush-number]",
    "[data-brush-less]",
    "[data-brush-piece]",
    ".b-place.is-lit > .b-tile",
]


def taps(page: Page, selector: str, count: int) -> str:
    """What the page holds after so many taps on the spot, a slip apart."""
    x, y = spot(page, selector)
    page.wait_for_timeout(400)
    finger, first = Finger(page), time.time()
    for number in range(count):
        finger.tap(x, y, first + number * SLIP)
        page.wait_for_timeout(SLIP * 1000)
    page.wait_for_timeout(100)
    return page.evaluate(SEEN)


@pytest.mark.parametrize("slug", ["risiko", "fabrisiko", "arba"])
@pytest.mark.parametrize("key", KEYS_OF_A_BOARD)
def test_a_double_tap_on_a_board_is_one_tap(at_the_table, table, judge, slug, key):  # noqa: F811
    """Under the brush, too, which a second tap would make one piece more."""
    recorder = Recorder(open_a_table_of(slug, table, judge), judge, seed=3)
    recorder.record_until(lambda record: record.state.giro > 1)
    seen = []
    for count in (1, 2):
        page = at_the_table(1280, 800)
        page.goto(f"{address(table)}?atto=plancia")
        if not page.locator(key).first.is_visible():
            pytest.skip("no such key in this game")
        if "place" in key:
            page.locator("[data-brush-seat]").first.click()
            page.locator("[data-brush-number]").nth(2).click()
        seen.append(taps(page, key, count))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("slug", games())
def test_a_tap_on_the_words_of_a_box_ticks_it_and_a_double_tap_does_so_once(at_the_table, table, judge, slug):  # noqa: F811
    recorder = Recorder(open_a_table_of(slug, table, judge), judge, seed=3)
    recorder.record_until(lambda record: record.state.giro > 1)
    page = at_the_table(1280, 800)
    page.goto(f"{address(table)}?atto=shown")
    boxes = page.locator("[data-judge] label:visible > input[type=checkbox]")
    if not boxes.count():
        pytest.skip("no such box in this game")
    for number in range(boxes.count()):
        for count in (1, 2):
            was = boxes.nth(number).is_checked()
            page.evaluate(
                "(one) => one.toggleAttribute('data-tapped', true)",
                words := boxes.nth(number).locator("+ *").element_handle(),
            )
            taps(page, "[data-tapped]", count)
            page.evaluate("(one) => one.toggleAttribute('data-tapped', false)", words)
            assert boxes.nth(number).is_checked() != was


@pytest.mark.parametrize("count", [2, 5])
def test_quick_taps_on_a_key_that_asks_once_more_confirm_nothing(at_the_table, recorder, table, count):  # noqa: F811
    recorder.record_until(awaits("Reinforce"))
    page = at_the_table()
    before = seq(page)
    open_more(page)
    taps(page, 'button[value="time_up"]', count)
    expect(page.locator('button[value="time_up"]').first).to_contain_text("ancora tempo")
    assert Entry.objects.count() == before


@pytest.mark.parametrize("slug", ["fabrisiko", "arba", "iperisiko"])
def test_a_double_tap_on_a_die_of_the_first_throw_enters_one(at_the_table, table, judge, slug):  # noqa: F811
    recorder = Recorder(open_a_table_of(slug, table, judge), judge, seed=3)
    recorder.record_until(lambda record: questions.opening(record).kind == "dice")
    page = at_the_table(1280, 800)
    taps(page, ".j-question :is(.j-face, [data-faces])", 2)
    entered = "[...document.querySelectorAll('.j-question :is([data-die] input:checked, [data-thrown])')]"
    assert page.evaluate(f"{entered}.filter((one) => one.value).length") == 1


def asks_on_a_pad(record) -> bool:
    ask = questions.opening(record)
    return ask.kind == "dice" and ask.most > 1 and not ask.throwers and questions.has_one_pad(ask.most, ask.faces)


@pytest.fixture
def pad(at_the_table, table, judge):  # noqa: F811
    """The judge's page where several dice are entered on one pad."""

    def open_pad(slug: str) -> Page:
        recorder = Recorder(open_a_table_of(slug, table, judge), judge, seed=3)
        recorder.record_until(lambda record: recorder.is_over or asks_on_a_pad(record))
        if recorder.is_over:
            pytest.skip("no throw of several dice on one pad")
        page = at_the_table(1280, 800)
        page.evaluate("window.sdadata.guard.movedMs = 350")
        return page

    return open_pad


ENTERED = "[...document.querySelectorAll('.j-question [data-thrown]')].map((one) => one.value).join(' ').trim()"


def key_of(face: int) -> str:
    return f".j-question [data-faces='{face}']"


@pytest.mark.parametrize("slug", games())
def test_a_second_tap_on_a_die_of_a_pad_that_is_taken_for_a_slip_says_so(pad, slug):
    """Two dice alike in haste and a finger that trembled are the same to the page: the judge sees which one it took."""
    page = pad(slug)
    taps(page, key_of(2), 2)
    assert page.evaluate(ENTERED) == "2"
    expect(page.locator("[data-thrown]").nth(1)).to_have_class(re.compile("is-awaited"))
    expect(page.locator(".j-remark")).to_contain_text("Un solo 2")
    page.wait_for_timeout(400)
    page.mouse.click(*spot(page, key_of(2)))
    expect(page.locator(".is-awaited, .j-remark")).to_have_count(0)


@pytest.mark.parametrize("slug", games())
def test_a_throw_with_a_tap_that_was_left_out_waits_for_its_key(pad, slug):
    """Of dice alike one is missing: what fills its place may be a die of the next throw."""
    page = pad(slug)
    before, many = seq(page), page.locator(".j-question [data-thrown]").count()
    taps(page, key_of(2), 2)
    for number in range(1, many):
        page.wait_for_timeout(400)
        page.mouse.click(*spot(page, key_of(3 + number % 2)))
    page.wait_for_timeout(400)
    assert seq(page) == before
    expect(page.locator(".j-remark")).to_contain_text("controlla i dadi")
    page.locator("[data-throw-submit]").click()
    at_line(page, before + 1)


@pytest.mark.parametrize("slug", games())
def test_a_slip_on_the_last_die_says_nothing_of_the_next_throw(pad, slug):
    page = pad(slug)
    before, many = seq(page), page.locator(".j-question [data-thrown]").count()
    for number in range(many - 1):
        page.wait_for_timeout(400)
        page.mouse.click(*spot(page, key_of(3 + number % 2)))
    taps(page, key_of(5), 2)
    at_line(page, before + 1)
    assert page.evaluate(ENTERED) == ""
    expect(page.locator(".is-awaited, .j-remark")).to_have_count(0)
