"""Django behind ASGI, in threads that live on: each request is answered in one of them from the first middleware to the last.

Django's own handler starts a thread for each request, changes it where a middleware is not asynchronous, and opens the database anew.
Here a thread keeps its connection (CONN_MAX_AGE in the settings). However many come at once, so many are answered at a time: more threads
would only wait for one another, and a database has room for so many connections.

Whoever posts has threads apart, so that a judge's entry never waits behind a hall of readers.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase

READERS, WRITERS = 12, 8
"""With the live stream's own, about twenty connections a worker: four workers stay below PostgreSQL's usual hundred."""


class ThreadedHandler(ASGIHandler):
    def __init__(self) -> None:
        super().__init__()
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self.writers = ThreadPoolExecutor(WRITERS, thread_name_prefix="writer")

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        lane = self.writers if request.method == "POST" else self.readers
        # The language and the like are the context's: each request has a copy, so that a thread keeps nothing of the one before.
        return await asyncio.get_running_loop().run_in_executor(lane, copy_context().run, self._answer, request)

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        """Django's own signals for this are sent in another thread, which has no connection."""
        close_old_connections()
        try:
            return self.get_response(request)
        finally:
            close_old_connections()
