"""The live stream: an ASGI endpoint in front of Django that says which topics changed, as Server-Sent Events.

One `Hub` serves every open stream of this process: it reads the version rows once for all of them, when a bump of this
process is committed, when PostgreSQL notifies of another's, and otherwise twice a second, which finds changes by other
processes over SQLite. Topics that a whole hall reads are coalesced (`live.COALESCED_SECONDS`).
"""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

from django.db import close_old_connections, connections

from config import live_notices
from config.measures import open_streams
from tournament import live

log = logging.getLogger(__name__)

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

POLL_SECONDS = 0.5
BATCH_SECONDS = 0.25
BEAT_SECONDS = 10.0
PATIENCE_SECONDS = 5.0

SAFE = [
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]
# Its token is all that opens a stream, so a script of another site that was given one may read it; cookies count for nothing.
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"x-accel-buffering", b"no"),
    (b"access-control-allow-origin", b"*"),
    *SAFE,
]


@dataclass(eq=False)
class Subscription:
    """The pending topics of one stream: a set, so that a slow reader's backlog does not grow."""

    topics: frozenset[str]
    changed: set[str] = field(default_factory=set)
    watched: asyncio.Event = field(default_factory=asyncio.Event)
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def notify(self, topics: Iterable[str]) -> None:
        if news := self.topics.intersection(topics):
            self.changed |= news
            self.woken.set()

    async def next(self, patience: float) -> list[str]:
        """The topics that changed, or none after `patience` seconds."""
        try:
            async with asyncio.timeout(patience):
                await self.woken.wait()
        except TimeoutError:
            return []
        self.woken.clear()
        news, self.changed = sorted(self.changed), set()
        return news


class Hub:
    """The open streams of one event loop, and the single task that watches the version rows for them."""

    def __init__(self) -> None:
        self.subscriptions: set[Subscription] = set()
        self.versions: dict[str, int] = {}
        self._poller: asyncio.Task[None] | None = None
        self._bumped = asyncio.Event()

    def join(self, topics: frozenset[str]) -> Subscription:
        subscription = Subscription(topics)
        self.subscriptions.add(subscription)
        open_streams.inc()
        self._bumped.set()
        if self._poller is None:
            self._poller = asyncio.create_task(self._watch())
        return subscription

    def leave(self, subscription: Subscription) -> None:
        self.subscriptions.discard(subscription)
        open_streams.dec()
        if not self.subscriptions and self._poller is not None:
            self._poller.cancel()
            self._poller = None
            self.versions = {}

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        # The hub has a thread of its own, so that its one database connection is closed with it.
        thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live")
        stop_listening = self._listen(loop)
        try:
            while True:
                await self._wait_for_a_bump()
                await self._poll(loop, thread)
        finally:
            stop_listening()
            thread.submit(connections.close_all)
            thread.shutdown(wait=False)

    def _listen(self, loop: asyncio.AbstractEventLoop) -> Callable[[], object]:
        """Wake at each bump; PostgreSQL also notifies of this process's own. Returns a function that stops it."""
        if live_notices.can_listen():
            return asyncio.create_task(live_notices.listen_forever(self._bumped.set)).cancel
        listener = live.listen(lambda: loop.call_soon_threadsafe(self._bumped.set))
        return lambda: live.stop_listening(listener)

    async def _wait_for_a_bump(self) -> None:
        try:
            async with asyncio.timeout(POLL_SECONDS):
                await self._bumped.wait()
        except TimeoutError:
            return
        self._bumped.clear()

    async def _poll(self, loop: asyncio.AbstractEventLoop, thread: ThreadPoolExecutor) -> None:
        present = tuple(self.subscriptions)
        try:
            found = await loop.run_in_executor(thread, _read_versions, {t for each in present for t in each.topics})
        except Exception:
            # The pages show the age of their data; the streams survive an unavailable database.
            log.exception("the versions of the live pages could not be read")
            return
        self._announce(found)
        for subscription in present:
            subscription.watched.set()

    def _announce(self, found: Mapping[str, int]) -> None:
        """A topic seen for the first time is no change: a page fetches its state when its topics are watched."""
        news = {topic for topic, version in found.items() if self.versions.get(topic, version) != version}
        self.versions = dict(found)
        later = set(filter(live.is_coalesced, news))
        self._notify(news - later)
        if later:
            loop = asyncio.get_running_loop()
            at = loop.time() + live.COALESCED_SECONDS
            loop.call_at(at + -at % BATCH_SECONDS, self._notify, later)

    def _notify(self, news: set[str]) -> None:
        for subscription in self.subscriptions if news else ():
            subscription.notify(news)


def _read_versions(topics: set[str]) -> dict[str, int]:
    close_old_connections()
    return live.versions(topics)


class LiveStream:
    """`GET /live/?token=…`: 403 without a valid token, otherwise events until it expires or the reader leaves.

    Events: `open-topics` once, `changed` with the topics, `beat` every ten seconds, `expired` at the end. Each carries
    the server's time of day as `now`, in milliseconds.
    """

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._hubs: dict[asyncio.AbstractEventLoop, Hub] = {}

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            return await _refuse(send, 405, "GET only")
        try:
            grant = live.read_token(_token_of(scope))
        except live.TokenRefused as refusal:
            return await _refuse(send, 403, str(refusal))
        return await self._serve(grant, receive, send)

    async def _serve(self, grant: live.Grant, receive: Receive, send: Send) -> None:
        hub = self._hub()
        subscription = hub.join(grant.topics)
        streaming = asyncio.create_task(self._stream(subscription, grant.expires_at, send))
        disconnecting = asyncio.create_task(_disconnected(receive))
        try:
            await asyncio.wait({streaming, disconnecting}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            hub.leave(subscription)
            streaming.cancel()
            disconnecting.cancel()
            await asyncio.gather(streaming, disconnecting, return_exceptions=True)

    def versions(self) -> Mapping[str, int]:
        """Of all topics that are followed here, as last read: never changed in place."""
        return self._hub().versions

    def _hub(self) -> Hub:
        loop = asyncio.get_running_loop()
        self._hubs = {each: hub for each, hub in self._hubs.items() if not each.is_closed()}
        return self._hubs.setdefault(loop, Hub())

    async def _stream(self, subscription: Subscription, expires_at: float, send: Send) -> None:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await subscription.watched.wait()
        except TimeoutError:
            await _refuse(send, 503, "the versions cannot be read at the moment")
            return
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await self._send_event(send, "open-topics", topics=sorted(subscription.topics))
        while (left := expires_at - self._clock()) > 0:
            changed = await subscription.next(min(left, BEAT_SECONDS))
            await self._send_event(send, "changed" if changed else "beat", topics=changed)
        await self._send_event(send, "expired")
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send_event(self, send: Send, event: str, **data: object) -> None:
        line = json.dumps({"now": int(self._clock() * 1000), **data})
        body = f"event: {event}\ndata: {line}\n\n".encode()
        await send({"type": "http.response.body", "body": body, "more_body": True})


def _token_of(scope: Mapping[str, Any]) -> str:
    query = parse_qs(scope["query_string"].decode("latin-1"))
    return query.get("token", [""])[0]


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send, status: int, reason: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *SAFE]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": reason.encode()})
