"""Every state of the judge's page and the pages around it, measured in the browser, upright and lying, by day and by night."""

import pytest
from django.urls import reverse
from django.utils import timezone

from games.registry import games
from referee.actions import calls, flags
from tests.browser.measures import CROWDED, FAINT, FAINT_WHILE_SENT, LOW_KEYS, OVERLAPPING, SMALL
from tests.browser.sight import out_of_sight
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits  # noqa: F401
from tests.browser.test_whole_games import open_table_of
from tests.games.seeded_games import read_tag
from tests.referee.conftest import Recorder
from tests.referee.test_judge_page import address

BOTH_WAYS = [(800, 1280), (1280, 800)]
PHONE = (390, 844)
MOST_SIDE_BY_SIDE = 8
THEMES = ["sdadata", "sdadata-notte"]


def faults(page, url: str, sizes: list[tuple[int, int]] = BOTH_WAYS) -> dict[str, list[str]]:
    """What is small, what overlaps, what cannot be read, at every size, in both themes; nothing where all is well."""
    page.goto(url)
    found = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found |= {f"{what} at {width}x{height}": which for what, which in _faults(page).items() if which}
    return found


def _faults(page) -> dict[str, list[str]]:
    page.evaluate("delete document.documentElement.dataset.theme")
    found = {"small": page.evaluate(SMALL), "overlapping": page.evaluate(OVERLAPPING)}
    found |= {"low keys": page.evaluate(LOW_KEYS), "crowded": page.evaluate(CROWDED)}
    for theme in THEMES:
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        page.evaluate("document.getAnimations().forEach((one) => one.finish())")  # colours stand still
        found[theme] = page.evaluate(FAINT)
    wide = page.evaluate("document.documentElement.scrollWidth")
    return found | ({"wide": [str(wide)]} if wide > page.viewport_size["width"] else {})


def test_the_judges_page_through_a_game(at_the_table, row, table, recorder, judge):  # noqa: F811
    page, sizes = at_the_table(), [*BOTH_WAYS, PHONE]
    assert faults(page, address(table), sizes) == {}
    for reached in (awaits("Fight"), awaits("DefenceThrow"), awaits("Occupation"), awaits("Reinforce")):
        recorder.record_until(reached)
        assert faults(page, address(table), sizes) == {}
    calls.call(table, reason="Regola dubbia", by=judge, now=timezone.now())
    flags.raise_flag(row, words="Carta presa senza diritto", articles=("11",), by=judge)
    recorder.record_until(lambda record: record.state.last_giro and awaits("Fight")(record))
    assert faults(page, address(table), sizes) == {}
    recorder.record_all()
    assert faults(page, address(table), sizes) == {}


@pytest.mark.parametrize("theme", THEMES)
def test_a_key_can_be_read_while_its_act_is_sent(at_the_table, row, table, recorder, theme):  # noqa: F811
    """Keys of questions, of a form and of the bar, by day and by night."""
    page = at_the_table(1280, 800)
    for reached in ("Reinforce", "Fight", "AttackThrow"):
        recorder.record_until(awaits(reached))
        for asked in ("", "?atto=note", "?atto=time_up", f"?correggi={recorder.ahead.last_undoable.seq}"):
            page.goto(address(table) + asked)
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            assert page.evaluate(FAINT_WHILE_SENT) == [], (reached, asked)


def test_the_drawers_over_the_page(at_the_table, recorder):  # noqa: F811
    recorder.record_until(awaits("Fight"))
    page = at_the_table()
    for drawer in ("more", "call"):
        page.evaluate("(id) => document.getElementById(id).showPopover()", drawer)
        for width, height in [*BOTH_WAYS, PHONE]:
            page.set_viewport_size({"width": width, "height": height})
            found = _faults(page)
            assert (drawer, width, found["small"], *(found[theme] for theme in THEMES)) == (drawer, width, [], [], [])
        page.evaluate("(id) => document.getElementById(id).hidePopover()", drawer)


@pytest.mark.parametrize(("slug", "seats"), [(slug, max(game.seats)) for slug, game in games().items()])
def test_every_throw_of_every_game_has_large_keys_and_its_own_in_sight(at_the_table, table, judge, slug, seats):  # noqa: F811
    """The first throw of each kind, both ways held; all of it in sight where the tablet lies."""
    recorder = Recorder(open_table_of(slug, seats, table, judge), judge, seed=3)
    page, thrown = at_the_table(), set()
    while move := recorder.record_up_to(lambda move: hasattr(move.act, "dice") and _throw_of(move) not in thrown):
        thrown.add(_throw_of(move))
        page.goto(address(table))
        if not page.locator(".j-question[data-kind=dice]").count():
            continue
        for width, height in BOTH_WAYS:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(SMALL) == [], (thrown, width)
            if width > height:
                assert [page.evaluate(OVERLAPPING), out_of_sight(page)] == [[], []], thrown


def _throw_of(move) -> tuple[str, int]:
    """What is thrown, with how many dice: as many as have one look."""
    return read_tag(move.act), min(len(move.act.dice), MOST_SIDE_BY_SIDE) if isinstance(move.act.dice, tuple) else 1


def test_the_pages_around_the_table(at_the_table, row, table):  # noqa: F811
    page, slug = at_the_table(), table.round.tournament.slug
    page.goto(address(table, "hand_over"))
    page.get_by_role("button", name="Mostra le sei cifre").click()
    for url in (
        address(table, "hand_over"),
        reverse("referee:redeem", args=[slug]),
        reverse("referee:floor", args=[slug]),
        reverse("referee:practice"),
        reverse("referee:puzzle", args=["risiko"]),
        address(table) + "?atto=shown",
        address(table) + "?atto=*",
    ):
        assert (url, faults(page, url)) == (url, {})
