"""Every list of the wall, its clock and every page of the prize giving: letters that the last row reads, ten arc minutes at ten metres,
and none cut. Of the live board this holds for what stands beside a board that leaves room there; on a map of the world the figures of
each player are smaller, for the Pacific is narrow, and names of places are for who stands near on every board.
"""

from itertools import pairwise

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.registry import games
from referee.hooks.ceremony import recorded_end
from tests.browser.pictures import screenshot
from tests.browser.test_a_tournament_day import PASSWORD, log_in, people  # noqa: F401
from tests.browser.test_projector import ALL, SIZES, TOKEN, arrange, hall  # noqa: F401
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_live_table import final  # noqa: F401
from tests.tournament.conftest import CONFIRMED, lines_for
from tests.tournament.pages import to
from tests.tournament.test_formats import begin, play_all
from tournament.actions import results, rounds, screen_links, tables

LEAST = 3.59
"""Hundredths of the height: 39 of 1080 pixels."""

# All words in sight that are smaller. A letter of a picture is as large as the picture makes it. The names of places on a map are
# for who stands near: they have no room beside one another at any other size, and the words beside the map repeat those that matter.
TOO_SMALL = """([least, skipped]) => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const one = walker.currentNode.parentElement, words = walker.currentNode.textContent.trim();
    if (!words || one.closest(skipped)) continue;
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const scale = one instanceof SVGElement ? Math.abs(one.getScreenCTM().d) : 1;
    const pixels = parseFloat(getComputedStyle(one).fontSize) * scale, size = pixels * 100 / innerHeight;
    const empty = 0.2 * pixels; // of the box of a line, above its capitals and below its base
    if (size < least) found.push([words.slice(0, 40), Math.round(size * 100) / 100]);
    const isCut = box.left < -1 || box.right > innerWidth + 1 || box.top + empty < -1 || box.bottom - empty > innerHeight + 1;
    if (isCut) found.push([words.slice(0, 40), "cut"]);
  }
  return found;
}"""


SKIPPED = "script, style, title, .sr-only, .live-board .m-name, .chart-room"


def unreadable(page: Page, what: object, *others: str) -> list[tuple]:
    """`others` are selectors of what is read from near."""
    found, skipped = [], ", ".join([SKIPPED, *others])
    for width, height in SIZES[::-1]:
        page.set_viewport_size({"width": width, "height": height})
        found += [(what, width, *one) for one in page.evaluate(TOO_SMALL, [LEAST, skipped])]
    return found


def kinds_read(page: Page) -> set[str]:
    """Every slide is shown in turn."""
    read, found = set(), []
    for key in page.locator("[data-slide]").evaluate_all("(all) => all.map((one) => one.dataset.slide)"):
        page.evaluate(
            "(key) => document.querySelectorAll('[data-slide]').forEach((one) => { one.hidden = one.dataset.slide !== key; })",
            key,
        )
        found += unreadable(page, key)
        expect(page.locator(f"[data-slide={key}]")).to_be_visible()
        read.add(key.rpartition("-")[0])
        if key.endswith("-1"):
            screenshot(page, f"wall-{key}")
    assert found == []
    return read


def test_every_kind_of_page_of_the_wall(open_page, hall):  # noqa: F811
    round_, olga = hall
    screen_links.announce(round_.tournament, text="Si mangia alle 13", by=olga)
    rounds.start(round_, by=olga, now=timezone.now())
    for table in round_.tables.all()[:2]:
        tables.begin(table, by=olga)
        tables.record_status(table, call_reason="dadi", called_at=timezone.now())
    page = open_page(1920, 1080)
    for turns_pages_or_fetches in ("**/projector*.js", "**/live*.js"):
        page.route(turns_pages_or_fetches, lambda route: route.fulfill(content_type="text/javascript", body=""))
    arrange(olga, parts=ALL)
    page.goto(f"/schermo/{TOKEN}/")
    read = kinds_read(page)
    for table in round_.tables.all():
        results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=olga, confirmed=CONFIRMED)
        results.sign(table, by=olga)
    rounds.close(round_, by=olga, now=timezone.now())
    page.goto(f"/schermo/{TOKEN}/")
    assert read | kinds_read(page) == set(ALL)


def test_a_screen_with_nothing_to_show_has_the_clock_for_the_whole_hall(open_page, hall):  # noqa: F811
    round_, olga = hall
    rounds.start(round_, by=olga, now=timezone.now())
    page = open_page(1920, 1080)
    arrange(olga, parts=["prizes", "through"])
    page.goto(f"/schermo/{TOKEN}/")
    clock = page.locator(".screen-clock")
    expect(clock).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        box = clock.bounding_box()
        assert clock.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") >= 0.25 * height
        assert abs(box["x"] + box["width"] / 2 - width / 2) < 2
        assert abs(box["y"] + box["height"] / 2 - height / 2) < height / 6
    screenshot(page, "wall-clock")
    assert unreadable(page, "clock") == []


def test_a_screen_for_the_final_has_the_parts_of_the_day_until_it_is_recorded(open_page, hall):  # noqa: F811
    round_, olga = hall
    rounds.start(round_, by=olga, now=timezone.now())
    page = open_page(1920, 1080)
    arrange(olga, parts=["live"])
    page.goto(f"/schermo/{TOKEN}/")
    expect(page.locator("[data-slide=tables-1]")).to_be_visible()


@pytest.mark.parametrize("slug", list(games()))
def test_what_stands_beside_a_live_board(open_page, organizer, final, judge, slug):  # noqa: F811
    row = open_a_table_of(slug, final, judge)
    Recorder(row, judge, seed=3).record_until(lambda record: record.state.giro == 3)
    _link, token = screen_links.issue(final.round.tournament, by=organizer)
    page = open_page(1920, 1080)
    page.goto(f"/schermo/{token}/")
    expect(page.locator(".live-player").first).to_be_visible()
    on_a_map = (".live-name", ".live-fact") if page.locator(".has-map").count() else ()
    assert unreadable(page, slug, ".live-board text", ".live-lines > :not(:last-child)", *on_a_map) == []
    newest = page.locator(".live-lines > li:last-child")
    expect(newest).to_be_visible()
    assert newest.evaluate("(one) => one.getBoundingClientRect().bottom <= innerHeight")


@pytest.mark.parametrize("slug", list(games()))
def test_every_page_of_the_prize_giving(open_page, organizer, final, judge, monkeypatch, slug):  # noqa: F811
    row = open_a_table_of(slug, final, judge)
    Recorder(row, judge, seed=3).record_until(lambda record: record.state.giro == (6 if slug == "risiko" else 3))
    end = recorded_end(final)
    monkeypatch.setattr("tournament.web.views.ceremony._end_of_the_final", lambda _tournament: end)
    tournament = begin("arba", 6, organizer, "bracket")
    play_all(tournament, organizer)
    organizer.set_password(PASSWORD)
    organizer.save()
    page = open_page(1920, 1080)
    log_in(page, organizer.username)
    page.goto(to("ceremony", tournament))
    steps, found = page.locator("[data-step]"), []
    for number in range(steps.count()):
        expect(steps.nth(number)).to_be_visible()
        page.evaluate("document.getAnimations().forEach((one) => one.finish())")
        found += unreadable(page, number)
        screenshot(page, f"ceremony-{slug}-{number}")
        page.keyboard.press("ArrowRight")
    assert found == []
    assert len(end.players) > 1
    assert page.locator(".ceremony-players .army").count() == (len(end.players) if end.board else 0)


def test_the_podium_fills_the_screen(open_page, people):  # noqa: F811
    """Second, first, third; the champion's name is as large as on a page alone, and each step says its place."""
    olga = people["olga"]
    tournament = begin("arba", 6, olga, "bracket")
    play_all(tournament, olga)
    page = open_page(1920, 1080)
    log_in(page, "olga")
    page.goto(to("ceremony", tournament))
    for _step in range(page.locator("[data-step]").count() - 1):
        page.keyboard.press("ArrowRight")
    places = page.locator(".podium-step:visible")
    boxes = sorted(
        (box["x"], -box["height"], number) for number, box in enumerate(p.bounding_box() for p in places.all())
    )
    assert [number for _x, _height, number in boxes] == [1, 0, 2]
    steps = sorted(places.evaluate_all("(all) => all.map((one) => [one.offsetLeft, one.offsetWidth])"))
    assert all(right - left - width < width / 2 for (left, width), (right, _width) in pairwise(steps)), (
        "a place is empty"
    )
    heights = [-height for _x, height, _number in boxes]
    assert heights[1] > heights[0] > heights[2]
    screenshot(page, "podium")
    whole = page.evaluate(
        "() => [...document.querySelectorAll('.podium-who, .podium-step')].map((one) => one.getBoundingClientRect())"
        ".reduce(([l, t, r, b], one) => [Math.min(l, one.left), Math.min(t, one.top), Math.max(r, one.right), Math.max(b, one.bottom)],"
        " [9e9, 9e9, 0, 0])"
    )
    assert whole[2] - whole[0] > 0.9 * 1920
    assert whole[3] - whole[1] > 0.75 * 1080
    sizes = page.locator(".podium-name").evaluate_all(
        "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert sizes[0] == max(sizes) >= 0.09 * 1080
