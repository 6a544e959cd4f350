"""Throws of many dice: one pad of faces for all of them, in a page that settles; and so does every other page of every game."""

import pytest
from playwright.sync_api import expect

from games.kernel.acts import JUDGE
from games.registry import games
from tests.browser.settling import at_line, check_settled
from tests.browser.sight import out_of_sight
from tests.browser.test_judges_page import at_the_table  # noqa: F401
from tests.browser.test_turns_by_touch import a_clock_that_just_started, statement, tablet_at  # noqa: F401
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address

STEPS, ENTRIES = 6, 7


@pytest.fixture
def before_a_battle(tablet_at):  # noqa: F811
    """FabRisiko! with so many attackers against one defender, asked for the attackers' dice."""

    def begin(attackers: int):
        tablet = tablet_at(
            "fabrisiko",
            (0, {"type": "sheet", "faction": "melano"}),
            (1, {"type": "sheet", "faction": "albacina"}),
            (JUDGE, {"type": "start_dice", "dice": [9, 2]}),
            statement(
                owners={"bastia": 1, "melano": 0},
                units={
                    "bastia": {"0": {"fanteria": attackers}, "1": {"fanteria": 1}},
                    "melano": {"0": {"fanteria": 1}},  # the box holds 32 in all
                    "albacina": {"1": {}},
                },
                resources=[5, 0],
            ),
            seats=2,
        )
        tablet.act("4-B: battaglia", "Bastia")
        return tablet

    return begin


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
        form.locator(f'[data-face="{number % 10 + 1}"]').tap()
    expect(form.locator("[data-thrown-count]")).to_have_text(str(count - 1))
    expect(form.locator("[data-throw-submit]")).to_be_disabled()
    form.locator("[data-face-back]").tap()
    form.locator('[data-face="10"]').tap()
    check_settled(page)
    tablet.tap(form.locator('[data-face="10"]'))
    assert tablet.recorded() == ["battle", "attack_dice"]
    thrown = [number % 10 + 1 for number in range(count - 2)] + [10, 10]
    assert tablet.state().thrown == tuple(thrown)
    check_settled(page)
    assert out_of_sight(page) == []
    tablet.throw(1)
    assert tablet.recorded()[-1] == "defence_dice"
    check_settled(page)
    assert out_of_sight(page) == []


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
