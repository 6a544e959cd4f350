"""A table recorded turn by turn: one form a turn, its places brought in by tapping the picture; told once, it is the board's next state."""

import pytest
from playwright.sync_api import Page, expect

from referee.actions import records
from referee.judge_page import questions
from referee.models import Entry
from referee.records import cache as record_cache
from tests.browser.measures import OVERLAPPING, SMALL
from tests.browser.pictures import screenshot
from tests.browser.settling import at_line
from tests.browser.sight import out_of_sight
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits  # noqa: F401
from tests.browser.touch import open_more
from tests.referee.conftest import Recorder, current
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address

MIDDLE = {"risiko": 330, "iperisiko": 300, "fabrisiko": 160, "arba": 100, "fatal": 90}


def touch(page: Page, place: str) -> None:
    page.locator(f'.b-place[data-place="{place}"]').click()
    expect(page.locator(f'[data-touch="{place}"]')).to_be_visible()


def test_a_turn_is_told_on_one_screen(at_the_table, row, table, recorder, judge):  # noqa: F811
    recorder.record_until(awaits("Reinforce"))
    records.set_level(row, level="turn", by=judge)
    state, board = recorder.ahead.state, recorder.ahead.rules.board
    seat = state.seat
    taken = [board.ids[place] for place, owner in enumerate(state.owners) if owner != seat][:2]
    own = board.ids[state.owners.index(seat)]
    page = at_the_table()
    expect(page.locator("[data-touch]:visible")).to_have_count(0)
    expect(page.locator("[data-laying]")).to_have_count(0)  # the bar of armies laid one by one

    for place in taken:
        touch(page, place)
        page.locator(f'input[name="owners.{place}"][value="{seat}"]').check()
    expect(page.locator('input[name="conquests"]')).to_have_value("2")
    touch(page, own)
    more = page.locator(f'[data-touch="{own}"] [data-step="1"]')
    more.click()
    more.click()
    touch(page, board.ids[-1])
    page.locator(f'[data-touch="{board.ids[-1]}"] [data-untouch]').click()
    expect(page.locator("[data-touch]:not([hidden])")).to_have_count(3)
    page.get_by_label("A fine turno ha pescato una carta").check()
    page.get_by_role("button", name="Registra il turno", exact=True).click()
    at_line(page, recorder.ahead.seq + 1)

    after = record_cache.rebuild(current(row)).state
    index = board.index
    assert [after.owners[index[place]] for place in taken] == [seat, seat]
    assert after.armies[index[own]] == state.armies[index[own]] + 2
    assert (after.turn, after.hand_size(seat)) == (state.turn + 1, state.hand_size(seat) + 1)
    assert Entry.objects.get(record=row, seq=recorder.ahead.seq + 1).level == "turn"
    page.locator(".j-undo").click()
    at_line(page, recorder.ahead.seq + 2)
    expect(page.locator("[data-touch]:visible")).to_have_count(0)
    assert record_cache.rebuild(current(row)).state.turn == state.turn


BRUSHED = [slug for slug in MIDDLE if slug != "fatal"]
LEAST_LETTERS = 13
DRAFTS = """() => [...document.querySelectorAll(".b-draft text")].map((one) =>
    [one.textContent, parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a])"""


def open_turn_of(slug, table, judge, turns=0) -> None:
    """A table recorded turn by turn, in the middle of a game, or so many turns later as one begins, without a battle yet."""
    opened = open_a_table_of(slug, table, judge)
    recorder = Recorder(opened, judge, seed=3)
    recorder.record_more(MIDDLE[slug])
    turn = recorder.ahead.state.turn + turns
    recorder.record_until(
        lambda record: record.state.turn >= turn and record.game.turn_sheet(record.rules, record.state)
    )
    records.set_level(opened, level="turn", by=judge)


@pytest.mark.parametrize("slug", BRUSHED)
def test_of_the_places_of_a_turn_the_last_one_shows_and_a_line_counts_them(at_the_table, table, judge, slug):  # noqa: F811
    open_turn_of(slug, table, judge)
    page = at_the_table(1280, 800)
    keys = [one.get_attribute("data-place") for one in page.locator(".b-place.is-lit").all()[:3]]
    for number, key in enumerate(keys, 1):
        touch(page, key)
        expect(page.locator("[data-touch]:visible")).to_have_count(1)
        expect(page.locator(f'[data-touch="{key}"]')).to_be_in_viewport(ratio=0.9)
        expect(page.locator("[data-touched]")).to_be_visible(visible=number > 1)
    expect(page.locator("[data-touched] > summary")).to_have_text("3 luoghi cambiati")
    page.locator("[data-touched] > summary").click()
    expect(page.locator("[data-touch]:visible")).to_have_count(3)
    page.locator("[data-touch]:visible [data-untouch]").first.click()
    expect(page.locator("[data-touched] > summary")).to_have_text("2 luoghi cambiati")


@pytest.mark.parametrize("slug", BRUSHED)
@pytest.mark.parametrize(("width", "height"), [(800, 1280), (1280, 800)])
def test_what_is_laid_on_a_place_is_written_large_or_not_at_all(at_the_table, table, judge, slug, width, height):  # noqa: F811
    """Several kinds of pieces on places that were another's."""
    open_turn_of(slug, table, judge)
    page = at_the_table(width, height)
    page.evaluate("window.sdadata.guard.ms = 0")
    page.locator("[data-brush-seat]").first.click()
    page.locator('[data-brush-number="16"]').click()
    places = page.locator(".b-place.is-lit").all()[::4]
    for piece in page.locator("[data-brush-piece]").all():
        if piece.is_visible():
            piece.click()
        for place in places:
            place.click()
    drawn = page.evaluate(DRAFTS)
    assert len(drawn) >= len(places)
    assert [one for one in drawn if one[1] < LEAST_LETTERS - 0.1] == []
    assert page.locator(".b-place:has(> .b-draft) > .b-plate:visible").count() == 0


@pytest.mark.parametrize(("width", "height"), [(800, 1280), (1280, 800)])
def test_a_card_of_a_turn_is_found_by_what_is_seen_on_it(at_the_table, table, judge, width, height):  # noqa: F811
    open_turn_of("fatal", table, judge)
    page = at_the_table(width, height)
    page.evaluate("window.sdadata.guard.ms = 0")
    rows = page.locator(".j-turn-player.is-in-turn [data-slots]")
    field = rows.nth(0)
    before = field.locator("[data-slot]").evaluate_all("all => all.map((one) => one.value)")
    field.locator(".j-slot.is-empty:visible").click()
    picker = page.locator("[data-picker]:popover-open")
    expect(picker.locator("[data-mark]").first).to_be_visible()
    every = picker.locator("[data-picks]:visible").count()
    for row in range(2):
        picker.locator(".j-marks-row").nth(row).locator("[data-mark]").nth(1).click()
    keys = picker.locator(".j-choices [data-picks]:visible")
    assert 0 < keys.count() < every / 4
    for key in keys.all():
        expect(key).to_be_in_viewport(ratio=1)
        assert key.locator(".j-sign").count() == 2
    card = keys.first.get_attribute("data-picks")
    keys.first.click()
    expect(page.locator("[data-picker]:popover-open")).to_have_count(0)
    after = field.locator("[data-slot]").evaluate_all("all => all.map((one) => one.value)")
    assert [one for one in after if one] == [*[one for one in before if one], card]
    assert field.locator(".j-slot .j-sign").count() >= 2
    field.locator(".j-slot:not(.is-empty):visible").last.click()
    page.get_by_role("button", name="Togli", exact=True).click()
    assert field.locator("[data-slot]").evaluate_all("all => all.map((one) => one.value)") == before


@pytest.mark.parametrize("slug", list(MIDDLE))
def test_the_form_of_a_turn_is_large_and_apart_in_every_game(at_the_table, table, judge, slug):  # noqa: F811
    open_turn_of(slug, table, judge)
    for width, height in ((800, 1280), (1280, 800)):
        page = at_the_table(width, height)
        lit = page.locator(".b-place.is-lit")
        for number in (0, 3, 5) if lit.count() else ():
            touch(page, lit.nth(number).get_attribute("data-place"))
            drawn = page.locator(".j-board-image .board-svg").evaluate("picture => picture.clientHeight")
            assert drawn >= height * 0.3, "the board is too small to be tapped"
        assert page.evaluate(SMALL) == []
        assert page.evaluate(OVERLAPPING) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.close()


@pytest.mark.parametrize("slug", MIDDLE)
def test_a_turn_that_was_recorded_is_corrected_on_the_page(at_the_table, table, judge, slug):  # noqa: F811
    """Its form is the turn's without the guide of a board that is gone through; an error of a script fails this test too."""
    open_turn_of(slug, table, judge, turns=1)
    page = at_the_table(1280, 800)
    page.evaluate("window.sdadata.guard.ms = 0")
    seq = int(page.locator("[data-judge]").get_attribute("data-seq"))
    page.get_by_role("button", name="Registra il turno", exact=True).click()
    at_line(page, seq + 1)
    open_more(page)
    page.locator(f'.j-log a[href="?correggi={seq + 1}"]').first.click()
    form = page.locator(".j-correct #entry-form")
    expect(form).to_be_visible()
    expect(form.locator(".j-agrees")).to_have_count(0)
    form.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    screenshot(page, f"turn-corrected-{slug}")
    number = form.locator('input[type="number"]:visible').first
    number.fill("1")
    number.dispatch_event("input")
    expect(form).to_be_visible()


@pytest.mark.parametrize("slug", sorted(MIDDLE))
def test_dice_that_are_no_part_of_a_turn_are_in_sight_with_all_their_keys(at_the_table, table, judge, slug):  # noqa: F811
    """Those that begin or close a game, with the key that tells the turn before them: one moment of each kind."""
    row = open_a_table_of(slug, table, judge)
    recorder, seen, page = Recorder(row, judge, seed=3), set(), None
    records.set_level(row, level="turn", by=judge)

    def is_there(record) -> bool:
        if record.game.is_done(record.rules, record.state):
            return True
        is_asked = (
            record.game.turn_sheet(record.rules, record.state) is None and questions.opening(record).kind == "dice"
        )
        return is_asked and type(record.state.awaits) not in seen

    recorder.record_until(is_there)
    while not recorder.is_over:
        seen.add(type(recorder.ahead.state.awaits))
        for size in ((1280, 800), (800, 1280)):
            page = page or at_the_table(*size)
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.goto(address(table))
            page.wait_for_load_state()
            assert out_of_sight(page) == [], (recorder.ahead.state.awaits, size)
        recorder.record_until(is_there)
    assert seen or slug == "fatal"
