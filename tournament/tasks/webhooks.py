"""Sending of webhooks: signed, retried with growing waits, finally given up.

Each message is a task of its own in the queue, behind tasks for which a person waits.
"""

import base64
import hashlib
import hmac
import http.client
import io
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django_tasks import task

from tournament.models import Delivery
from tournament.tasks import addresses
from tournament.tasks.addresses import Unreachable

TRIES = 8
SECRET_PREFIX = "whsec_"
FIRST_WAIT = timedelta(seconds=15)
PATIENCE_SECONDS = 8
MOST_SECONDS = 60
"""The limit of a whole exchange: a receiver that answers a letter at a time never times out, and would block the queue."""
MOST_ANSWER = 1024 * 1024
MOST_RECEIVED = 2 * MOST_ANSWER
"""With everything around the answer. The library reads interim answers and trailers without end, as fast as they come."""
BEHIND = "behind another message to this address"


def signature(secret: str, body: str, *, message: str, at: int) -> str:
    """By Standard Webhooks (version 1): HMAC-SHA256 of message, moment and body, under the secret without its prefix, in base64."""
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    digest = hmac.new(key, f"{message}.{at}.{body}".encode(), hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


@task()
def deliver(delivery: int) -> str:
    """Send one message unless it was withdrawn, and retry later without an acknowledgement. Returns the outcome for the queue."""
    found = Delivery.objects.select_related("webhook").filter(pk=delivery, state=Delivery.State.WAITING).first()
    return "" if found is None else _send(found)


def _send(delivery: Delivery) -> str:
    """Of the messages to an address that does not take them one is tried at a time, and the others wait as long: each costs the queue up
    to a minute, and the messages of other tournaments are behind it.
    """
    first = _awaited(delivery)
    if first is not None:
        return _noted(delivery, BEHIND, is_taken=False, next_try_at=first.next_try_at)
    try:
        status = post(delivery.webhook.url, delivery.body, delivery.webhook.secret, message=f"msg_{delivery.pk}")
        answer, is_taken = str(status), 200 <= status < 300
    except (OSError, http.client.HTTPException, Unreachable, ValueError) as fault:
        answer, is_taken = why_not(fault), False
    return _noted(delivery, answer, is_taken=is_taken)


def _awaited(delivery: Delivery) -> Delivery | None:
    """Another message to the same address that was tried, and is not due yet."""
    tried = Delivery.objects.filter(webhook=delivery.webhook_id, state=Delivery.State.WAITING, tries__gt=0)
    others = tried.exclude(pk=delivery.pk).exclude(answer=BEHIND)
    return others.filter(next_try_at__gt=timezone.now()).order_by("next_try_at").first()


def _noted(delivery: Delivery, answer: str, *, is_taken: bool, next_try_at: datetime | None = None) -> str:
    """Counts the try; returns the answer."""
    tries = delivery.tries + 1
    not_taken = Delivery.State.GIVEN_UP if tries >= TRIES else Delivery.State.WAITING
    state = Delivery.State.SENT if is_taken else not_taken
    next_try_at = next_try_at or timezone.now() + FIRST_WAIT * 2 ** (tries - 1)
    # Claimed by its old number of attempts: two senders may send the same message, and count it once.
    claimed = Delivery.objects.filter(pk=delivery.pk, tries=delivery.tries, state=Delivery.State.WAITING)
    with transaction.atomic():
        counted = claimed.update(state=state, tries=tries, answer=answer[:200], next_try_at=next_try_at)
        if counted and state == Delivery.State.WAITING:
            deliver.using(run_after=next_try_at).enqueue(delivery.pk)
    return answer


def why_not(fault: Exception) -> str:
    """In printable words: a fault may quote what the other side answered, and PostgreSQL stores no NUL."""
    text = f"{type(fault).__name__}: {fault}"[:300]
    return "".join(letter if letter.isprintable() else " " for letter in text)


def post(url: str, body: str, secret: str, *, message: str) -> int:
    """Post a signed message; returns the status of the answer. A message that is sent again has the same identifier."""
    at = int(time.time())
    signed = {
        "webhook-id": message,
        "webhook-timestamp": str(at),
        "webhook-signature": signature(secret, body, message=message, at=at),
    }
    return exchange(url, body.encode(), headers=signed)[0]


def exchange(
    url: str,
    body: bytes,
    *,
    headers: dict[str, str],
    may_go_inside: bool | None = None,
    most_seconds: float | None = None,
) -> tuple[int, bytes]:
    """Post JSON, or what `headers` say; returns the answer's status and its beginning. Redirects are not followed, and a name is resolved
    once, so that it cannot change in between. `may_go_inside` is for addresses that did not come from an organizer; without
    `most_seconds` the whole exchange has MOST_SECONDS.
    """
    limit = MOST_SECONDS if most_seconds is None else most_seconds
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    allowed = settings.WEBHOOKS_MAY_GO_INSIDE if may_go_inside is None else may_go_inside
    address = addresses.resolved(parts.hostname or "", port, may_go_inside=allowed)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    link = kind(parts.hostname, port, timeout=min(PATIENCE_SECONDS, limit))
    link.response_class = _BoundedAnswer
    about = {"Content-Type": "application/json", "User-Agent": "Sdadata", **headers}
    with _cut_off_in(limit) as watched, closing(link):
        link._create_connection = lambda _where, timeout, source: watched(
            socket.create_connection((address, port), timeout, source)
        )
        link.request("POST", f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}", body, about)
        answer = link.getresponse()
        return answer.status, answer.read(MOST_ANSWER)


class _BoundedAnswer(http.client.HTTPResponse):
    """Raises Unreachable once more than MOST_RECEIVED bytes have come, whatever they are."""

    def __init__(self, *arguments, **more) -> None:
        super().__init__(*arguments, **more)
        self.fp = io.BufferedReader(_Counted(self.fp.detach()))


class _Counted(io.RawIOBase):
    def __init__(self, raw: io.RawIOBase) -> None:
        self.raw, self.left = raw, MOST_RECEIVED

    def readable(self) -> bool:
        return True

    def readinto(self, into) -> int | None:
        got = self.raw.readinto(into)
        self.left -= got or 0
        if self.left < 0:
            raise Unreachable("an answer without end")
        return got

    def close(self) -> None:
        self.raw.close()
        super().close()


@contextmanager
def _cut_off_in(seconds: float) -> Iterator[Callable[[socket.socket], socket.socket]]:
    """Closes the connection when the time is over, by a second handle, because TLS takes over the first."""
    handles: list[socket.socket] = []

    def watched(opened: socket.socket) -> socket.socket:
        handles.append(opened.dup())
        return opened

    def cut_off() -> None:
        for handle in handles:
            with suppress(OSError):
                handle.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, cut_off)
    timer.daemon = True
    timer.start()
    try:
        yield watched
    finally:
        timer.cancel()
        for handle in handles:
            handle.close()
