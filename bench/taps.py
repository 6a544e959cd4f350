"""Tap to paint on the judge's page, in every game, at the machine's speed and at a fourth and a sixth of it: answered by the server and
by the engine in the page.

A finger (`tests/browser/touch.py`) enters what a seeded policy plays, at a judge's pace: it waits before each press, touches, and leaves.
A tap is timed from the stamp that the browser gives its `click`, which comes as the finger leaves, to the end of the frame in which the
page shows the next question; one that was answered while the finger was down took nothing. Chromium slows the page's own thread alone,
so the engine's worker is slowed here by as much: before each answer it waits for the rest of the time that it would have needed.

Each game has so many seconds at each speed, and no page holds up the others. `python -m bench.taps GAME [RATE …]` prints one game's taps
as JSON.
"""

import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from statistics import median, quantiles

from bench import hall
from bench.measure import Figure, Section, span
from bench.serving import served
from bench.table import CHROMIUM, FLAGS, SERVER_FIRST

GAMES = ("risiko", "iperisiko", "fabrisiko", "arba", "fatal")
RATES = (1, 4, 6)
SECONDS = {"server": 3.5, "engine": 6.0}
"""What a game gets at each speed, and four times as much where it has not answered three taps by then; `BENCH_LONGER` times as much for
figures that are to be compared."""
LONGER = float(os.environ.get("BENCH_LONGER", "1"))
PAUSE, REST = 0.35, 0.08
"""Seconds before each press, of two keys of one throw too, and for which the finger stays down."""
SKIPPED = 1  # taps after a change of speed
FEWEST = 3
PATIENCE = 20.0
MOST = {1: 0.040, 4: 0.100}
"""Seconds within which 95 of 100 taps on the engine should be painted, by how much slower the device is."""
BEFORE = {
    ("server", 1): (0.087, 0.115),
    ("server", 4): (0.293, 0.406),
    ("server", 6): (0.558, 1.017),
    ("engine", 1): (0.075, 0.157),
    ("engine", 4): (0.207, 0.279),
    ("engine", 6): (0.302, 0.415),
}
"""RisiKo! on 2026-11-22, before the engine answered first: seconds for 50 and 95 of 100 taps; its worker was not slowed, nor was there a
pause before a press."""
WATCH = """(() => {
    const found = window.foundTaps = { painted: [], pressed: [], engine: [] };
    let press = null;
    const note = () => {
        if (!press || press.isTimed || press.painted === null) return;
        press.isTimed = true;
        found.painted.push(Math.max(0, press.painted - press.up));
    };
    addEventListener("pointerdown", (event) => { if (event.isTrusted) press = { up: null, painted: null, isTimed: false }; }, true);
    addEventListener("click", (event) => {
        if (!event.isTrusted || !press || press.up !== null) return;
        press.up = event.timeStamp;
        note();
    }, true);
    document.addEventListener("judge:swapped", () => {
        const own = press;
        if (!own || own.isTimed) return;
        requestAnimationFrame(() => {
            const afterFrame = new MessageChannel();
            afterFrame.port1.onmessage = () => {
                own.painted ??= performance.now();
                if (own === press && own.up !== null) note();
            };
            afterFrame.port2.postMessage(0);
        });
    });
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (entry.name === "pointerdown") found.pressed.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16 });
})();"""
# How long the page waits for its worker.
TIME_ENGINE = """() => {
    const { engine } = window.sdadata;
    const enter = engine.enter;
    engine.enter = async (...given) => {
        const began = performance.now();
        try { return await enter(...given); } finally { window.foundTaps.engine.push(performance.now() - began); }
    };
}"""
TAKEN = """() => { const { painted, pressed, engine } = window.foundTaps;
    return { painted: painted.splice(0), pressed: pressed.splice(0), engine: engine.splice(0) }; }"""
# A worker that is so many times slower gives each answer when it would have been ready, one after the other. Meanwhile it sleeps: spinning
# would take the processor from the page, whose slowness would then count as the worker's own. A listener of ours would be called behind
# the worker's, so what that reads first tells when it began.
SLOW_WORKER = """(rate) => {
    self.slower = rate;
    if (self.began !== undefined) return;
    const own = self.postMessage.bind(self);
    const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
    self.began = self.free = performance.now();
    Object.defineProperty(MessageEvent.prototype, "data", { get() { self.began = performance.now(); return get.call(this); } });
    self.postMessage = (...given) => {
        const now = performance.now();
        self.free = Math.max(self.free, self.began) + (now - self.began) * self.slower;
        setTimeout(() => own(...given), self.free - now);
    };
}"""
NOTHING_WAITS = '() => !document.querySelector("[data-sent]")?.textContent.includes("(")'
ENGINE = "window.sdadata?.engine.state"


def section() -> Section:
    from games.registry import game

    figures, notes = [], []
    with _stage() as stage:
        if stage is None:
            return Section("Taps", [], ["Not measured: there is no Chromium here."])
        for slug in GAMES:
            found = stage.tap(slug, RATES)
            figures += list(_figures(game(slug).name, slug, found))
            notes += [f"{game(slug).name}: {text}" for text in found["missing"]]
    return Section(
        "Taps",
        figures,
        [
            "Half within, 95 of 100 within; a limit is for 95 of 100. From the click's own stamp, as the finger leaves, to the end of the "
            f"frame that shows the next question; the finger waits {PAUSE:g} s before each press and stays down for {REST:g} s. "
            "Beside: RisiKo! on 2026-11-22, before the engine answered first and without a pause.",
            "Slower: Chromium's throttle (`Emulation.setCPUThrottlingRate`) for the page's thread; the engine's worker, which it leaves "
            "alone, gives each answer as much later.",
            "Pressed: from the touch to the next frame, by the browser's Event Timing, which counts in steps of 8 ms and leaves out "
            "what is shorter than 16.",
            *notes,
        ],
    )


def _figures(name: str, slug: str, found: dict) -> Iterator[Figure]:
    for how in ("engine", "server"):
        for rate, taps in found[how].items():
            half, most = spread(taps["painted"])
            limit = MOST.get(rate) if how == "engine" else None
            was = BEFORE[how, rate] if slug == "risiko" else None
            beside = [f"limit {span(limit)}"] if limit else []
            beside += [f"it was {span(was[0])}, {span(was[1])}"] if was else []
            own = f", of it the engine {span(median(taps['engine']) / 1_000)}" if taps["engine"] else ""
            yield Figure(
                f"{name}, {how}, {_speed(rate)}, {len(taps['painted'])} taps",
                f"{span(half)}, {span(most)}{own}",
                ", ".join(beside),
                limit / max(most, 0.001) if limit else None,
                needs=1.0 if limit else None,
            )
    for rate, taps in found["engine"].items():
        pressed = spread(taps["pressed"] or [16.0])
        yield Figure(f"{name}, a key looks pressed, {_speed(rate)}", f"{span(pressed[0])}, {span(pressed[1])}")


def _speed(rate: int) -> str:
    return "full speed" if rate == 1 else f"{rate} × slower"


def spread(milliseconds: list[float]) -> tuple[float, float]:
    """Seconds within which half and 95 of 100 are."""
    seconds = [one / 1_000 for one in milliseconds]
    most = quantiles(seconds, n=20, method="inclusive")[-1] if len(seconds) > 1 else seconds[0]
    return median(seconds), most


# -- the site and the browser


@contextmanager
def _stage() -> Iterator["Stage | None"]:
    browser = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if browser is None:
        yield None
        return
    from playwright.sync_api import sync_playwright

    with hall.site(), served("config.asgi:application") as port, sync_playwright() as player:
        chromium = player.chromium.launch(executable_path=browser, args=FLAGS)
        yield Stage(chromium, f"http://127.0.0.1:{port}")
        chromium.close()


class Stage:
    """A site with one judge, whose tablet has the engine on its disk from the second game on."""

    def __init__(self, chromium, site: str) -> None:
        self.chromium, self.site = chromium, site
        self.contexts: dict = {}

    def tap(self, slug: str, rates: tuple[int, ...]) -> dict:
        """A page that stops answering is reported, and the other figures stay."""
        from referee.offline import engine

        found: dict = {"server": {}, "engine": {}, "missing": []}
        for how in ("server", "engine"):
            if how == "engine" and not engine.address():
                found["missing"].append("the engine in the page was not fetched (make offline)")
                continue
            if fault := _tap_at(self._page(how), slug, how, rates, found[how], self.site):
                found["missing"].append(f"{how}, {fault}")
        return found

    def _page(self, how: str):
        if how not in self.contexts:
            self.contexts[how] = self.chromium.new_context(
                viewport={"width": 800, "height": 1280}, has_touch=True, locale="it-IT"
            )
        for page in self.contexts[how].pages:
            page.close()
        page = self.contexts[how].new_page()
        page.set_default_timeout(PATIENCE * 1_000)
        page.add_init_script(WATCH)
        if how == "server":
            page.add_init_script(SERVER_FIRST)
        return page


def _tap_at(page, slug: str, how: str, rates: tuple[int, ...], found: dict, site: str) -> str:
    """Fills in the taps at each speed; or says why they are missing. A page that fails at a speed is loaded anew, once."""
    from playwright.sync_api import Error

    from bench.table import JudgedTable
    from tests.games.answers import LeadsNowhere

    table = JudgedTable(slug)
    table.play_the_set_up()
    page.context.add_cookies([{"name": "sdadata_session", "value": table.session, "url": site}])
    fault = ""
    for rate in rates:
        for _try in range(2):
            taps: dict[str, list[float]] = {"painted": [], "pressed": [], "engine": []}
            try:
                if page.url == "about:blank" or fault:
                    _open(page, site + table.address("judge"), how, table)
                _enter_for(SECONDS[how] * LONGER, _finger(page, table), table, rate, taps)
                fault = ""
            except (Error, AssertionError, LeadsNowhere) as problem:
                fault = f"{_speed(rate)}: {' '.join(str(problem).split())[:300]}"
            if len(taps["painted"]) >= SKIPPED + FEWEST:
                found[rate] = taps | {"painted": taps["painted"][SKIPPED:]}
            if not fault or rate in found:
                break
        if rate not in found:
            return fault or f"{_speed(rate)}: only {len(taps['painted'])} taps in {4 * SECONDS[how] * LONGER:g} s"
    return ""


def _open(page, address: str, how: str, table) -> None:
    """The page at its full speed, with nothing in its queue, and the game in `ahead` where the server has it."""
    from referee.records import cache as record_cache

    page.goto(address)
    if how == "engine":
        if not is_ready(page):
            raise AssertionError(f"the engine did not become ready: {page.evaluate('window.sdadata?.engine.fault')}")
        page.evaluate(TIME_ENGINE)
    _wait_until(page, NOTHING_WAITS)
    table.row.refresh_from_db()
    table.ahead = record_cache.rebuild(table.row)


def _enter_for(seconds: float, finger, table, rate: int, taps: dict[str, list[float]]) -> None:
    from playwright.sync_api import Error

    page = finger.page
    throttle = page.context.new_cdp_session(page)
    throttle.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    for worker in page.workers:
        with suppress(Error):
            worker.evaluate(SLOW_WORKER, rate)
    page.evaluate(TAKEN)
    began = time.monotonic()

    def is_over() -> bool:
        took = time.monotonic() - began
        is_enough = took >= seconds and len(taps["painted"]) >= SKIPPED + FEWEST
        return is_enough or took >= 4 * seconds or table.ahead.game.is_done(table.ahead.rules, table.ahead.state)

    try:
        while not is_over():
            move = table.next_move()
            finger.enter(move.by, move.act)
            _take(page, taps)
    finally:
        with suppress(Error):
            page.wait_for_timeout(PAUSE * 1_000)
            _take(page, taps)
            throttle.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            throttle.detach()


def _take(page, taps: dict[str, list[float]]) -> None:
    for name, values in page.evaluate(TAKEN).items():
        taps[name] += values


def _finger(page, table):
    from tests.browser.touch import Finger

    class JudgesFinger(Finger):
        """Waits before each press, and rests on the key."""

        def press(self, where) -> None:
            page.wait_for_timeout(PAUSE * 1_000)
            super().press(where)

    finger = JudgesFinger(page, table.row)
    finger.record = table.ahead
    touch = page.context.new_cdp_session(page)

    def down(x: float, y: float) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(REST * 1_000)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    finger._down = down
    return finger


def is_ready(page) -> bool:
    """Whether the engine is, once it no longer loads."""
    _wait_until(page, f"() => {ENGINE} !== 'loading'", 60)
    return page.evaluate(ENGINE) == "ready"


def _wait_until(page, expression: str, seconds: float = PATIENCE) -> None:
    """Asked from outside: Playwright's own polling compiles a string in the page, which its policy forbids."""
    for _try in range(int(seconds * 20)):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)


def main(slug: str, *rates: str) -> None:
    with _stage() as stage:
        found = stage.tap(slug, tuple(map(int, rates)) or RATES) if stage else {"missing": ["no Chromium here"]}
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
