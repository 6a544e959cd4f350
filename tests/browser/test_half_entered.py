"""What was entered by half is not lost without a word by another key: a move begun, dice that are not sent, a form typed into."""

import pytest
from playwright.sync_api import expect

from games.kernel.acts import JUDGE
from referee.actions import records
from referee.judge_page import board_view, questions
from referee.judge_page.act_forms import turn as turn_form
from referee.models import GameRecord
from tests.browser.settling import at_line
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits  # noqa: F401
from tests.browser.touch import open_more
from tests.games.seeded_games import SLUGS
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address
from tests.referee.test_whole_turns import SLUGS as TURN_SLUGS
from tests.referee.test_whole_turns import filled_in

LOST = "La scelta si perde"
BEGUN = ".j-question form[data-begun]"
LEAVING = ".j-acts .j-key:visible, .j-undo:visible:enabled"


def begins(record) -> bool:
    """The question that the page opens has an answer after which something else is asked, and other acts stand beside it."""
    ask = questions.opening(record)
    if not record.state.giro or ask.kind != "pick" or not ask.choices or ask.partial.get("type") is None:
        return False
    others = [one for one in record.choices({}).choices if not one.group]
    return len(others) > 1 and record.choices(ask.answered(ask.choices[0].value)).kind != "ready"


@pytest.mark.parametrize("slug", SLUGS)
def test_a_move_that_was_begun_is_left_by_a_second_tap_alone(at_the_table, table, judge, slug):  # noqa: F811
    recorder = Recorder(open_a_table_of(slug, table, judge), judge, seed=3)
    recorder.record_until(lambda record: begins(record) or recorder.is_over)
    if recorder.is_over:
        pytest.skip("no act of this game is begun and left")
    page = at_the_table(1280, 800)
    page.evaluate("window.sdadata.guard.ms = 0")
    page.locator(".j-question button[name=answer]").first.click()
    page.wait_for_selector(BEGUN)
    keys = page.locator(LEAVING)
    assert keys.count() > 1
    for key in keys.all():
        key.click()
        expect(key).to_contain_text(LOST)
        expect(page.locator(BEGUN)).to_be_visible()
        at_line(page, recorder.ahead.seq)
    keys.last.click()  # the undo, meant
    at_line(page, recorder.ahead.seq + 1)


def test_a_line_is_corrected_by_a_second_tap_while_a_turn_is_half_entered(at_the_table, recorder, table, row):  # noqa: F811
    """Its key is a number, in a drawer before everything else: the words stand in its line."""
    recorder.record_until(lambda record: record.state.giro > 1)
    GameRecord.objects.filter(pk=row.pk).update(level="turn")
    page = at_the_table(1280, 800)
    page.evaluate("window.sdadata.guard.ms = 0")
    flag = page.locator("[data-judge] form label:visible > input[type=checkbox]").first
    flag.locator("+ *").click()
    expect(flag).to_be_checked()
    open_more(page)
    line = page.locator("#more .j-line:has(.j-correct-line)").first
    words = line.locator(".j-label").inner_text()
    line.locator(".j-correct-line").click()
    expect(line.locator(".j-label")).to_contain_text(LOST)
    expect(line.locator(".j-label")).to_have_text(words, timeout=6_000)
    line.locator(".j-correct-line").click()
    line.locator(".j-correct-line").click()
    expect(page.locator(".j-correct-form")).to_be_visible()


def test_dice_that_are_not_sent_are_left_by_a_second_tap(at_the_table, recorder, table):  # noqa: F811
    recorder.record_until(
        lambda record: awaits("AttackThrow")(record) and record.state.armies[record.state.awaits.src] > 3
    )
    page = at_the_table(1280, 800)
    page.evaluate("window.sdadata.guard.ms = 0")
    page.locator('[data-faces="6 4"]').click()
    page.locator(".j-undo").click()
    expect(page.locator(".j-undo-what")).to_contain_text(LOST)
    place = page.locator(".b-place > .b-tile").first
    place.click(force=True)
    expect(page.locator(".j-remark")).to_contain_text(LOST)
    at_line(page, recorder.ahead.seq)
    expect(page.locator('[name="die-1"]')).to_have_value("6")
    expect(page.locator('[name="die-2"]')).to_have_value("4")


def test_a_form_that_was_typed_into_is_left_by_a_second_tap(at_the_table, recorder, table):  # noqa: F811
    recorder.record_until(awaits("Reinforce"))
    page = at_the_table(800, 1280)
    page.goto(f"{address(table)}?atto=note")
    page.wait_for_load_state()
    page.evaluate("window.sdadata.guard.ms = 0")
    page.locator("#entry-form [name=text]").fill("una nota")
    back = page.locator(".j-back")
    back.click()
    expect(back).to_contain_text(LOST)
    back.click()
    expect(page.locator("#entry-form")).to_have_count(0)


def a_whole_turn(recorder: Recorder, judge) -> int:
    """Records the turn that begins as a whole, as it would have gone; its line."""

    def begins_a_turn(record) -> bool:
        return record.state.giro > 1 and record.game.turn_sheet(record.rules, record.state) is not None

    recorder.record_until(begins_a_turn)
    before, turn = recorder.ahead.fork(), recorder.ahead.state.turn
    after = Recorder(recorder.row, judge, seed=3)
    after.ahead = before.fork()
    while after.ahead.state.turn == turn or not begins_a_turn(after.ahead):
        move = after.propose()
        after.ahead.play(move.by, move.act)
    act = turn_form.read(before, board_view.board_of(before, ()), filled_in(before, after.ahead))
    receipt = records.append(
        recorder.row,
        client_key="un-turno-intero",
        expected_seq=before.seq,
        by_seat=JUDGE,
        act=act,
        by=judge,
        why="test",
    )
    return receipt.seq


@pytest.mark.parametrize("slug", TURN_SLUGS)
def test_a_form_in_which_nothing_was_entered_is_left_by_one_tap(at_the_table, table, judge, slug):  # noqa: F811
    """Whatever it came with: a turn that is corrected, the board, a turn, the end with its presets, any act, a line one step back."""
    row = open_a_table_of(slug, table, judge, level="turn")
    at_start = [*(f"?atto={tag}" for tag in ("plancia", "fine", "shown")), "?atto=note"]
    page = at_the_table(1280, 800)
    page.evaluate("window.sdadata.guard.ms = 0")

    def leave_at_once(opened: str) -> bool:
        page.goto(f"{address(table)}{opened}")
        page.wait_for_load_state()
        if not page.locator("#entry-form").count():
            return False
        page.locator(".j-question .j-back").click()
        expect(page.locator("#entry-form[action$='correggi/'], .j-question .j-back")).to_have_count(0, timeout=3_000)
        return True

    assert sum(map(leave_at_once, at_start)) > 2
    recorder = Recorder(row, judge, seed=3)
    seq = a_whole_turn(recorder, judge)
    assert leave_at_once(f"?correggi={seq}")
    in_play = [f"?atto={tag}" for tag in ("turno", "plancia", "shown")]
    assert sum(map(leave_at_once, in_play)) > 1
    for lines in (seq - 1, seq - 2):
        leave_at_once(f"?correggi={lines}")
