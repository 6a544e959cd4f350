"""A running site and a Chromium to look at it with.

`site` is the address of a running site over the test database. `page` fails its test when the browser complained: an
error in the console, or something that the content security policy stopped; a judge's page that goes on changing fails
it too. `open_page` gives further pages, each as another person's browser. A table in play and its record are those of the referee's tests.
"""

import os
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from config.version import RELEASE
from tests.browser.pictures import FOLDER
from tests.browser.server import running_site
from tests.browser.settling import COUNT_CHANGES, is_judges_page, restless
from tests.referee.conftest import (  # noqa: F401
    an_empty_cache,
    draft,
    judge,
    organizer,
    playing_table,
    ready,
    recorder,
    row,
    running,
    table,
    tournament,
)
from tests.tools import need

# Only the last `--disable-features` counts, so these are Playwright's own, which keep Chromium steady.
STEADY = (
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,"
    "PaintHolding,PreconnectToSearch,TcpPortRandomizationWin,ThirdPartyStoragePartitioning"
)
# Each context would open two pages of Chromium's own behind its address bar, and keep a process ready that nobody uses.
UNSEEN = "WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebUIOmniboxPopup,SpareRendererForSitePerProcess"
READS_AT_ONCE = (
    """addEventListener("DOMContentLoaded", () => { if (window.sdadata) window.sdadata.guard.movedMs = 0; })"""
)
"""A test looks for each key where it is; a person who taps in that time aims at the page before. `test_slips.py` has both."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={STEADY},{UNSEEN}",
]


PATIENCE = 20_000  # of a loaded machine; a test that passes never waits so long
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(__file__.removesuffix("conftest.py")):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One for each file: while it is open, Playwright's event loop runs in this thread and `asyncio.run` would fail."""
    path = need("chromium", "chromium-browser", "google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def has_engine(request: pytest.FixtureRequest) -> bool:
    """Whether the tablets of a test load the engine, which then answers first."""
    if "server_answers" in request.fixturenames:
        return False
    return "with_engine" in request.fixturenames or with_engine_everywhere()


def with_engine_everywhere() -> bool:
    return bool(os.environ.get("BROWSER_ENGINE"))


@pytest.fixture
def server_answers() -> None:
    """This test is about tablets without the engine, whose every tap the server answers."""


@pytest.fixture(autouse=True)
def no_engine_unless_asked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge's page loads Python in the background where it was fetched: with BROWSER_ENGINE in every test, else in those about it."""
    if not has_engine(request):
        monkeypatch.setattr("referee.offline.engine.VERSION", "none")


@pytest.fixture(autouse=True)
def no_commit_in_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """The foot of a page in the documents names the release, and not what it was taken from."""
    if FOLDER:
        monkeypatch.setattr(settings, "VERSION", RELEASE)


@pytest.fixture
def site(transactional_db: None) -> Iterator[str]:
    with running_site() as address:
        yield address


class Complaints:
    """What the consoles of the pages said."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.expected: list[str] = []
        self.allowed: list[str] = []

    def expect(self, words: str) -> None:
        """This test provokes complaints with these words: at least one must come, and they fail nothing."""
        self.expected.append(words)

    def expect_of_server(self, words: str) -> None:
        """As `expect`, of what happens where the server answers a tap; the device's engine needs no network for it, and sends later."""
        (self.allowed if with_engine_everywhere() else self.expected).append(words)

    def allow(self, words: str) -> None:
        """Complaints with these words may come: where the network is cut it is chance what was under way."""
        self.allowed.append(words)

    def check(self) -> None:
        known = [*self.expected, *self.allowed]
        assert [text for text in self.heard if not any(words in text for words in known)] == []
        assert [words for words in self.expected if not any(words in text for text in self.heard)] == []


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    found = Complaints()
    yield found
    found.check()


@pytest.fixture
def open_page(chromium: Browser, site: str, complaints: Complaints) -> Iterator[Callable[..., Page]]:
    """`open_page(width, height)` is a new person's browser, already at home on the site: `page.goto("/accedi/")`."""
    contexts: list[BrowserContext] = []
    scripted: list[BrowserContext] = []

    def open_one(width: int = 1280, height: int = 800, **options: object) -> Page:
        # A service worker would answer before the routes that a test puts in the way.
        options = {"service_workers": "block", "viewport": {"width": width, "height": height}, **options}
        context = chromium.new_context(base_url=site, locale="it-IT", **options)
        contexts.append(context)
        if options.get("java_script_enabled", True):
            context.add_init_script(COUNT_CHANGES)
            context.add_init_script(READS_AT_ONCE)
            scripted.append(context)
        return _watched(context.new_page(), complaints)

    yield open_one
    judges_pages = [page for context in scripted for page in context.pages if is_judges_page(page)]
    unsettled = [
        f"{page.url} does not answer or goes on changing: {found}" for page in judges_pages if (found := restless(page))
    ]
    for context in contexts:
        context.close()
    assert not unsettled, "\n".join(unsettled)


def _watched(page: Page, complaints: Complaints) -> Page:
    """Chromium reports what the content security policy stopped as an error in the console."""

    def hear(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and "blocked by Playwright" not in message.text:
            complaints.heard.append(f"{message.type}: {message.text} at {message.location}")

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.heard.append(f"error: {error}"))
    page.set_default_timeout(PATIENCE)
    return page


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    return open_page()
