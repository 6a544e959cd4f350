"""Live pages: a topic is bumped inside the transaction that changes it, and open streams are notified afterwards.

A view that may show some topics to its reader answers with `stream_response(topics)`, which contains a short-lived signed
token for exactly those; `config/live_stream.py` serves the stream that the token opens.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core import signing
from django.db import connection, transaction
from django.db.models import Model
from django.http import JsonResponse
from django.utils import timezone

from tournament.models.live import COALESCED, LiveVersion

STREAM_PATH = "/live/"
SHARED = "X-Live-Topics"
"""The header by which a view says that all readers without a session get this answer until one of the topics moves (config/crowd.py)."""
NOTICE_CHANNEL = "sdadata_versions"  # PostgreSQL's trigger on the version rows gives notice here
TOKEN_SECONDS = 600

COALESCED_SECONDS = 0.75
"""When a whole hall begins to play, a page that all read would be rendered again for each table. So a cached page may be this much behind
in its words, and streams announce such a change when no older page is served any more."""

Listener = Callable[[Collection[str]], object]

_SALT = "tournament.live"
_listeners: list[Listener] = []
_computed: dict[str, Callable[[Collection[str]], Mapping[str, int]]] = {}
_gathered: ContextVar[dict[str, None] | None] = ContextVar("gathered", default=None)


class TokenRefused(Exception):
    """The token was not issued by this site, or has expired."""


@dataclass(frozen=True)
class Grant:
    topics: frozenset[str]
    expires_at: float
    doors: Mapping[str, int]
    """The versions under which the stream was opened; once one of them is raised, it ends."""


def door_of(row: Model) -> str:
    """A topic that nobody hears of: it is raised where what `row` opens is opened no longer."""
    return f"door-{row._meta.model_name}-{row.pk}"


def shut(*rows: Model) -> None:
    """End the streams that were opened through any of these rows. Whoever still may opens another at once.

    Called before `record`, as every bump: the topic of the tournament comes last.
    """
    bump(*map(door_of, rows))


def is_coalesced(topic: str) -> bool:
    return topic.startswith(COALESCED)


def bump(*topics: str) -> None:
    """Raise the versions of `topics`; a rolled back transaction announces nothing.

    A transaction that raises several raises the words first, then table and tables, the tournament last: PostgreSQL locks each row until
    the transaction ends, and another order could deadlock.
    """
    gathered = _gathered.get()
    if gathered is not None:
        gathered.update(dict.fromkeys(topics))
        return
    if _increment(topics) < len(topics):
        known = LiveVersion.objects.filter(topic__in=topics).values_list("topic", flat=True)
        for topic in sorted(set(topics).difference(known)):
            LiveVersion.objects.get_or_create(topic=topic)
            _increment([topic])
    transaction.on_commit(lambda: _call_listeners(topics), robust=True)


@contextmanager
def gathered() -> Iterator[None]:
    """Raise what this block raises once, at its end and in the order that locks nobody out; inside one transaction of several changes."""
    topics: dict[str, None] = {}
    token = _gathered.set(topics)
    try:
        yield
    finally:
        _gathered.reset(token)
    _bump_in_order(topics)


def bump_and_lock(topic: str) -> None:
    """Raise it now, after what was gathered so far: until the transaction ends its row is locked, which the log needs."""
    waiting = _gathered.get() or {}
    token = _gathered.set(None)
    try:
        _bump_in_order([*(one for one in waiting if one != topic), topic])
    finally:
        _gathered.reset(token)
    waiting.clear()


def _bump_in_order(topics: Collection[str]) -> None:
    for words in (True, False):
        if found := [topic for topic in topics if is_coalesced(topic) == words]:
            bump(*found)


_ANYHOW = "UPDATE tournament_liveversion SET version = version + 1 WHERE topic IN ({})"
_IN_ORDER = """WITH locked AS (SELECT id FROM tournament_liveversion WHERE topic = ANY(%s) ORDER BY topic COLLATE "C" FOR UPDATE)
UPDATE tournament_liveversion SET version = version + 1 WHERE id IN (SELECT id FROM locked)"""
"""An UPDATE alone locks its rows as it finds them. By its letters a table comes before the tournament."""


def _increment(topics: Collection[str]) -> int:
    if not topics:
        return 0
    is_ordered = connection.vendor == "postgresql" and len(topics) > 1
    with connection.cursor() as cursor:
        if is_ordered:
            cursor.execute(_IN_ORDER, [list(topics)])
        else:
            cursor.execute(_ANYHOW.format(", ".join(["%s"] * len(topics))), list(topics))
        return cursor.rowcount


_VERSIONS = "SELECT topic, version FROM tournament_liveversion WHERE topic"


def versions(topics: Iterable[str]) -> dict[str, int]:
    """The version of each topic; 0 for one that was never bumped."""
    found = dict.fromkeys(topics, 0)
    for prefix, compute in _computed.items():
        if own := [topic for topic in found if topic.startswith(prefix)]:
            found |= compute(own)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"{_VERSIONS} = ANY(%s)", [list(found)])
        else:
            cursor.execute(f"{_VERSIONS} IN (SELECT value FROM json_each(%s))", [json.dumps(list(found))])
        return found | dict(cursor.fetchall())


def computed(prefix: str) -> Callable:
    """Register `compute(topics) -> versions` for topics that change with the time of day and that no action raises."""

    def register(compute: Callable[[Collection[str]], Mapping[str, int]]) -> Callable:
        _computed[prefix] = compute
        return compute

    return register


def is_computed(topic: str) -> bool:
    return topic.startswith(tuple(_computed))


def stream_response(topics: Iterable[str], *, through: Iterable[Any]) -> JsonResponse:
    """The answer that static/js/live.js fetches. The caller has checked that this reader may know when `topics` change, and names the rows
    that allow it: the public tournament, a screen's link, an account. When one is shut the stream ends.
    """
    token = make_token(topics, doors=[door_of(row) for row in through])
    response = JsonResponse({"stream": f"{STREAM_PATH}?{urlencode({'token': token})}"})
    response["Cache-Control"] = "no-store"
    return response


def make_token(topics: Iterable[str], *, doors: Collection[str] = (), seconds: int = TOKEN_SECONDS) -> str:
    expires_at = timezone.now().timestamp() + seconds
    under = versions(doors) if doors else {}
    return signing.dumps({"topics": sorted(topics), "expires_at": expires_at, "doors": under}, salt=_SALT)


def read_token(token: str) -> Grant:
    """Raises TokenRefused for a forged, damaged or expired token."""
    try:
        signed = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        raise TokenRefused("this token was not made here") from None
    if signed["expires_at"] <= timezone.now().timestamp():
        raise TokenRefused("this token has expired")
    return Grant(frozenset(signed["topics"]), signed["expires_at"], signed.get("doors", {}))


def listen(listener: Listener) -> Listener:
    """Have `listener` called in this process with the topics of each bump, from any thread, as soon as it is committed."""
    _listeners.append(listener)
    return listener


def stop_listening(listener: Listener) -> None:
    _listeners.remove(listener)


def _call_listeners(topics: Collection[str]) -> None:
    for listener in tuple(_listeners):
        listener(topics)
