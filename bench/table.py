"""The judge's loop: tap to light on the tablet, post to acknowledgement, publication to the last of a thousand viewers.

Each database is measured in a process of its own: `python -m bench.table [DATABASE_URL]` prints the figures as JSON; with `--taps` only
the taps in Chromium, answered by the server and by the engine in the page, with a network and without.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from statistics import median, quantiles

from bench import hall
from bench.measure import Figure, Section, span
from bench.serving import Poster, heard_by_all, served

POSTGRESQL = os.environ.get("POSTGRESQL", "postgresql://postgres@127.0.0.1:5432/postgres")
BENCH_DATABASE = "sdadata_bench"
POSTS, VIEWERS, PUBLICATIONS, TAPS = 150, 1_000, 7, 40
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# As the page of a site with SDADATA_ENGINE_FIRST=0: scripts of the page read the mark after this.
SERVER_FIRST = """document.addEventListener("readystatechange", () => { delete document.body.dataset.engineFirst; }, { once: true });"""
# Answers the questions of the page one after the other, and times each until the next page is drawn.
TAP = """async (many) => {
    const page = () => document.querySelector("[data-judge]");
    const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const swapped = () => new Promise((done, fail) => {
        document.addEventListener("judge:swapped", done, { once: true });
        setTimeout(() => fail(new Error(`nothing came after ${page().textContent.slice(0, 400)}`)), 20_000);
    });
    const tap = () => {
        const question = document.querySelector(".j-question[data-kind]");
        const form = question.querySelector("form[data-entry]");
        if (question.dataset.kind === "dice") {
            const faces = [...question.querySelectorAll("[data-thrown]")].map((_, i) => (i * 2 + 1) % 6 + 1);
            const key = (face) => question.querySelector(`[data-faces="${face}"]`);
            for (const face of faces.slice(0, -1)) key(face).click(); // the pad of several dice
            if (faces.length) return () => key(faces.at(-1)).click();
            const dice = [...question.querySelectorAll("[data-die]")]; // the last throw stands before them, in a form of its own
            dice.slice(0, -1).forEach((die, i) => die.querySelectorAll("input")[(i * 2 + 1) % 6].click());
            return () => dice.at(-1).querySelectorAll("input")[(dice.length * 2 - 1) % 6].click();
        }
        if (question.dataset.kind === "spread") {
            const lay = (rest) => { if (form.querySelector("[data-submit]").disabled) rest.click(); };
            return () => form.querySelectorAll("[data-rest]").forEach(lay); // the last army sends
        }
        const key = form.querySelector(".j-key-main") ?? form.querySelector("button[name=answer]") ?? form.querySelector("button");
        return () => key.click();
    };
    const found = [];
    while (found.length < many) {
        const last = tap(), light = swapped(), began = performance.now();
        last();
        await light;
        await drawn();
        found.push(performance.now() - began);
    }
    return found;
}"""


def section() -> Section:
    figures, notes = (
        [],
        [
            "Post: an act confirmed at the judge's page, over HTTP, until the whole answer with the next question is there."
        ],
    )
    for name, result in (("SQLite", _measured()), ("PostgreSQL", _on_postgresql())):
        if isinstance(result, str):
            notes.append(f"{name}: {result}")
            continue
        figures += list(_figures(name, result))
        notes += [f"{name}: {text}" for text in result["missing"]]
    notes.append(
        "Publication: from the post of an entry (an echo's: of nothing) to the last viewer; uvicorn with one process, "
        "viewers on the same machine."
    )
    return Section("Judge's loop", figures, notes)


def _figures(name: str, result: dict) -> Iterator[Figure]:
    yield Figure(f"post to acknowledgement, {name}", _spread(result["posts"]))
    ours, echo = median(result["published"]), median(result["echoed"])
    key = "table/published" if name == "SQLite" else ""
    yield Figure(
        f"an entry to the last of {VIEWERS:,} viewers, {name}", span(ours), f"bare echo {span(echo)}", echo / ours, key
    )
    for how, taps in result["taps"].items():
        yield Figure(f"tap to light in Chromium, {how}, {name}", _spread(taps))


def _spread(seconds: list[float]) -> str:
    return f"half within {span(median(seconds))}, 95 of 100 within {span(quantiles(seconds, n=20)[-1])}"


def ratios() -> Iterator[Figure]:
    result = _measured("--published")
    ours, echo = median(result["published"]), median(result["echoed"])
    yield Figure("an entry to the last viewer beside an echo", span(ours), span(echo), echo / ours, "table/published")


def _measured(*arguments: str) -> dict:
    run = subprocess.run([sys.executable, "-m", "bench.table", *arguments], capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(run.stderr[-2_000:])
    return json.loads(run.stdout.splitlines()[-1])


def _on_postgresql() -> dict | str:
    """Run on a database created for the bench and dropped afterwards; or the reason why that is impossible."""
    try:
        import psycopg

        with psycopg.connect(POSTGRESQL, autocommit=True, connect_timeout=3) as server:
            server.execute(f"DROP DATABASE IF EXISTS {BENCH_DATABASE}")
            server.execute(f"CREATE DATABASE {BENCH_DATABASE}")
            try:
                return _measured(POSTGRESQL.rpartition("/")[0] + "/" + BENCH_DATABASE)
            finally:
                server.execute(f"DROP DATABASE IF EXISTS {BENCH_DATABASE} WITH (FORCE)")
    except (ImportError, psycopg.Error) as error:
        return f"not available here ({str(error).splitlines()[0]})"


# -- in the process of one database


def main(arguments: list[str]) -> None:
    address = next((one for one in arguments if "://" in one), "")
    with hall.site(address):
        table = JudgedTable()
        found: dict = {"posts": [], "published": [], "echoed": [], "taps": {}, "missing": []}
        with served("config.asgi:application") as port, served("bench.echo:application") as echo:
            if "--taps" in arguments:
                table.tap(port, found)
                print(json.dumps(found))
                return
            if "--published" not in arguments:
                found["posts"] = [table.post(port) for _post in range(POSTS)]
            for _turn in range(2):
                found["echoed"] += _echoed(echo)
                found["published"] += table.published(port)
            if "--published" not in arguments:
                table.tap(port, found)  # last: entries made by taps are not in `ahead`
    print(json.dumps(found))


def _echoed(port: int) -> list[float]:
    poster = Poster(port)
    return asyncio.run(heard_by_all(port, "/", VIEWERS, lambda: poster.post("/"), PUBLICATIONS))


class JudgedTable:
    """A table with its record open, and a game of the policy to enter."""

    def __init__(self, game: str = "", tables: int = 2) -> None:
        from games.kernel.record import Record
        from referee.records import cache as record_cache

        organizer, self.judge = hall.person("olga"), hall.person("gino")
        self.round = hall.hall(tables, "Una sala", organizer)
        if game:
            hall.play(self.round, game)
        self.table, self.row = hall.judged_table(self.round, self.judge, organizer)
        self.session = hall.session_of(self.judge)
        self.ahead = Record(self.row.game_definition, record_cache.header_of(self.row))
        self.chance = Random(1)
        self.vault = self.ahead.game.deal(self.ahead.header, self.chance)
        self.posters: dict[int, Poster] = {}

    def address(self, name: str) -> str:
        from django.urls import reverse

        return reverse(f"referee:{name}", args=[self.round.tournament.slug, self.round.number, self.table.number])

    def play_the_set_up(self) -> None:
        """Everything before the first turn, at once."""
        from referee.actions.bulk import append_moves

        state = self.ahead.game.status
        append_moves(
            self.row,
            self.ahead,
            lambda ahead: None if state(ahead.rules, ahead.state).giro else self.next_move(),
            by=self.judge,
        )

    def next_move(self):
        return self.ahead.game.policy(self.ahead, self.chance, self.vault)

    def next_entry(self) -> dict:
        """The next move as the tablet's queue sends it, entered into `ahead`."""
        from games.kernel.game import encode
        from referee.actions.records import new_client_key

        move, seq = self.next_move(), self.ahead.seq
        self.ahead.play(move.by, move.act)
        act = json.loads(encode(move.act))
        return {"key": new_client_key(), "kind": "act", "seq": seq, "lease": self.row.lease, "by": move.by, "act": act}

    def post(self, port: int) -> float:
        from referee.actions.records import new_client_key
        from referee.judge_page.context import sign_act

        move = self.next_move()
        poster = self.posters.setdefault(port, Poster(port, self.session))
        token = sign_act(self.row, self.ahead.seq, move.by, move.act)
        fields = {"act": token, "seq": self.ahead.seq, "lease": self.row.lease, "key": new_client_key()}
        took = poster.post(self.address("confirm_act"), **fields)
        self.ahead.play(move.by, move.act)
        return took

    def published(self, port: int) -> list[float]:
        from tournament import live

        address = f"{live.STREAM_PATH}?token={live.make_token([self.table.topic])}"
        return asyncio.run(heard_by_all(port, address, VIEWERS, lambda: self.post(port), PUBLICATIONS))

    def tap(self, port: int, found: dict) -> None:
        """In a Chromium of a tablet's size: answered by the server, by the engine in the page, and by it with the network off."""
        browser = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
        if browser is None:
            found["missing"].append("no Chromium here, so no taps")
            return
        from playwright.sync_api import sync_playwright

        from referee.offline import engine

        with sync_playwright() as player:
            chromium = player.chromium.launch(executable_path=browser, args=FLAGS)
            context = chromium.new_context(viewport={"width": 800, "height": 1280})
            site = f"http://127.0.0.1:{port}"
            context.add_cookies([{"name": "sdadata_session", "value": self.session, "url": site}])
            page = context.new_page()
            page.add_init_script(SERVER_FIRST)
            page.goto(site + self.address("judge"))
            _tapped(page, "server", found)
            page.close()
            page = context.new_page()
            page.goto(site + self.address("judge"))
            if not engine.address():
                found["missing"].append("the engine in the page was not fetched (make offline)")
            elif _is_ready(page):
                _tapped(page, "engine in the page", found)
                context.set_offline(True)
                _tapped(page, "engine in the page, no network", found)
            else:
                found["missing"].append(
                    "the engine in the page did not become ready: " + str(page.evaluate("window.sdadata?.engine.fault"))
                )
            chromium.close()


def _tapped(page, how: str, found: dict) -> None:
    """A page that stops answering is reported, and the other figures stay."""
    from playwright.sync_api import Error

    try:
        found["taps"][how] = [result / 1_000 for result in page.evaluate(TAP, TAPS)]
    except Error as error:
        found["missing"].append(f"{how}: {' '.join(str(error).split())[:200]}")


def _is_ready(page) -> bool:
    for _try in range(600):
        if page.evaluate("window.sdadata?.engine.state") != "loading":
            break
        page.wait_for_timeout(100)
    return page.evaluate("window.sdadata?.engine.state") == "ready"


if __name__ == "__main__":
    main(sys.argv[1:])
