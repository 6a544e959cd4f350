"""Messages on their way out: signed, sent once acknowledged, tried again with longer and longer waits, given up in the end.

A thread of the site sends what is due and ends when nothing waits; `manage.py send_webhooks` does the same from outside.
"""

import hashlib
import hmac
import http.client
import ipaddress
import logging
import socket
import threading
import time
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection
from django.utils import timezone

from tournament.models import Delivery

TRIES = 8
FIRST_WAIT = timedelta(seconds=15)
PATIENCE_SECONDS = 8
LONGEST_NAP = 60
MOST_AT_ONCE = 50

log = logging.getLogger(__name__)
_lock = threading.Lock()
_sender: threading.Thread | None = None


class Unreachable(Exception):
    """The address cannot be used: no such name, or one that leads inside our own network."""


def signature(secret: str, body: str, *, at: int) -> str:
    """What the receiver works out again: HMAC-SHA256 of the moment, a dot and the body."""
    digest = hmac.new(secret.encode(), f"{at}.{body}".encode(), hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def deliver_due(*, now: datetime | None = None) -> int:
    """Send what is due, one message after the other; how many there were."""
    due = Delivery.objects.filter(state=Delivery.State.WAITING, next_try_at__lte=now or timezone.now())
    deliveries = list(due.select_related("webhook")[:MOST_AT_ONCE])
    for delivery in deliveries:
        _deliver(delivery)
    return len(deliveries)


def _deliver(delivery: Delivery) -> None:
    try:
        status = post(delivery.webhook.url, delivery.body, delivery.webhook.secret)
        answer, is_taken = str(status), 200 <= status < 300
    except (OSError, http.client.HTTPException, Unreachable, ValueError) as fault:
        answer, is_taken = f"{type(fault).__name__}: {fault}", False
    tries = delivery.tries + 1
    not_taken = Delivery.State.GIVEN_UP if tries >= TRIES else Delivery.State.WAITING
    state = Delivery.State.SENT if is_taken else not_taken
    # Claimed by its old number of tries: two senders may send the same message, and count it once.
    Delivery.objects.filter(pk=delivery.pk, tries=delivery.tries, state=Delivery.State.WAITING).update(
        state=state, tries=tries, answer=answer[:200], next_try_at=timezone.now() + FIRST_WAIT * 2 ** (tries - 1)
    )


def post(url: str, body: str, secret: str) -> int:
    """The status of the answer. Redirects are not followed, and a name is looked up once, so that it cannot change in between."""
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    address = _address_of(parts.hostname or "", port)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    link = kind(parts.hostname, port, timeout=PATIENCE_SECONDS)
    link._create_connection = lambda _where, timeout, source: socket.create_connection((address, port), timeout, source)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Sdadata",
        "Sdadata-Signature": signature(secret, body, at=int(time.time())),
    }
    try:
        link.request("POST", f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}", body.encode(), headers)
        return link.getresponse().status
    finally:
        link.close()


def _address_of(host: str, port: int) -> str:
    """Where the name leads. A site that others use must not be made to knock at doors inside its own network."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    address = found[0][4][0]
    if not ipaddress.ip_address(address).is_global and not settings.WEBHOOKS_MAY_GO_INSIDE:
        raise Unreachable(f"{host} leads inside the network ({address})")
    return address


# The thread of the site


def wake() -> None:
    """Make sure that somebody sends; called once the message is on disk."""
    global _sender
    with _lock:
        if _sender is None or not _sender.is_alive():
            _sender = threading.Thread(target=_send_all, name="outbox", daemon=True)
            _sender.start()


def _send_all() -> None:
    try:
        while (wait := seconds_to_the_next()) is not None:
            time.sleep(min(wait, LONGEST_NAP))
            deliver_due()
    except Exception:
        log.exception("outbox")
    finally:
        connection.close()


def seconds_to_the_next() -> float | None:
    """Until the next message is due; None when none waits."""
    first = Delivery.objects.filter(state=Delivery.State.WAITING).order_by("next_try_at").first()
    return None if first is None else max((first.next_try_at - timezone.now()).total_seconds(), 0)
