# ruff: noqa: F811
"""The board's picture on the judge's page in a browser: targets of 44 px on both ways of holding a tablet, a tap is an answer."""

import pytest
from playwright.sync_api import Page, expect

from games.fatal.state import EMPTY
from games.registry import games
from referee.judge_page import board_taps, questions
from referee.models import Entry
from tests.browser.settling import all_sent, at_line
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits, wait_until  # noqa: F401
from tests.browser.test_whole_games import open_table_of
from tests.browser.touch import choose_the_map, slide
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of

TABLET = [(800, 1280), (1280, 800)]
MIDDLE = {"risiko": 330, "iperisiko": 300, "fabrisiko": 160, "arba": 150, "fatal": 90}
SMALL = """() => [...document.querySelectorAll(".board-svg .b-place > .b-tile")]
    .map((one) => [one.parentNode.dataset.place, one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5).map(([key, box]) => `${key} ${box.width}x${box.height}`)"""
CLOSE = """() => {
    const boxes = [...document.querySelectorAll(".board-svg .b-place > .b-tile")].map((one) => one.getBoundingClientRect());
    const near = (a, b) => a.left < b.right + 7.5 && b.left < a.right + 7.5 && a.top < b.bottom + 7.5 && b.top < a.bottom + 7.5;
    return boxes.filter((a, i) => boxes.some((b, j) => j > i && near(a, b))).length;
}"""
HOLD_DRAGS = """() => {
    window.drags = [];
    addEventListener("submit", (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        window.drags.push([event.target.elements.place.value, event.target.elements.onto.value]);
    }, { capture: true });
}"""
SPOTS = [
    ".board-svg .b-place:not(.b-disk) > :is(.b-tile, .b-name)",
    ".j-map .m-place > .m-hit, .j-map .m-place > .m-mark > :is(.b-tile, .b-name)",
]
GRIPS = """(spots) => {
    const { placeAt } = window.sdadata;
    const keyAt = (at) => placeAt(...at)?.dataset.place;
    const of = (state) => [...document.querySelectorAll(spots)].filter((one) => one.closest("[data-place]").matches(state)).slice(0, 3);
    const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
    const rim = ({ left, top, bottom }) => [left + 3, (top + bottom) / 2];
    const found = [...of(".is-lit"), ...of(":not(.is-lit)")].map((one) => one.getBoundingClientRect());
    const at = found.flatMap((box) => [middle(box), rim(box)]).filter(keyAt);
    const next = (start, i) => at.slice(i + 1).find((end) => keyAt(end) !== keyAt(start));
    const pairs = at.map((start, i) => [start, next(start, i)]).filter(([, end]) => end);
    return pairs.map(([start, end]) => [start, end, [keyAt(start), keyAt(end)]]);
}"""
SCROLLED = (
    """() => Math.max(scrollY, ...[...document.querySelectorAll(".j-ask, .j-ask *")].map((one) => one.scrollTop))"""
)
SPILLED = """() => [...document.querySelectorAll(".board-svg .b-place")].flatMap((place) => {
    const tile = place.querySelector(".b-tile").getBoundingClientRect();
    return [...place.querySelectorAll("text")].filter((text) => {
        const box = text.getBoundingClientRect();
        return box.left < tile.left - 1 || box.right > tile.right + 1.5 || box.bottom > tile.bottom + 2;
    }).map((text) => `${place.dataset.place}: ${text.textContent}`);
})"""


def lit(page: Page) -> set[str]:
    return {one.get_attribute("data-place") for one in page.locator(".b-place.is-lit").all()}


def offered(page: Page) -> set[str]:
    return {
        one.get_attribute("value") for one in page.locator(".j-question form[data-entry] button[name=answer]").all()
    }


@pytest.mark.parametrize("slug", list(games()))
def test_places_are_large_apart_and_hold_their_words(at_the_table, table, judge, slug):
    other_recorder = Recorder(open_a_table_of(slug, table, judge), judge, seed=3)
    other_recorder.record_more(MIDDLE.get(slug, 20))
    record = other_recorder.ahead
    drawn = record.game.scene(record.rules, record.state, frozenset()).shapes
    page = at_the_table()
    assert page.locator(".b-place").count() == len(drawn)
    for width, height in TABLET:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SMALL) == []
        assert page.evaluate(CLOSE) == 0
        assert page.evaluate(SPILLED) == []


def test_a_tap_on_a_lit_place_is_the_same_answer_as_its_button(at_the_table, row, table, recorder):
    recorder.record_until(awaits("Fight"))
    page = at_the_table(1280, 800)
    if page.locator(".j-question[data-kind=pick]").count() == 0:
        page.get_by_role("button", name="Attacca", exact=True).first.click()
    expect(page.locator(".b-place.is-lit").first).to_be_visible()
    assert lit(page) == offered(page)

    source = sorted(lit(page))[0]
    page.locator(f'.b-place[data-place="{source}"]').click()
    expect(page.locator(f'.b-place.is-chosen[data-place="{source}"]')).to_be_visible()
    assert lit(page) == offered(page)
    assert source not in lit(page)

    result = Entry.objects.count()
    target = page.locator(".b-place.is-lit").first
    target.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-judge]")).not_to_have_attribute("data-seq", str(result))
    all_sent(page)
    assert Entry.objects.count() == result + 1


def test_armies_are_laid_by_tapping_the_picture(at_the_table, row, table, recorder):
    recorder.record_until(awaits("Reinforce"))
    page = at_the_table(800, 1280)
    place = page.locator(".b-place.is-lit").first
    key = place.get_attribute("data-place")
    place.click()
    place.click()

    expect(page.locator(f'input[name="n-{key}"]')).to_have_value("2")
    expect(page.locator("[data-total]")).to_have_text("2")
    expect(page.locator(f'.b-place.is-picked[data-place="{key}"]')).to_be_visible()


def taps(page: Page, key: str) -> None:
    page.locator(f'.b-place[data-place="{key}"] > .b-tile').click(force=True)


def test_a_place_that_is_not_offered_says_what_forbids_it_and_keeps_what_was_laid(
    at_the_table, row, table, recorder, complaints
):
    complaints.expect_of_server("422")
    recorder.record_until(awaits("Reinforce"))
    page = at_the_table(1280, 800)
    result = Entry.objects.count()
    own = page.locator(".b-place.is-lit").first.get_attribute("data-place")
    taps(page, own)
    other = page.locator(".b-place:not(.is-lit)").first.get_attribute("data-place")
    taps(page, other)

    expect(page.locator("#refusal")).to_contain_text("Si colloca solo su territori propri")
    expect(page.locator(f'input[name="n-{own}"]')).to_have_value("1")
    expect(page.locator("[data-total]")).to_have_text("1")
    assert Entry.objects.count() == result
    expect(page.get_by_role("button", name="Segna da rivedere")).to_be_visible()


def test_what_forbids_an_attack_from_a_place_is_said_and_its_form_is_filled_in_on_the_picture(
    at_the_table,
    row,
    table,
    recorder,
    complaints,
):
    complaints.expect_of_server("422")
    recorder.record_until(awaits("Fight"))
    page = at_the_table(1280, 800)
    state, board = recorder.ahead.state, recorder.ahead.rules.board
    if page.locator(".j-question[data-kind=pick]").count() == 0:
        page.get_by_role("button", name="Attacca", exact=True).first.click()
    ask = recorder.ahead.choices({"type": "attack"})
    others = [place for place, owner in enumerate(state.owners) if owner != state.seat]
    src = next(place for place in others if board_taps.tap(recorder.ahead, ask, board.ids[place]).partial is None)
    dst = next(place for place in board.borders[src] if state.owners[place] != state.owners[src])
    taps(page, board.ids[src])
    expect(page.locator("#refusal")).to_contain_text("Non si attacca da un territorio altrui")
    page.get_by_role("button", name="È successo: registra").click()
    expect(page.locator("select[name=src]")).to_have_value(board.ids[src])
    taps(page, board.ids[dst])
    expect(page.locator("select[name=dst]")).to_have_value(board.ids[dst])


@pytest.mark.parametrize(("width", "height"), TABLET)
def test_a_drag_from_place_to_place_is_an_attack_or_says_why_not(
    at_the_table, row, table, recorder, complaints, width, height
):
    complaints.expect_of_server("422")
    recorder.record_until(awaits("Fight"))
    page = at_the_table(width, height, has_touch=True)
    record = recorder.ahead
    src = record.choices({"type": "attack"}).choices[0].value
    dst = record.choices({"type": "attack", "src": src}).choices[0].value
    slide(page, middle(page, src), middle(page, dst))
    at_line(page, record.seq + 1)
    assert f'"type":"attack","src":"{src}","dst":"{dst}"' in Entry.objects.order_by("-seq").first().line

    slide(page, middle(page, dst), middle(page, src))  # while the dice are awaited
    expect(page.locator("#refusal")).to_contain_text("Non si attacca da un territorio altrui")
    assert Entry.objects.count() == record.seq + 1


def test_a_drag_of_the_mouse_is_one_too(at_the_table, row, table, recorder):
    recorder.record_until(awaits("Fight"))
    page = at_the_table(1280, 800)
    record = recorder.ahead
    src = record.choices({"type": "attack"}).choices[0].value
    dst = record.choices({"type": "attack", "src": src}).choices[0].value
    page.mouse.move(*middle(page, src))
    page.mouse.down()
    page.mouse.move(*middle(page, dst), steps=3)
    page.mouse.up()
    at_line(page, record.seq + 1)


def middle(page: Page, key: str) -> tuple[float, float]:
    box = page.locator(f'.b-place[data-place="{key}"] > .b-tile').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("slug", list(games()))
def test_a_finger_drags_between_the_places_of_any_board(at_the_table, table, judge, slug):
    """Wherever it comes down on a place, offered or not: from its middle, its name and its rim, on tiles and map, both ways held."""
    recorder = Recorder(open_a_table_of(slug, table, judge), judge, seed=3)
    recorder.record_more(MIDDLE.get(slug, 20))
    page = at_the_table(has_touch=True)
    page.evaluate(HOLD_DRAGS)
    for is_map in (False, True) if recorder.ahead.game.board_map(recorder.ahead.rules) else (False,):
        if is_map:
            choose_the_map(page)
        for width, height in TABLET:
            page.set_viewport_size({"width": width, "height": height})
            for start, end, ends in page.evaluate(GRIPS, SPOTS[is_map]):
                slide(page, start, end, steps=3)
                assert page.evaluate("window.drags.pop()") == ends


@pytest.mark.parametrize(("width", "height"), [(800, 1280), (390, 844)])
def test_a_finger_scrolls_what_is_beside_the_board_and_a_phones_whole_page(
    at_the_table, row, table, recorder, width, height
):
    recorder.record_until(lambda record: type(record.state.awaits).__name__ == "DealCard")
    page = at_the_table(width, height, has_touch=True)
    page.goto(f"{page.url}?atto=shown")  # a long form
    top = page.locator(".board-svg" if width < 700 else ".j-act-form").bounding_box()
    x, y = top["x"] + top["width"] / 2, max(top["y"], 0) + 300
    assert page.evaluate(SCROLLED) == 0
    slide(page, (x, y), (x, y - 200))
    wait_until(page, f"({SCROLLED})() > 0")


def test_armies_are_counted_up_and_down_on_the_picture_and_sent_from_there(at_the_table, row, table, recorder):
    recorder.record_until(awaits("Reinforce"))
    page = at_the_table(1280, 800)
    most = int(page.locator("form[data-spread]").get_attribute("data-most"))
    one, other = [place.get_attribute("data-place") for place in page.locator(".b-place.is-lit").all()[:2]]
    bar = page.locator("[data-laying]")
    taps(page, one)
    expect(page.locator(f'.b-place[data-place="{one}"] .b-draft')).to_have_text("+1")
    expect(bar.locator("output")).to_have_text(f"1 / {most}")
    bar.get_by_role("button", name="−1").click()
    taps(page, one)
    expect(page.locator(".b-draft")).to_have_count(0)
    expect(bar.get_by_role("button", name=f"Mancano {most}")).to_be_disabled()
    bar.get_by_role("button", name="tutte qui").click()
    taps(page, other)  # the last army sends
    at_line(page, recorder.ahead.seq + 1)
    assert f'"{other}":{most}' in Entry.objects.order_by("-seq").first().line


def test_the_deal_counts_says_what_is_missing_and_keeps_what_was_chosen(at_the_table, table, judge, complaints):
    complaints.expect_of_server("422")
    dealing = Recorder(open_a_table_of("iperisiko", table, judge), judge, seed=3)
    dealing.record_until(
        lambda record: type(record.state.awaits).__name__ == "DealHand" and max(record.state.owners) >= 0
    )
    page = at_the_table(1280, 800)
    lit = [place.get_attribute("data-place") for place in page.locator(".b-place.is-lit").all()]
    for key in lit[:9]:
        taps(page, key)
    expect(page.locator(".j-question [data-submit]")).to_have_text("Manca 1")
    expect(page.locator(".j-question [data-submit]")).to_be_disabled()
    taps(page, page.locator(".b-place:not(.is-lit)").first.get_attribute("data-place"))
    expect(page.locator("#refusal")).to_be_visible()
    expect(page.locator("input[name=answer]:checked")).to_have_count(9)
    taps(page, lit[9])  # the last one sends
    at_line(page, dealing.ahead.seq + 1)
    page.locator(".j-undo").click()
    expect(page.locator("input[name=answer]:checked")).to_have_count(10)
    taps(page, lit[9])
    page.wait_for_timeout(400)  # meant, not the slip of a finger
    taps(page, lit[9])
    at_line(page, dealing.ahead.seq + 3)


def test_what_was_laid_comes_back_with_an_undo(at_the_table, row, table, recorder):
    recorder.record_until(awaits("Reinforce"))
    page = at_the_table(1280, 800)
    seq = recorder.ahead.seq
    most = int(page.locator("form[data-spread]").get_attribute("data-most"))
    one, other = [place.get_attribute("data-place") for place in page.locator(".b-place.is-lit").all()[:2]]
    bar = page.locator("[data-laying]")
    taps(page, one)
    bar.get_by_role("button", name="tutte qui").click()
    taps(page, other)
    at_line(page, seq + 1)
    page.locator(".j-undo").click()
    at_line(page, seq + 2)
    expect(bar.locator("output")).to_have_text(f"{most} / {most}")
    bar.get_by_role("button", name="−1").click()
    taps(page, one)
    bar.get_by_role("button", name="+1").click()
    taps(page, other)
    at_line(page, seq + 3)
    assert f'"{other}":{most}' in Entry.objects.order_by("-seq").first().line


def test_a_tap_on_a_place_that_one_way_reaches_is_the_attack(at_the_table, row, table, recorder):
    def ways(record) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for one in record.choices({"type": "attack"}).choices if awaits("Fight")(record) else ():
            for target in record.choices({"type": "attack", "src": one.value}).choices:
                found.setdefault(target.value, []).append(one.value)
        return {dst: sources for dst, sources in found.items() if len(sources) == 1}

    recorder.record_until(lambda record: ways(record))
    dst, (src,) = next(iter(ways(recorder.ahead).items()))
    page = at_the_table(1280, 800)
    taps(page, dst)
    at_line(page, recorder.ahead.seq + 1)
    assert f'"type":"attack","src":"{src}","dst":"{dst}"' in Entry.objects.order_by("-seq").first().line


def test_beside_the_dice_of_a_repeated_attack_two_taps_are_another_one(at_the_table, row, table, recorder, complaints):
    """The attacker's place first, which refuses nothing, then the enemy's: complaints would name a refused request."""

    def another(record) -> tuple[str, str] | None:
        is_offered = awaits("Fight")(record) and questions.opening(record).kind == "dice"
        for one in record.choices({"type": "attack"}).choices if is_offered else ():
            src = str(one.value)
            if src not in record.game.at_stake(record.rules, record.state):
                return src, str(record.choices({"type": "attack", "src": src}).choices[0].value)
        return None

    recorder.record_until(another)
    src, dst = another(recorder.ahead)
    page = at_the_table(1280, 800)
    expect(page.locator(".j-question[data-kind=dice]")).to_be_visible()
    taps(page, src)
    expect(page.locator(".j-question[data-kind=pick]")).to_be_visible()
    taps(page, dst)
    at_line(page, recorder.ahead.seq + 1)
    assert f'"type":"attack","src":"{src}","dst":"{dst}"' in Entry.objects.order_by("-seq").first().line


LEAST_LETTERS = 10
LETTERS = """() => [...document.querySelectorAll(".board-svg text")].map((one) => {
    const { a, b } = one.getScreenCTM();
    return [one.textContent, parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b)];
}).filter(([, size]) => size < %s).map(([words, size]) => `${words}: ${size.toFixed(1)}`)"""


@pytest.mark.parametrize(("width", "height"), TABLET)
def test_cards_on_a_table_of_five_have_letters_that_are_read(at_the_table, table, judge, width, height):
    row = open_table_of("fatal", 5, table, judge)
    recorder = Recorder(row, judge, seed=3)
    recorder.record_until(lambda record: sum(side.rows[0][0] != EMPTY for side in record.state.sides) > 1)
    page = at_the_table(width, height)

    assert page.evaluate(LETTERS % LEAST_LETTERS) == []
    spoken = [one.get_attribute("aria-label") for one in page.locator(".b-place[data-place$='.row0.0']").all()]
    assert sum(" · stelle " in words for words in spoken) > 1  # the print of a card, which has no room on it
