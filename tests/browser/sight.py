"""What a judge has in sight without a scroll, measured in the page: between the strip at the head and the bar at the foot.

In every moment of a game: the question, the players with what they own, the acts that go on, such as the end of the turn; of a throw
the dice that are asked for, their key, and the dice of the other side. What the last entry did stands in the bar.
"""

from playwright.sync_api import Page

OUT_OF_SIGHT = """() => {
    if (document.querySelector(".j-sheet:not(.is-folded), .j-turn, .j-act-form, #refusal")) return [];
    const boxOf = (selector) => document.querySelector(selector)?.getBoundingClientRect();
    const head = boxOf(".j-strip").bottom;
    const bar = boxOf(".j-bar")?.top ?? innerHeight;
    const acts = boxOf(".j-acts")?.top ?? bar;
    const wanted = [
        ["question", "#question-words", acts],
        ["throw", ".j-throw", acts],
        ["die", ".j-question[data-kind=dice] :is(.j-die, .j-thrown, .j-pad .j-key)", acts],
        ["key of the throw", ".j-question[data-kind=dice] :is([data-submit], [data-throw-submit])", acts],
        ["reason for other dice", ".j-offered button", acts],
        ["end of the choice", ".j-question [data-ends] .j-key", acts],
        ["key of the answer", ".j-question:is([data-kind=several], [data-kind=spread]) [data-submit]", acts],
        ["dice to come", ".j-question[data-kind=dice] [data-dice-left]", acts],
        ["act", ".j-ask :is(.j-acts .j-key, button[value=end_turn])", bar],
        ["player", ".j-player", bar],
        ["undo", ".j-undo-what", innerHeight],
    ];
    const scrolls = (one) => one.scrollHeight > one.clientHeight + 1;
    const moving = [document.scrollingElement, ...document.querySelectorAll(".j-columns, .j-ask, .j-players")]
        .filter(scrolls).map((one) => `${one.className || one.tagName} scrolls`);
    // What decides of a player is three lines at most, below the name.
    const rowsOf = (one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
    };
    const lines = (one) => [...one.querySelectorAll(".j-player-line")].reduce((sum, line) => sum + rowsOf(line), 0);
    const players = innerWidth < 700 ? [] : [...document.querySelectorAll(".j-player")].filter((one) => one.checkVisibility());
    const long = players.filter((one) => lines(one) > 3).map((one) => `player of many lines «${one.textContent.trim()}»`);
    const isOut = ({ top, bottom, left, right }, foot) => top < head - 1 || bottom > foot + 1 || left < -1 || right > innerWidth + 1;
    return moving.concat(long, wanted.flatMap(([name, selector, foot]) => [...document.querySelectorAll(selector)]
        .filter((one) => one.checkVisibility() && isOut(one.getBoundingClientRect(), foot))
        .map((one) => `${name} «${one.textContent.trim().replace(/\\s+/g, " ").slice(0, 24)}»`)));
}"""


def out_of_sight(page: Page) -> list[str]:
    return page.evaluate(OUT_OF_SIGHT)
