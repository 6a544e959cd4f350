"""Every state of the judge's page and the pages around it, measured in the browser, upright and lying, by day and by night."""

from django.urls import reverse
from django.utils import timezone

from referee.actions import calls, flags
from tests.browser.measures import CROWDED, FAINT, LOW_KEYS, OVERLAPPING, SMALL
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits  # noqa: F401
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address

BOTH_WAYS = [(800, 1280), (1280, 800)]
PHONE = (390, 844)
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


def test_dice_of_ten_faces(at_the_table, table, judge):  # noqa: F811
    opened = open_a_table_of("fabrisiko", table, judge)
    Recorder(opened, judge, seed=3).record_until(
        lambda record: type(record.state.awaits).__name__ == "CityThrow" or record.seq > 33
    )
    page = at_the_table()
    assert faults(page, address(table)) == {}


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
