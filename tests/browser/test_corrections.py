"""A judge's mistakes by touch: a die tapped to change it before and after it was sent, sides swapped, redo, and a line of the history."""

import msgspec
import pytest
from playwright.sync_api import Page, expect

from games.kernel import corrections
from referee.judge_page import board_view
from tests.browser.settling import all_sent, at_line
from tests.browser.test_board import middle, taps
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits, throw  # noqa: F401
from tests.browser.test_slips import seq
from tests.browser.touch import open_more
from tests.games.seeded_games import read_tag
from tests.games.test_undo import may_stand
from tests.referee.conftest import Recorder, cached_record
from tests.referee.test_corrections import after_a_throw
from tests.referee.test_every_game import open_a_table_of

SIZES = pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=["landscape", "portrait"])


def stands_at(page: Page, line: int) -> None:
    at_line(page, line)


@pytest.fixture
def tapped(at_the_table):  # noqa: F811
    """The judge's page, for a finger that means every tap."""

    def sit(*size: int) -> Page:
        page = at_the_table(*size)
        page.wait_for_load_state()  # its scripts have run
        page.evaluate("window.sdadata.guard.ms = 0")
        return page

    return sit


def in_sight(page: Page, selector: str) -> None:
    """What a judge needs for the mistake is on the screen as it opens, without a scroll."""
    box = page.locator(selector).first.bounding_box()
    bar = page.locator(".j-bar").bounding_box()
    assert page.evaluate("scrollY") == 0
    assert box["y"] + box["height"] <= bar["y"], f"{selector} lies below the fold"


def test_a_chosen_die_is_taken_back_and_changed_by_a_tap(tapped, recorder, row, table):
    recorder.record_until(
        lambda record: awaits("AttackThrow")(record) and record.state.armies[record.state.awaits.src] > 3
    )
    page, before = tapped(1280, 800), recorder.ahead.seq
    first, second = page.locator('[name="die-1"]'), page.locator('[name="die-2"]')
    page.locator('[data-faces="6 4"]').click()
    first.click()
    page.locator('[data-faces="2"]').click()
    expect(first).to_have_value("2")
    expect(second).to_have_value("4")
    second.click()
    page.locator("[data-face-back]").click()
    expect(first).to_have_value("2")
    expect(second).to_have_value("")
    assert seq(page) == before


@SIZES
def test_a_misread_die_costs_three_taps_after_it_was_sent(tapped, recorder, row, table, size):
    recorder.record_until(lambda record: record.state.giro and after_a_throw(record))
    page, before, defence = tapped(*size), recorder.ahead.seq, recorder.ahead.last_undoable.act
    in_sight(page, ".j-throw")
    right = defence.dice[0] % 6 + 1

    page.locator(".j-throw-side").nth(1).locator(".j-thrown-die").first.click()
    page.locator(f'.j-correct [data-faces="{right}"]').click()
    page.locator(".j-reasons .j-key").first.click()

    stands_at(page, before + 2)
    expect(page.locator(".j-throw-side").nth(1).locator(".j-thrown-die").first).to_have_text(str(right))
    row.refresh_from_db()
    assert cached_record(row).last_undoable.act.dice == (right, *defence.dice[1:])


def test_the_sides_of_the_last_throw_are_swapped_in_one_tap(tapped, recorder, row, table):
    recorder.record_until(lambda record: record.state.giro and after_a_throw(record))
    attack, defence = recorder.ahead.standing[-2:]
    page = tapped(1280, 800)
    page.locator("[data-swap]").click()

    stands_at(page, recorder.ahead.seq + 4)
    row.refresh_from_db()
    assert [one.act.dice for one in cached_record(row).standing[-2:]] == [defence.act.dice, attack.act.dice]


@SIZES
def test_the_attackers_dice_stand_above_the_defenders_while_they_are_asked(tapped, recorder, table, size):
    recorder.record_until(awaits("DefenceThrow"))
    page, attack = tapped(*size), recorder.ahead.last_undoable.act
    dice = page.locator(".j-question .j-throw .j-thrown-die")
    expect(dice).to_have_text([str(die) for die in attack.dice])
    in_sight(page, ".j-question .j-throw")
    keys = page.locator(".j-question > form :is(.j-die, .j-pad .j-key)")
    assert dice.first.bounding_box()["y"] < keys.first.bounding_box()["y"]
    in_sight(page, ".j-question :is([data-submit], [data-throw-submit])")


def test_dice_of_a_battle_before_do_not_stand_under_those_that_are_asked(tapped, recorder, table):
    recorder.record_until(lambda record: record.state.giro and after_a_throw(record))
    recorder.record_until(awaits("AttackThrow"))
    page = tapped(1280, 800)
    expect(page.locator(".j-question > form")).to_be_visible()
    expect(page.locator(".j-throw")).to_have_count(0)


@SIZES
def test_swapped_sides_are_named_and_the_dice_entered_so_far_stay_on_the_same_keys(tapped, recorder, row, table, size):
    recorder.record_until(
        lambda record: (
            awaits("DefenceThrow")(record)
            and min(record.state.armies[record.state.awaits.dst], len(record.last_undoable.act.dice)) == 3
        )
    )
    record = recorder.ahead
    thrown, names, fight = record.last_undoable.act.dice, record.rules.board.names, record.state.awaits
    page = tapped(*size)
    expect(page.locator(".board-svg .b-place.is-chosen")).to_have_count(2)
    page.locator('[data-faces="6"]').click()
    page.locator("[data-swap]").click()
    words = page.locator("#question-words")
    expect(words).to_contain_text(names[fight.src].it)
    expect(words).to_contain_text(names[fight.dst].it)
    expect(page.locator(".board-svg .b-place.is-chosen")).to_have_count(2)
    expect(page.locator('.j-correct [name="die-1"]')).to_have_value("6")
    in_sight(page, ".j-foot [data-throw-submit]")
    page.locator('.j-correct [data-faces="5 4"]').click()
    page.locator(".j-foot [data-throw-submit]").click()
    expect(page.locator(".j-correct")).to_have_count(0)
    row.refresh_from_db()
    attack, defence = cached_record(row).standing[-2:]
    assert (attack.act.dice, defence.act.dice) == ((6, 5, 4), thrown)


CUT_IN_THE_BAR = """() => {
    const keys = [...document.querySelectorAll(".j-bar .btn, .j-bar .btn span")].filter((one) => one.checkVisibility());
    return keys.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth
        || one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().bottom > innerHeight)
        .map((one) => one.textContent);
}"""


def test_redo_stands_beside_undo_until_something_else_is_entered(tapped, recorder, row, table):
    recorder.record_until(lambda record: record.state.giro and after_a_throw(record))
    page, before = tapped(1280, 800), recorder.ahead.seq
    expect(page.locator(".j-redo")).to_have_count(0)
    page.locator(".j-undo").click()
    stands_at(page, before + 1)
    thrown = "-".join(map(str, recorder.ahead.last_undoable.act.dice))
    expect(page.locator(".j-redo-what")).to_contain_text(thrown)
    for width, height in ((1280, 800), (800, 1280)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".j-redo-what")).to_be_visible(visible=width == 1280)
        assert page.evaluate(CUT_IN_THE_BAR) == [], width
    page.locator(".j-redo").click()
    stands_at(page, before + 2)
    expect(page.locator(".j-redo")).to_have_count(0)
    row.refresh_from_db()
    assert cached_record(row).state == recorder.ahead.state


def test_a_line_of_the_history_shows_what_would_change_before_it_is_written(tapped, recorder, row, table):
    recorder.record_until(lambda record: record.state.giro and after_a_throw(record))
    of = recorder.ahead.last_undoable
    recorder.record_many(5)
    page, before = tapped(1280, 800), recorder.ahead.seq
    open_more(page)
    page.locator(f'.j-log a[href="?correggi={of.seq}"]').click()
    page.locator('.j-correct [name="die-1"]').click()
    page.locator(f'.j-correct [data-faces="{of.act.dice[0] % 6 + 1}"]').click()
    page.locator(".j-reasons .j-key").first.click()
    expect(page.locator("#question-words")).to_have_text("Che cosa cambia")
    assert seq(page) == before
    page.locator("[data-confirm]").click()
    expect(page.locator(".j-correct")).to_have_count(0)
    assert seq(page) > before
    all_sent(page)
    assert not row.entries.get(seq=of.seq).is_standing


@SIZES
def test_other_dice_after_an_undo_are_three_taps(tapped, recorder, row, table, size):
    """The first key begins the throw anew, and a reason sends it: nothing is typed, and the keys stand where they stood."""
    recorder.record_until(
        lambda record: awaits("DefenceThrow")(record) and record.state.armies[record.state.awaits.dst] > 2
    )
    page, before = tapped(*size), recorder.ahead.seq
    key = page.locator('.j-question [data-faces="6"]')
    place = key.bounding_box()
    page.locator('[data-faces="5 4"]').click()
    page.locator('[data-faces="1"]').click()
    stands_at(page, before + 1)
    page.locator(".j-undo").click()
    stands_at(page, before + 2)
    assert key.bounding_box() == place
    page.locator('.j-question [data-faces="6 6"]').click()
    key.click()
    in_sight(page, ".j-offered button")
    page.locator(".j-offered button").first.click()
    stands_at(page, before + 3)
    row.refresh_from_db()
    assert cached_record(row).last_undoable.act.dice == (6, 6, 6)


def to_another_place(record) -> tuple[str, str] | None:
    """Where the move that was entered last began, and another place to which it may have led, all else as it was."""
    last = record.last_undoable
    if last is None or read_tag(last.act) != "move":
        return None
    before, _gone = corrections.before(record, last.seq)
    for key in (shape.key for shape in record.game.scene(record.rules, record.state, frozenset()).shapes):
        other = msgspec.structs.replace(last.act, dst=key)
        if key != last.act.dst and may_stand(before, last.by, other):
            return last.act.src, key
    return None


@pytest.mark.parametrize("way", ["taps", "drag"])
@pytest.mark.parametrize("slug", ["arba", "risiko", "iperisiko"])
def test_a_move_is_corrected_on_the_board_as_it_stood_by_its_two_places(tapped, table, judge, slug, way):
    row = open_a_table_of(slug, table, judge)
    recorder = Recorder(row, judge, seed=3)
    recorder.record_until(to_another_place)
    src, dst = to_another_place(recorder.ahead)
    of = recorder.ahead.last_undoable
    page, before = tapped(1280, 800), recorder.ahead.seq
    page.goto(f"{page.url}?correggi={of.seq}")
    page.evaluate("window.sdadata.guard.ms = 0")
    chosen = page.locator(".board-svg .b-place.is-chosen")
    expect(chosen).to_have_count(2)
    board = board_view.board_of(corrections.before(recorder.ahead, of.seq)[0], ())
    expect(page.locator(f'.b-place[data-place="{src}"] .b-plate')).to_contain_text(str(board.places[src].count))
    if way == "drag":
        page.mouse.move(*middle(page, src))
        page.mouse.down()
        page.mouse.move(*middle(page, dst), steps=4)
        page.mouse.up()
    else:
        taps(page, src)
        taps(page, dst)
    expect(page.locator("select[name=src]")).to_have_value(src)
    expect(page.locator("select[name=dst]")).to_have_value(dst)
    assert {one.get_attribute("data-place") for one in chosen.all()} == {src, dst}
    page.locator(".j-reasons .j-key").nth(1).click()
    at_line(page, before + 2)
    assert cached_record(row).last_undoable.act == msgspec.structs.replace(of.act, dst=dst)
