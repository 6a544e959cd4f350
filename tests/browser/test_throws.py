"""Throws of many dice: one pad of faces for all of them, in a page that settles; and so does every other page of every game."""

import pytest
from playwright.sync_api import expect

from games.kernel.acts import JUDGE
from games.registry import games
from referee.records import cache as record_cache
from tests.browser.settling import at_line, check_settled
from tests.browser.sight import out_of_sight
from tests.browser.test_judges_page import at_the_table, awaits  # noqa: F401
from tests.browser.test_turns_by_touch import a_clock_that_just_started, statement, tablet_at  # noqa: F401
from tests.referee.conftest import Recorder, cached_record, current
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address

STEPS, ENTRIES = 6, 7


def at_bastia(begin_at, here: dict, home: dict):
    """FabRisiko! for two, asked for the first one's dice: `here` are the pieces at Bastia by seat, `home` those at Melano."""
    tablet = begin_at(
        "fabrisiko",
        (0, {"type": "sheet", "faction": "melano"}),
        (1, {"type": "sheet", "faction": "albacina"}),
        (JUDGE, {"type": "start_dice", "dice": [9, 2]}),
        statement(
            owners={"bastia": 1, "melano": 0},
            units={"bastia": here, "melano": home, "albacina": {}},
            resources=[5, 0],
        ),
        seats=2,
    )
    tablet.act("4-B: battaglia", "Bastia")
    return tablet


@pytest.fixture
def before_a_battle(tablet_at):  # noqa: F811
    """So many attackers against one defender."""

    def begin(attackers: int):
        one = {"fanteria": 1}
        return at_bastia(tablet_at, {"0": {"fanteria": attackers}, "1": one}, {"0": one})  # the box holds 32 in all

    return begin


@pytest.fixture
def before_a_battle_of_kinds(tablet_at):  # noqa: F811
    """Infantry, tanks and fighters."""

    def begin():
        side = {"fanteria": 18, "carro": 5, "caccia": 3}
        return at_bastia(tablet_at, {"0": side, "1": {"fanteria": 6, "carro": 2}}, {})

    return begin


def test_dice_of_several_kinds_of_pieces_stand_by_kind_with_their_counts(before_a_battle_of_kinds):
    """Whose, of which pieces and how many of them are entered; how many of all are still to come."""
    tablet = before_a_battle_of_kinds()
    page = tablet.page
    groups = page.locator("[data-dice-group]")
    for width, height in ((1280, 800), (800, 1280)):
        page.set_viewport_size({"width": width, "height": height})
        check_settled(page)
        assert out_of_sight(page) == [], (width, height)
        assert page.locator(".j-thrown").evaluate("one => one.scrollHeight - one.clientHeight") <= 1, (width, height)
    asked = record_cache.rebuild(current(tablet.row)).choices({"type": "attack_dice"})
    sizes = [group.locator("[data-thrown]").count() for group in groups.all()]
    assert sizes == [one.count for one in asked.dice_groups]
    assert len(sizes) > 2
    for _ in range(sizes[0] + 1):
        page.locator('[data-faces="4"]').tap()
    expect(groups.nth(0).locator("[data-group-count]")).to_have_text(f"{sizes[0]}/{sizes[0]}")
    expect(groups.nth(1).locator("[data-group-count]")).to_have_text(f"1/{sizes[1]}")
    expect(page.locator("[data-dice-left]")).to_have_text(f"Mancano {asked.most - sizes[0] - 1}")
    for _ in range(asked.most - sizes[0] - 2):
        page.locator('[data-faces="4"]').tap()
    expect(page.locator("[data-dice-left]")).to_have_text("Manca 1")


LARGEST = 30
"""Dice of a side: as many as the box has infantry for, which leaves one defender and one at home."""


@pytest.mark.parametrize("count", [7, LARGEST])
def test_a_throw_of_many_dice_is_tapped_on_one_pad(before_a_battle, count):
    tablet = before_a_battle(count)
    page = tablet.page
    form = page.locator(".j-question form[data-throw]")
    for width, height in ((1280, 800), (800, 1280)):
        page.set_viewport_size({"width": width, "height": height})
        check_settled(page)
        assert out_of_sight(page) == [], (width, height)
    expect(form.locator("[data-thrown]")).to_have_count(count)
    for number in range(count - 1):
        form.locator(f'[data-faces="{number % 10 + 1}"]').tap()
    expect(form.locator("[data-thrown-count]")).to_have_text(str(count - 1))
    expect(form.locator("[data-throw-submit]")).to_be_disabled()
    form.locator("[data-face-back]").tap()
    form.locator('[data-faces="10"]').tap()
    check_settled(page)
    tablet.tap(form.locator('[data-faces="10"]'))
    assert tablet.recorded() == ["battle", "attack_dice"]
    thrown = [number % 10 + 1 for number in range(count - 2)] + [10, 10]
    assert tablet.state().thrown == tuple(thrown)
    check_settled(page)
    assert out_of_sight(page) == []
    tablet.throw(1)
    assert tablet.recorded()[-1] == "defence_dice"
    check_settled(page)
    assert out_of_sight(page) == []


SIZES = [(1280, 800), (800, 1280), (390, 844)]
FINGER = 44


def test_two_dice_are_entered_at_a_tap(at_the_table, recorder, row, table):  # noqa: F811
    """Every two faces have one key, as large as a finger; three dice are two taps, in whichever order they are read."""
    recorder.record_until(
        lambda record: awaits("AttackThrow")(record) and record.state.armies[record.state.awaits.src] > 3
    )
    page, before = at_the_table(), recorder.ahead.seq
    form = page.locator(".j-question form[data-throw]")
    keys = form.locator("[data-faces]")
    faces = [key.get_attribute("data-faces") for key in keys.all()]
    assert sorted(faces) == sorted(
        [str(n) for n in range(1, 7)] + [f"{high} {low}" for high in range(1, 7) for low in range(1, high + 1)]
    )
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        check_settled(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        boxes = [one.bounding_box() for one in (*keys.all(), form.locator("[data-face-back]"))]
        assert [box for box in boxes if min(box["width"], box["height"]) < FINGER] == [], (width, height)
        assert max(box["x"] + box["width"] for box in boxes) <= width, (width, height)

    page.evaluate("window.sdadata.guard.ms = 0")
    form.locator('[data-faces="3"]').click()
    form.locator('[data-faces="6 4"]').click()
    at_line(page, before + 1)
    row.refresh_from_db()
    assert cached_record(row).last_undoable.act.dice == (3, 6, 4)


def test_a_tap_of_two_dice_is_taken_back_by_one(at_the_table, recorder, row, table):  # noqa: F811
    recorder.record_until(
        lambda record: awaits("AttackThrow")(record) and record.state.armies[record.state.awaits.src] > 3
    )
    page, before = at_the_table(), recorder.ahead.seq
    form = page.locator(".j-question form[data-throw]")
    values = "[...document.querySelectorAll('[data-thrown]')].map((die) => die.value).join()"
    form.locator('[data-faces="5 2"]').click()
    assert page.evaluate(values) == "5,2,"
    expect(form.locator('[data-faces="5 2"]')).to_be_disabled()  # one die is left
    form.locator("[data-face-back]").click()
    assert page.evaluate(values) == ",,"
    expect(form.locator('[data-faces="5 2"]')).to_be_enabled()
    page.keyboard.type("64")
    assert page.evaluate(values) == "6,4,"
    page.keyboard.press("Backspace")
    assert page.evaluate(values) == "6,,"
    page.keyboard.type("43")  # the last die sends the throw
    at_line(page, before + 1)
    row.refresh_from_db()
    assert cached_record(row).last_undoable.act.dice == (6, 4, 3)


@pytest.mark.parametrize("slug", list(games()))
def test_the_page_settles_all_through_a_game_of_every_kind(at_the_table, table, judge, slug):  # noqa: F811
    recorder = Recorder(open_a_table_of(slug, table, judge), judge, seed=3)
    page = at_the_table()
    for _ in range(STEPS):
        at_line(page, recorder.ahead.seq)
        check_settled(page)
        recorder.record_more(ENTRIES)
        page.goto(address(table))
    page.goto(address(table) + "?atto=shown")
    check_settled(page)
