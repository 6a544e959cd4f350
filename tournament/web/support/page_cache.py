"""Public pages, drawn once for all who read them without an account: `answer(request, template, topics, draw)`.

What was drawn is kept in this process with the versions of its live topics, and every reader's request reads those anew, in one query.
Whoever writes what a public page says raises one of them in the same transaction, on any worker, and the next reader has the page drawn
again; only the badges of tables may stand still for a moment (`live.GATHERED_SECONDS`). The reader's own token and the running clock are
no part of what is kept: marks stand there, which each answer fills.

Kept pages are nobody's: whoever is logged in, has a message to read or asks with a query gets a page drawn for that request alone.
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
"""However quiet its topics are: the database may be put back from a copy, or changed by hand."""

# No one can write these into a name: they are this process's own.
TOKEN, CLOCK = (mark_safe(f"<{secrets.token_hex(16)}>") for _mark in range(2))

Words = Callable[[datetime], str]


@dataclass(frozen=True)
class Drawn:
    """A page with marks. `clock` says what stands at `CLOCK` at a moment; by `good_until` the page says something else by itself."""

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
        """Whether it says what `versions` stand for, or little less and is young."""
        news = [topic for topic, version in versions.items() if self.versions.get(topic) != version]
        is_young = time.monotonic() < self.begun + live.GATHERED_SECONDS
        return timezone.now() < self.spoils_at and (not news or (is_young and all(map(live.is_gathered, news))))


@dataclass(eq=False)
class _Place:
    """Where a page is kept; whoever holds the lock draws it, and those who wait take what was drawn."""

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
    """The template reads `clock` where it wants the running clock, and Django's `csrf_token` as ever."""
    body = render_to_string(template, {**context, "clock": CLOCK, "csrf_token": TOKEN}, request)
    return Drawn(body.encode(), clock, good_until)


def answer(request: HttpRequest, template: str, topics: Iterable[str], draw: Callable[[], Drawn]) -> HttpResponse:
    """`draw()` may refuse the reader, as with Http404; `topics` are raised by whatever changes what it reads."""
    drawn = _kept(request, template, tuple(topics), draw) if _is_nobody(request) else draw()
    return HttpResponse(drawn.filled(request))


def topics_of(slug: str) -> tuple[str, ...]:
    """What the public pages of a tournament are kept by, without reading the tournament."""
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
        # Read before the page is: what is written meanwhile raises a version, and the next reader has it drawn again.
        begun, versions = time.monotonic(), live.versions(topics)
        if drawn := place.at(versions):
            return drawn
        spoils_at = timezone.now() + OLDEST
        drawn = draw()
        place.held = _Held(drawn, versions, min(spoils_at, drawn.good_until or spoils_at), begun)
        return drawn


def _place(key: tuple[str, ...]) -> _Place:
    """The place of a page, at the end of the line; the one longest unread makes room."""
    with _door:
        place = _places.setdefault(key, _Place())
        _places.move_to_end(key)
        while len(_places) > MOST_PAGES:
            _places.popitem(last=False)
        return place
