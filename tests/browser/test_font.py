"""What Chromium draws the interface with: the cut font, for other alphabets the whole one, the system's for signs that neither has."""

from playwright.sync_api import Page

from tests.config.test_font import OF_THE_SYSTEM, interface, names_of_a_hall

CUT, WHOLE = "InterLatin", "InterVariable"


def show(page: Page, text: str) -> tuple[int, int]:
    """Glyphs that the site's font drew, and others, of a line with this text."""
    page.evaluate(
        """async (text) => {
            document.body.replaceChildren(Object.assign(document.createElement("p"), { textContent: text, id: "line" }));
            await document.fonts.load("16px Inter", text);
            await document.fonts.ready;
        }""",
        text,
    )
    devtools = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        devtools.send(f"{domain}.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    line = devtools.send("DOM.querySelector", {"nodeId": root, "selector": "#line"})["nodeId"]
    fonts = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": line})["fonts"]
    ours = sum(one["glyphCount"] for one in fonts if one["isCustomFont"])
    return int(ours), int(sum(one["glyphCount"] for one in fonts if not one["isCustomFont"]))


def fetched(page: Page) -> set[str]:
    urls = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    return {name for name in (CUT, WHOLE) for url in urls if f"/fonts/{name}" in url}


def test_every_character_is_drawn_by_the_cut_font(page: Page):
    page.goto("/accedi/")
    signs = sorted({one for one in interface() | names_of_a_hall() if not one.isspace()} - OF_THE_SYSTEM)
    missing = [one for one in signs if show(page, one)[1]]
    assert missing == []
    assert fetched(page) == {CUT}


def test_other_alphabets_are_drawn_by_the_whole_font(page: Page):
    page.goto("/accedi/")
    assert fetched(page) == {CUT}
    assert show(page, "ИгорьΕλένηNguyễn")[1] == 0
    assert fetched(page) == {CUT, WHOLE}


def test_signs_that_the_font_has_not_are_the_systems_and_fetch_nothing(page: Page):
    page.goto("/accedi/")
    show(page, "".join(sorted(OF_THE_SYSTEM)))
    assert fetched(page) == {CUT}
