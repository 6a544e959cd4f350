"""Notifications of phones by Web Push: the site's own key (RFC 8292), messages that only the phone can read (RFC 8291), bounded retries.

The push service is the one of the browser's maker: its address comes with the subscription, from a player, so that it is never allowed to
lead inside the network. A message has no name in it.
"""

import http.client
import json
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone, translation
from django_tasks import task
from webpush import WebPush, WebPushSubscription

from tournament.models import PushSubscription, Tournament
from tournament.queries.phone_moments import Moment, changed, moments_of
from tournament.tasks import addresses, webhooks

TRIES = 5
FIRST_WAIT = timedelta(seconds=20)
PATIENCE_SECONDS = 10
"""Of one message: a phone's address must not hold up those of the others."""
AT_ONCE = 24
CONNECTIONS = 8
TTL = timedelta(hours=2)
"""How long the push service holds a message for a phone that is off: a table that was published earlier is no news."""
MOST_FAILURES = 3
"""After so many messages in a row that were given up the subscription goes; the page offers another."""
GONE = (401, 403, 404, 410)
"""Unsubscribed or expired; or made for a key that the site had before."""
LATER = (408, 425, 429)
BEFORE_WEBHOOKS = 5
TOPIC = "sdadata"
"""A message that still waits at the push service is replaced by the next one."""


# The site's key


@cache
def _private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """From the site's secret key, so that every process has the same one, and no copy or archive contains it."""
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256 (FIPS 186)
    derived = HKDF(hashes.SHA256(), length=48, salt=None, info=b"tournament.push").derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(derived, "big") % (order - 1) + 1, ec.SECP256R1())


def public_key() -> str:
    """As a browser takes it when it subscribes: the uncompressed point in base64url without padding."""
    return _sender().vapid.get_application_server_key(_private_key(settings.SECRET_KEY).public_key())


def _sender() -> WebPush:
    key = _private_key(settings.SECRET_KEY)
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    public = key.public_key().public_bytes(pem, serialization.PublicFormat.SubjectPublicKeyInfo)
    return WebPush(private, public, subscriber=settings.CONTACT, ttl=int(TTL.total_seconds()))


# What there is to say


@task(priority=BEFORE_WEBHOOKS)
def announce(tournament: int) -> int:
    """Send each phone what is new for its player; returns how many. A phone that was told already is claimed, and gets nothing twice."""
    found = Tournament.objects.get(pk=tournament)
    phones = list(PushSubscription.objects.filter(entrant__tournament=found).select_related("entrant"))
    messages: list[dict[str, object]] = []
    for language in sorted({phone.language for phone in phones}):
        with translation.override(language):
            messages += _claimed(found, [phone for phone in phones if phone.language == language])
    for first in range(0, len(messages), AT_ONCE):
        send.enqueue(messages[first : first + AT_ONCE])
    return len(messages)


def _claimed(tournament: Tournament, phones: Sequence[PushSubscription]) -> Iterable[dict[str, object]]:
    moments = moments_of(tournament, [phone.entrant for phone in phones])
    rounds = dict(tournament.rounds.visible().values_list("number", "state"))
    for phone in phones:
        news = changed(phone.moment, moments.get(phone.entrant_id), rounds)
        if news is None:
            continue
        waiting = PushSubscription.objects.filter(pk=phone.pk, moment=phone.moment)
        if waiting.update(moment=news.key):
            yield {"phone": phone.pk, "moment": news.key, "body": _body(tournament, news)}


def _body(tournament: Tournament, news: Moment) -> str:
    """For the service worker of the player's page."""
    words = " · ".join(filter(None, (news.text, tournament.name)))
    page = reverse("tournament:player_day", args=[tournament.slug])
    return json.dumps({"title": news.title, "body": words, "path": page}, ensure_ascii=False)


# Sending


@task(priority=BEFORE_WEBHOOKS)
def send(messages: list[dict[str, object]], tries: int = 1) -> dict[str, int]:
    """Send these, several at once, and those that found nobody later; returns how many had which outcome.

    A message that is not the newest for its phone any more is left out.
    """
    phones = PushSubscription.objects.in_bulk([one["phone"] for one in messages])
    due = [(phones[one["phone"]], one) for one in messages if _is_newest(phones.get(one["phone"]), one)]
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        outcomes = list(pool.map(_outcome, *zip(*due, strict=True))) if due else []
    counted = {"sent": 0, "gone": 0, "later": 0, "given_up": 0}
    again = []
    for (phone, message), outcome in zip(due, outcomes, strict=True):
        ends = "given_up" if outcome == "later" and tries >= TRIES else outcome
        counted[ends] += 1
        if ends == "later":
            again.append(message)
        else:
            _settle(phone, ends)
    if again:
        with transaction.atomic():
            send.using(run_after=timezone.now() + FIRST_WAIT * 2 ** (tries - 1)).enqueue(again, tries=tries + 1)
    return counted


def _is_newest(phone: PushSubscription | None, message: dict[str, object]) -> bool:
    return phone is not None and phone.moment == message["moment"]


def _settle(phone: PushSubscription, outcome: str) -> None:
    row = PushSubscription.objects.filter(pk=phone.pk)
    if outcome == "sent":
        row.update(failures=0)
    elif outcome == "gone" or phone.failures + 1 >= MOST_FAILURES:
        row.delete()
    else:
        row.update(failures=F("failures") + 1)


def _outcome(phone: PushSubscription, message: dict[str, object]) -> str:
    """«sent», «gone», «later» or «given_up». In a thread of its own: it asks the database nothing."""
    try:
        status = _post(phone, str(message["body"]).encode())
    except (OSError, http.client.HTTPException, addresses.Unreachable):
        return "later"
    except ValueError:
        return "gone"  # keys or an address that no browser gave
    if 200 <= status < 300:
        return "sent"
    if status in GONE:
        return "gone"
    return "later" if status in LATER or status >= 500 else "given_up"


def _post(phone: PushSubscription, body: bytes) -> int:
    if not is_usable(phone.endpoint):
        raise ValueError("an address that may not be used")
    keys = {"p256dh": phone.p256dh, "auth": phone.auth}
    message = _sender().get(body, WebPushSubscription(endpoint=phone.endpoint, keys=keys))
    about = {"Content-Type": "application/octet-stream", "Urgency": "high", "Topic": TOPIC, **message.headers}
    inside = settings.PUSH_MAY_GO_INSIDE
    status, _answer = webhooks.exchange(
        phone.endpoint, message.encrypted, headers=about, may_go_inside=inside, most_seconds=PATIENCE_SECONDS
    )
    return status


def is_usable(endpoint: str) -> bool:
    """Whether a push service of the internet may have this address: HTTPS at its ordinary port, and no host that is inside. Where its
    name leads is checked when a message is sent."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return False
    if parts.username or not parts.hostname or not endpoint.isascii() or not endpoint.isprintable():
        return False
    if settings.PUSH_MAY_GO_INSIDE:
        return True
    try:
        addresses.refuse_inside(parts.hostname)
    except addresses.Unreachable:
        return False
    return parts.scheme == "https" and port in (None, 443)
