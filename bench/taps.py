"""Tap to paint on the judge's page, in every game, at the machine's speed and at a fourth and a sixth of it: answered by the server and
by the engine in the page.

A finger (`tests/browser/touch.py`) enters what a seeded policy plays. A tap is timed from the stamp that the browser gives its `click` to
the end of the frame in which the page shows the next question. Chromium slows the page's own thread alone, so the engine's worker is
slowed here by as much: before each answer it waits for the rest of the time that it would have needed.

Each game is measured in a process of its own: `python -m bench.taps GAME [RATE …]` prints the figures as JSON.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from statistics import median, quantiles

from bench import hall
from bench.measure import Figure, Section, span
from bench.serving import served
from bench.table import CHROMIUM, FLAGS, SERVER_FIRST

GAMES = ("risiko", "iperisiko", "fabrisiko", "arba", "fatal")
RATES = (1, 4, 6)
TAPS = int(os.environ.get("BENCH_TAPS", "30"))
SKIPPED = 2  # taps after a change of speed
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
"""RisiKo! on 2026-11-22, before the engine answered first: seconds for 50 and 95 of 100 taps; its worker was not slowed."""
WATCH = """(() => {
    const found = window.foundTaps = { painted: [], pressed: [], engine: [] };
    let tapped = null;
    addEventListener("click", (event) => { if (event.isTrusted && !event.target.closest?.("label")) tapped = event.timeStamp; }, true);
    document.addEventListener("judge:swapped", () => {
        const began = tapped;
        tapped = null;
        if (began === null) return;
        requestAnimationFrame(() => {
            const afterFrame = new MessageChannel();
            afterFrame.port1.onmessage = () => found.painted.push(performance.now() - began);
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
# A worker that is so many times slower: what came is answered after the rest of the time that it would have taken.
SLOW_WORKER = """(rate) => {
    self.slower = rate;
    if (self.began !== undefined) return;
    const own = self.postMessage.bind(self);
    self.began = performance.now();
    self.addEventListener("message", () => { self.began = performance.now(); }, true);
    self.postMessage = (...given) => {
        const until = performance.now() + (performance.now() - self.began) * (self.slower - 1);
        while (performance.now() < until);
        own(...given);
    };
}"""


def section() -> Section:
    from games.registry import game

    figures, notes = [], []
    for slug in GAMES:
        result = measured(slug)
        figures += list(_figures(game(slug).name, slug, result))
        notes += [f"{game(slug).name}: {text}" for text in result["missing"]]
    return Section(
        "Taps",
        figures,
        [
            f"Half within, 95 of 100 within, of {TAPS} taps; a limit is for 95 of 100. From the click's own stamp to the end of the frame "
            "that shows the next question. Beside: RisiKo! on 2026-11-22, before the engine answered first.",
            "Slower: Chromium's throttle (`Emulation.setCPUThrottlingRate`) for the page's thread; the engine's worker, which it leaves "
            "alone, waits before each answer for as long as makes it as much slower.",
            "Pressed: from the touch to the next frame, by the browser's Event Timing, which counts in steps of 8 ms and leaves out "
            "what is shorter than 16.",
            *notes,
        ],
    )


def _figures(name: str, slug: str, result: dict) -> Iterator[Figure]:
    for how in ("engine", "server"):
        for rate, taps in sorted((int(key), taps) for key, taps in result[how].items()):
            half, most = spread(taps["painted"])
            limit = MOST.get(rate) if how == "engine" else None
            was = BEFORE[how, rate] if slug == "risiko" else None
            beside = [f"limit {span(limit)}"] if limit else []
            beside += [f"it was {span(was[0])}, {span(was[1])}"] if was else []
            own = f", of it the engine {span(median(taps['engine']) / 1_000)}" if taps["engine"] else ""
            what = f"{name}, {how}, {'full speed' if rate == 1 else f'{rate} × slower'}"
            yield Figure(
                what,
                f"{span(half)}, {span(most)}{own}",
                ", ".join(beside),
                limit / most if limit else None,
                needs=1.0 if limit else None,
            )
        if how == "engine":
            for rate, taps in result[how].items():
                pressed = spread(taps["pressed"]) if len(taps["pressed"]) > 1 else (0.016, 0.016)
                what = f"{name}, a key looks pressed, {'full speed' if int(rate) == 1 else f'{rate} × slower'}"
                yield Figure(what, f"{span(pressed[0])}, {span(pressed[1])}")


def spread(milliseconds: list[float]) -> tuple[float, float]:
    """Seconds within which half and 95 of 100 are."""
    seconds = [one / 1_000 for one in milliseconds]
    return median(seconds), quantiles(seconds, n=20, method="inclusive")[-1]


def measured(slug: str, *rates: int) -> dict:
    command = [sys.executable, "-m", "bench.taps", slug, *map(str, rates)]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(run.stderr[-2_000:])
    return json.loads(run.stdout.splitlines()[-1])


# -- in the process of one game


def main(slug: str, *rates: str) -> None:
    found: dict = {"server": {}, "engine": {}, "missing": []}
    browser = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if browser is None:
        found["missing"].append("no Chromium here, so no taps")
    else:
        with hall.site():
            _tap_all(browser, slug, [int(rate) for rate in rates] or list(RATES), found)
    print(json.dumps(found))


def _tap_all(browser: str, slug: str, rates: list[int], found: dict) -> None:
    from playwright.sync_api import sync_playwright

    from bench.table import JudgedTable
    from referee.offline import engine

    table = JudgedTable(slug)
    table.play_the_set_up()
    with served("config.asgi:application") as port, sync_playwright() as player:
        chromium = player.chromium.launch(executable_path=browser, args=FLAGS)
        for how in ("server", "engine"):
            if how == "engine" and not engine.address():
                found["missing"].append("the engine in the page was not fetched (make offline)")
                continue
            context = chromium.new_context(viewport={"width": 800, "height": 1280}, has_touch=True, locale="it-IT")
            site = f"http://127.0.0.1:{port}"
            context.add_cookies([{"name": "sdadata_session", "value": table.session, "url": site}])
            page = context.new_page()
            page.add_init_script(WATCH)
            if how == "server":
                page.add_init_script(SERVER_FIRST)
            page.goto(site + table.address("judge"))
            if how == "engine" and not is_ready(page):
                fault = page.evaluate("window.sdadata?.engine.fault")
                found["missing"].append(f"the engine in the page did not become ready: {fault}")
                continue
            _tap_at(page, table, rates, found[how], found["missing"], how)
            context.close()
        chromium.close()


def _tap_at(page, table, rates: list[int], found: dict, missing: list[str], how: str) -> None:
    """A page that stops answering is reported, and the other figures stay."""
    from playwright.sync_api import Error

    from tests.browser.touch import Finger
    from tests.games.answers import LeadsNowhere

    throttle = page.context.new_cdp_session(page)
    finger = Finger(page, table.row)
    finger.record = table.ahead
    if how == "engine":
        page.evaluate(TIME_ENGINE)
    for rate in rates:
        throttle.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        for worker in page.workers if how == "engine" else ():
            with suppress(Error):
                worker.evaluate(SLOW_WORKER, rate)
        taps: dict[str, list[float]] = {"painted": [], "pressed": [], "engine": []}
        try:
            page.evaluate(TAKEN)
            while len(taps["painted"]) < TAPS + SKIPPED:
                move = table.next_move()
                finger.enter(move.by, move.act)
                page.wait_for_timeout(120)
                for name, values in page.evaluate(TAKEN).items():
                    taps[name] += values
        except (Error, AssertionError, LeadsNowhere) as fault:
            missing.append(f"{how}, {rate} × slower: {' '.join(str(fault).split())[:300]}")
            break
        finally:
            if len(taps["painted"]) > 2 * SKIPPED:
                found[str(rate)] = {
                    name: values[SKIPPED:] if name == "painted" else values for name, values in taps.items()
                }
    throttle.send("Emulation.setCPUThrottlingRate", {"rate": 1})


def is_ready(page) -> bool:
    for _try in range(600):
        if page.evaluate("window.sdadata?.engine.state") != "loading":
            break
        page.wait_for_timeout(100)
    return page.evaluate("window.sdadata?.engine.state") == "ready"


if __name__ == "__main__":
    main(*sys.argv[1:])
