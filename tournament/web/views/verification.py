"""The draws in public: every commitment, its dice, the transcript of each draw, and the draw repeated to the same bytes."""

import hashlib

from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.core.draw.rng import ENGINE
from tournament.core.draw.transcript import AnotherEngine, decode, differences
from tournament.models import DrawEvent, Tournament
from tournament.permissions import may_organize
from tournament.queries.draw_events import changes_by_hand, draw_events_of, published_draw_event
from tournament.queries.drawing import tables_in_ids
from tournament.queries.results import format_of
from tournament.queries.sheets import people_of
from tournament.web.support import page_cache
from tournament.web.support.file_names import event_name, to_save
from tournament.web.support.lanes import search_lane
from tournament.web.views import access

A_DAY = 24 * 3600


@require_safe
@login_not_required
def draws(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.visible(request, slug)
    return page_cache.page(request, "tournament/draws.html", _context(tournament))


def _context(tournament: Tournament) -> dict:
    return {
        "tournament": tournament,
        "commitment": tournament.draw_events.awaiting_dice().first(),
        "draw_events": draw_events_of(tournament),
        "by_hand": changes_by_hand(tournament),
        "engine": ENGINE,
        "may_organize": may_organize(tournament.roles),
        "has_format": format_of(tournament) is not None,
    }


@require_safe
@login_not_required
def transcript(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The draw's transcript; with it and this program anybody repeats the draw."""
    tournament = access.visible(request, slug)
    event = _published_event(tournament, number)
    response = HttpResponse(event.transcript, content_type="application/json")
    return to_save(response, event_name(tournament), _("Sorteggio"), number, kind="json")


@search_lane
@require_POST
@login_not_required
def verify(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Repeats the draw, once for each transcript: later readers get the cached answer."""
    tournament = access.visible(request, slug)
    event = _published_event(tournament, number)
    try:
        found, is_busy = _drawn_again(event.transcript.encode())
    except AnotherEngine as error:
        found, is_busy, elsewhere = None, False, str(error)
    else:
        elsewhere = ""
    context = _context(tournament) | {
        "verified": number,
        "is_busy": is_busy,
        "elsewhere": elsewhere,
        "differences": found,
        "bytes": len(event.transcript.encode()),
        **_comparison(tournament, event),
    }
    return page_cache.page(request, "tournament/draws.html", context)


def _drawn_again(data: bytes) -> tuple[tuple[str, ...] | None, bool]:
    """The differences, or that another request is computing them. Raises AnotherEngine."""
    if (engine := decode(data).engine) != ENGINE:
        raise AnotherEngine(engine)
    key = "verified-" + hashlib.sha256(ENGINE.encode() + data).hexdigest()
    found = cache.get(key)
    is_busy = found is None and not cache.add(f"{key}-busy", True, 60)
    if found is None and not is_busy:
        found = differences(data)
        cache.set(key, found, A_DAY)
        cache.delete(f"{key}-busy")
    return found, is_busy


def _comparison(tournament: Tournament, event: DrawEvent) -> dict:
    """The transcript's tables with names, and whether the present tables are those."""
    people = people_of(tournament)
    drawn = decode(event.transcript.encode()).draw.tables
    round_ = tournament.rounds.filter(number=event.round_number).first()
    return {
        "drawn": [[people.get(id_, id_) for id_ in table] for table in drawn],
        "is_as_drawn": round_ is not None and tables_in_ids(round_) == drawn,
    }


def _published_event(tournament: Tournament, number: int) -> DrawEvent:
    event = published_draw_event(tournament, number)
    if event is None:
        raise Http404
    return event
