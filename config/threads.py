"""Django behind ASGI in a fixed pool of threads: one thread answers a request from the first middleware to the last.

Django's own handler starts a thread for each request, changes threads where a middleware or a signal is not asynchronous, and
opens the database anew. Here a thread keeps its connection (CONN_MAX_AGE in the settings), and a request goes to a thread and back once.
More threads would only wait for one another, and a database limits its connections.

Posts have threads of their own, so that a judge's entry never waits behind a hall of readers; log-ins, files, draws and
documents have others, so that it never waits for password hashes, for the rows of a spreadsheet, for the search of tables or for a PDF.
In all of them whoever asks has a turn (config/turns.py), so that it never waits for thirty posts of one other device either, nor a page
for thirty slow pages of one other session.
"""

import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from http import HTTPStatus
from io import BytesIO
from typing import IO, TypeVar

from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.exception import convert_exception_to_response
from django.db import close_old_connections, connection
from django.http import HttpRequest, parse_cookie
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch, set_script_prefix

from config.bodies import LARGE_SECONDS, SECONDS, RefusedBody, declared_size, read_body
from config.connections import holder
from config.live_stream import Message, Receive, Send
from config.struct_types import build_struct_types
from config.turns import Turns
from tournament.web.support.lanes import FILES, LOGIN, SEARCHES, lane_of, may_send_large_body, view_at
from tournament.web.support.routes import match_of

READERS, WRITERS, LOGINS, FILE_READERS, SEARCHERS, DOCUMENTS = 8, 8, 1, 1, 1, 1
"""One thread for log-ins: hashes are made one at a time anyway, and over SQLite an entry waits for every thread that counts attempts.

With those of the live stream, of the queue's worker and of its keeper, 23 connections a process: four processes stay below
PostgreSQL's usual hundred, of which three are kept for its administrator.
"""
WRITERS_OF_SQLITE = 3
"""SQLite has one writer at a time, and its waiting writers are not served in order."""
SWITCH_SECONDS = 0.0005
"""Python's own is ten times as long. An entry gives the interpreter away at each of its queries, and has to wait so long for it again
wherever another thread computes. p95 of entries over SQLite, by `python -m tests.drills.attack`: 102 ms instead of 164 beside readers of
documents, 55 instead of 87 beside uploads.
"""
DRAWN = (".pdf", ".xlsx", ".csv", ".png")
"""Documents are drawn for each reader, some in a quarter of a second. Threads that drew them side by side would hold an entry up."""
ALIVE_SECONDS = 2.0
"""So long a connection that answered counts as alive. One that is lost meanwhile fails a request, which a tablet repeats."""
T = TypeVar("T")


class _Last(threading.local):
    """When the thread's connection was last seen alive, in seconds of the monotonic clock."""

    answered = -ALIVE_SECONDS


class ThreadedHandler(ASGIHandler):
    def __init__(self) -> None:
        super().__init__()
        build_struct_types()
        sys.setswitchinterval(SWITCH_SECONDS)
        self.readers = Turns(READERS, name="reader")
        writers = WRITERS_OF_SQLITE if connection.vendor == "sqlite" else WRITERS
        self.writers = Turns(writers, name="writer")
        self.logins = Turns(LOGINS, name="login")
        self.file_readers = Turns(FILE_READERS, name="files")
        self.searchers = Turns(SEARCHERS, name="search")
        self.documents = Turns(DOCUMENTS, name="documents")
        self._last = _Last()
        self.whole_response = convert_exception_to_response(self._read_whole)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        if hasattr(request, "urlconf"):
            return super().resolve_request(request)
        request.resolver_match = match_of(request.path_info)
        return request.resolver_match

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise ValueError(f"Django answers HTTP, not {scope['type']}")
        try:
            body = await self._bounded_body(scope, receive)
        except RequestAborted:
            return
        except RefusedBody as refused:
            await self.send_response(refused.response(), send)
            return
        response = await self._in_lane(scope, lambda: self._answer(scope, body))
        try:
            await self.send_response(response, send)
        finally:
            response.close()
            body.close()

    async def _bounded_body(self, scope: Message, receive: Receive) -> IO[bytes]:
        """Raises RefusedBody, for a declared size before the first byte."""
        size = declared_size(scope)
        if size is None or size <= settings.MOST_BODY_BYTES:
            return await read_body(receive, most_bytes=settings.MOST_BODY_BYTES, seconds=SECONDS)
        if not await self.readers.run(_reader(scope), lambda: self._may_send_large_body(scope)):
            raise RefusedBody(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return await read_body(receive, most_bytes=size, seconds=LARGE_SECONDS)

    def _may_send_large_body(self, scope: Message) -> bool:
        """Whether the view takes bodies of any size from the user whose session the headers name."""
        may_send = may_send_large_body(view_at(_path(scope))) if scope["method"].upper() == "POST" else None
        request, _refusal = self.create_request(scope, BytesIO()) if may_send else (None, None)
        if not may_send or request is None:
            return False
        try:
            SessionMiddleware(self.get_response).process_request(request)
            AuthenticationMiddleware(self.get_response).process_request(request)
            return may_send(request)
        finally:
            close_old_connections()

    async def _in_lane(self, scope: Message, call: Callable[[], T]) -> T:
        lane = self._lane(scope)
        return await lane.run(_reader(scope) if lane is self.readers else _asker(scope), call)

    def _lane(self, scope: Message) -> Turns:
        view = view_at(path := _path(scope))
        lane = lane_of(view)
        if lane == SEARCHES:
            return self.searchers
        if scope["method"].upper() != "POST":
            return self.documents if view and path.endswith(DRAWN) else self.readers
        return {LOGIN: self.logins, FILES: self.file_readers}.get(lane, self.writers)

    def _read_whole(self, request: HttpRequest) -> HttpResponseBase:
        """Streamed rows are read here completely: another thread would have another connection and another language."""
        response = self.get_response(request)
        if response.streaming and not response.is_async:
            response.streaming_content = _as_async(list(response.streaming_content))
        return response

    def _answer(self, scope: Message, body: IO[bytes]) -> HttpResponseBase:
        """Sends Django's signals of a request's begin in the thread that has the connection."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        self._spare_check()
        try:
            request, refusal = self.create_request(scope, body)
            response = self.whole_response(request) if request else refusal
            response._handler_class = self.__class__
            return response
        finally:
            close_old_connections()
            self._last.answered = time.monotonic() if connection.connection else -ALIVE_SECONDS

    def _spare_check(self) -> None:
        """Django asks a server for a sign of life before each request; a connection that answered a moment ago has given one."""
        if time.monotonic() - self._last.answered < ALIVE_SECONDS:
            connection.health_check_done = True  # type: ignore[attr-defined]  # the stubs lack it


def _path(scope: Message) -> str:
    """Without the script prefix, as Django expects it."""
    return scope["path"].removeprefix(get_script_prefix(scope))


def _asker(scope: Message) -> str:
    """Who waits for a turn: a session, as the request names it, else an address. An invented session is a turn more for a refusal."""
    return _session(scope) or holder(scope.get("client"))


def _reader(scope: Message) -> str:
    """Who waits for a turn to read: a session. Each page of a reader without one is a reader's of its own: a hall may share an address."""
    return _session(scope) or f"page {id(scope)}"


def _session(scope: Message) -> str:
    cookies = next((value for name, value in scope["headers"] if name == b"cookie"), b"").decode("latin-1")
    return parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME) or ""


async def _as_async(parts: list[bytes]) -> AsyncIterator[bytes]:
    for part in parts:
        yield part
