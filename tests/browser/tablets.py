"""Judges' tablets for the tests without a network: each a Chromium of its own whose disk outlives it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from referee.offline import engine
from referee.views.access import DEVICE as SESSION_KEY
from tests.browser.conftest import FLAGS, READS_AT_ONCE
from tests.browser.faulty_proxy import FLAGS as HALL_FLAGS
from tests.browser.faulty_proxy import HALL, Network, network, self_signed
from tests.browser.server import running_site
from tests.referee.conftest import DEVICE
from tests.tools import do_without, need
from tournament.models import ClockEvent

# Answers the page's questions as a judge would, the likeliest answer first, until so many entries were told.
PLAY = """async (many) => {
    const page = () => document.querySelector("[data-judge]");
    let drawn = 0;
    document.addEventListener("judge:swapped", () => { drawn += 1; });
    const next = async (before) => {
        const isDrawn = () => drawn !== before && !page().classList.contains("j-busy");
        for (let i = 0; i < 200 && !isDrawn(); i += 1) await new Promise((done) => setTimeout(done, 25));
        return drawn !== before;
    };
    const answer = () => {
        const question = document.querySelector(".j-question[data-kind]");
        const form = question.querySelector("form[data-entry]");
        const kind = question.dataset.kind;
        if (kind === "dice") {
            const faces = [...form.querySelectorAll("[data-thrown]")].map((_, i) => (i * 2 + 1) % 6 + 1);
            for (const face of faces) form.querySelector(`[data-faces="${face}"]`).click(); // the pad of several dice
            const dice = [...form.querySelectorAll("[data-die]")];
            dice.forEach((die, i) => die.querySelectorAll("input")[(i * 2 + 1) % 6].click());
            return;
        }
        if (kind === "spread") {
            const rests = [...form.querySelectorAll("[data-rest]")];
            for (const rest of rests) { if (form.querySelector("[data-submit]").disabled) rest.click(); } // the last army sends
            return;
        }
        (form.querySelector(".j-key-main") ?? form.querySelector("button[name=answer]") ?? form.querySelector("button")).click();
    };
    const start = Number(page().dataset.seq);
    for (let step = 0; step < many * 6 && Number(page().dataset.seq) < start + many; step += 1) {
        const before = drawn;
        answer();
        if (!await next(before)) return `nothing came after ${page().querySelector("#question-words")?.textContent}`;
        const trouble = page().querySelector("#refusal, [data-notice]");
        if (trouble) return trouble.textContent;
    }
    return Number(page().dataset.seq) - start;
}"""

ENGINE = "window.sdadata.engine.state"


def wait_until(page: Page, expression: str, seconds: float = 30) -> None:
    """Ask again from outside: Playwright's own polling compiles a string in the page, which the strict policy forbids."""
    for _ in range(int(seconds * 20)):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never came true: {expression}")


def wait_for_engine(page: Page) -> None:
    wait_until(page, f"{ENGINE} !== 'loading'")
    assert page.evaluate(ENGINE) == "ready", page.evaluate("window.sdadata.engine.fault")


def play(page: Page, many: int) -> None:
    came = page.evaluate(PLAY, many)
    assert came == many, (came, page.evaluate("window.sdadata.engine.fault"))


class Tablet:
    """A browser with a disk. `restart` closes it and opens it again; what it kept is still there."""

    def __init__(self, player: Playwright, folder: Path, base: str, session: str) -> None:
        self.player, self.folder, self.base, self.session = player, folder, base, session
        self.context: BrowserContext | None = None

    def open(self, path: str, **options: object) -> Page:
        self.context = self.player.chromium.launch_persistent_context(
            str(self.folder),
            executable_path=need("chromium", "chromium-browser", "google-chrome"),
            args=[*FLAGS, *HALL_FLAGS],
            base_url=self.base,
            locale="it-IT",
            viewport={"width": 800, "height": 1280},
            **options,
        )
        self.context.add_cookies([{"name": "sdadata_session", "value": self.session, "url": self.base}])
        self.context.add_init_script(READS_AT_ONCE)
        page = self.context.pages[0]
        page.set_default_timeout(15_000)
        page.goto(path)
        return page

    def close(self) -> None:
        if self.context is not None:
            self.context.close()
            self.context = None


@pytest.fixture
def with_engine() -> None:
    """What a tablet without a network checks moves with."""
    if not engine.address():
        do_without("the tablet's engine was not fetched (make offline)")


@pytest.fixture(scope="module")
def player() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture
def hall(transactional_db: None, settings, running) -> Iterator[Callable[..., Network]]:
    """`hall()` is the site over a hall's plain HTTP, `hall(tmp_path)` over HTTPS."""
    settings.ALLOWED_HOSTS = [HALL]
    ClockEvent.objects.filter(round=running, kind="start").update(at=timezone.now())
    opened = []
    with running_site() as site:

        def open_hall(folder: Path | None = None) -> Network:
            opened.append(network(site, self_signed(folder) if folder else None))
            return opened[-1].__enter__()

        yield open_hall
        for one in opened:
            one.__exit__(None, None, None)


@pytest.fixture
def tablet(player: Playwright, judge, tmp_path: Path) -> Iterator[Callable[..., Tablet]]:
    """`tablet(net)` is the judge's own, which holds the table; another `device` is another tablet of his."""
    made: list[Tablet] = []

    def make(net: Network, device: str = DEVICE) -> Tablet:
        client = Client()  # a session of its own
        client.force_login(judge)
        session = client.session
        session[SESSION_KEY] = device
        session.save()
        made.append(Tablet(player, tmp_path / f"disk-{len(made)}", net.address, session.session_key))
        return made[-1]

    yield make
    for one in made:
        one.close()
