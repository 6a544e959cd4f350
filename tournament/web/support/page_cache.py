"""The page cache: public pages are rendered once for all readers without an account: `answer(request, template, topics, draw)`.

A rendered page is cached in this process with the versions of its live topics, and every request reads those versions in one query.
An action that changes what a public page says raises one of them in the same transaction, on any worker, and the next reader gets a new
page; only the badges of tables may be late for a moment (`live.GATHERED_SECONDS`). The reader's CSRF token and the running clock are not
cached: placeholders stand for them, which each answer fills.

Readers with an account, a pending message or a query in the address get a page of their own.
"""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Lock

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from tournament import live
from tournament.models import Tournament

MOST_PAGES = 48
OLDEST = timedelta(seconds=10)
"""The greatest age of a page without changes: the database may be restored from a backup, or changed by hand."""

# Random for each process, so that nobody can write them into a name.
TOKEN, CLOCK = (mark_safe(f"<{secrets.token_hex(16)}>") for _mark in range(2))

Words = Callable[[datetime], str]


@dataclass(frozen=True)
class Drawn:
    """A page with placeholders. `clock` gives the content for `CLOCK` at a moment; at `good_until` the page expires."""

    body: bytes
    clock: Words | None = None
    good_until: datetime | None = None

    def filled(self, request: HttpRequest) -> bytes:
        body = self.body
        if TOKEN.encode() in body:
            body = body.replace(TOKEN.encode(), get_token(request).encode())
        if self.clock is not None:
            body = body.replace(CLOCK.encode(), self.clock(timezone.now()).encode())
        return body


@dataclass(frozen=True)
class _Held:
    """`begun` is when its versions were read, by the clock of the process."""

    drawn: Drawn
    versions: Mapping[str, int]
    spoils_at: datetime
    begun: float

    def says(self, versions: Mapping[str, int]) -> bool:
        """Whether the page has these versions, or is young and differs only in coalesced topics."""
        news = [topic for topic, version in versions.items() if self.versions.get(topic) != version]
        is_young = time.monotonic() < self.begun + live.GATHERED_SECONDS
        return timezone.now() < self.spoils_at and (not news or (is_young and all(map(live.is_gathered, news))))


@dataclass(eq=False)
class _Place:
    """The slot of a page; the request with its lock renders the page for those that wait."""

    lock: Lock = field(default_factory=Lock)
    held: _Held | None = None

    def at(self, versions: Mapping[str, int]) -> Drawn | None:
        held = self.held
        return held.drawn if held and held.says(versions) else None


_places: OrderedDict[tuple[str, ...], _Place] = OrderedDict()
_door = Lock()


def draw(
    request: HttpRequest,
    template: str,
    context: dict[str, object],
    *,
    clock: Words | None = None,
    good_until: datetime | None = None,
) -> Drawn:
    """Renders with placeholders: `clock` for the running clock, and Django's `csrf_token`."""
    body = render_to_string(template, {**context, "clock": CLOCK, "csrf_token": TOKEN}, request)
    return Drawn(body.encode(), clock, good_until)


def answer(request: HttpRequest, template: str, topics: Iterable[str], draw: Callable[[], Drawn]) -> HttpResponse:
    """`draw()` may refuse the reader, as with Http404; `topics` must be raised by every change of what it reads."""
    drawn = _kept(request, template, tuple(topics), draw) if _is_nobody(request) else draw()
    return HttpResponse(drawn.filled(request))


def topics_of(slug: str) -> tuple[str, ...]:
    """The topics of a tournament's public pages, without reading the tournament."""
    tournament = Tournament(slug=slug)
    return tournament.topic, tournament.words_topic


def clear() -> None:
    with _door:
        _places.clear()


def _is_nobody(request: HttpRequest) -> bool:
    return not (request.user.is_authenticated or len(get_messages(request)) or request.META.get("QUERY_STRING"))


def _kept(request: HttpRequest, template: str, topics: tuple[str, ...], draw: Callable[[], Drawn]) -> Drawn:
    key = (request.path, template, get_language() or "")
    place = _place(key)
    if drawn := place.at(live.versions(topics)):
        return drawn
    with place.lock:
        # Read before rendering: a change meanwhile raises a version, and the next reader gets a new page.
        begun, versions = time.monotonic(), live.versions(topics)
        if drawn := place.at(versions):
            return drawn
        spoils_at = timezone.now() + OLDEST
        drawn = draw()
        place.held = _Held(drawn, versions, min(spoils_at, drawn.good_until or spoils_at), begun)
        return drawn


def _place(key: tuple[str, ...]) -> _Place:
    """The slot of a page, moved to the end; the least recently read one is evicted."""
    with _door:
        place = _places.setdefault(key, _Place())
        _places.move_to_end(key)
        while len(_places) > MOST_PAGES:
            _places.popitem(last=False)
        return place
