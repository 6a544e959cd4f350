"""PostgreSQL notifies every worker of a bump at once: one connection a worker LISTENs to what a trigger NOTIFYs.

SQLite has no notices: the site is one process there, and changes by other processes are seen at the next poll.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import connection

from tournament.live import NOTICE_CHANNEL

if TYPE_CHECKING:
    from psycopg.pq.abc import PGconn

log = logging.getLogger(__name__)

RECONNECT_SECONDS = 1.0


def can_listen() -> bool:
    return connection.vendor == "postgresql"


async def listen_forever(notify: Callable[[str], object], lost: Callable[[], object] = lambda: None) -> None:
    """Call `notify` with each notice until cancelled. A lost connection is opened again, followed by one empty notice for whatever
    was missed; `lost` is called whenever there is none."""
    while True:
        try:
            await _listen_once(notify)
        except OSError as fault:
            log.warning("the notices of the database are away: %s", fault)
        except _driver_error() as fault:
            log.warning("the notices of the database are away: %s", fault)
        finally:
            lost()
        await asyncio.sleep(RECONNECT_SECONDS)


async def _listen_once(notify: Callable[[str], object]) -> None:
    from psycopg import AsyncConnection

    async with await AsyncConnection.connect(**_parameters(), autocommit=True) as listening:
        await listening.execute(f"LISTEN {NOTICE_CHANNEL}")
        notify("")
        await _forward_notices(listening.pgconn, notify)


async def _forward_notices(line: "PGconn", notify: Callable[[str], object]) -> None:
    """Until the connection is lost. psycopg's own iterator makes a task, a timer and an event for each notice: a fifth of what a worker
    did at a hundred entries a second was to hear of them.
    """
    loop = asyncio.get_running_loop()
    end: asyncio.Future[None] = loop.create_future()

    def read() -> None:
        try:
            line.consume_input()
            while (notice := line.notifies()) is not None:
                notify(notice.extra.decode())
        except _driver_error() as fault:
            loop.remove_reader(socket)
            if not end.done():
                end.set_exception(fault)

    socket = line.socket
    loop.add_reader(socket, read)
    try:
        read()  # what came together with the answer to LISTEN
        await end
    finally:
        loop.remove_reader(socket)


def _driver_error() -> type[Exception]:
    from psycopg import Error

    return Error


def _parameters() -> dict[str, Any]:
    """Of the server itself; without a pooler these are Django's, without those of its own connection class."""
    if settings.DIRECT_DATABASE:
        return settings.DIRECT_DATABASE
    parameters = connection.get_connection_params()
    return {
        name: value
        for name, value in parameters.items()
        if name not in {"cursor_factory", "context", "prepare_threshold"}
    }
