"""The page cache: public pages are rendered once for all readers without an account: `respond`.

A rendered page is cached in this process with the versions of its live topics, and every request reads those versions in one query.
An action that changes what a public page says raises one of them in the same transaction, on any worker, and the next reader gets a new
page; only the badges of tables may be late for a moment (`live.COALESCED_SECONDS`). The reader's CSRF token, the site's
name as the reader knows it and the running clock are not cached: placeholders stand for them, which each answer fills.

Readers with an account, a pending message or a query that the page reads get a page of their own, and get it uncompressed. A query
that it does not read is forgotten: it would make a page of each address that somebody thinks of, and its text must not reach others.
"""

import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from threading import Lock

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from tournament import live
from tournament.models import Tournament
from tournament.privacy import copies
from tournament.queries.results import computed_once, forget
from tournament.web.support import compression

MOST_PAGES, MOST_PICTURES = 48, 48
"""Pictures have room of their own: whoever asks for one of each turn of a game pushes no page out."""
MAX_AGE = timedelta(seconds=10)
"""The greatest age of a page without changes: the database may be restored from a backup, or changed by hand."""

# Random for each process, so that nobody can write them into a name.
TOKEN, CLOCK, ORIGIN = (mark_safe(f"<{secrets.token_hex(16)}>") for _mark in range(3))

PLACEHOLDERS = re.compile(b"(%s|%s|%s)" % (TOKEN.encode(), CLOCK.encode(), ORIGIN.encode()))

ClockText = Callable[[datetime], str]


@dataclass(frozen=True)
class RenderedPage:
    """A page with placeholders. `clock` gives the content for `CLOCK` at a moment; at `valid_until` the page expires."""

    body: bytes
    clock: ClockText | None = None
    valid_until: datetime | None = None
    level: int = compression.SMALL

    @cached_property
    def _pieces(self) -> list[bytes]:
        """Every second piece is a placeholder."""
        return PLACEHOLDERS.split(self.body)

    @cached_property
    def _pressed(self) -> list[bytes]:
        """The pieces between the placeholders, compressed."""
        return [compression.pressed(piece, self.level) for piece in self._pieces[::2]]

    @property
    def has_token(self) -> bool:
        return TOKEN.encode() in self._pieces

    def filled_in(self, request: HttpRequest) -> bytes:
        return b"".join(self._filled_pieces(request))

    def gzipped(self, request: HttpRequest) -> bytes:
        pieces = self._filled_pieces(request)
        blocks = [compression.stored(piece) if i % 2 else self._pressed[i // 2] for i, piece in enumerate(pieces)]
        return compression.gzip(blocks, b"".join(pieces))

    def _filled_pieces(self, request: HttpRequest) -> list[bytes]:
        pieces = self._pieces
        values = {ORIGIN.encode(): f"{request.scheme}://{request.get_host()}".encode()}
        if self.has_token:
            values[TOKEN.encode()] = get_token(request).encode()
        if self.clock is not None:
            values[CLOCK.encode()] = self.clock(timezone.now()).encode()
        return [values.get(piece, piece) if i % 2 else piece for i, piece in enumerate(pieces)]


@dataclass(frozen=True)
class _CachedPage:
    """`begun` is when its versions were read, by the clock of the process."""

    rendered: RenderedPage
    versions: Mapping[str, int]
    expires_at: datetime
    read_at: float

    def is_fresh(self, versions: Mapping[str, int]) -> bool:
        """Whether the page has these versions, or is young and differs only in coalesced topics."""
        news = [topic for topic, version in versions.items() if self.versions.get(topic) != version]
        is_recent = time.monotonic() < self.read_at + live.COALESCED_SECONDS
        return timezone.now() < self.expires_at and (not news or (is_recent and all(map(live.is_coalesced, news))))


@dataclass(eq=False)
class _Slot:
    """The slot of a page; the request with its lock renders the page for those that wait."""

    lock: Lock = field(default_factory=Lock)
    page: _CachedPage | None = None

    def fresh_page(self, versions: Mapping[str, int]) -> RenderedPage | None:
        page = self.page
        return page.rendered if page and page.is_fresh(versions) else None


_slots: OrderedDict[tuple[str, ...], _Slot] = OrderedDict()
_pictures: OrderedDict[tuple[str, ...], _Slot] = OrderedDict()
_lock = Lock()


def render(
    request: HttpRequest,
    template: str,
    context: dict[str, object],
    *,
    clock: ClockText | None = None,
    valid_until: datetime | None = None,
) -> RenderedPage:
    """Renders with placeholders: `clock` for the running clock, `origin` for the site's own name, and Django's `csrf_token`."""
    body = render_to_string(template, {**context, "clock": CLOCK, "csrf_token": TOKEN, "origin": ORIGIN}, request)
    return RenderedPage(body.encode(), clock, valid_until)


def respond(
    request: HttpRequest,
    template: str,
    topics: Iterable[str],
    render: Callable[[], RenderedPage],
    *,
    reads: Collection[str] = (),
    is_shared: bool = False,
) -> HttpResponse:
    """`render()` may refuse the reader, as with Http404; `topics` must be raised by every change of what it reads. `reads` are the names
    of the query that it reads. What `is_shared` is answered to a crowd without asking again (config/crowd.py); its clock may be a second
    late.
    """
    if not _is_anonymous(request) or not request.GET.keys().isdisjoint(reads):
        with computed_once():
            return HttpResponse(render().filled_in(request))
    _forget_query(request)
    key = (request.path, template, get_language() or "")
    topics = tuple(topics)
    rendered = _cached(_slot(key, _slots, MOST_PAGES), topics, render)
    response = _compressed(request, rendered)
    if is_shared and not rendered.has_token:
        response[live.SHARED] = " ".join(topics)
    return response


def picture(request: HttpRequest, topics: Iterable[str], draw: Callable[[], bytes]) -> HttpResponse:
    """A PNG that is the same for every reader, whoever has logged in: `draw()` says nothing that a stranger may not see, else Http404."""
    key = (request.path, "picture", get_language() or "")
    rendered = _cached(_slot(key, _pictures, MOST_PICTURES), tuple(topics), lambda: RenderedPage(draw()))
    return HttpResponse(rendered.body, content_type="image/png")


def once(request: HttpRequest, rendered: RenderedPage) -> HttpResponse:
    """A page with too many addresses to keep it, compressed for readers without an account."""
    if not _is_anonymous(request):
        return HttpResponse(rendered.filled_in(request))
    return _compressed(request, replace(rendered, level=compression.QUICK))


def page(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    """The same of a template."""
    return once(request, render(request, template, context))


def file(request: HttpRequest, content: bytes, content_type: str) -> HttpResponse:
    """A text without a word about the reader, compressed for whoever accepts that."""
    response = _compressed(request, RenderedPage(content, level=compression.QUICK))
    response["Content-Type"] = content_type
    return response


def _compressed(request: HttpRequest, rendered: RenderedPage) -> HttpResponse:
    if compression.is_accepted(request.headers.get("Accept-Encoding", "")):
        response = HttpResponse(rendered.gzipped(request), headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(rendered.filled_in(request))
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def topics_of(slug: str) -> tuple[str, ...]:
    """The topics of a tournament's public pages, without reading the tournament."""
    tournament = Tournament(slug=slug)
    return tournament.topic, tournament.words_topic


@copies.forgotten_by
def clear() -> None:
    with _lock:
        _slots.clear()
        _pictures.clear()
    forget()


def _is_anonymous(request: HttpRequest) -> bool:
    return not (request.user.is_authenticated or len(get_messages(request)))


def _forget_query(request: HttpRequest) -> None:
    request.META["QUERY_STRING"] = ""
    request.GET = QueryDict()


def _cached(slot: _Slot, topics: tuple[str, ...], render: Callable[[], RenderedPage]) -> RenderedPage:
    topics = (*topics, copies.TOPIC)
    versions = live.versions(topics)
    copies.heed(versions)
    if rendered := slot.fresh_page(versions):
        return rendered
    with slot.lock:
        # Read before rendering: a change meanwhile raises a version, and the next reader gets a new page.
        read_at, versions = time.monotonic(), live.versions(topics)
        if rendered := slot.fresh_page(versions):
            return rendered
        expires_at = timezone.now() + MAX_AGE
        with computed_once():
            rendered = render()
        slot.page = _CachedPage(rendered, versions, min(expires_at, rendered.valid_until or expires_at), read_at)
        return rendered


def _slot(key: tuple[str, ...], slots: OrderedDict[tuple[str, ...], _Slot], most: int) -> _Slot:
    """The slot of a page, moved to the end; the least recently read one is evicted."""
    with _lock:
        slot = slots.setdefault(key, _Slot())
        slots.move_to_end(key)
        while len(slots) > most:
            slots.popitem(last=False)
        return slot
