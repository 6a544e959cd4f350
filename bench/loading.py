"""What it takes until a page is there: the first and the second visit of a phone, a projector and a judge's tablet over a slow line, and
the engine of the judge's page.

The pages are those of a hall in play, at a fourth of the machine's speed. Of the engine all of Chromium's page process is slowed: its
worker too, which Chromium's own throttle leaves alone, is stopped for three of four milliseconds.
"""

import os
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median

from bench import hall
from bench.measure import Figure, Section, span
from bench.serving import served
from bench.slow_line import FAST_3G, line
from bench.table import CHROMIUM, FLAGS, JudgedTable

TIMES = int(os.environ.get("BENCH_VISITS", "3"))
SLOWER = 4
TABLES = 36
PATIENCE = 120.0
SETTLED = 2.0  # seconds without a new byte
LARGEST_PAINT = """(() => {
    window.foundPaint = 0;
    new PerformanceObserver((list) => { for (const one of list.getEntries()) window.foundPaint = one.startTime; })
        .observe({ type: "largest-contentful-paint", buffered: true });
})();"""
DEVICES = {
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
    "projector": {"viewport": {"width": 1920, "height": 1080}},
    "tablet": {"viewport": {"width": 800, "height": 1280}, "has_touch": True},
}
ENGINE = "window.sdadata?.engine.state"


def section() -> Section:
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        return Section("Loading", [], ["Not measured: there is no Chromium here."])
    from playwright.sync_api import sync_playwright

    with hall.site():
        pages, session = _pages()
        with served("config.asgi:application") as port, sync_playwright() as player:
            chromium = player.chromium.launch(executable_path=path, args=FLAGS)
            try:
                figures = [
                    *_page_figures(chromium, port, pages, session),
                    *_engine_figures(chromium, port, pages, session),
                ]
            finally:
                chromium.close()
    rate, round_trip = FAST_3G
    return Section(
        "Loading",
        figures,
        [
            f"Medians of {TIMES}, each in a fresh context; a second visit has what the browser kept of the first. Bytes are all that "
            "came down the line, heads and what workers fetch included: of a page until it had loaded, of the engine until the "
            "line was quiet.",
            f"Pages: Chromium's throttle ({SLOWER} × slower) and a line of {rate * 8 / 1e6:g} Mbit/s and {round_trip * 1_000:g} ms "
            f"there and back; largest contentful paint. A hall of {TABLES} tables in play.",
            "Engine: the fast line of this machine; all threads of the page's process run a fourth of the time.",
        ],
    )


def _pages() -> tuple[dict[str, tuple[str, str]], str]:
    """The address and the device of each page, and the judge's session."""
    from django.urls import reverse

    from tournament.actions import screen_links

    table = JudgedTable(tables=TABLES)
    event = table.round.tournament
    _screen, token = screen_links.issue(event, by=hall.person("olga"))
    return {
        "the public page on a phone": (reverse("tournament:public", args=[event.slug]), "phone"),
        "the projector": (reverse("tournament:projector", args=[token]), "projector"),
        "the judge's page on a tablet": (table.address("judge"), "tablet"),
    }, table.session


def _page_figures(chromium, port: int, pages: dict[str, tuple[str, str]], session: str) -> Iterator[Figure]:
    for name, (address, device) in pages.items():
        found: dict[str, list[tuple[float, int]]] = {"first visit": [], "second visit": []}
        for _time in range(TIMES):
            with line(port, *FAST_3G) as way, _context(chromium, way.port, device, session) as context:
                for visit in found:
                    found[visit].append(_visited(context, address, way))
        for visit, results in found.items():
            paint, size = (median(column) for column in zip(*results, strict=True))
            yield Figure(f"{name}, {visit}", f"{span(paint)}, {size / 1_000:,.0f} kB")


def _engine_figures(chromium, port: int, pages: dict[str, tuple[str, str]], session: str) -> Iterator[Figure]:
    from referee.offline import engine

    if not engine.address():
        yield Figure("the engine is ready", "was not fetched (make offline)")
        return
    address, device = pages["the judge's page on a tablet"]
    for slower in (1, SLOWER):
        found: dict[str, list[tuple[float, int]]] = {"first visit": [], "second visit": []}
        for _time in range(TIMES):
            with line(port) as way, _context(chromium, way.port, device, session) as context:
                for visit in found:
                    found[visit].append(_ready(chromium, context, address, way, slower))
        for visit, results in found.items():
            seconds, size = (median(column) for column in zip(*results, strict=True))
            speed = "full speed" if slower == 1 else f"{slower} × slower"
            yield Figure(f"the engine is ready, {visit}, {speed}", f"{span(seconds)}, {size / 1_000:,.0f} kB")


@contextmanager
def _context(chromium, port: int, device: str, session: str):
    context = chromium.new_context(base_url=f"http://127.0.0.1:{port}", locale="it-IT", **DEVICES[device])
    if device == "tablet":
        context.add_cookies([{"name": "sdadata_session", "value": session, "url": f"http://127.0.0.1:{port}"}])
    context.add_init_script(LARGEST_PAINT)
    context.set_default_timeout(PATIENCE * 1_000)
    yield context
    context.close()


def _visited(context, address: str, way) -> tuple[float, int]:
    """Seconds until the largest contentful paint, and bytes until the page had loaded."""
    before, page = way.down, context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address)
    size = way.down - before
    page.wait_for_timeout(
        SETTLED * 1_000
    )  # the engine, which the judge's page fetches behind it, is measured by itself
    found = page.evaluate("foundPaint") / 1_000
    page.close()
    return found, size


def _ready(chromium, context, address: str, way, slower: int) -> tuple[float, int]:
    """Seconds from the navigation until the engine could answer, and bytes until the line was quiet."""
    before, page = way.down, context.new_page()
    with _slowed(chromium, slower):
        began = time.monotonic()
        page.goto(address, wait_until="commit")
        while page.evaluate(f"{ENGINE} ?? 'loading'") == "loading" and time.monotonic() < began + PATIENCE:
            time.sleep(0.02)
        seconds = time.monotonic() - began
    state = page.evaluate(ENGINE)
    if state != "ready":
        raise RuntimeError(f"the engine did not become ready: {state}, {page.evaluate('window.sdadata?.engine.fault')}")
    _wait_until_quiet(page, way)
    page.close()
    return seconds, way.down - before


def _wait_until_quiet(page, way) -> None:
    """The live stream's beats, a few hundred bytes, are no news."""
    limit, came, at = time.monotonic() + PATIENCE, way.down, time.monotonic()
    while time.monotonic() < limit and time.monotonic() < at + SETTLED:
        page.wait_for_timeout(100)
        if way.down > came + 1_000:
            came, at = way.down, time.monotonic()


# -- a page process that runs a part of the time


@contextmanager
def _slowed(chromium, slower: int) -> Iterator[None]:
    """The browser's page processes, all their threads, are stopped for `slower - 1` of `slower` steps of four milliseconds."""
    if slower == 1:
        yield
        return
    session = chromium.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    browser = next(one["id"] for one in processes if one["type"] == "browser")
    done = threading.Event()
    thread = threading.Thread(target=_hold_back, args=(browser, slower, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join(10)


def _hold_back(browser: int, slower: int, done: threading.Event, step: float = 0.004) -> None:
    found, looked_at = [], 0.0
    while not done.is_set():
        if time.monotonic() > looked_at + 0.1:
            found, looked_at = list(_renderers(browser)), time.monotonic()
        _send(found, signal.SIGSTOP)
        time.sleep(step * (slower - 1))
        _send(found, signal.SIGCONT)
        time.sleep(step)


def _renderers(pid: int) -> Iterator[int]:
    """Page processes below this one; started by it or by a helper of its."""
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                if b"--type=renderer" in Path(f"/proc/{child}/cmdline").read_bytes():
                    yield child
                yield from _renderers(child)


def _send(processes: list[int], what: signal.Signals) -> None:
    for pid in processes:
        with suppress(ProcessLookupError):
            os.kill(pid, what)
