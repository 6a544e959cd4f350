"""Django behind ASGI in a fixed pool of threads: one thread answers a request from the first middleware to the last.

Django's own handler starts a thread for each request, changes threads where a middleware or a signal is not asynchronous, and
opens the database anew. Here a thread keeps its connection (CONN_MAX_AGE in the settings), and a request goes to a thread and back once.
More threads would only wait for one another, and a database limits its connections.

Posts have threads of their own, so that a judge's entry never waits behind a hall of readers; log-ins have others, so that it
never waits for password hashes either.
"""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import IO

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.exception import convert_exception_to_response
from django.db import close_old_connections, connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from config.live_stream import Message, Receive, Send
from tournament.web.support.lanes import goes_to_login_lane

READERS, WRITERS, LOGINS = 10, 8, 2
"""With the live stream's, about twenty connections a worker: four workers stay below PostgreSQL's usual hundred."""
WRITERS_OF_SQLITE = 3
"""SQLite has one writer at a time, and its waiting writers are not served in order."""


class ThreadedHandler(ASGIHandler):
    def __init__(self) -> None:
        super().__init__()
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        writers = WRITERS_OF_SQLITE if connection.vendor == "sqlite" else WRITERS
        self.writers = ThreadPoolExecutor(writers, thread_name_prefix="writer")
        self.logins = ThreadPoolExecutor(LOGINS, thread_name_prefix="login")
        self.whole_response = convert_exception_to_response(self._read_whole)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise ValueError(f"Django answers HTTP, not {scope['type']}")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        # The language, for example, is in the context: each request has a copy, so that a thread keeps nothing of the one before.
        call = copy_context().run, self._answer, scope, body
        response = await asyncio.get_running_loop().run_in_executor(self._lane(scope), *call)
        try:
            await self.send_response(response, send)
        finally:
            response.close()
            body.close()

    def _lane(self, scope: Message) -> ThreadPoolExecutor:
        """The method in capitals and the path without the script prefix, as Django expects them."""
        if scope["method"].upper() != "POST":
            return self.readers
        path = scope["path"].removeprefix(get_script_prefix(scope))
        return self.logins if goes_to_login_lane(path) else self.writers

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
        try:
            request, refusal = self.create_request(scope, body)
            response = self.whole_response(request) if request else refusal
            response._handler_class = self.__class__
            return response
        finally:
            close_old_connections()


async def _as_async(parts: list[bytes]) -> AsyncIterator[bytes]:
    for part in parts:
        yield part
