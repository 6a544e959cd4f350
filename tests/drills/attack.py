"""`python -m tests.drills.attack [--tables 40] [--codes 2000] [--log-ins 200] [--uploads 50] [--documents 300] [--silent 3000]
[--requests 400] [--postgresql]`

Attacks on a site of the drill's own, over real HTTP on the loopback, while judges enter: wrong codes, from one address and from
many; log-ins at once; uploads that are small and costly to read; documents that are in no cache, asked for by strangers;
connections that say nothing; requests of each role that no page sends. Prints one JSON object of counts and milliseconds. The exit
code is 1 when a code was compared that should not have been, an answer was a fault of the site, an entry failed or was lost, or the
judges waited more than twice as long as without the attack (or than FAST_ENOUGH, if that is more).
"""

import argparse
import asyncio
import io
import json
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from urllib.parse import urlencode

from config.connections import CHECK_SECONDS, HEAD_SECONDS, allow_many_files
from tests.drills import processes, results, traffic
from tests.drills.sites import own_site

AT_ONCE = 30
UPLOADS_AT_ONCE = 4
ENTRY_EVERY = 5.0
"""A table writes once in so many seconds: forty tables are eight entries a second."""
MOST_SECONDS = 300.0
"""Of one attack."""
FAST_ENOUGH = 0.3
"""Seconds within which 95 % of the entries of a hall at its capacity are acknowledged (docs/operations.md)."""
SENDERS = 100
PASSWORD = "una parola lunga"
FORM = "application/x-www-form-urlencoded"
CODE, LOGIN = "/accedi/codice/", "/accedi/"
NOT_SENT = ("logout", "ready")
"""Whoever logs out has no role any more; the probe answers 503 on purpose."""

Attack = Callable[[int], Awaitable[Counter]]


def main() -> int:
    options = _options()
    allow_many_files()
    with own_site(on_postgresql=options.postgresql):
        figures = _drill(options)
    print(json.dumps(figures, indent=1, ensure_ascii=False))
    if options.write:
        name = f"Attacks, {'PostgreSQL' if options.postgresql else 'SQLite'}, {options.workers} workers"
        arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
        results.write_section(name, " ".join(["python -m tests.drills.attack", *arguments]), figures)
    return 1 if figures["faults"] or figures["slow"] else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20.0, help="of entries alone, before and after the attacks")
    parser.add_argument("--codes", type=int, default=2_000)
    parser.add_argument("--log-ins", type=int, default=200)
    parser.add_argument("--uploads", type=int, default=50)
    parser.add_argument("--documents", type=int, default=300)
    parser.add_argument("--silent", type=int, default=3_000, help="connections that never finish a request")
    parser.add_argument("--requests", type=int, default=400, help="of each role")
    parser.add_argument("--postgresql", action="store_true", help="a cluster of its own instead of SQLite")
    parser.add_argument("--write", action="store_true", help="write the figures into bench/results.md")
    return parser.parse_args()


def _drill(options: argparse.Namespace) -> dict[str, object]:
    from django.core.management import call_command
    from django.db import connections

    from tests.drills.load import tables_in_play

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    posts, pages = tables_in_play(options.tables, entries=int(5 * MOST_SECONDS / ENTRY_EVERY))
    scene = _prepared(options, posts)
    connections.close_all()
    with processes.workers(options.workers, {}) as site:
        port = int(site.address.rpartition(":")[2])
        asyncio.run(traffic.visited(port, pages * 10 * options.workers))
        asyncio.run(_entries(port, posts, options, seconds=3.0))
        stage = Stage(port, posts, options)
        stage.alone()
        stage.beside("codes", lambda port: _wrong_codes(port, options.codes, ["127.0.0.1"]))
        _expect_shut(stage, scene)
        stage.beside(
            "codes from many addresses", lambda port: _wrong_codes(port, min(4 * SENDERS, options.codes), _senders())
        )
        _expect_void(stage, scene)
        stage.beside("log-ins", lambda port: _log_ins(port, scene.names))
        stage.beside("uploads", lambda port: _uploads(port, scene, options.uploads))
        stage.beside("documents", lambda port: _documents(port, scene, options.documents))
        stage.beside("silent connections", lambda port: _silent_connections(port, options.silent))
        stage.alone()
        stage.judge_waits()
        stage.faults += _lost(posts)
        stage.requests(scene, options.requests)
    return {"faults": stage.faults, "slow": stage.slow, "tables": options.tables, **stage.figures}


# What is attacked


@dataclass
class Scene:
    tournament: object
    table: object
    names: list[str]
    code: str
    sessions: dict[str, str]
    """By role; nobody's is empty."""


def _prepared(options: argparse.Namespace, posts: Sequence[traffic.Post]) -> Scene:
    """Accounts with one password, a code that is open, and a session of each role."""
    from django.contrib.auth import get_user_model
    from django.contrib.auth.hashers import make_password
    from django.test import Client

    from referee.models import GameRecord
    from tournament.actions import house
    from tournament.states import HouseRight

    users = get_user_model().objects
    one_hash = make_password(PASSWORD)
    names = [f"drill-{number}" for number in range(options.log_ins)]
    users.bulk_create(get_user_model()(username=name, password=one_hash) for name in names)
    table = GameRecord.objects.select_related("table__round__tournament").get(pk=posts[0].record).table
    organizer, keeper = users.get(username="drill-organizer"), users.create_user("drill-keeper")
    for right in HouseRight:
        house.grant(keeper, right=right, by=keeper)
    sessions = {"nobody": "", "judge": posts[0].session}
    for role, person in (("organizer", organizer), ("keeper", keeper)):
        client = Client()
        client.force_login(person)
        sessions[role] = client.session.session_key
    return Scene(table.round.tournament, table, names, _open_code(table.round.tournament, organizer), sessions)


def _open_code(tournament, organizer) -> str:
    from django.utils import timezone

    from tournament.actions import invitations, passes
    from tournament.states import Role

    if not tournament.memberships.filter(user__username="drill-guest").exists():
        invitations.invite(tournament, username="drill-guest", role=Role.JUDGE, by=organizer)
    guest = tournament.memberships.get(user__username="drill-guest")
    return passes.issue(guest, by=organizer, now=timezone.now()).code


def _wrong(code: str) -> Iterator[str]:
    """Six digits after six digits, without the right ones."""
    return (text for number in range(10**6) if (text := f"{number:06d}") != code)


# Entries, alone and beside an attack


class _UntilOver(traffic.Format):
    """Entries are due until somebody sets `is_over`."""

    is_over = False

    def moments(self) -> Iterator[float]:
        for at in super().moments():
            if self.is_over:
                return
            yield at


async def _entries(port: int, posts, options, *, seconds: float) -> traffic.Figures:
    return await traffic.run(traffic.Format(posts, options.tables / ENTRY_EVERY, seconds), port, [])


class Stage:
    """The site, its judges, what was measured, and what was wrong."""

    def __init__(self, port: int, posts: Sequence[traffic.Post], options: argparse.Namespace) -> None:
        self.port, self.posts, self.options = port, posts, options
        self.faults: list[str] = []
        self.slow: list[str] = []
        self.figures: dict[str, object] = {}
        self.waits_alone: list[float] = []
        self.p95: dict[str, float] = {}

    def alone(self) -> None:
        found = asyncio.run(_entries(self.port, self.posts, self.options, seconds=self.options.seconds))
        self.waits_alone += found.acknowledged
        self.faults += [f"entries alone: {fault}" for fault in sorted(set(found.errors))]

    def beside(self, name: str, attack: Attack) -> None:
        begun = time.monotonic()
        statuses, found = asyncio.run(self._beside(attack))
        seconds = time.monotonic() - begun
        self.faults += [f"{name}: {fault}" for fault in sorted(set(found.errors))]
        self.faults += [f"{name}: {many} times {status}" for status, many in statuses.items() if not _is_answer(status)]
        self.p95[name] = _percentile(found.acknowledged, 95)
        self.figures |= {
            f"{name}, answers": ", ".join(f"{many} × {status}" for status, many in sorted(statuses.items(), key=str)),
            f"{name}, seconds": round(seconds, 1),
            f"{name}, entries beside it": len(found.acknowledged),
            f"{name}, entries p95 ms": round(self.p95[name] * 1000),
        }
        print(f"{name}: {self.figures[f'{name}, answers']}", file=sys.stderr, flush=True)

    async def _beside(self, attack: Attack) -> tuple[Counter, traffic.Figures]:
        plan = _UntilOver(self.posts, self.options.tables / ENTRY_EVERY, MOST_SECONDS)
        entering = asyncio.create_task(traffic.run(plan, self.port, []))
        try:
            async with asyncio.timeout(MOST_SECONDS):
                statuses = await attack(self.port)
        except TimeoutError:
            statuses = Counter({"not done in time": 1})
        plan.is_over = True
        return statuses, await entering

    def judge_waits(self) -> None:
        """Compares what the judges waited beside each attack with what they waited alone."""
        alone = _percentile(self.waits_alone, 95)
        self.figures["entries alone, p95 ms"] = round(alone * 1000)
        limit = max(2 * alone, FAST_ENOUGH)
        self.slow += [
            f"{name}: entries p95 {beside * 1000:.0f} ms, {beside / alone:.1f} times as long as alone"
            for name, beside in self.p95.items()
            if beside > limit
        ]

    def one(self, body: dict[str, str], source: str, path: str = CODE) -> int:
        return asyncio.run(_post(traffic.Line(self.port, source), path, body))

    def requests(self, scene: Scene, each: int) -> None:
        """Last, since an organizer's requests change the tournament."""
        for role, session in scene.sessions.items():
            statuses = asyncio.run(_requests(self.port, list(_generated(scene, role, each)), session))
            self.figures[f"requests of {role}"] = ", ".join(
                f"{n} × {status}" for status, n in sorted(statuses.items(), key=str)
            )
            self.faults += [f"{role}: {key}" for key in statuses if not _is_answer(key)]


def _is_answer(status: object) -> bool:
    return isinstance(status, int) and status < 500


def _percentile(waits: list[float], percent: int) -> float:
    return sorted(waits)[min(len(waits) * percent // 100, len(waits) - 1)] if waits else float("inf")


def _lost(posts: Sequence[traffic.Post]) -> list[str]:
    """Entries that were acknowledged and are not there, or not in order."""
    from referee.models import Entry, GameRecord
    from referee.records import cache as record_cache

    record_cache.clear()
    found = []
    for post in posts:
        row = GameRecord.objects.get(pk=post.record)
        keys = Entry.objects.filter(record=row, client_key__startswith="drill-").order_by("seq")
        if list(keys.values_list("client_key", flat=True)) != [f"drill-{post.record}-{seq}" for seq in range(post.seq)]:
            found.append(f"record {row.pk}: not the entries that were acknowledged")
        if record_cache.rebuild(row).head != row.head:
            found.append(f"record {row.pk}: the chain does not hold")
    return found


# Codes and passwords


async def _post(line: traffic.Line, path: str, fields: dict[str, str], session: str = "") -> int | str:
    return await _send(line, "POST", path, urlencode(fields).encode(), FORM, session)


async def _send(line: traffic.Line, method: str, path: str, body: bytes, kind: str, session: str) -> int | str:
    about = f"Content-Type: {kind}\r\nCookie: sdadata_csrf={traffic.CSRF}; sdadata_session={session}\r\n"
    try:
        status, _body = await line.ask(method, path, headers=f"{about}X-CSRFToken: {traffic.CSRF}\r\n", body=body)
    except traffic.Away as fault:
        return str(fault)[:80]
    return status


async def _in_parallel(many: int, works: Sequence[Callable[[], Awaitable[int | str]]]) -> Counter:
    """Each work once, `many` at a time."""
    waiting, statuses = iter(works), Counter()

    async def worker() -> None:
        for work in waiting:
            statuses[await work()] += 1

    await asyncio.gather(*(worker() for _worker in range(many)))
    return statuses


def _senders() -> list[str]:
    return [f"127.0.1.{number + 1}" for number in range(SENDERS)]


async def _silent_connections(port: int, many: int) -> Counter:
    """From one address, half of them with half a request. Counts those that the site lets go, as 408, and those that it keeps."""
    counts: Counter = Counter()

    async def silent(number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.2.1", 0))
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" if number % 2 else b"")
        try:
            async with asyncio.timeout(HEAD_SECONDS + 3 * CHECK_SECONDS):
                await reader.read()
        except TimeoutError:
            counts["not let go"] += 1
        except ConnectionError:
            counts[408] += 1
        else:
            counts[408] += 1
        writer.close()

    await asyncio.gather(*(silent(number) for number in range(many)))
    return counts


async def _wrong_codes(port: int, many: int, sources: list[str]) -> Counter:
    lines = {
        source: [traffic.Line(port, source) for _line in range(AT_ONCE // len(sources) or 1)] for source in sources
    }

    async def attempt(number: int) -> int | str:
        line = lines[source := sources[number % len(sources)]].pop() if lines[sources[number % len(sources)]] else None
        line = line or traffic.Line(port, source := sources[number % len(sources)])
        try:
            return await _post(line, CODE, {"code": f"x{number:05d}"})
        finally:
            lines[source].append(line)

    statuses = await _in_parallel(AT_ONCE, [lambda number=number: attempt(number) for number in range(many)])
    for line in (line for stored in lines.values() for line in stored):
        line.close()
    return statuses


def _expect_shut(stage: Stage, scene: Scene) -> None:
    """Of wrong codes from one address ten are compared; then its right one is refused too, and opens elsewhere."""
    from tournament.actions.login_limits import CODES_FROM_AN_ADDRESS

    compared = int(stage.figures["codes, answers"].partition(" × 422")[0].rpartition(", ")[2] or 0)
    stage.figures["codes, compared"] = compared + 1
    if compared + 1 > CODES_FROM_AN_ADDRESS:
        stage.faults.append(f"{compared + 1} wrong codes of one address were compared")
    if (status := stage.one({"code": scene.code}, "127.0.0.1")) != 429:
        stage.faults.append(f"the right code from an address that is shut: {status}")
    if (status := stage.one({"code": scene.code}, "127.0.0.9")) != 302:
        stage.faults.append(f"the right code from another address: {status}")


def _expect_void(stage: Stage, scene: Scene) -> None:
    """A code that was open is void after fifty wrong ones, wherever they came from."""
    from tournament.models import EntryPass

    scene.code = _open_code(scene.tournament, scene.tournament.memberships.get(user__username="drill-organizer").user)
    asyncio.run(_wrong_codes(stage.port, 60, [f"127.0.2.{number + 1}" for number in range(60)]))
    if EntryPass.objects.filter(used_at=None).exists():
        stage.faults.append("a pass is open after sixty wrong codes from sixty addresses")
    if (status := stage.one({"code": scene.code}, "127.0.0.10")) != 422:
        stage.faults.append(f"a code after sixty wrong ones: {status}")


async def _log_ins(port: int, names: list[str]) -> Counter:
    """All at once, with the right password."""

    async def attempt(name: str) -> int | str:
        line = traffic.Line(port, patience=MOST_SECONDS)
        status = await _post(line, LOGIN, {"username": name, "password": PASSWORD})
        line.close()
        return status

    return await _in_parallel(len(names), [lambda name=name: attempt(name) for name in names])


# Uploads


def hostile_files() -> list[tuple[str, bytes]]:
    """Names and bytes: each costs much more to read than to send, or is no file of its kind."""
    from tests.tournament.rosters import edited, workbook

    book = workbook(["cognome"], ["Rossi"])
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "lol"}">' for n in range(10))
    bomb = f'<?xml version="1.0"?><!DOCTYPE s [{entities}]><Properties>&a9;</Properties>'.encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("[Content_Types].xml", b"0" * 50_000_000)
    return [
        (
            "cells.xlsx",
            edited(book, "sheet1.xml", b"</sheetData>", b"<row>" + b"<c/>" * 1_200_000 + b"</row></sheetData>"),
        ),
        ("columns.csv", b"cognome\n" + b";" * 2_000_000),
        ("lines.csv", b"cognome\n" * 400_000),
        ("zip.xlsx", out.getvalue()),
        ("entities.xlsx", _replaced(book, "docProps/app.xml", bomb)),
        ("ole.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\xff" * 1_500_000),
        ("quote.csv", b'cognome;"' + b"a" * 4_000_000),
        ("accents.csv", "cognome\na{}".format("\u0315\u0300" * 500_000).encode()),
    ]


def _replaced(book: bytes, name: str, content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for part in source.infolist():
            target.writestr(part.filename, content if part.filename == name else source.read(part))
    return out.getvalue()


async def _uploads(port: int, scene: Scene, many: int) -> Counter:
    from django.urls import reverse

    path, files = reverse("tournament:roster_import", args=[scene.tournament.slug]), hostile_files()

    async def upload(number: int) -> int | str:
        name, content = files[number % len(files)]
        body, kind = _multipart(name, content)
        line = traffic.Line(port, patience=MOST_SECONDS)
        status = await _send(line, "POST", path, body, kind, scene.sessions["organizer"])
        line.close()
        return status

    return await _in_parallel(UPLOADS_AT_ONCE, [lambda number=number: upload(number) for number in range(many)])


async def _documents(port: int, scene: Scene, many: int) -> Counter:
    """Public sheets, which are drawn for each reader."""
    from django.urls import reverse

    slug = scene.tournament.slug
    paths = [
        reverse("tournament:standings_file", args=[slug, "pdf"]),
        reverse("tournament:crosstable_file", args=[slug]),
        reverse("tournament:seatings_file", args=[slug, 1, "pdf"]),
    ]

    async def ask(number: int) -> int | str:
        line = traffic.Line(port, patience=MOST_SECONDS)
        status = await _send(line, "GET", paths[number % len(paths)], b"", FORM, "")
        line.close()
        return status

    return await _in_parallel(AT_ONCE, [lambda number=number: ask(number) for number in range(many)])


def _multipart(name: str, content: bytes) -> tuple[bytes, str]:
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

    return encode_multipart(BOUNDARY, {"file": SimpleUploadedFile(name, content)}), MULTIPART_CONTENT


# Requests that no page sends


def _generated(scene: Scene, role: str, many: int) -> Iterator[tuple[str, str, str, bytes, str]]:
    """Route, method, address, body and its type: any address of the site with values that no page sends, the same in every run."""
    from django.urls import NoReverseMatch, reverse

    from tests.role_table import ROUTES, USUAL
    from tests.test_hostile_requests import NESTED, NUMBERS, TEXTS, names
    from tests.test_roles import routes

    rng, world = Random(role), SimpleNamespace(tournament=scene.tournament, table=scene.table, token="x")
    usual = {name: value(world) for name, value in USUAL.items()} | {"pk": 1, "device": 1, "what": "iscritti"}
    found, texts = [], [text for text in NUMBERS + TEXTS if text.isprintable() or "\0" in text]
    for route in sorted(set(ROUTES) - set(NOT_SENT)):
        pattern, wanted = routes()[route]
        try:
            arguments = {name: usual.get(name, "1") for name in wanted}
            found.append((route, reverse(route, kwargs=arguments) if pattern.name else f"/{pattern.pattern}"))
        except NoReverseMatch:
            continue  # its parameters fit nothing usual: the tests have it
    for _request in range(many):
        route, path = rng.choice(found)
        fields = {rng.choice([*names(route), "x"]): rng.choice(texts) for _field in range(rng.randint(0, 6))}
        if rng.random() < 0.4:
            short = {name: text[:2_000] for name, text in fields.items()}
            yield route, "GET", f"{path}?{urlencode(short, errors='replace')}"[:7_000], b"", FORM
        elif rng.random() < 0.5:
            yield route, "POST", path, rng.choice(NESTED), "application/json"
        else:
            yield route, "POST", path, urlencode(fields, errors="replace").encode(), FORM


async def _requests(port: int, generated: Sequence[tuple[str, str, str, bytes, str]], session: str) -> Counter:
    """Answers by status; a fault of the site by its route."""
    line, statuses = traffic.Line(port, patience=MOST_SECONDS), Counter()
    for route, method, path, body, kind in generated:
        status = await _send(line, method, path, body, kind, session)
        statuses[status if _is_answer(status) else f"{method} {route}: {status}"] += 1
    line.close()
    return statuses


if __name__ == "__main__":
    sys.exit(main())
