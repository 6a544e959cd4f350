"""A line between browser and site: counts what comes down it, and is as slow as it is told to be.

It stands in front of the site's port, so it sees whatever a browser fetches: the page, its workers, what a service worker stores.
"""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

FAST_3G = (1_600_000 / 8, 0.150)
"""Bytes a second down the line, which all connections share, and seconds for the way there and back."""
PIECE = 8 * 1_024


class Line:
    """`down` are the bytes that came to the browser so far, heads included."""

    def __init__(self, port: int, rate: float, round_trip: float) -> None:
        self.site, self.rate, self.round_trip = port, rate, round_trip
        self.down, self.port = 0, 0
        self._free_at = 0.0

    async def serve(self) -> asyncio.Server:
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def _carry(self, browser: asyncio.StreamReader, to_browser: asyncio.StreamWriter) -> None:
        await asyncio.sleep(self.round_trip)  # the connection's own
        try:
            site, to_site = await asyncio.open_connection("127.0.0.1", self.site)
        except OSError:
            to_browser.close()
            return
        await asyncio.gather(self._one_way(browser, to_site), self._one_way(site, to_browser, is_down=True))
        for way in (to_site, to_browser):
            way.close()

    async def _one_way(self, source: asyncio.StreamReader, to: asyncio.StreamWriter, *, is_down: bool = False) -> None:
        due: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sending = asyncio.create_task(self._send(due, to))
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while piece := await source.read(PIECE):
                at = loop.time()
                if is_down:
                    self.down += len(piece)
                    self._free_at = at = max(at, self._free_at) + (len(piece) / self.rate if self.rate else 0)
                due.put_nowait((at + self.round_trip / 2, piece))
        due.put_nowait((0.0, b""))
        await sending

    async def _send(self, due: asyncio.Queue[tuple[float, bytes]], to: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while (one := await due.get())[1]:
                await asyncio.sleep(max(0.0, one[0] - loop.time()))
                to.write(one[1])
                await to.drain()
            to.write_eof()


@contextmanager
def line(port: int, rate: float = 0.0, round_trip: float = 0.0) -> Iterator[Line]:
    """In front of this port, in a thread of its own; without a rate it only counts."""
    one, loop = Line(port, rate, round_trip), asyncio.new_event_loop()
    opened, ended = threading.Event(), asyncio.Event()

    async def carry() -> None:
        async with await one.serve():
            opened.set()
            await ended.wait()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(carry())  # what is still on its way is dropped with it

    thread = threading.Thread(target=run, daemon=True, name="line")
    thread.start()
    if not opened.wait(10):
        raise RuntimeError("the line did not open")
    try:
        yield one
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join(10)
