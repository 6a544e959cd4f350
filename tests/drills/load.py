"""`python -m tests.drills.load --tables 40 --viewers 150 --seconds 60 [--postgresql] [--workers N] [--rate R] [--tls] [--write]`

Real HTTP on the loopback: judges' entries with their acknowledgement, viewers on live streams who fetch the page when it changes, as a
browser does (the part, compressed), errors. At the end each table's record is compared with what was acknowledged.

    --knee          goes on, step by step, towards 1,000 tables (--most) at 100 entries a second with one-second bursts of 300, and stops
                    behind the last step that keeps p95 under 300 ms and p99 under 1 s without an error; a burst comes every 30 s
    --pages         loads 5,000 pages in 30 s beside the entries, in turns with 30 s of entries alone
    --soak MINUTES  goes on for so long and prints how the workers' memory grows
    --tls           through nginx with TLS, over HTTP/1.1

The generator is a process of its own on the same machine: its share of the CPU time is named.
"""

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from config.connections import allow_many_files
from tests.drills import processes, proxies, results, traffic
from tests.drills.sites import own_site

ENTRY_EVERY = 10.0
"""A table writes once in so many seconds: 1,000 tables are 100 entries a second."""
STEPS = (40, 100, 200, 300, 400, 500, 700, 1_000)
P95, P99 = 0.3, 1.0
BURST = 3.0
PAGES, PAGE_SECONDS, TURNS = 5_000, 30.0, 2
LONGEST_SECONDS = 600
SAMPLE_SECONDS = 30.0


def main() -> int:
    options = _options()
    allow_many_files()
    with own_site(on_postgresql=options.postgresql) as site:
        figures = _drill(options, site.database)
    print(json.dumps(figures, indent=1, ensure_ascii=False))
    if options.write:
        results.write_section(_name(options), f"python -m tests.drills.load {' '.join(_arguments(options))}", figures)
    return 1 if figures["errors"] or figures.get("lost") else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--viewers", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rate", type=float, default=0.0, help="entries a second; a tenth of the tables if unsaid")
    parser.add_argument("--postgresql", action="store_true", help="a cluster of its own instead of SQLite")
    parser.add_argument("--knee", action="store_true", help="steps towards 1,000 tables, each for --seconds")
    parser.add_argument("--most", type=int, default=max(STEPS), help="the knee's last step, in tables")
    parser.add_argument(
        "--pages", action="store_true", help="5,000 page loads in 30 s beside the entries, in turns with none"
    )
    parser.add_argument("--soak", type=float, default=0.0, metavar="MINUTES", help="how the workers' memory grows")
    parser.add_argument("--tls", action="store_true", help="through nginx with TLS")
    parser.add_argument("--write", action="store_true", help="write the figures into bench/results.md")
    options = parser.parse_args()
    options.seconds = min(options.seconds, LONGEST_SECONDS)
    return options


def _arguments(options: argparse.Namespace) -> Iterator[str]:
    yield f"--tables {options.tables} --viewers {options.viewers} --seconds {options.seconds:g} --workers {options.workers}"
    yield from (f"--{name}" for name in ("postgresql", "knee", "pages", "tls") if getattr(options, name))
    yield from [f"--most {options.most}"] if options.knee else []
    yield from [f"--soak {options.soak:g}"] if options.soak else []
    yield from [f"--rate {options.rate:g}"] if options.rate else []


def _name(options: argparse.Namespace) -> str:
    kind = (
        "knee"
        if options.knee
        else "page loads"
        if options.pages
        else "soak"
        if options.soak
        else f"{options.tables} tables"
    )
    database = "PostgreSQL" if options.postgresql else "SQLite"
    return f"Load, {kind}, {database}, {options.workers} workers{', nginx with TLS' if options.tls else ''}"


def _drill(options: argparse.Namespace, database: processes.PostgreSQL | None) -> dict[str, object]:
    from django.core.management import call_command
    from django.db import connections

    call_command("migrate", verbosity=0)
    connections.close_all()
    call_command("collectstatic", interactive=False, verbosity=0)
    tables = max(_steps(options)) if options.knee else options.tables
    os.environ["PGOPTIONS"] = "-c synchronous_commit=off"  # for what is prepared, of which nothing has to survive
    posts, pages = tables_in_play(tables, _entries_of_a_table(options, tables))
    connections.close_all()
    del os.environ["PGOPTIONS"]
    with ExitStack() as stack:
        site = stack.enter_context(processes.workers(options.workers, {}))
        proxy = stack.enter_context(proxies.nginx([site.address.removeprefix("http://")])) if options.tls else None
        stage = Stage(site, options.viewers, pages, proxy, database)
        stage.warm_up(options.workers)
        if options.knee:
            return _knee(options, stage, posts)
        if options.pages:
            return _beside_pages(options, stage, posts)
        if options.soak:
            return _soak(options, stage, posts)
        found = stage.play(posts, options.rate or tables / ENTRY_EVERY, options.seconds)
    return found | {"lost": lost(posts)}


def _entries_of_a_table(options: argparse.Namespace, tables: int) -> int:
    """Enough moves for the whole drill; a game that ends sooner ends."""
    rate = options.rate or tables / ENTRY_EVERY
    seconds = options.soak * 60 or (options.seconds * len(STEPS) if options.knee else 0)
    seconds = seconds or (2 * TURNS * PAGE_SECONDS if options.pages else options.seconds)
    return int(rate * seconds * (1 + BURST / 30) / tables) + 20


# The hall


def tables_in_play(tables: int, entries: int):
    """Tables in play with their acts to come, and the pages that everybody reads."""
    import msgspec
    from django.urls import reverse

    from referee.models import GameRecord
    from tests.drills import crowd, hall

    chairs = hall.prepared(tables)
    rows = GameRecord.objects.select_related("table__round__tournament").in_bulk([chair.record_id for chair in chairs])
    games = [
        [(move.by, msgspec.json.encode(move.act)) for move in moves]
        for moves in crowd.games(next(iter(rows.values())), entries)
    ]
    posts = [
        traffic.Post(
            chair.queue,
            chair.session,
            chair.lease,
            chair.record_id,
            rows[chair.record_id].table.topic,
            games[n % len(games)],
        )
        for n, chair in enumerate(chairs)
    ]
    tournament = rows[chairs[0].record_id].table.round.tournament
    names = ("public", "standings")
    pages = [reverse(f"tournament:{name}", args=[tournament.slug]) for name in names]
    return posts, pages


def _streams(posts: list, viewers: int) -> Iterator[tuple[str, traffic.Post]]:
    """Each viewer watches one table; the tables of the plan take turns."""
    from urllib.parse import urlencode

    from tournament import live

    for number in range(viewers):
        post = posts[number % len(posts)]
        yield f"{live.STREAM_PATH}?{urlencode({'token': live.make_token([post.topic], seconds=86_400)})}", post


class Stage:
    """The site under traffic, and what its processes cost."""

    def __init__(
        self,
        site: processes.Workers,
        viewers: int,
        pages: list[str],
        proxy: proxies.Proxy | None = None,
        database: processes.PostgreSQL | None = None,
    ) -> None:
        self.site, self.viewers, self.pages, self.proxy, self.database = site, viewers, pages, proxy, database
        self.port = proxy.port if proxy else int(site.address.rpartition(":")[2])
        self.trust = proxy.trust if proxy else None

    def play(self, posts: list, rate: float, seconds: float, *, burst: int = 0, pages_a_second: float = 0.0) -> dict:
        plan = traffic.Format(
            posts, rate, seconds, burst, pages=self.pages, pages_a_second=pages_a_second, tls=self.trust
        )
        watching = [traffic.Viewer(stream, self.pages[0], post) for stream, post in _streams(posts, self.viewers)]
        was: dict[str, float] = {}
        figures = asyncio.run(traffic.run(plan, self.port, watching, at_start=lambda: was.update(self._cpu())))
        cpu = {name: spent - was[name] for name, spent in self._cpu().items()}
        return _report(figures, cpu, rate, len(posts), self.viewers)

    def warm_up(self, workers: int) -> None:
        """The first answers of a process load its code and are not measured."""
        asyncio.run(traffic.visited(self.port, self.pages * 10 * workers, self.trust))

    def _cpu(self) -> dict[str, float]:
        """Seconds, by kind of process."""
        found = {"workers": sum(_cpu_of(process.pid) for process in self.site.alive)}
        if self.database:
            found["PostgreSQL"] = sum(_cpu_with_ended_children(pid) for pid in self.database.pids())
        if self.proxy:
            found["proxy"] = sum(map(_cpu_of, self.proxy.pids()))
        return found

    def memory(self) -> float:
        """MiB that the workers hold."""
        return sum(_resident(process.pid) for process in self.site.alive)


def _cpu_of(pid: int) -> float:
    """Seconds of CPU time, as Linux counts them."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _cpu_with_ended_children(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _resident(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _report(found: traffic.Figures, cpu: dict[str, float], rate: float, tables: int, viewers: int) -> dict[str, object]:
    own = found.own_cpu / max(found.own_cpu + cpu["workers"], 0.001)
    seconds = max(found.seconds, 0.001)
    page_loads = {"page loads": len(found.pages), "page p95 ms": _ms(found.pages, 95)} if found.pages else {}
    return {
        "tables": tables,
        "viewers": viewers,
        "entries a second, due": round(rate, 1),
        "entries a second, acknowledged": round(len(found.acknowledged) / seconds, 1),
        "due": found.due,
        "acknowledged": len(found.acknowledged),
        **{f"ack p{at} ms": _ms(found.acknowledged, at) for at in (50, 95, 99)},
        "viewers heard": len(found.heard),
        **{f"viewer has the page, p{at} ms": _ms(found.seen, at) for at in (50, 95, 99)},
        "viewers beyond 2 s": sum(one > 2 for one in found.seen),
        **page_loads,
        "errors": len(found.errors),
        "kinds of errors": sorted(set(found.errors))[:3],
        **{f"CPU of the {name}, cores": round(spent / seconds, 2) for name, spent in cpu.items()},
        "CPU of all but the generator, ms an entry with its viewers": round(
            sum(cpu.values()) * 1000 / max(len(found.acknowledged), 1), 1
        ),
        "load generator's CPU, cores": round(found.own_cpu / seconds, 2),
        "load generator's share of the CPU time of generator and workers": f"{own:.0%}",
    }


def lost(posts: list) -> int:
    """Acknowledged entries that are not in the record under their key and at their line."""
    from referee.models import Entry

    found = set(Entry.objects.filter(client_key__startswith="drill-").values_list("record_id", "seq", "client_key"))
    due = {(post.record, seq + 1, f"drill-{post.record}-{seq}") for post in posts for seq in range(post.seq)}
    return len(due - found)


def _ms(waits: list[float], percent: int) -> int | str:
    if not waits:
        return "none"
    return round(sorted(waits)[min(len(waits) * percent // 100, len(waits) - 1)] * 1000)


# The kinds of drill


def _steps(options: argparse.Namespace) -> list[int]:
    return [tables for tables in STEPS if tables <= options.most] or [options.most]


def _knee(options: argparse.Namespace, stage: Stage, posts: list) -> dict[str, object]:
    """More and more tables, until a step does not hold."""
    result, last, found = {}, {}, {}
    for tables in _steps(options):
        rate = tables / ENTRY_EVERY
        found = stage.play(posts[:tables], rate, options.seconds, burst=int(rate * BURST))
        limits = [found["ack p95 ms"], found["ack p99 ms"]]
        holds = not found["errors"] and all(isinstance(one, int) for one in limits)
        holds = holds and limits[0] <= P95 * 1000 and limits[1] <= P99 * 1000
        result[f"{tables} tables, {rate:g}/s, bursts of {int(rate * BURST)}"] = (
            f"ack p50 {found['ack p50 ms']}, p95 {limits[0]}, p99 {limits[1]} ms; viewers p95 "
            f"{found['viewer has the page, p95 ms']} ms; errors {found['errors']}; {'holds' if holds else 'does not hold'}"
        )
        print(f"{tables} tables: {'holds' if holds else 'does not hold'}", file=sys.stderr, flush=True)
        if not holds:
            break
        last = found
    knee = {"tables": last.get("tables", 0), "entries a second": last.get("entries a second, due", 0)}
    share = "load generator's share of the CPU time of generator and workers"
    return {
        "knee, tables": knee["tables"],
        "knee, entries a second": knee["entries a second"],
        "knee, entries a second and worker": round(float(knee["entries a second"]) / options.workers, 1),
        **result,
        share: found[share],
        "errors": last.get("errors", found["errors"]),
    }


def _beside_pages(options: argparse.Namespace, stage: Stage, posts: list) -> dict[str, object]:
    """Entries alone and beside page loads, in turns, so that changes of the machine's speed affect both."""
    rate = options.rate or len(posts) / ENTRY_EVERY
    alone, beside = [], []
    seconds = min(PAGE_SECONDS, options.seconds)
    for _turn in range(TURNS):
        alone.append(stage.play(posts, rate, seconds))
        beside.append(stage.play(posts, rate, seconds, pages_a_second=PAGES / PAGE_SECONDS))
    stored = ("ack p50 ms", "ack p95 ms", "ack p99 ms", "errors")
    return {
        "tables": len(posts),
        "entries a second": round(rate, 1),
        **{f"control, {name}": [one[name] for one in alone] for name in stored},
        **{f"beside page loads, {name}": [one[name] for one in beside] for name in stored},
        "page loads": [one.get("page loads", 0) for one in beside],
        "page p95 ms": [one.get("page p95 ms", "none") for one in beside],
        "kinds of errors": sorted({kind for one in [*alone, *beside] for kind in one["kinds of errors"]}),
        "errors": sum(one["errors"] for one in [*alone, *beside]),
    }


def _soak(options: argparse.Namespace, stage: Stage, posts: list) -> dict[str, object]:
    """The same traffic on and on; memory is compared from the end of the first tenth on, when everything has been met once."""
    rate = options.rate or len(posts) / ENTRY_EVERY
    ends, samples, errors, acknowledged = time.monotonic() + options.soak * 60, [], 0, 0
    kinds: set[str] = set()
    while (left := ends - time.monotonic()) > 1:
        found = stage.play(posts, rate, min(SAMPLE_SECONDS, left))
        samples.append(stage.memory())
        errors, acknowledged = errors + found["errors"], acknowledged + found["acknowledged"]
        kinds.update(found["kinds of errors"])
        print(f"{len(samples)}: {samples[-1]:.0f} MiB", file=sys.stderr, flush=True)
    warm = samples[len(samples) // 10 :]
    growth = warm[-1] / warm[0] - 1
    return {
        "minutes": options.soak,
        "tables": len(posts),
        "acknowledged": acknowledged,
        "memory of the workers after the first tenth, MiB": round(warm[0], 1),
        "at the end, MiB": round(warm[-1], 1),
        "growth": f"{growth:.1%}",
        "under 10 %": growth < 0.1,
        "kinds of errors": sorted(kinds),
        "errors": errors,
    }


if __name__ == "__main__":
    sys.exit(main())
