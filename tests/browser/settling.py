"""A page that stands still once it was drawn: scripts that answer their own changes go on for ever.

Every page counts what changes in it. It has settled when some frames in a row came without a change; a clock that ticks
leaves more frames between its ticks than that. A script that never lets the browser go on is stopped by emptying the page, because
nothing could be asked of the page any more; the console says so, which fails the test.
"""

from playwright.sync_api import Page, TimeoutError, expect

STILL_FRAMES = 4
MOST_FRAMES = 240
SECOND_OF_FRAMES = 60
ANSWER_MILLISECONDS = 10_000

# The native functions are taken before a test puts a clock of its own in their place.
COUNT_CHANGES = """(() => {
    const frame = window.requestAnimationFrame.bind(window);
    const later = window.setTimeout.bind(window);
    let changes = 0;
    let latest = "";
    let rounds = 0; // of changes that follow from one another, without the browser's turn between them
    const options = { attributes: true, characterData: true, childList: true, subtree: true };
    const observer = new MutationObserver((records) => {
        changes += records.length;
        const { type, target, attributeName } = records.at(-1);
        latest = [type, attributeName, (target.outerHTML ?? target.parentElement?.outerHTML ?? "").slice(0, 200)].join(" ");
        if (!rounds) later(() => { rounds = 0; });
        rounds += 1;
        if (rounds < 1000) return;
        observer.disconnect();
        console.error("This page changes itself without end");
        document.body.replaceChildren();
    });
    observer.observe(document, options);
    window.redraws = 0;
    document.addEventListener("judge:swapped", () => { window.redraws += 1; });
    window.changesInFrames = (still, most) => new Promise((resolve) => {
        const counts = [];
        let before = changes;
        const look = () => {
            counts.push(changes - before);
            before = changes;
            const isStill = counts.length >= still && counts.slice(-still).every((count) => count === 0);
            if (isStill || counts.length >= most) resolve(isStill ? [] : [...counts.slice(-20), latest]);
            else frame(look);
        };
        frame(look);
    });
})();"""


def restless(page: Page) -> list[int | str]:
    """The changes in the last frames of a page that does not settle, and what changed last; nothing for one that does."""
    try:
        page.locator("html").get_attribute("lang", timeout=ANSWER_MILLISECONDS)  # evaluate would wait for ever
    except TimeoutError:
        return [-1]
    return page.evaluate(f"window.changesInFrames?.({STILL_FRAMES}, {MOST_FRAMES}) ?? []")


def check_settled(page: Page) -> None:
    counts = restless(page)
    assert counts == [], f"{page.url} does not answer or goes on changing: {counts}"


def check_answered(page: Page, most_redraws: int) -> None:
    """After an entry: still within a second of the page's own frames, and drawn no more often than there were taps that draw it."""
    counts = page.evaluate(f"window.changesInFrames({STILL_FRAMES}, {SECOND_OF_FRAMES})")
    assert counts == [], f"the page goes on changing: {counts}"
    redraws = page.evaluate("const times = window.redraws; window.redraws = 0; times")
    assert redraws <= most_redraws, f"{redraws} redraws where {most_redraws} are due"


def is_judges_page(page: Page) -> bool:
    return not page.is_closed() and "/arbitro/" in page.url


def at_line(page: Page, seq: int) -> None:
    """The judge's page stands at this line, and the server has it: where the engine answers first, the page is ahead of the server."""
    expect(page.locator("[data-judge]")).to_have_attribute("data-seq", str(seq))
    all_sent(page)


def all_sent(page: Page) -> None:
    expect(page.locator("[data-sent]")).to_have_text("Inviato")
