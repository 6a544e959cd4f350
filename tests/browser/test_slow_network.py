"""What the network alone brings about, in every game and however the tablet is held, neither covers nor moves what a judge looks at."""

import pytest
from playwright.sync_api import Page, Route, expect

from referee.judge_page.questions import opening
from tests.browser.pictures import screenshot
from tests.browser.test_judges_page import ENTERING, a_clock_that_just_started, at_the_table  # noqa: F401
from tests.browser.test_whole_games import LYING, UPRIGHT, open_table_of
from tests.games.seeded_games import SLUGS, game
from tests.referee.conftest import Recorder

# Where the question stands and its keys, the players and the acts that go on; and what lies over any of them that is not its own.
PLACED = """() => {
    const wanted = ".j-ask > .j-part > .j-question, .j-question h2, .j-question .j-key, .j-acts .j-key, .j-player";
    return [...document.querySelectorAll(wanted)].filter((one) => one.checkVisibility()).map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, Math.max(0, Math.min(innerHeight - 1, top + height / 2)));
        const covered = hit?.closest("#queue") ? "covered" : "";
        return [one.textContent.trim().slice(0, 30), ...[left, top, width, height].map(Math.round), covered].join(" ");
    });
}"""


def hold(page: Page) -> list[Route]:
    held: list[Route] = []
    page.route(ENTERING, lambda route: held.append(route))
    return held


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize(("width", "height"), [LYING, UPRIGHT])
@pytest.mark.usefixtures("server_answers")
def test_a_slow_network_neither_covers_nor_moves_the_question(
    at_the_table,  # noqa: F811
    table,
    judge,
    slug,
    width,
    height,
    complaints,
):
    complaints.allow("ERR_FAILED")
    row = open_table_of(slug, max(game(slug).seats), table, judge)
    recorder = Recorder(row, judge, seed=3)
    recorder.record_until(lambda record: record.state.giro > 1 and opening(record).kind in ("act", "pick"))
    page = at_the_table(width, height)
    page.evaluate("window.sdadata.guard.ms = 0")
    before, held = page.evaluate(PLACED), hold(page)
    assert before
    page.locator(".j-ask button[name=answer]:visible").first.click()
    page.wait_for_timeout(1_500)
    assert held
    assert page.evaluate(PLACED) == before
    held[0].abort()
    expect(page.locator("#queue")).to_be_visible()
    screenshot(page, f"slow-{slug}-{width}")
    assert page.evaluate(PLACED) == before
    page.unroute(ENTERING)
