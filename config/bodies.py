"""Reads the body of a request within bounds of size and time, and refuses it before it is on disk: 413 or 408, or 400 for two lengths.

Django itself spools a whole body before any view, and so any check of rights, sees the request.
"""

import asyncio
import tempfile
from http import HTTPStatus
from typing import IO

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.http import HttpResponse

from config.live_stream import Message, Receive

SECONDS = 120
"""A roster of five megabytes over a slow network of a hall takes half of it."""
LARGE_SECONDS = 60 * 60


class RefusedBody(Exception):
    def __init__(self, status: HTTPStatus) -> None:
        self.status = status
        super().__init__(status)

    def response(self) -> HttpResponse:
        """Closes the connection, since the rest of the body is still on its way."""
        headers = {"Connection": "close", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
        return HttpResponse(f"{self.status.phrase}\n", "text/plain", status=self.status, headers=headers)


def declared_size(scope: Message) -> int | None:
    """The Content-Length; None where the client sends parts without saying how many.

    Who says both is refused, and the connection ends: a proxy that believes the other one would take the rest of the body for a
    request of somebody else (RFC 9112, 6.1).
    """
    headers = {name.lower(): value for name, value in scope["headers"]}
    given = headers.get(b"content-length")
    if given is None:
        return None
    if b"transfer-encoding" in headers:
        raise RefusedBody(HTTPStatus.BAD_REQUEST)
    if not given.isdigit() or len(given) > 18:
        raise RefusedBody(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return int(given)


async def read_body(receive: Receive, *, most_bytes: int | None, seconds: float) -> IO[bytes]:
    """The whole body as a file at its start. Raises RefusedBody, and RequestAborted when the client has gone."""
    body = tempfile.SpooledTemporaryFile(max_size=settings.FILE_UPLOAD_MAX_MEMORY_SIZE, mode="w+b")  # noqa: SIM115
    try:
        async with asyncio.timeout(seconds):
            await _spool(receive, body, most_bytes)
    except TimeoutError:
        body.close()
        raise RefusedBody(HTTPStatus.REQUEST_TIMEOUT) from None
    except BaseException:
        body.close()
        raise
    body.seek(0)
    return body


async def _spool(receive: Receive, body: IO[bytes], most_bytes: int | None) -> None:
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RequestAborted
        part = message.get("body", b"")
        size += len(part)
        if most_bytes is not None and size > most_bytes:
            raise RefusedBody(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        body.write(part)
        if not message.get("more_body", False):
            return
