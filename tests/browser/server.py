"""The site as it runs in a hall, on a thread of the tests and over their database.

pytest-django's `live_server` is WSGI, and would hold the live stream back.
"""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import uvicorn
from django.db import connections

PATIENCE_SECONDS = 10


class Server(uvicorn.Server):
    """uvicorn, which closes its database connections with itself."""

    def run_and_close(self, listening: socket.socket) -> None:
        try:
            self.run(sockets=[listening])
        finally:
            connections.close_all()


@contextmanager
def running_site(port: int = 0) -> Iterator[str]:
    """The address of the site; `port` 0 is any free one."""
    from config.asgi import application
    from config.serve import DEFAULTS
    from tests.queue import end_worker

    listening = socket.create_server(("127.0.0.1", port))
    config = uvicorn.Config(
        application, http=DEFAULTS["http"], lifespan="off", log_level="error", timeout_graceful_shutdown=1
    )
    server = Server(config)
    thread = threading.Thread(target=server.run_and_close, args=(listening,), daemon=True)
    thread.start()
    _wait_for(lambda: server.started)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE_SECONDS)
        end_worker()  # not before: each request enables it
        listening.close()


def _wait_for(is_ready: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE_SECONDS
    while not is_ready():
        if time.monotonic() > limit:
            pytest.fail("the site did not start")
        time.sleep(0.02)
