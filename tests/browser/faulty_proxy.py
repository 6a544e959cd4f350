"""A hall's bad network between a tablet and the site: it cuts, drops requests and answers, delays, and speaks TLS if asked.

`with network(site) as net:` gives `net.port`; `net.cut = True` is a cable pulled out. A dropped request never reaches the
site; a dropped answer was worked on all the same. The site answers each request on a connection of its own.
"""

import asyncio
import ssl
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from tests.tools import need

PATIENCE_SECONDS = 10
HALL = "sala.test"  # a name that is no secure context over plain HTTP, as 127.0.0.1 would be
FLAGS = [f"--host-resolver-rules=MAP {HALL} 127.0.0.1", "--ignore-certificate-errors"]


class Network:
    def __init__(self, site: str, seed: int = 7) -> None:
        self.site = urlsplit(site)
        self.random = Random(seed)
        self.cut = False
        self.drop_requests = 0.0
        self.drop_answers = 0.0
        self.delay = 0.0
        self.seen: Counter[str] = Counter()
        self.port = 0
        self._open: set[asyncio.StreamWriter] = set()

    def pull_out(self) -> None:
        """The cable, with whatever was on its way: the streams that were open end too."""
        self.cut = True
        self._loop.call_soon_threadsafe(lambda: [writer.close() for writer in list(self._open)])

    def plug_in(self) -> None:
        self.cut = False

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            await self._pass_on(reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError):
            pass
        finally:
            self._open.discard(writer)
            writer.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.cut:
            return
        head = await reader.readuntil(b"\r\n\r\n")
        body = await reader.readexactly(_length(head))
        self.seen["requests"] += 1
        await asyncio.sleep(self.delay / 2)
        if self.cut or self._loses(self.drop_requests, "dropped requests"):
            return
        upstream, sending = await asyncio.open_connection(self.site.hostname, self.site.port)
        try:
            sending.write(_alone(head, self.is_safe) + body)
            first = await upstream.read(65536)
            await asyncio.sleep(self.delay / 2)
            if not (self.cut or self._loses(self.drop_answers, "dropped answers")):
                await _pour(first, upstream, writer)
        finally:
            sending.close()

    def _loses(self, share: float, name: str) -> bool:
        is_lost = self.random.random() < share
        self.seen[name] += is_lost
        return is_lost

    def run(self, ready: threading.Event, certificate: tuple[Path, Path] | None) -> None:
        asyncio.run(self._serve(ready, certificate))

    async def _serve(self, ready: threading.Event, certificate: tuple[Path, Path] | None) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self.is_safe = certificate is not None
        context = None
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
        server = await asyncio.start_server(self.handle, "127.0.0.1", 0, ssl=context, limit=1 << 20)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await self._stop.wait()
        server.close()
        for writer in list(self._open):
            writer.close()
        await asyncio.sleep(0.1)  # what is still on its way learns of it

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)

    @property
    def address(self) -> str:
        return f"{'https' if self.is_safe else 'http'}://{HALL}:{self.port}"


def _length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        if line.lower().startswith(b"content-length:"):
            return int(line.split(b":")[1])
    return 0


def _alone(head: bytes, is_safe: bool) -> bytes:
    """The request as the site gets it: one a connection, and told by which road it came."""
    lines = [line for line in head.rstrip(b"\r\n").split(b"\r\n") if not line.lower().startswith(b"connection:")]
    more = [b"Connection: close", *([b"X-Forwarded-Proto: https"] if is_safe else [])]
    return b"\r\n".join([*lines, *more]) + b"\r\n\r\n"


async def _pour(first: bytes, upstream: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    chunk = first
    while chunk and not writer.is_closing():
        writer.write(chunk)
        await writer.drain()
        chunk = await upstream.read(65536)
    with suppress(OSError):
        writer.write_eof() if writer.can_write_eof() else None


@contextmanager
def network(site: str, certificate: tuple[Path, Path] | None = None) -> Iterator[Network]:
    net = Network(site)
    ready = threading.Event()
    thread = threading.Thread(target=net.run, args=(ready, certificate), daemon=True)
    thread.start()
    assert ready.wait(PATIENCE_SECONDS)
    try:
        yield net
    finally:
        net.stop()
        thread.join(PATIENCE_SECONDS)


def self_signed(folder: Path) -> tuple[Path, Path]:
    """A certificate for the hall's name and its key, good for this test."""
    certificate, key = folder / "sala.pem", folder / "sala.key"
    name = ["-subj", f"/CN={HALL}", "-addext", f"subjectAltName=DNS:{HALL}"]
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    made = ["-x509", "-nodes", "-days", "2", *curve, *name, "-out", str(certificate), "-keyout", str(key)]
    subprocess.run([need("openssl"), "req", *made], check=True, capture_output=True)
    return certificate, key
