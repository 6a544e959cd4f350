"""The load generator: judges who write when a plan says so, viewers who hear of it and fetch, and page loads, in one event loop.

The plan is open: an entry is due when it is due, and its time runs from then, however long the one before it took. So a slow site cannot
slow its own measure down.
"""

import asyncio
import contextlib
import gc
import json
import ssl
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

CSRF = "drill" * 6 + "dr"
PATIENCE = 30.0
JSON = "Content-Type: application/json\r\n"
AS_A_PAGE = "HX-Request: true\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: it\r\n"
"""What a browser sends when an open page fetches the part that changed."""


class Away(Exception):
    """No whole answer came."""


class Line:
    """One kept connection; opened when it is first needed, and again after it broke.

    A server ends a connection that was idle, and may do so just as a request is on its way: like a browser, the line then asks once more
    over a new one. An entry has its key, so it counts once. `source` is the address of the loopback from which it is opened.
    """

    def __init__(
        self, port: int, source: str = "127.0.0.1", patience: float = PATIENCE, tls: ssl.SSLContext | None = None
    ) -> None:
        self.port, self.source, self.patience, self.tls = port, source, patience, tls
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, *, headers: str = "", body: bytes = b"") -> tuple[int, bytes]:
        try:
            async with asyncio.timeout(self.patience):
                return await self._ask_twice(method, path, headers, body)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError) as fault:
            self.close()
            raise Away(f"{type(fault).__name__}: {fault}") from None

    async def _ask_twice(self, method: str, path: str, headers: str, body: bytes) -> tuple[int, bytes]:
        was_stored = self.writer is not None
        try:
            return await self._ask(method, path, headers, body)
        except ConnectionError:
            self.close()
            if not was_stored:
                raise
            return await self._ask(method, path, headers, body)

    async def _ask(self, method: str, path: str, headers: str, body: bytes) -> tuple[int, bytes]:
        if self.writer is None:
            here = (self.source, 0)
            self.reader, self.writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=here, ssl=self.tls
            )
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{headers}Content-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        status, text = await self._head()
        if text.get("transfer-encoding") == "chunked":
            whole = await self._chunks()
        else:
            whole = await self.reader.readexactly(int(text.get("content-length", 0)))
        if text.get("connection") == "close":
            self.close()
        return status, whole

    async def _head(self) -> tuple[int, dict[str, str]]:
        try:
            head = await self.reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            raise ConnectionResetError("ended before it answered") from None
        first, *lines = head.decode("latin-1").lower().split("\r\n")
        text = dict(line.split(": ", 1) for line in lines if ": " in line)
        return int(first.split()[1]), text

    async def _chunks(self) -> bytes:
        whole = b""
        while size := int(await self.reader.readline(), 16):
            whole += (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readline()
        return whole

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


@dataclass
class Post:
    """A table: where its entries go, by whom, the acts that are still to be told, and its live topic."""

    queue: str
    session: str
    lease: int
    record: int
    topic: str
    acts: Sequence[tuple[object, bytes]]
    seq: int = 0
    is_stuck: bool = False
    sent_at: float = 0.0


@dataclass(frozen=True)
class Viewer:
    """Whoever watches a table: the address of the stream, and of the page that is fetched when it says something."""

    stream: str
    page: str
    post: Post


@dataclass
class Figures:
    """What one stretch of traffic took, in seconds, and what went wrong."""

    due: int = 0
    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    seconds: float = 0.0
    own_cpu: float = 0.0


@dataclass
class Format:
    """So many entries a second over these tables; every `burst_every` seconds one second with `burst` of them; page loads beside them."""

    posts: Sequence[Post]
    rate: float
    seconds: float
    burst: int = 0
    burst_every: float = 30.0
    pages: Sequence[str] = ()
    pages_a_second: float = 0.0
    tls: ssl.SSLContext | None = None

    def moments(self) -> Iterator[float]:
        """When entries are due, from the start; tables take turns."""
        at = 0.0
        while at < self.seconds:
            yield at
            at += 1 / (self.burst if self.burst and self._is_in_a_burst(at) else self.rate)

    def _is_in_a_burst(self, at: float) -> bool:
        return at >= self.burst_every and at % self.burst_every < 1.0


async def run(
    plan: Format, port: int, viewers: Sequence[Viewer], *, at_start: Callable[[], object] = lambda: None
) -> Figures:
    """`at_start` is called when all streams are open, before the first entry is due."""
    figures = Figures()
    for post in plan.posts:
        post.is_stuck, post.sent_at = False, 0.0  # its entry is sent again with the key that it had
    ready = [asyncio.Event() for _viewer in viewers]
    watching = [
        asyncio.create_task(_watch(port, viewer, figures, one, plan.tls))
        for viewer, one in zip(viewers, ready, strict=True)
    ]
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*(one.wait() for one in ready)), PATIENCE)
    figures.errors += ["a viewer's stream did not open"] * sum(not one.is_set() for one in ready)
    at_start()
    begun, cpu = time.perf_counter(), time.process_time()
    with _frozen():
        await asyncio.gather(_entries(plan, port, figures), _page_loads(plan, port, figures))
    figures.seconds, figures.own_cpu = time.perf_counter() - begun, time.process_time() - cpu
    if watching:
        await asyncio.sleep(1.0)  # the last entries are still on their way to the viewers
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return figures


@contextlib.contextmanager
def _frozen() -> Iterator[None]:
    """Outside garbage collection, what exists already: with the connections of 2,000 viewers one would stop the generator for a quarter
    of a second, and all entries that are due meanwhile would be late, and then come at once.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


# Judges


async def _entries(plan: Format, port: int, figures: Figures) -> None:
    """Each table tells its entries one after the other; those that are due meanwhile wait, and their time runs."""
    queues = [asyncio.Queue() for _post in plan.posts]
    tables = [
        asyncio.create_task(_table(post, queue, port, figures, plan.tls))
        for post, queue in zip(plan.posts, queues, strict=True)
    ]
    begun = time.perf_counter()
    for number, at in enumerate(plan.moments()):
        await _until(begun + at)
        queues[number % len(queues)].put_nowait(begun + at)
    for queue in queues:
        queue.put_nowait(None)
    await asyncio.gather(*tables)


async def _table(post: Post, due: asyncio.Queue, port: int, figures: Figures, tls: ssl.SSLContext | None) -> None:
    line = Line(port, tls=tls)
    while (at := await due.get()) is not None:
        if post.seq >= len(post.acts):
            continue  # its game is over
        figures.due += 1
        if post.is_stuck:
            figures.errors.append("behind an entry that failed")
            continue
        post.sent_at = at
        try:
            await _tell(post, line)
        except Away as fault:
            post.is_stuck = True
            figures.errors.append(str(fault)[:120])
        else:
            figures.acknowledged.append(time.perf_counter() - at)
    line.close()


async def _tell(post: Post, line: Line) -> None:
    by, act = post.acts[post.seq]
    key = f"drill-{post.record}-{post.seq}"
    body = b'[{"key":"%s","kind":"act","seq":%d,"lease":%d,"by":%s,"act":%s}]' % (
        key.encode(), post.seq, post.lease, json.dumps(by).encode(), act,
    )  # fmt: skip
    about = f"{JSON}Cookie: sdadata_session={post.session}; sdadata_csrf={CSRF}\r\nX-CSRFToken: {CSRF}\r\n"
    if line.tls:
        about += f"Origin: https://127.0.0.1:{line.port}\r\n"
    status, text = await line.ask("POST", post.queue, headers=about, body=body)
    if status != 200 or [one["outcome"] for one in json.loads(text)["settled"]] != ["written"]:
        raise Away(f"{status} {text[:100]!r}")
    post.seq += 1


# Viewers


async def _watch(port: int, viewer: Viewer, figures: Figures, ready: asyncio.Event, tls: ssl.SSLContext | None) -> None:
    """A live stream held open; whenever it says that the table changed, the page is fetched, and then the viewer has seen it."""
    line = Line(port, tls=tls)
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=tls)
        try:
            writer.write(
                f"GET {viewer.stream} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/event-stream\r\n\r\n".encode()
            )
            if b" 200 " not in await reader.readline():
                figures.errors.append("a viewer's stream was refused")
                ready.set()
                return
            await asyncio.sleep(0.5)
            ready.set()
            await _heed(reader, line, viewer, figures)
        except OSError as fault:
            figures.errors.append(f"stream: {fault}")
        finally:
            writer.close()


async def _heed(reader: asyncio.StreamReader, line: Line, viewer: Viewer, figures: Figures) -> None:
    event = b""
    while text := await reader.readline():
        if text.startswith(b"event:"):
            event = text.split(b":")[1].strip()
        if not text.startswith(b"data:") or event != b"changed" or not viewer.post.sent_at:
            continue
        at, post_at = time.perf_counter(), viewer.post.sent_at
        figures.heard.append(at - post_at)
        with contextlib.suppress(Away):
            status, _body = await line.ask("GET", viewer.page, headers=AS_A_PAGE)
            if status != 200:
                figures.errors.append(f"a viewer's page: {status}")
            figures.seen.append(time.perf_counter() - post_at)


# Page loads


async def _page_loads(plan: Format, port: int, figures: Figures) -> None:
    if not plan.pages_a_second:
        return
    lines: list[Line] = []
    begun, going = time.perf_counter(), set()
    for number in range(int(plan.pages_a_second * plan.seconds)):
        await _until(begun + number / plan.pages_a_second)
        at = begun + number / plan.pages_a_second
        task = asyncio.create_task(_load(plan.pages[number % len(plan.pages)], at, lines, port, figures))
        going.add(task)
        task.add_done_callback(going.discard)
    await asyncio.gather(*going)
    for line in lines:
        line.close()


async def _load(page: str, at: float, lines: list[Line], port: int, figures: Figures) -> None:
    line = lines.pop() if lines else Line(port)
    try:
        status, _body = await line.ask("GET", page)
    except Away as fault:
        figures.errors.append(f"page: {fault}"[:120])
    else:
        if status == 200:
            figures.pages.append(time.perf_counter() - at)
        else:
            figures.errors.append(f"page: {status}")
    lines.append(line)


async def visited(port: int, pages: Sequence[str], tls: ssl.SSLContext | None = None) -> None:
    """Each page once, over a connection of its own, so that every worker gets some."""
    for page in pages:
        line = Line(port, tls=tls)
        await line.ask("GET", page)
        line.close()


async def _until(moment: float) -> None:
    wait = moment - time.perf_counter()
    if wait > 0:
        await asyncio.sleep(wait)
