# ruff: noqa: F811
"""The board laid out and put right on its picture: a brush for set-up and final board, rows for games with more pieces."""

import math

import pytest
from playwright.sync_api import Page, expect

from referee.models import Entry
from referee.records import cache as record_cache
from tests.browser.measures import SMALL
from tests.browser.settling import at_line
from tests.browser.test_board import LETTERS
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits  # noqa: F401
from tests.browser.touch import choose_the_map, open_more, slide
from tests.referee.conftest import Recorder, current
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address

MOST = 16  # keys of the brush
OPEN_PLACE_STEP_SEND = 4  # taps for one place that differs on the final board
SIDES = [(1280, 800), (800, 1280)]


class Hand:
    """Taps on picture and keys, counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0
        page.wait_for_load_state()  # its scripts have run
        page.evaluate("window.sdadata.guard.ms = 0")

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.click(force=True)
        self.taps += 1

    def place(self, key: str) -> None:
        self.tap(f'.b-place[data-place="{key}"] > .b-tile')

    def seat(self, seat: int) -> None:
        self.tap(f'[data-brush-seat="{seat}"]')

    def number(self, number: int) -> None:
        self.tap(f'[data-brush-number="{number}"]')


def lay_out(hand: Hand, ids, owners, armies) -> None:
    """Player after player, from those with most territories on, each with his ones first: the brush goes on to the next one by itself."""
    sizes = [owners.count(seat) for seat in range(max(owners) + 1)]
    start = max(range(len(sizes)), key=lambda seat: (sizes[seat] + sizes[(seat + 1) % len(sizes)], -seat))
    for step in range(len(sizes)):
        seat, is_last = (start + step) % len(sizes), step == len(sizes) - 1
        mine = sorted((armies[at], ids[at]) for at in range(len(ids)) if owners[at] == seat)
        if is_last:  # one tap goes on to the last player, who gets all that is left
            hand.place(mine.pop(0)[1])
        elif not step and seat:
            hand.seat(seat)
        number = 1
        for count, key in mine:
            if count == 1 and is_last:
                continue
            if count != number:
                number = min(count, MOST)
                hand.number(number)
            for _ in range(count - number + 1):
                hand.place(key)


@pytest.mark.parametrize(("width", "height"), SIDES)
def test_risikos_set_up_is_painted_in_sixty_taps(at_the_table, row, table, recorder, width, height):
    ahead = Recorder(row, recorder.by)
    while not ahead.ahead.state.giro:
        move = ahead.propose()
        ahead.ahead.play(move.by, move.act)
    state, ids = ahead.ahead.state, ahead.ahead.rules.board.ids
    recorder.record_until(lambda record: type(record.state.awaits).__name__ == "DealCard")
    page = at_the_table(width, height)
    hand = Hand(page)
    bar = page.locator(".j-bar").bounding_box()
    hand.tap('a[href="?atto=plancia"]')
    expect(page.locator("[data-brush]")).to_be_visible()
    lay_out(hand, ids, state.owners, state.armies)
    hand.tap(".j-foot button[type=submit]")
    at_line(page, recorder.ahead.seq + 1)
    expect(page.locator("[data-sent]")).to_have_text("Inviato")
    expect(page.locator(".j-undo-what")).to_contain_text(f" e altri {len(ids) - 2}")
    assert page.locator(".j-bar").bounding_box() == bar
    laid = record_cache.rebuild(current(row)).state
    assert (laid.owners, laid.armies, laid.seat, laid.giro) == (state.owners, state.armies, state.seat, 1)
    colours = 4
    assert hand.taps + colours <= 60


@pytest.mark.parametrize("slug", ["risiko", "iperisiko"])
@pytest.mark.parametrize(("width", "height"), SIDES)
def test_before_any_throw_a_painted_place_says_whose_it_is_and_the_first_player_is_required(
    at_the_table, table, judge, slug, width, height
):
    row = open_a_table_of(slug, table, judge)
    page = at_the_table(width, height)
    hand = Hand(page)
    hand.tap('a[href="?atto=plancia"]')
    expect(page.locator("[data-brush]")).to_be_visible()
    keys = [one.get_attribute("data-place") for one in page.locator(".board-svg .b-place.is-lit").all()[:4]]
    for seat, key in enumerate(keys[:3]):
        hand.seat(seat)
        hand.number(2)
        hand.place(key)
    hand.place(keys[3])
    signs = page.locator(".b-draft .b-draft-sign:is(text)").all_text_contents()
    assert sorted(signs) == ["1", "2", "3", "3"]
    sums = page.locator("[data-brush-sum]").all_inner_texts()
    assert sums[:4] == [f"territori {n} · armate {2 * n}" for n in (1, 1, 2, 0)]
    hand.tap(".j-foot button[type=submit]")
    first = page.locator("form[data-turn] [name=turn]")
    expect(first).to_be_focused()
    expect(first).to_be_in_viewport()
    assert Entry.objects.filter(record=row).count() == 0


FIRST = {"fabrisiko": "DrawSheet", "arba": "Start"}
"""What a table waits for that has just been opened: nothing stands on it yet, or what the rules put there."""


AT_BASE = 5


def tiles(page: Page, count: int) -> list[str]:
    """Places that are nobody's."""
    return [one.get_attribute("data-place") for one in page.locator(".b-place.army-none.is-lit").all()[:count]]


def on_place(page: Page, key: str) -> str:
    texts = page.locator(f'.board-svg .b-place[data-place="{key}"] .b-draft text:not(.b-draft-sign)')
    return " ".join(texts.all_text_contents())


@pytest.mark.parametrize("slug", list(FIRST))
@pytest.mark.parametrize(("width", "height"), SIDES)
def test_a_game_of_several_pieces_is_set_up_with_the_brush_too(at_the_table, table, judge, slug, width, height):
    row = open_a_table_of(slug, table, judge)
    page = at_the_table(width, height)
    hand = Hand(page)
    hand.tap('a[href="?atto=plancia"]')
    expect(page.locator("[data-brush]")).to_be_visible()
    one, other, wrong = tiles(page, 3)
    pieces = page.locator("[data-brush-piece]")
    bases = [base.get_attribute("data-place") for base in page.locator(".b-place:not(.army-none).is-lit").all()]
    for seat, base in enumerate(bases):  # full at the start
        hand.seat(seat)
        hand.number(AT_BASE)
        hand.place(base)
    hand.seat(1)
    hand.number(2)
    hand.place(one)
    hand.place(one)
    assert on_place(page, one) == "3"
    hand.tap("[data-brush-less]")
    hand.place(one)
    assert on_place(page, one) == "2"
    hand.number(1)
    hand.place(wrong)
    hand.tap("[data-brush-less]")
    hand.place(wrong)
    expect(page.locator("[data-touch]:not([hidden])")).to_have_count(1 + len(bases))
    hand.number(2)
    pieces.nth(1).click()
    hand.place(one)
    assert on_place(page, one) == ("2+" if slug == "arba" else "4")
    pieces.nth(0).click()
    hand.seat(0)
    hand.number(1)
    hand.place(other)
    words = page.locator("[data-brush-sum]").all_inner_texts()
    assert words[1].endswith(f" {4 + (AT_BASE if bases else 0)}")
    expect(page.locator("form[data-turn] [name=turn]")).to_be_visible()
    page.locator("form[data-turn] [name=turn]").select_option("1")
    for number, select in enumerate(page.locator("select[name^='factions.']").all()):
        select.select_option(index=number + 1)
    hand.tap(".j-foot button[type=submit]")
    at_line(page, 1)
    record = record_cache.rebuild(current(row))
    state, ids = record.state, record.rules.board.ids
    assert (state.seat, state.giro) == (1, 1)
    owned = state.owners if slug == "fabrisiko" else state.trod
    assert (owned[ids.index(one)], owned[ids.index(other)]) == (1, 0)
    scene = {
        shape.key: sum(piece.count for piece in shape.pieces)
        for shape in record.game.scene(record.rules, state, frozenset()).shapes
    }
    assert (scene[one], scene[other], scene[wrong]) == (4, 1, 0)


@pytest.mark.parametrize("slug", ["risiko", "iperisiko", "fabrisiko", "arba"])
@pytest.mark.parametrize("board", ["tiles", "map"])
def test_the_brush_paints_what_a_finger_slides_over_each_place_once(at_the_table, table, judge, slug, board):
    open_a_table_of(slug, table, judge)
    page = at_the_table(1280, 800, has_touch=True)
    if board == "map":
        choose_the_map(page)
    hand = Hand(page)
    hand.tap('a[href="?atto=plancia"]')
    expect(page.locator("[data-brush]")).to_be_visible()
    hand.seat(1)
    hand.number(3)
    start, *ways = nearest_three(page, board)
    slide(page, start, *ways, start)  # and back again
    slide(page, start, *ways)  # and once more: what is painted already stays as it is
    painted = page.locator("[data-touch]:not([hidden])")
    assert painted.count() >= 3
    for row in painted.all():
        key = row.get_attribute("data-touch")
        assert on_place(page, key) == "3"
        assert row.locator(f'input[name="owners.{key}"][value="1"]').is_checked()


@pytest.mark.parametrize("board", ["tiles", "map"])
def test_where_every_place_can_be_chosen_only_the_chosen_one_is_framed(at_the_table, table, judge, board):
    Recorder(open_a_table_of("risiko", table, judge), judge, seed=3).record_all()
    page = at_the_table(1280, 800)
    if board == "map":
        choose_the_map(page)
    Hand(page).tap('a[href="?atto=plancia"]')
    expect(page.locator("form[data-turn]")).to_be_visible()
    spots = page.locator(SPOTS[board])
    primary = page.evaluate("getComputedStyle(document.querySelector('.btn-primary')).backgroundColor")
    frames = "(all, colour) => all.filter((one) => getComputedStyle(one).stroke === colour).length"
    assert spots.count() == 42
    assert spots.evaluate_all(frames, primary) == 0
    page.locator("[data-touch-select]").select_option(index=1)
    expect(page.locator(".board-svg .is-picked")).to_have_count(1)
    assert spots.evaluate_all(frames, primary) == 1


SPOTS = {
    "tiles": ".board-svg .b-place.is-lit > .b-tile",
    "map": ".j-map .m-place.is-lit :is(.m-hit, .m-mark > .b-tile)",
}


def nearest_three(page: Page, board: str) -> list[tuple[float, float]]:
    """The middles of a place and of the two that are nearest to it."""
    boxes = [one.bounding_box() for one in page.locator(SPOTS[board]).all()]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    first = middles[len(middles) // 2]
    return sorted(middles, key=lambda at: math.hypot(at[0] - first[0], at[1] - first[1]))[:3]


@pytest.mark.parametrize("slug", ["risiko", "iperisiko", "fabrisiko", "arba"])
@pytest.mark.parametrize(("width", "height"), SIDES)
def test_only_the_places_that_differ_are_touched(at_the_table, table, judge, slug, width, height):
    recorder = Recorder(open_a_table_of(slug, table, judge), judge, seed=3)
    recorder.record_more(150) if slug == "arba" else recorder.record_all()  # where the board is not counted at the end
    page = at_the_table(width, height)
    hand = Hand(page)
    if slug == "arba":  # in the middle of a game it is rare
        open_more(page)
    hand.tap('a[href="?atto=plancia"]')
    expect(page.locator("form[data-turn]")).to_be_visible()
    shapes = recorder.ahead.game.scene(recorder.ahead.rules, recorder.ahead.state, frozenset()).shapes
    key = next(
        one.key
        for one in shapes
        if one.seat >= 0 and any(piece.count > 1 and piece.seat == one.seat for piece in one.pieces)
    )
    hand.place(key)
    touched = page.locator(f'[data-touch="{key}"]')
    expect(touched).to_be_visible()
    expect(page.locator("[data-touch]:visible")).to_have_count(1)
    numbers = touched.locator("input[type=number]")
    at = next(at for at in range(numbers.count()) if int(numbers.nth(at).input_value()) > 1)
    before = int(numbers.nth(at).input_value())
    touched.locator('[data-step="-1"]').nth(at).click()
    expect(numbers.nth(at)).to_have_value(str(before - 1))
    hand.tap(".j-foot button[type=submit]")
    at_line(page, recorder.ahead.seq + 1)
    assert key in Entry.objects.order_by("-seq").first().line
    assert hand.taps + 1 <= OPEN_PLACE_STEP_SEND


@pytest.mark.parametrize("slug", ["risiko", "iperisiko", "fabrisiko", "arba"])
def test_the_picture_follows_the_fields_of_the_form_however_they_are_changed(
    at_the_table, table, judge, complaints, slug
):
    """By the keys beside a number, by typing, by who owns the place; and again where the form comes back refused."""
    recorder = Recorder(open_a_table_of(slug, table, judge), judge, seed=3)
    recorder.record_until(lambda record: record.state.giro > 1)
    page = at_the_table(1280, 800)
    page.goto(f"{address(table)}?atto=plancia")
    record = recorder.ahead
    shapes = record.game.scene(record.rules, record.state, frozenset()).shapes
    key = next(one.key for one in shapes if one.seat == 1 and sum(piece.count for piece in one.pieces) == 1)
    Hand(page).place(key)
    row = page.locator(f'[data-touch="{key}"]')
    number = row.locator("input[type=number]:visible").first
    before = int(number.input_value() or 0)
    pieces = sum(int(one.input_value() or 0) for one in row.locator("input[type=number]").all()) - before
    number.locator("..").locator('[data-step="1"]').click()
    assert drawn_owner(page, key)[1] == str(pieces + before + 1)
    number.fill("4")
    assert drawn_owner(page, key)[1] == str(pieces + 4)
    if slug == "arba":  # who stands there alone, whoever passed last
        for one in row.locator("input[type=number]").all():
            one.fill("0")
        row.locator(f'[name="places.{key}.troops.0"]').fill("97")
        assert drawn_owner(page, key) == (sign_of(page, 0), "97")
        row.locator(f'[name="places.{key}.troops.1"]').fill("2")
        assert drawn_owner(page, key) == ("", "99")
        row.locator(f'[name="places.{key}.troops.1"]').fill("0")
    if slug != "arba":
        row.locator(f'label:has(input[name="owners.{key}"][value="0"])').click()
        number.fill("97")
        assert drawn_owner(page, key) == (sign_of(page, 0), str(pieces + 97))
        return
    complaints.expect_of_server("422")
    page.locator(".j-foot button[type=submit]").click()
    expect(page.locator("#refusal")).to_be_visible()
    assert drawn_owner(page, key) == (sign_of(page, 0), "97")


def drawn_owner(page: Page, key: str) -> tuple[str, str]:
    """The sign and the number that are written onto a place of the picture."""
    draft = page.locator(f'.board-svg .b-place[data-place="{key}"] .b-draft')
    signs = draft.locator("text.b-draft-sign").all_text_contents()
    return "".join(signs), on_place(page, key)


def sign_of(page: Page, seat: int) -> str:
    return page.locator(f'[data-brush-seat="{seat}"]').get_attribute("data-sign")


def test_a_board_that_is_refused_goes_to_the_place_that_is_the_cause(at_the_table, table, judge, complaints):
    complaints.expect_of_server("422")
    recorder = Recorder(open_a_table_of("arba", table, judge), judge, seed=3)
    recorder.record_until(lambda record: record.state.giro > 1)
    page = at_the_table(1280, 800)
    page.goto(page.url + "?atto=plancia")
    hand = Hand(page)
    one, cause, other = [each.get_attribute("data-place") for each in page.locator(".b-place.is-lit").all()[8:11]]
    for key in (one, cause, other):
        hand.place(key)
        expect(page.locator(f'[data-touch="{key}"]')).to_be_visible()
    page.locator("[data-touched] > summary").click()
    field = page.locator(f'[data-touch="{cause}"] input[type=number]:visible')
    field.last.fill("3")  # a barricade that no trooper holds
    field.first.fill("0")
    field.nth(1).fill("0")
    hand.tap(".j-foot button[type=submit]")
    expect(page.locator("#refusal")).to_be_visible()
    expect(page.locator(f'[data-touch="{cause}"] [aria-invalid="true"]')).to_be_focused()
    expect(page.locator(f'[data-touch="{cause}"]')).to_be_in_viewport()
    expect(page.locator("[data-touch]:visible")).to_have_count(1)  # what was not changed is as it was


def test_a_number_that_can_be_none_is_not_sent_and_is_gone_to(at_the_table, table, judge):
    recorder = Recorder(open_a_table_of("risiko", table, judge), judge, seed=3)
    recorder.record_until(lambda record: record.state.giro > 1)
    page = at_the_table(1280, 800)
    page.goto(page.url + "?atto=plancia")
    hand = Hand(page)
    one, other = [each.get_attribute("data-place") for each in page.locator(".b-place.is-lit").all()[8:10]]
    hand.place(one)
    page.locator(f'[name="armies.{one}"]').fill("0")
    hand.place(other)
    hand.tap(".j-foot button[type=submit]")
    expect(page.locator(f'[name="armies.{one}"]')).to_be_focused()
    assert Entry.objects.order_by("-seq").first().seq == recorder.ahead.seq


@pytest.mark.parametrize("slug", ["risiko", "iperisiko", "fabrisiko", "arba"])
def test_a_tap_writes_the_place_that_it_changes_and_no_other(at_the_table, table, judge, slug):
    """Each place that is written is measured: with all of them a tap would take longer, the more places have changed."""
    recorder = Recorder(open_a_table_of(slug, table, judge), judge, seed=3)
    recorder.record_until(lambda record: record.state.giro > 1)
    page = at_the_table(1280, 800)
    page.goto(f"{address(table)}?atto=plancia")
    hand = Hand(page)
    hand.seat(1)
    hand.number(2)
    places = page.locator(".b-place.is-lit").evaluate_all("(all) => all.map((one) => one.dataset.place)")
    for key in places[:8]:
        hand.place(key)
    page.evaluate(
        """() => {
            window.written = [];
            const seen = (changes) => changes.forEach(({ target, addedNodes }) => addedNodes.forEach((one) => {
                if (one.classList?.contains("b-draft")) window.written.push(target.dataset.place);
            }));
            new MutationObserver(seen).observe(document.querySelector(".board-svg"), { childList: true, subtree: true });
        }"""
    )
    hand.place(places[8])
    hand.place(places[3])
    assert set(page.evaluate("window.written")) == {places[8], places[3]}


READ_LETTERS = 11
"""The least height of a letter, in pixels, of a board on which a judge paints with the tablet upright."""


@pytest.mark.parametrize("slug", ["risiko", "iperisiko", "fabrisiko", "arba"])
def test_with_the_brush_every_letter_of_an_upright_board_is_read(at_the_table, table, judge, slug):
    """A tall board as well as a wide one, for a whole turn and for what the table shows, and no key of the brush is small for that."""
    row = open_a_table_of(slug, table, judge, level="turn")
    recorder = Recorder(row, judge, seed=3)
    recorder.record_until(lambda record: record.game.turn_sheet(record.rules, record.state) is not None)
    page = at_the_table(800, 1280)
    for address_of in ("", "?atto=plancia"):
        page.goto(page.url.partition("?")[0] + address_of)
        expect(page.locator("[data-brush]")).to_be_visible()
        assert page.evaluate(LETTERS % (READ_LETTERS - 0.05)) == []
        assert [one for one in page.evaluate(SMALL) if "j-brush" in one] == []
        board = page.locator(".j-board-image").bounding_box()
        assert page.locator("[data-brush-number='16']").bounding_box()["y"] + 44 <= board["y"] + board["height"]
