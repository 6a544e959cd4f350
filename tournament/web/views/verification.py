"""The draws in public: every promise, its dice, the paper of each draw, and the draw repeated to the same bytes."""

import hashlib

from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from tournament.core.draw.protocol import AnotherEngine, differences, read
from tournament.core.draw.rng import ENGINE
from tournament.models import DrawAct, Tournament
from tournament.permissions import may_organize
from tournament.queries.acts import acts_of, changes_by_hand, told_act
from tournament.queries.drawing import tables_in_ids
from tournament.queries.results import plan_of
from tournament.queries.sheets import people_of
from tournament.web.views import access

A_DAY = 24 * 3600


@require_safe
@login_not_required
def draws(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.visible(request, slug)
    return render(request, "tournament/draws.html", _context(tournament))


def _context(tournament: Tournament) -> dict:
    return {
        "tournament": tournament,
        "promise": tournament.draw_acts.promised().first(),
        "acts": acts_of(tournament),
        "by_hand": changes_by_hand(tournament),
        "engine": ENGINE,
        "may_organize": may_organize(tournament.roles),
        "has_plan": plan_of(tournament) is not None,
    }


@require_safe
@login_not_required
def paper(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The draw's paper as it was written; with it and this program anybody repeats the draw."""
    act = _told(access.visible(request, slug), number)
    response = HttpResponse(act.paper, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="sorteggio-{slug}-{number}.json"'
    return response


@require_POST
@login_not_required
def verify(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Draws again, once for each paper: a second reader gets the answer that the first one waited for."""
    tournament = access.visible(request, slug)
    act = _told(tournament, number)
    try:
        found, is_busy = _drawn_again(act.paper.encode())
    except AnotherEngine as error:
        found, is_busy, elsewhere = None, False, str(error)
    else:
        elsewhere = ""
    context = _context(tournament) | {
        "verified": number,
        "is_busy": is_busy,
        "elsewhere": elsewhere,
        "differences": found,
        "bytes": len(act.paper.encode()),
        **_beside(tournament, act),
    }
    return render(request, "tournament/draws.html", context)


def _drawn_again(data: bytes) -> tuple[tuple[str, ...] | None, bool]:
    """The differences, or that somebody else is waiting for them. Raises AnotherEngine."""
    if (engine := read(data).engine) != ENGINE:
        raise AnotherEngine(engine)
    key = "verified-" + hashlib.sha256(ENGINE.encode() + data).hexdigest()
    found = cache.get(key)
    is_busy = found is None and not cache.add(f"{key}-busy", True, 60)
    if found is None and not is_busy:
        found = differences(data)
        cache.set(key, found, A_DAY)
        cache.delete(f"{key}-busy")
    return found, is_busy


def _beside(tournament: Tournament, act: DrawAct) -> dict:
    """What the paper says, with names, and whether the tables still stand as drawn."""
    people = people_of(tournament)
    drawn = read(act.paper.encode()).draw.tables
    round_ = tournament.rounds.filter(number=act.round_number).first()
    return {
        "drawn": [[people.get(id_, id_) for id_ in table] for table in drawn],
        "is_as_drawn": round_ is not None and tables_in_ids(round_) == drawn,
    }


def _told(tournament: Tournament, number: int) -> DrawAct:
    act = told_act(tournament, number)
    if act is None:
        raise Http404
    return act
