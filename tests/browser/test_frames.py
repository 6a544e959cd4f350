"""On a phone nothing leaves its frame: no page moves sideways, no picture is cut at an edge, and a table or bracket that is wider than its
frame moves in it alone, with a shadow at the edge behind which there is more.
"""

from playwright.sync_api import Page

from tests.browser.pages import browsers, visits
from tests.browser.test_accessible import SCREENS
from tests.test_roles import World, world  # noqa: F401

WIDTHS = (360, 390)
OUT_OF_FRAME = """() => {
    const moves = (one) => ["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(one).overflowX);
    const has_edge = (one) => getComputedStyle(one).backgroundImage.includes("gradient");
    const frame = (one) => {
        for (let at = one.parentElement; at; at = at.parentElement) if (moves(at)) return at;
        return document.documentElement;
    };
    const name = (one) => `${one.tagName}.${one.getAttribute("class")}`;
    const page = document.documentElement;
    const found = page.scrollWidth > page.clientWidth ? [`the page is ${page.scrollWidth} wide`] : [];
    for (const one of document.querySelectorAll("main svg, main img, main canvas")) {
        const box = one.getBoundingClientRect(), around = frame(one), room = around.getBoundingClientRect();
        if (!box.width || !one.checkVisibility() || one.closest(".sr-only") || has_edge(around)) continue;
        const [left, right] = [Math.max(room.left, 0), Math.min(room.right, page.clientWidth)];
        if (box.right > right + 1 || box.left < left - 1) found.push(`${name(one)} leaves ${name(around)}`);
    }
    for (const one of document.querySelectorAll("main *")) {
        const scrolls = ["auto", "scroll"].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1;
        if (scrolls && !has_edge(one)) found.push(`${name(one)} has no edge`);
    }
    return found;
}"""


def out_of_frame(page: Page) -> list[str]:
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        found += [f"{page.url} at {width}: {one}" for one in page.evaluate(OUT_OF_FRAME)]
    return found


def test_nothing_leaves_its_frame_on_a_phone_on_any_public_page(chromium, site, world: World):  # noqa: F811
    public = [visit for visit in visits(world) if visit.role == "anonymous" and visit.route not in SCREENS]
    page = browsers(chromium, site, world, {"anonymous"}, locale="it-IT")["anonymous"].new_page()
    found = []
    for visit in public:
        page.goto(visit.url)
        found += out_of_frame(page)
    page.context.close()
    assert len(public) > 20
    assert not found, "\n".join(found)
