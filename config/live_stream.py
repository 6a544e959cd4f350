"""The live stream: an ASGI endpoint in front of Django that says which topics changed, as Server-Sent Events.

One `Hub` serves every open stream of this process. PostgreSQL's notices name topic and version, so that a bump costs no query; over
SQLite the topics that a committed bump of this process names are read. All version rows are read, once for all streams, when one opens
and otherwise twice a second, which finds changes by other processes; where notices tell of those, every other second, for what a notice
missed. Topics that a whole hall reads are coalesced (`live.COALESCED_SECONDS`).
"""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from types import MappingProxyType
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
NOTIFIED_POLL_SECONDS = 2.0
"""Reading the versions of a thousand tables twice a second would cost as much as some entries."""
BATCH_SECONDS = 0.25
BEAT_SECONDS = 12.0
"""Longer than the ten seconds that lie between two entries of most tables: their streams need none."""
PATIENCE_SECONDS = 5.0
FOLLOWED_SECONDS = 10.0

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

    def notify(self, topic: str) -> None:
        self.changed.add(topic)
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
        self.versions: Mapping[str, int] = MappingProxyType({})
        self._by_topic: dict[str, set[Subscription]] = {}
        self._computed: set[str] = set()
        self._followed: dict[str, float] = {}
        self._poller: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        self._is_poll_due = False
        self._named: dict[str, int] = {}
        self._unread: set[str] = set()
        self._hears_notices = False

    def join(self, topics: frozenset[str]) -> Subscription:
        subscription = Subscription(topics)
        self.subscriptions.add(subscription)
        for topic in topics:
            self._by_topic.setdefault(topic, set()).add(subscription)
            if live.is_computed(topic):
                self._computed.add(topic)
        open_streams.inc()
        self._poll_soon()
        if self._poller is None:
            self._poller = asyncio.create_task(self._watch())
        return subscription

    def leave(self, subscription: Subscription) -> None:
        self.subscriptions.discard(subscription)
        for topic in subscription.topics:
            readers = self._by_topic[topic]
            readers.discard(subscription)
            if not readers:
                del self._by_topic[topic]
                self._computed.discard(topic)
        open_streams.dec()
        if not self.subscriptions and self._poller is not None:
            self._poller.cancel()
            self._poller = None
            self.versions = MappingProxyType({})

    def is_shut(self, doors: Mapping[str, int]) -> bool:
        """Whether one of them is another version than when the token was made."""
        return any(self.versions.get(door, version) != version for door, version in doors.items())

    def follow(self, topics: Iterable[str]) -> None:
        """Read these too for a while, whoever has a stream of them: answers for a crowd serve until one of them moves."""
        until = asyncio.get_running_loop().time() + FOLLOWED_SECONDS
        self._followed.update(dict.fromkeys(topics, until))

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        # The hub has a thread of its own, so that its one database connection is closed with it.
        thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live")
        stop_listening = self._listen(loop)
        next_poll = next_whole = 0.0
        try:
            while True:
                await self._wait_until(next_poll)
                if self._is_poll_due or loop.time() >= next_whole:
                    await self._poll(loop, thread)
                    next_whole = loop.time() + (NOTIFIED_POLL_SECONDS if self._hears_notices else POLL_SECONDS)
                if loop.time() >= next_poll:
                    self._unread |= self._computed  # no notice says that the time of day has changed them
                    next_poll = loop.time() + POLL_SECONDS
                await self._heed_named(loop, thread)
        finally:
            stop_listening()
            thread.submit(connections.close_all)
            thread.shutdown(wait=False)

    def _listen(self, loop: asyncio.AbstractEventLoop) -> Callable[[], object]:
        """Wake at each bump; PostgreSQL also notifies of this process's own. Returns a function that stops it."""
        if live_notices.can_listen():
            return asyncio.create_task(live_notices.listen_forever(self._heed_notice, self._lose_notices)).cancel
        listener = live.listen(lambda topics: loop.call_soon_threadsafe(self._heed_bump, topics))
        return lambda: live.stop_listening(listener)

    def _heed_notice(self, notice: str) -> None:
        """`topic version`, as the trigger writes it; anything else, such as what is missed while nobody listens, means: read them all."""
        self._hears_notices = True
        topic, _space, version = notice.rpartition(" ")
        if not (topic and version.isdecimal()):
            self._poll_soon()
        else:
            if self._is_followed(topic):
                self._named[topic] = int(version)
                self._woken.set()
            self._heed_computed()

    def _lose_notices(self) -> None:
        self._hears_notices = False

    def _heed_bump(self, topics: Iterable[str]) -> None:
        if news := set(filter(self._is_followed, topics)):
            self._unread |= news
            self._woken.set()
        self._heed_computed()

    def _heed_computed(self) -> None:
        """What is computed may depend on any topic, and no notice says its version."""
        if self._computed:
            self._unread |= self._computed
            self._woken.set()

    def _is_followed(self, topic: str) -> bool:
        return topic in self._by_topic or topic in self._followed

    def _poll_soon(self) -> None:
        self._is_poll_due = True
        self._woken.set()

    async def _wait_until(self, moment: float) -> None:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout_at(max(moment, loop.time())):
                await self._woken.wait()
        except TimeoutError:
            return
        self._woken.clear()

    async def _poll(self, loop: asyncio.AbstractEventLoop, thread: ThreadPoolExecutor) -> None:
        self._is_poll_due = False
        now = loop.time()
        self._followed = {topic: until for topic, until in self._followed.items() if until > now}
        present = tuple(self.subscriptions)
        found = await self._read(loop, thread, {*self._by_topic, *self._followed})
        if found is None:
            return
        self._announce(found)
        self.versions = MappingProxyType(found)
        for subscription in present:
            subscription.watched.set()

    async def _heed_named(self, loop: asyncio.AbstractEventLoop, thread: ThreadPoolExecutor) -> None:
        """Announce what was named since, without the others. A poll may have read a newer version than an older notice says."""
        named, self._named = self._named, {}
        unread, self._unread = self._unread, set()
        found = {topic: version for topic, version in named.items() if version > self.versions.get(topic, version)}
        if unread:
            found |= await self._read(loop, thread, unread) or {}
        if found:
            self._announce(found)
            self.versions = MappingProxyType({**self.versions, **found})

    async def _read(
        self, loop: asyncio.AbstractEventLoop, thread: ThreadPoolExecutor, topics: set[str]
    ) -> dict[str, int] | None:
        try:
            return await loop.run_in_executor(thread, _read_versions, topics)
        except Exception:
            # The pages show the age of their data; the streams survive an unavailable database.
            log.exception("the versions of the live pages could not be read")
            return None

    def _announce(self, found: Mapping[str, int]) -> None:
        """A topic seen for the first time is no change: a page fetches its state when its topics are watched."""
        news = {topic for topic, version in found.items() if self.versions.get(topic, version) != version}
        later = set(filter(live.is_coalesced, news))
        self._notify(news - later)
        if later:
            loop = asyncio.get_running_loop()
            at = loop.time() + live.COALESCED_SECONDS
            loop.call_at(at + -at % BATCH_SECONDS, self._notify, later)

    def _notify(self, news: set[str]) -> None:
        for topic in news:
            for subscription in self._by_topic.get(topic, ()):
                subscription.notify(topic)


def _read_versions(topics: set[str]) -> dict[str, int]:
    close_old_connections()
    return live.versions(topics)


class LiveStream:
    """`GET /live/?token=…`: 403 without a valid token, otherwise events until it expires, what it was opened through is shut, or the
    reader leaves.

    Events: `open-topics` once, `changed` with the topics, `beat` after twelve seconds of silence, `expired` at the end. Each carries
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
        subscription = hub.join(grant.topics.union(grant.doors))
        streaming = asyncio.create_task(self._stream(hub, subscription, grant, send))
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

    def follow(self, topics: Iterable[str]) -> None:
        """Have `versions` hold these too for a while, as long as any stream is open here."""
        self._hub().follow(topics)

    def _hub(self) -> Hub:
        loop = asyncio.get_running_loop()
        self._hubs = {each: hub for each, hub in self._hubs.items() if not each.is_closed()}
        return self._hubs.setdefault(loop, Hub())

    async def _stream(self, hub: Hub, subscription: Subscription, grant: live.Grant, send: Send) -> None:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await subscription.watched.wait()
        except TimeoutError:
            await _refuse(send, 503, "the versions cannot be read at the moment")
            return
        if hub.is_shut(grant.doors):
            await _refuse(send, 403, "what this token was made for is shut")
            return
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await self._send_event(send, "open-topics", topics=sorted(grant.topics))
        while (left := grant.expires_at - self._clock()) > 0 and not hub.is_shut(grant.doors):
            changed = await subscription.next(min(left, BEAT_SECONDS))
            if hub.is_shut(grant.doors):
                break
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
