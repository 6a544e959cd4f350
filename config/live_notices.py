"""PostgreSQL notifies every worker of a bump at once: one connection a worker LISTENs to what a trigger NOTIFYs.

SQLite has no notices: the site is one process there, and changes by other processes are seen at the next poll.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import connection

from tournament.live import NOTICE_CHANNEL

log = logging.getLogger(__name__)

RECONNECT_SECONDS = 1.0


def can_listen() -> bool:
    return connection.vendor == "postgresql"


async def listen_forever(notify: Callable[[str], object]) -> None:
    """Call `notify` with each notice until cancelled. A lost connection is opened again, followed by one empty notice for whatever
    was missed."""
    while True:
        try:
            await _listen_once(notify)
        except OSError as lost:
            log.warning("the notices of the database are away: %s", lost)
        except _driver_error() as lost:
            log.warning("the notices of the database are away: %s", lost)
        await asyncio.sleep(RECONNECT_SECONDS)


async def _listen_once(notify: Callable[[str], object]) -> None:
    from psycopg import AsyncConnection

    async with await AsyncConnection.connect(**_parameters(), autocommit=True) as listening:
        await listening.execute(f"LISTEN {NOTICE_CHANNEL}")
        notify("")
        async for notice in listening.notifies():
            notify(notice.payload)


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
