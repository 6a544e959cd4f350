"""What was refused of a form stands beside the key that was pressed, whatever of the form is scrolled, and the field that it names has the
focus and is in sight. Of a turn or a board the refusal is whole: its reasons and its keys, until the judge has read it.
"""

import pytest
from playwright.sync_api import Page, expect

from games.kernel.acts import Note
from referee.actions import records
from referee.judge_page.act_forms import acts as act_forms
from tests.browser.pictures import screenshot
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table  # noqa: F401
from tests.browser.test_turn_level import MIDDLE
from tests.browser.test_whole_games import LYING, UPRIGHT, open_table_of
from tests.games.seeded_games import SLUGS, game
from tests.referee.conftest import Recorder
from tests.referee.test_judge_page import address

BOARDS = ("shown", "plancia", "turno")
LEVELS = {"turno": "turn", "plancia": "move", "fine": "result"}
REFUSABLE = [(slug, tag) for slug in SLUGS if slug != "porcello" for tag in LEVELS]
"""Every game with a form of its board or turn: each has a result that cannot stand."""
MOST_OF_A_PANE = 310  # px of a form upright, while nothing stands over it
LEAST_OF_A_PANE = {LYING[0]: 130, UPRIGHT[0]: 170}
OUT_OF_SIGHT = """() => {
    const box = (one) => one.getBoundingClientRect();
    const refused = document.querySelector("#refusal, [data-notice]");
    const [column, bar, strip] = [".j-ask", ".j-bar", ".j-strip"].map((one) => box(document.querySelector(one)));
    const inColumn = ({ top, bottom }) => top >= Math.max(column.top, strip.bottom) - 1 && bottom <= Math.min(column.bottom, bar.top) + 1;
    const key = document.querySelector(".j-foot button");
    const found = [];
    if (!inColumn(box(refused))) found.push(`refusal ${JSON.stringify(box(refused))} of ${JSON.stringify(column)}`);
    if (!inColumn(box(key))) found.push("key");
    if (box(refused).bottom > box(key).top + 1) found.push("refusal below the key");
    if (box(key).top - box(refused).bottom > 24) found.push("refusal away from the key");
    const field = document.querySelector("[aria-invalid=true]");
    const section = box(document.querySelector(".j-question"));
    const seen = field && box(field.closest("label, .j-touch, tr, .j-cell") ?? field);
    if (field && (seen.bottom < section.top + 1 || seen.top > section.bottom - 1)) found.push(`field ${field.name}`);
    return found;
}"""
SEND = """() => {
    const form = document.querySelector("#entry-form");
    form.noValidate = true;
    for (const one of document.querySelectorAll(".j-question, .j-ask")) one.scrollTop = one.scrollHeight;
    document.querySelector("[data-judge]").dataset.before = "1";
    document.addEventListener("judge:swapped", () => { delete document.querySelector("[data-judge]").dataset.before; }, { once: true });
    const key = document.querySelector(".j-foot button");
    key.click();
    if ("armed" in key.dataset) key.click(); // a weighty act wants a second tap
}"""


TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def send(page: Page) -> bool:
    """Whether the form as it stands was refused."""
    page.evaluate(SEND)
    page.wait_for_selector("[data-judge]:not([data-before])", state="attached")
    page.evaluate(TWO_FRAMES)
    return page.locator("#refusal, [data-notice]").count() > 0


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_refused_of_a_form_stands_beside_its_key(at_the_table, table, judge, slug, complaints):  # noqa: F811
    """Every act of the game, sent from its form as it opens, in the middle of a game."""
    complaints.allow("422")
    complaints.allow("400")
    row = open_table_of(slug, max(game(slug).seats), table, judge)
    recorder = Recorder(row, judge, seed=3)
    recorder.record_until(lambda record: record.state.giro > 1)
    page, refused = at_the_table(*LYING), 0
    tags = [tag for tag, _words in act_forms.act_names(recorder.ahead.game) if tag != Note.__struct_config__.tag]
    wrong = {}
    for tag in (*BOARDS, *tags):
        page.set_viewport_size({"width": LYING[0], "height": LYING[1]})
        page.goto(f"{address(table)}?atto={tag}")
        page.wait_for_load_state()
        if not page.locator("#entry-form").count() or not send(page) or not page.locator("#entry-form").count():
            continue
        refused += 1
        for width, height in (LYING, UPRIGHT):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(TWO_FRAMES)
            if found := page.evaluate(OUT_OF_SIGHT):
                wrong[tag, width] = found
    assert wrong == {}
    assert refused > len(tags) // 3


# Every place is the first player's, with more pieces than the box has, or more hidden ones than stand there; whom it leaves with nothing is
# refused too. Where there are no places every player holds more than there is.
OVERFILL = """() => {
    const much = (name) => (/barricade|level/.test(name) ? 3 : /hidden/.test(name) ? 99 : 98);
    const form = document.querySelector("#entry-form");
    for (const row of form.querySelectorAll("[data-touch]")) {
        row.hidden = row.disabled = false;
        for (const one of row.querySelectorAll("input[type=number]")) one.value = much(one.name);
        for (const one of row.querySelectorAll("input[type=radio]")) one.checked ||= one.value === "0";
    }
    if (!form.querySelector("[data-touch]")) for (const one of form.querySelectorAll("input[type=number][name*='.']")) one.value = 99;
    for (const [name, value] of [["turn", "0"], ["giro", "5"], ["smazzata", "1"]]) {
        if (form.elements[name]) form.elements[name].value = value;
    }
}"""
# Cut by a box that scrolls, by the edges of the frame, or covered: nothing of it needs a scroll. Of a sum the first part is in sight, of
# several causes the first one.
CUT = """() => {
    const cutBy = (one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        for (let box = one.parentElement; box; box = box.parentElement) {
            const { overflowY } = getComputedStyle(box);
            if (overflowY === "visible") continue;
            const edge = box.getBoundingClientRect();
            if (top < edge.top - 1 || bottom > edge.bottom + 1) return box.className || box.tagName;
        }
        if (top < 0 || bottom > innerHeight) return "the screen";
        const under = document.elementFromPoint((left + right) / 2, bottom - 4);
        return one.contains(under) || under.contains(one) ? "" : under.className;
    };
    const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    const causes = JSON.parse(document.querySelector("#refusal").dataset.causes ?? "[]");
    const isOne = causes.length < 2 && !causes[0]?.keys.length;
    const wanted = [...seen("#refusal :is(.j-refused, .j-broken > p, .j-refusal-keys :is(button, a))"),
        ...seen("[aria-invalid=true]").slice(0, isOne ? Infinity : 1)];
    const found = wanted.filter(cutBy)
        .map((one) => `${one.name ?? ""} ${one.textContent.trim().slice(0, 40)}: ${cutBy(one)}`);
    if (document.querySelector("[data-brush]")?.checkVisibility()) found.push("the brush is not folded");
    return found;
}"""
PANE = "() => document.querySelector('.j-question').clientHeight"
VALUES = "() => [...new FormData(document.querySelector('#entry-form'))].filter(([name]) => name.includes('.')).join()"


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "tag"), REFUSABLE)
def test_a_refusal_of_a_turn_or_board_is_whole_until_it_is_read(at_the_table, table, judge, slug, tag, complaints):  # noqa: F811
    complaints.allow("422")
    row = open_table_of(slug, max(game(slug).seats), table, judge)
    recorder = Recorder(row, judge, seed=3)
    if tag == "turno":
        recorder.record_more(MIDDLE[slug])
        recorder.record_until(lambda record: record.game.turn_sheet(record.rules, record.state))
    elif tag == "plancia":  # of cards there is a board only once they are dealt
        recorder.record_until(lambda record: record.game.board_sheet(record.rules, record.state))
    records.set_level(row, level=LEVELS[tag], by=judge)
    page = at_the_table(*LYING)
    page.goto(f"{address(table)}?atto={tag}")
    page.wait_for_load_state()
    page.evaluate("window.sdadata.guard.ms = 0")
    has_brush = page.locator("[data-brush]").count() > 0
    page.evaluate(OVERFILL)
    entered = page.evaluate(VALUES)
    assert send(page)
    assert page.locator("#refusal .j-broken > p").count()
    for width, height in (LYING, UPRIGHT):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        assert page.evaluate(CUT) == []
        assert page.evaluate(PANE) >= LEAST_OF_A_PANE[width]
        screenshot(page, f"refused-{slug}-{tag}-{width}")
    page.locator("#refusal [data-read]").click()
    assert not page.locator("#refusal").count()
    assert page.evaluate(VALUES) == entered
    page.evaluate(TWO_FRAMES)
    assert page.evaluate(PANE) >= MOST_OF_A_PANE
    assert page.locator("[data-brush]").is_visible() is has_brush


TWO_SUMS = {"hands.0": 60, "treasures.1": 60}
"""The refusal names the treasures first, the page has the hand first."""
FILL = """(values) => {
    for (const [name, value] of Object.entries(values)) document.querySelector(`#entry-form [name="${name}"]`).value = value;
}"""
WRONG = """() => [...document.querySelectorAll("#entry-form [aria-invalid=true]")]
    .filter((one) => one.checkVisibility()).map((one) => one.name)"""
ABOVE = """() => [...document.querySelectorAll("#entry-form .j-cause")].map((one) => {
    const field = one.nextElementSibling.querySelector("[aria-invalid=true]") ?? one.nextElementSibling;
    return [field.name, one.textContent];
})"""


@pytest.mark.parametrize(("width", "height"), [LYING, UPRIGHT])
@pytest.mark.parametrize("tag", ["plancia", "turno"])
def test_of_two_wrong_sums_each_has_its_words_and_the_first_on_the_page_is_gone_to(
    at_the_table,  # noqa: F811
    table,
    judge,
    tag,
    width,
    height,
    complaints,
):
    complaints.allow("422")
    row = open_table_of("fatal", 4, table, judge)
    recorder = Recorder(row, judge, seed=3)
    recorder.record_until(lambda record: record.state.giro > 1 and record.game.turn_sheet(record.rules, record.state))
    page = at_the_table(width, height)
    page.goto(f"{address(table)}?atto={tag}")
    page.wait_for_load_state()
    page.evaluate("window.sdadata.guard.ms = 0")
    page.evaluate(FILL, TWO_SUMS)
    assert send(page)
    assert page.evaluate(WRONG) == ["hands.0", "treasures.1"]
    assert page.evaluate(ABOVE) == [
        ["hands.0", "Non ci sono tante carte."],
        ["treasures.1", "Non ci sono tanti tesori."],
    ]
    assert page.evaluate("document.activeElement.name") == "hands.0"
    expect(page.locator(".j-cause").first).to_be_in_viewport(ratio=1)


@pytest.mark.slow
@pytest.mark.parametrize("tag", ["plancia", "fine"])
@pytest.mark.parametrize(("width", "height"), [LYING, UPRIGHT])
def test_a_sheet_that_is_missing_is_the_field_that_is_gone_to(
    at_the_table,  # noqa: F811
    table,
    judge,
    tag,
    width,
    height,
    complaints,
):
    """Wherever it is folded; a sheet of one player that is chosen is none of the cause."""
    complaints.allow("422")
    row = open_table_of("fabrisiko", 4, table, judge)
    records.set_level(row, level=LEVELS[tag], by=judge)
    page = at_the_table(width, height)
    page.goto(f"{address(table)}?atto={tag}")
    page.wait_for_load_state()
    page.evaluate("window.sdadata.guard.ms = 0")
    page.locator("[name=turn]").select_option("0")
    if tag == "fine":
        page.locator("[name=giro]").fill("5")
    assert send(page)
    wrong = page.locator("[aria-invalid=true]")
    expect(wrong).to_have_count(1)
    expect(wrong).to_have_attribute("name", "factions.0")
    expect(wrong).to_be_in_viewport(ratio=1)
    assert page.evaluate(CUT) == []
