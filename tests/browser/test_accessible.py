"""Every page can be used by everybody: axe finds nothing serious, and at 320 CSS pixels nothing is cut off at the side.

320 pixels are a small phone, or a laptop enlarged four times over; 640 are one enlarged twice. `AXE=whole` looks at every page in both
languages and by night as well; without it English is looked at where the words are longest.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.pages import OPENERS, browsers, visits
from tests.role_table import ROUTES
from tests.test_roles import World, world  # noqa: F401

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
IS_WHOLE = os.environ.get("AXE") == "whole"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FOUND = """async (tags) => {
    document.getAnimations().forEach((one) => { try { one.finish(); } catch { one.cancel(); } });
    const found = await axe.run(document, { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] });
    return found.violations.filter((one) => ["serious", "critical"].includes(one.impact))
        .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target} ${node.html.slice(0, 120)}`));
}"""
WIDER = """() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return [];
    const scrolls = (one) => ["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(one).overflowX);
    const inside = (one) => { for (let at = one.parentElement; at; at = at.parentElement) if (scrolls(at)) return true; };
    return [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > room + 0.5 && !inside(one))
        .map((one) => `${one.tagName}.${one.className} ${Math.round(one.getBoundingClientRect().right)}`).slice(0, 6);
}"""
SMALL = """(least) => {
    const small = new Set();
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = words.nextNode(); text; text = words.nextNode()) {
        const one = text.parentElement;
        if (!text.data.trim() || one.closest("svg, script, style, .sr-only")) continue;
        if (!one.checkVisibility({ visibilityProperty: true })) continue;
        const size = parseFloat(getComputedStyle(one).fontSize);
        if (size < least) small.add(`${one.tagName}.${one.className} ${size}: ${text.data.trim().slice(0, 30)}`);
    }
    return [...small];
}"""
SMALLEST = 13  # px of letters on a page; a drawn board has smaller ones
NARROW = (320, 640)
LONG_WORDS = {
    "referee:judge",
    "referee:floor",
    "tournament:public",
    "tournament:desk",
    "tournament:player_day",
    "tournament:standings",
}
SCREENS = {"tournament:projector", "tournament:ceremony"}  # they have a size of their own


def faults(page: Page, *, narrow: tuple[int, ...] = ()) -> list[str]:
    found = page.evaluate(FOUND, TAGS)
    found += [f"smaller than {SMALLEST} px: {one}" for one in page.evaluate(SMALL, SMALLEST)]
    for width in narrow:
        page.set_viewport_size({"width": width, "height": 720})
        found += [f"wider than {width}: {one}" for one in page.evaluate(WIDER)]
    if narrow:
        page.set_viewport_size({"width": 1280, "height": 800})
    return found


def test_every_page_that_somebody_may_open_is_gone_through():
    """Also those of who holds one right of the house and no role. A player opens the own day with a badge."""
    may = {
        route: {role for role, answer in methods["GET"].items() if answer == "may"} for route, methods in ROUTES.items()
    }
    left_out = {route for route, roles in may.items() if roles and roles.isdisjoint(OPENERS)}
    assert left_out == {"tournament:player_day", "tournament:player_day_stream"}


@pytest.mark.parametrize(
    ("locale", "theme"), [("it-IT", "light"), ("en-GB", "light"), *([("it-IT", "dark")] if IS_WHOLE else [])]
)
def test_axe_finds_nothing_serious_on_any_page(chromium, site, world: World, locale, theme):  # noqa: F811
    to_see = [visit for visit in visits(world) if locale == "it-IT" or IS_WHOLE or visit.route in LONG_WORDS]
    roles, pages = {visit.role for visit in to_see}, {}
    for role, context in browsers(chromium, site, world, roles, locale=locale, color_scheme=theme).items():
        context.add_init_script(path=AXE)
        pages[role] = context.new_page()
    found = []
    for visit in to_see:
        page = pages[visit.role]
        page.goto(visit.url)
        narrow = NARROW if visit.route not in SCREENS else ()
        found += [f"{visit.route} as {visit.role}: {one}" for one in faults(page, narrow=narrow)]
    for page in pages.values():
        page.context.close()
    assert len(to_see) > (60 if locale == "it-IT" or IS_WHOLE else 5)
    assert not found, "\n".join(found)
