"""No key breaks a word or a triple of figures: every answer of whole games, drawn on the page of its game, both ways held."""

from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

from games.registry import game, games
from referee.judge_page import board_view
from referee.judge_page.context import PageOverlay, page_context
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table  # noqa: F401
from tests.browser.test_measures import BOTH_WAYS
from tests.games.seeded_games import acts_of, fresh, whole_game
from tests.referee.test_every_game import open_a_table_of

SEED = 7
POSITIONS = 40
MOST_STEPS = 6
PARTS = ("_question", "_more_acts")

# What of a key's words is on two lines and has no blank in it, and keys that are narrower than their words. A word may end a line with a
# hyphen or a stroke of its own, a triple of figures may not.
BROKEN = r"""(pages) => pages.flatMap((html) => {
    const parts = ["question", "more"].map((name) => document.querySelector(`[data-part="${name}"]`)).filter(Boolean);
    const [question, more] = html;
    parts[0].innerHTML = question;
    let room = document.querySelector("#more .test-room");
    if (!room) {
        room = document.createElement("div");
        room.className = "test-room";
        document.getElementById("more").append(room);
    }
    room.innerHTML = more;
    document.getElementById("more").showPopover();
    const found = [];
    for (const label of document.querySelectorAll(".j-key .j-label")) {
        const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
            for (const { 0: word, index } of node.data.matchAll(/\d+(-\d+)+|[^\s\/–-]+/g)) {
                const range = new Range();
                range.setStart(node, index);
                range.setEnd(node, index + word.length);
                const tops = new Set([...range.getClientRects()].filter(({ width }) => width).map(({ top }) => Math.round(top)));
                if (tops.size > 1) found.push(`«${word}» of «${label.textContent}» in ${Math.round(label.clientWidth)}`);
            }
        }
        const key = label.closest(".j-key");
        if (key.scrollWidth > key.clientWidth + 1) found.push(`cut: «${label.textContent}»`);
    }
    document.getElementById("more").hidePopover();
    return found;
})"""


def questions_of(slug: str, row):
    """The page's words for every question of a game whose keys were not asked about before."""
    whole, lines, _vault = whole_game(slug, max(game(slug).seats), SEED)
    record, drawn = fresh(whole), set()
    every = max(1, len(lines) // POSITIONS)
    for number, (by, act) in enumerate(acts_of(whole, lines)):
        if number % every == 0:
            board = board_view.board_of(record, ())
            for ask in [None, *_steps_of(record)]:
                words = {str(one.words) for one in (ask or record.choices({})).choices}
                if not words <= drawn:
                    drawn |= words
                    yield page_context(row, record, board, PageOverlay(ask=ask), (), may_write=True)
        record.append_trusted(by, act)


def _steps_of(record):
    for choice in record.choices({}).choices:
        ask = record.choices({"type": "act"} | (choice.sets or {"type": choice.value}))
        for _ in range(MOST_STEPS):
            if ask.kind == "ready":
                break
            yield ask
            if ask.kind not in ("act", "pick") or not ask.choices:
                break
            ask = record.choices(ask.answered(ask.choices[-1].value))


@pytest.mark.parametrize("slug", sorted(games()))
def test_no_key_breaks_a_word(at_the_table, table, judge, slug):  # noqa: F811
    row = open_a_table_of(slug, table, judge)
    page, found = at_the_table(), {}
    around = {"tournament": table.round.tournament, "round": table.round, "table": table}
    around["reading"] = SimpleNamespace(state="")
    pages = [
        [render_to_string(f"referee/judge/{part}.html", context | around) for part in PARTS]
        for context in questions_of(slug, row)
    ]
    assert pages
    for width, height in BOTH_WAYS:
        page.set_viewport_size({"width": width, "height": height})
        found |= dict.fromkeys(page.evaluate(BROKEN, pages), f"{width}x{height}")
    assert found == {}
