"""The player's own page on a phone: the badge's address opens it once, then a cookie does."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tournament import live
from tournament.actions import phones as acts
from tournament.models import Entrant
from tournament.queries import badge_tokens
from tournament.queries.charts import charts_of
from tournament.queries.clocks import clock_of_table
from tournament.queries.completeness import completeness_of
from tournament.queries.player_day import player_day_of
from tournament.states import TournamentState
from tournament.web.support.htmx import wants_part
from tournament.web.views import access, session_links

SESSION_KEY = "phones"
"""The session key of the tokens of badges, by tournament."""


@require_safe
@login_not_required
@never_cache
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """The token moves from the address into the session, and is in no address afterwards."""
    return session_links.store_link(
        request, SESSION_KEY, badge_tokens.entrant_of(token), token, "tournament:player_day"
    )


@require_safe
@login_not_required
@never_cache
@vary_on_headers("HX-Request")
def mine(request: HttpRequest, slug: str) -> HttpResponse:
    entrant = holder(request, slug)
    tournament = entrant.tournament
    round_ = tournament.rounds.visible().last()
    if round_ is not None:
        round_.tournament = tournament
    day = player_day_of(entrant, round_)
    context = {
        "tournament": tournament,
        "entrant": entrant,
        "round": round_,
        "day": day,
        "is_provisional": bool(completeness_of(tournament).pending),
        "reading": clock_of_table(day.seat.table, now=timezone.now()) if day.seat else None,
        "alarm_at": tournament.rules.pre_alarm * 60,
        "now": timezone.now(),
        "may_arrive": tournament.state == TournamentState.CHECKIN and entrant.state in acts.MAY_ARRIVE,
        "announcements": tournament.announcements.filter(removed_at=None)[:3],
    }
    part = wants_part(request)
    if not part:
        context["charts"] = charts_of(tournament, only=entrant.public_id)
    return render(request, "tournament/player_day/_day.html" if part else "tournament/player_day.html", context)


@require_safe
@login_not_required
def stream(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = holder(request, slug).tournament
    return live.stream_response([tournament.topic, tournament.words_topic])


@require_POST
@login_not_required
def arrive(request: HttpRequest, slug: str) -> HttpResponse:
    entrant = holder(request, slug)
    return access.attempt(
        request,
        lambda: acts.arrive(entrant),
        done=_("Buon torneo! La segreteria sa che ci sei."),
        back=reverse("tournament:player_day", args=[slug]),
    )


@require_POST
@login_not_required
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Forget the badge on this phone: it may be somebody else's."""
    holder(request, slug)
    session_links.drop_link(request, SESSION_KEY, slug)
    return redirect("tournament:public", slug)


def holder(request: HttpRequest, slug: str) -> Entrant:
    """The entrant of this browser's badge; 404 without one, or with a revoked one."""
    return session_links.linked_owner(request, SESSION_KEY, slug, badge_tokens.entrant_of)


@require_POST
def renew(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    entrant = access.entrant_in(tournament, public_id)
    return access.attempt(
        request,
        lambda: acts.renew(entrant, by=request.user),
        done=_("Il vecchio badge non apre più niente: ristampalo."),
        back=reverse("tournament:entrant", args=[slug, public_id]),
    )
