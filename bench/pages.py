"""A whole game seen again, in Chromium on a phone's screen at a quarter of the machine's speed, beside the log-in page of the same site."""

import shutil
from collections.abc import Iterator
from statistics import median

from bench import hall
from bench.measure import Figure, Section, span
from bench.serving import served
from bench.table import CHROMIUM, FLAGS, JudgedTable

TIMES = 7
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
LIMIT = 1.0

# When the board stood in a frame that was drawn, and when the page's script had the whole game.
WATCH = """(() => {
    window.found = {};
    const watch = () => {
        const replay = document.getElementById("replay");
        const isDrawn = replay && document.querySelector("#replay-board .m-arrow");
        if (isDrawn && !found.board) requestAnimationFrame(() => { found.board = performance.now(); });
        if (replay?.dataset.ready !== undefined) found.ready = performance.now();
        if (!found.board || !found.ready) requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
})();"""
FIRST_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def section() -> Section:
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        return Section("Pages", [], ["Not measured: there is no Chromium here."])
    with hall.site():
        found = _measured(path)
    return Section(
        "Pages", list(_figures(found)), ["A fresh browser each time, in turns; the server has read the game before."]
    )


def _figures(found: dict[str, list[float]]) -> Iterator[Figure]:
    board, ready, beside = (median(found[name]) / 1000 for name in ("board", "ready", "beside"))
    yield Figure("the first board of a game of 600 lines seen again", span(board), f"limit {LIMIT:g} s", LIMIT / board)
    yield Figure("the same, beside the log-in page's first paint", span(board), span(beside), beside / board)
    yield Figure("its script at hand, all moves decoded on demand", span(ready))


def _a_finished_game() -> str:
    from referee.actions.bulk import append_moves
    from tournament.states import TableState

    table = JudgedTable()
    append_moves(table.row, table.ahead, lambda ahead: None if _is_over(ahead) else table.next_move(), by=table.judge)
    table.table.state = TableState.SIGNED
    table.table.save(update_fields=["state"])
    return table.address("replay")


def _is_over(record) -> bool:
    return record.game.is_done(record.rules, record.state)


def _measured(path: str) -> dict[str, list[float]]:
    from playwright.sync_api import sync_playwright

    address = _a_finished_game()
    found: dict[str, list[float]] = {"board": [], "ready": [], "beside": []}
    with served("config.asgi:application") as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for time in range(-1, TIMES):
            for where in (address, "/accedi/"):
                context = browser.new_context(base_url=f"http://127.0.0.1:{port}", locale="it-IT", **PHONE)
                context.add_init_script(WATCH)
                page = context.new_page()
                context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
                page.goto(where)
                if where == "/accedi/":
                    page.wait_for_function(FIRST_PAINT)
                    result = {"beside": page.evaluate(FIRST_PAINT)}
                else:
                    page.wait_for_function("() => found.board && found.ready")
                    result = page.evaluate("() => found")
                context.close()
                for name, value in result.items() if time >= 0 else ():
                    found[name].append(value)
        browser.close()
    return found
