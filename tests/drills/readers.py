"""The final at home under load: so many readers follow one table over the loopback, each with an open stream; whenever it says that the
table moved, each fetches what changed. `python -m tests.drills.readers --readers 1000 2000` prints, for each number, what a move costs.
"""

import argparse
import asyncio
import contextlib
import json
import time

from tests.drills import processes, traffic
from tests.drills.load import Stage
from tests.drills.sites import own_site

LIKE_A_BROWSER = "HX-Request: true\r\nAccept-Encoding: gzip\r\n"
OPEN_AT_ONCE = 50
PAUSE = 3.0
"""Seconds after the last reader has seen a move until the next one."""


def main() -> int:
    options = _options()
    with own_site():
        from django.core.management import call_command
        from django.db import connections

        from tests.drills.load import tables_in_play

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        [post], _pages = tables_in_play(1, options.before + options.moves * len(options.readers) + 20)
        page, stream = _opened(post)
        connections.close_all()
        found = {}
        with processes.workers(options.workers, {}) as site:
            stage = Stage(site, 0, [page])
            stage.warm_up(options.workers)
            asyncio.run(_entries(post, stage.port, options.before))
            for many in options.readers:
                found[str(many)] = asyncio.run(_moves(post, stage, page, stream, many, options.moves))
    print(json.dumps(found, indent=1))
    return 0 if not any(one["errors"] for one in found.values()) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, nargs="+", default=[1_000, 2_000])
    parser.add_argument("--moves", type=int, default=5, help="moves that are measured")
    parser.add_argument("--before", type=int, default=120, help="moves before the first reader comes")
    parser.add_argument("--workers", type=int, default=2)
    return parser.parse_args()


def _opened(post: traffic.Post) -> tuple[str, str]:
    """The table open to all without delay: the address of its page, and of its stream for a day."""
    from urllib.parse import urlencode

    from django.contrib.auth import get_user_model
    from django.urls import reverse

    from referee.hooks.broadcasts import topic_of
    from referee.models import GameRecord
    from tournament import live
    from tournament.actions import broadcasts

    table = GameRecord.objects.select_related("table__round__tournament").get(pk=post.record).table
    organizer = get_user_model().objects.get(username="drill-organizer")
    broadcasts.open_to_all(table, delay=0, delay_in="minutes", by=organizer)
    where = (table.round.tournament.slug, table.round.number, table.number)
    token = live.make_token([topic_of(*where)], seconds=86_400)
    return reverse("referee:live", args=where), f"{live.STREAM_PATH}?{urlencode({'token': token})}"


async def _entries(post: traffic.Post, port: int, many: int) -> None:
    line = traffic.Line(port)
    for _entry in range(many):
        await traffic._tell(post, line)
    line.close()


async def _moves(post: traffic.Post, stage: Stage, page: str, stream: str, readers: int, moves: int) -> dict:
    """One move after the other, each once every reader has seen the one before."""
    crowd = Crowd(stage.port, page, stream)
    tasks = await crowd.come(readers)
    idle = await _cpu_while(stage, asyncio.sleep(PAUSE))
    line, waits, cost = traffic.Line(stage.port), [], []
    for _move in range(moves):
        crowd.seen.clear()
        at = time.perf_counter()
        cost.append(await _cpu_while(stage, _one_move(post, line, crowd, readers)))
        waits += [seen - at for seen in crowd.seen]
        await asyncio.sleep(PAUSE)
    line.close()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    waits.sort()
    return {
        "readers": readers,
        "CPU of the site for a move, s": round(sum(cost) / moves, 2),
        "CPU of the site for a move and reader, ms": round(1000 * sum(cost) / moves / readers, 2),
        "CPU of the site while nothing moves, share": round(idle / PAUSE, 3),
        "seen after, p50 s": round(waits[len(waits) // 2], 2) if waits else None,
        "seen after, p95 s": round(waits[len(waits) * 95 // 100], 2) if waits else None,
        "seen after, last s": round(waits[-1], 2) if waits else None,
        "bytes of an answer": crowd.bytes,
        "errors": crowd.errors[:5],
        "seen": len(waits),
    }


async def _one_move(post: traffic.Post, line: traffic.Line, crowd: "Crowd", readers: int) -> None:
    await traffic._tell(post, line)
    limit = time.perf_counter() + traffic.PATIENCE
    while len(crowd.seen) < readers and time.perf_counter() < limit:
        await asyncio.sleep(0.05)


async def _cpu_while(stage: Stage, doing) -> float:
    was = sum(stage._cpu().values())
    await doing
    return sum(stage._cpu().values()) - was


class Crowd:
    """Readers of one page; `seen` holds when each had its answer."""

    def __init__(self, port: int, page: str, stream: str) -> None:
        self.port, self.page, self.stream = port, page, stream
        self.seen: list[float] = []
        self.errors: list[str] = []
        self.bytes = 0

    async def come(self, readers: int) -> list[asyncio.Task]:
        """Some at a time, as an audience does."""
        tasks: list[asyncio.Task] = []
        for start in range(0, readers, OPEN_AT_ONCE):
            ready = [asyncio.Event() for _one in range(min(OPEN_AT_ONCE, readers - start))]
            tasks += [asyncio.create_task(self._watch(one)) for one in ready]
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.gather(*(one.wait() for one in ready)), traffic.PATIENCE)
        return tasks

    async def _watch(self, ready: asyncio.Event) -> None:
        line = traffic.Line(self.port)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET {self.stream} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
        try:
            if b" 200 " not in await reader.readline():
                self.errors.append("a stream was refused")
                return
            ready.set()
            await self._heed(reader, line)
        finally:
            ready.set()
            writer.close()
            line.close()

    async def _heed(self, reader: asyncio.StreamReader, line: traffic.Line) -> None:
        while text := await reader.readline():
            if text.startswith(b"event: changed"):
                try:
                    status, body = await line.ask("GET", self.page, headers=LIKE_A_BROWSER)
                except traffic.Away as fault:
                    self.errors.append(str(fault)[:120])
                    continue
                self.bytes = len(body)
                self.seen.append(time.perf_counter())
                if status != 200:
                    self.errors.append(f"a reader's page: {status}")


if __name__ == "__main__":
    raise SystemExit(main())
