"""A crowd that asks for one page at once, in front of Django: one of them is answered by Django, the others get the same bytes.

Whenever a table that many follow has moved, each of their browsers fetches the same part of the same page. A view that answers all
readers without a session alike names the live topics of its answer (`live.SHARED`); until this process has read that one of them moved,
and for `SECONDS` at most, the answer serves whoever asks for the same with the same host, language and encoding. Readers with a session
are never answered from here.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings

from config.live_stream import Message, Receive, Send
from tournament import live

Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]
Key = tuple[object, ...]

SECONDS = 1.0
MOST_PAGES, LARGEST = 64, 256 * 1024
TELLING = (b"host", b"accept-language", b"accept-encoding")
OTHERS = frozenset({b"authorization", b"range", b"hx-boosted"})
"""A boosted link wants the whole page under the address of its part."""
FOR_ALL = frozenset({settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME})
"""Cookies of readers without an account; the language alone changes what they read."""


@dataclass(frozen=True)
class Shared:
    """An answer, with the versions that its topics had before it was made."""

    start: Message
    body: bytes
    etag: bytes
    versions: Mapping[str, int]
    made_at: float


class Crowd:
    """`versions()` is what this process has last read for its open streams: a new mapping whenever one of them moved. `follow(topics)`
    has it read these too for a while.
    """

    def __init__(
        self,
        inner: Application,
        versions: Callable[[], Mapping[str, int]],
        follow: Callable[[Iterable[str]], None] = lambda _topics: None,
    ) -> None:
        self._inner, self._versions, self._follow = inner, versions, follow
        self._pages: OrderedDict[Key, Shared] = OrderedDict()
        self._coming: dict[Key, asyncio.Future[bool]] = {}

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        key = _key(scope)
        if key is None:
            return await self._inner(scope, receive, send)
        # Who waited for an answer that has grown old meanwhile waits again, so that a slow site is not asked by the whole crowd.
        while (coming := self._coming.get(key)) is not None and not self._fresh(key):
            if not await asyncio.shield(coming):
                return await self._inner(scope, receive, _Heard(send, {}))
        if found := self._fresh(key):
            return await _answer(found, scope, send)
        return await self._ask(key, scope, receive, send)

    def clear(self) -> None:
        self._pages.clear()

    def _fresh(self, key: Key) -> Shared | None:
        found = self._pages.get(key)
        if found is None or time.monotonic() > found.made_at + SECONDS:
            return None
        versions = self._versions()
        return found if all(versions.get(topic) == version for topic, version in found.versions.items()) else None

    async def _ask(self, key: Key, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        heard, shared = _Heard(send, self._versions()), None
        self._coming[key] = mine = asyncio.get_running_loop().create_future()
        try:
            await self._inner(scope, receive, heard)
            self._follow(heard.topics)
            shared = heard.shared()
            if shared:
                self._pages[key] = shared
                self._pages.move_to_end(key)
                while len(self._pages) > MOST_PAGES:
                    self._pages.popitem(last=False)
        finally:
            del self._coming[key]
            mine.set_result(shared is not None)


class _Heard:
    """Passes an answer on to its reader, without `live.SHARED`, and remembers it."""

    def __init__(self, send: Send, versions: Mapping[str, int]) -> None:
        self._send, self._versions = send, versions
        self._start: Message | None = None
        self.topics: list[str] = []
        self._body = b""
        self._is_whole = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            mine = live.SHARED.lower().encode()
            self.topics = next(
                (value.decode().split() for name, value in message["headers"] if name.lower() == mine), []
            )
            headers = [(name, value) for name, value in message["headers"] if name.lower() != mine]
            self._start = message = {**message, "headers": headers}
        elif self.topics and len(self._body) <= LARGEST:
            self._body += message.get("body", b"")
            self._is_whole = not message.get("more_body", False)
        await self._send(message)

    def shared(self) -> Shared | None:
        versions = {topic: self._versions[topic] for topic in self.topics if topic in self._versions}
        if not versions or len(versions) < len(self.topics):
            return None
        if self._start is None or not self._is_whole or len(self._body) > LARGEST:
            return None
        has_cookie = any(name.lower() == b"set-cookie" for name, _value in self._start["headers"])
        if self._start["status"] != 200 or has_cookie:
            return None
        etag = next((value for name, value in self._start["headers"] if name.lower() == b"etag"), b"")
        return Shared(self._start, self._body, etag.removeprefix(b"W/"), versions, time.monotonic())


def _key(scope: Mapping[str, Any]) -> Key | None:
    """What the answer may depend on; None for a request that is not shared."""
    if scope["type"] != "http" or scope["method"] != "GET" or scope["query_string"]:
        return None
    headers: dict[bytes, bytes] = {}
    for name, value in scope["headers"]:
        headers[name] = headers[name] + b"; " + value if name in headers else value
    if headers.get(b"hx-request") != b"true" or not headers.keys().isdisjoint(OTHERS):
        return None
    cookies = _cookies(headers[b"cookie"]) if b"cookie" in headers else {}
    if cookies is None or not cookies.keys() <= FOR_ALL:
        return None
    language = cookies.get(settings.LANGUAGE_COOKIE_NAME, "")
    return (scope.get("scheme"), scope["path"], language, *(headers.get(name, b"") for name in TELLING))


def _cookies(header: bytes) -> dict[str, str] | None:
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header.decode("latin-1")).items()}
    except CookieError:
        return None


async def _answer(found: Shared, scope: Mapping[str, Any], send: Send) -> None:
    """The reader's browser may have these bytes already."""
    headers = dict(scope["headers"])
    if found.etag and headers.get(b"if-none-match", b"").removeprefix(b"W/") == found.etag:
        headers_left = [(name, value) for name, value in found.start["headers"] if name.lower() != b"content-length"]
        await send({**found.start, "status": 304, "headers": headers_left})
        await send({"type": "http.response.body", "body": b""})
        return
    await send(found.start)
    await send({"type": "http.response.body", "body": found.body})
