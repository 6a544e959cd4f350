"""A server in a process of its own, posts to it over one persistent connection, and a thousand readers of a stream."""

import asyncio
import contextlib
import http.client
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from config.connections import allow_many_files

PATIENCE = 60
Post = Callable[[], None]


@contextmanager
def served(application: str) -> Iterator[int]:
    """The port at which uvicorn serves this application with the environment of this process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = [
        "--port",
        str(port),
        "--lifespan",
        "off",
        "--no-access-log",
        "--log-level",
        "critical",
        "--timeout-graceful-shutdown",
        "1",
    ]
    options += ["--timeout-keep-alive", "300"]  # there are pauses between the posts of a bench
    allow_many_files()
    server = subprocess.Popen([sys.executable, "-m", "uvicorn", application, *options], stderr=subprocess.DEVNULL)
    try:
        _wait_for(port)
        yield port
    finally:
        server.terminate()
        server.wait(PATIENCE)


def _wait_for(port: int) -> None:
    limit = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            if time.monotonic() > limit:
                raise
            time.sleep(0.05)


class Poster:
    """Posts forms as a page does, with a session and the CSRF token."""

    def __init__(self, port: int, session: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        token = "b" * 32
        self.headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"sdadata_session={session}; sdadata_csrf={token}",
            "X-CSRFToken": token,
            "HX-Request": "true",
            "Origin": f"http://127.0.0.1:{port}",
        }

    def post(self, address: str, **fields: object) -> float:
        """Seconds until the whole answer was there."""
        began = time.perf_counter()
        self.connection.request("POST", address, urlencode(fields), self.headers)
        answer = self.connection.getresponse()
        body = answer.read()
        assert answer.status in (200, 204), (answer.status, body[:300])
        return time.perf_counter() - began


async def heard_by_all(port: int, address: str, readers: int, publish: Post, times: int) -> list[float]:
    """Seconds from each publication to the last of this many open streams."""
    streams = await asyncio.gather(*(_opened(port, address) for _reader in range(readers)))
    await asyncio.sleep(1.5)  # the first events of each stream have arrived
    for reader, _writer in streams:
        await _drained(reader)
    found = []
    for _time in range(times):
        began = time.perf_counter()
        posted = asyncio.get_running_loop().run_in_executor(None, publish)
        await asyncio.gather(*(_news(reader) for reader, _writer in streams))
        found.append(time.perf_counter() - began)
        await posted
        await asyncio.sleep(0.7)
    for _reader, writer in streams:
        writer.close()
    return found


async def _opened(port: int, address: str):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/event-stream\r\n\r\n".encode())
    status = await reader.readline()
    assert b" 200 " in status, status
    return reader, writer


async def _drained(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(TimeoutError):
        while True:
            await asyncio.wait_for(reader.readline(), 0.001)


async def _news(reader: asyncio.StreamReader) -> None:
    """The next line of data, without beats and comments."""
    while not (await _line(reader)).startswith(b"data:"):
        pass


def _line(reader: asyncio.StreamReader) -> Awaitable[bytes]:
    return asyncio.wait_for(reader.readline(), PATIENCE)
