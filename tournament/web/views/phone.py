"""The player's own page on a phone: the badge's address opens it once, then a cookie does."""

from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tournament import live
from tournament.actions import phones as acts
from tournament.actions import push
from tournament.models import Entrant
from tournament.queries import badge_tokens
from tournament.queries.charts import charts_of
from tournament.queries.clocks import clock_of_table
from tournament.queries.phone_moments import moment_of
from tournament.queries.player_day import player_day_of
from tournament.queries.results import computed_once
from tournament.states import TournamentState
from tournament.tasks import push as push_tasks
from tournament.web.support.htmx import wants_part
from tournament.web.views import access, session_links

SESSION_KEY = "phones"
"""The session key of the tokens of badges, by tournament."""
PUSH_KEY = "notified_phones"
"""The session key of this browser's push subscription, by tournament."""
SERVICE_WORKER = Path(settings.BASE_DIR) / "static" / "js" / "phone" / "service_worker.js"


@require_safe
@login_not_required
@never_cache
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """The token moves from the address into the session, and is in no address afterwards."""
    entrant = badge_tokens.entrant_of(token)
    if entrant is None:
        return render(request, "tournament/no_badge.html", {"is_refused": True}, status=404)
    _forget_phone_of_another(request, entrant)
    return session_links.store_link(request, SESSION_KEY, entrant, token, "tournament:player_day")


@require_safe
@login_not_required
@never_cache
@vary_on_headers("HX-Request")
def mine(request: HttpRequest, slug: str) -> HttpResponse:
    """The own page, or, to a browser without a badge that is valid, what has happened and how to come back."""
    try:
        entrant = holder(request, slug)
    except Http404:
        if wants_part(request):
            raise
        return _without_badge(request, slug)
    with computed_once():
        return _mine(request, entrant)


def _without_badge(request: HttpRequest, slug: str) -> HttpResponse:
    """The same words whether there is such a tournament or not; its name and its tables to whoever may see them."""
    context: dict[str, object] = {"slug": slug, "was_open": slug in request.session.get(SESSION_KEY, {})}
    with suppress(Http404):
        context["tournament"] = access.visible(request, slug)
    return render(request, "tournament/no_badge.html", context, status=404)


def _mine(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    tournament = entrant.tournament
    round_ = tournament.rounds.visible().last()
    if round_ is not None:
        round_.tournament = tournament
    day = player_day_of(entrant, round_)
    moment = moment_of(entrant)
    context = {
        "tournament": tournament,
        "entrant": entrant,
        "round": round_,
        "day": day,
        "moment": moment,
        "reading": clock_of_table(day.seat.table, now=timezone.now()) if day.seat else None,
        "alarm_at": tournament.rules.pre_alarm * 60,
        "now": timezone.now(),
        "may_arrive": tournament.state == TournamentState.CHECKIN and entrant.state in acts.MAY_ARRIVE,
        "announcements": tournament.announcements.filter(removed_at=None)[:3],
    }
    part = wants_part(request)
    if not part:
        context["push_key"] = push_tasks.public_key()
        context["phone"] = entrant.push_subscriptions.filter(pk=_phone_of(request, tournament.slug)).first()
        context["charts"] = charts_of(tournament, only=entrant.public_id)
    return render(request, "tournament/player_day/_day.html" if part else "tournament/player_day.html", context)


@require_safe
@login_not_required
def stream(request: HttpRequest, slug: str) -> HttpResponse:
    entrant = holder(request, slug)
    return live.stream_response([entrant.tournament.topic, entrant.tournament.words_topic], through=[entrant])


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
    """Forget the badge on this phone, which may be somebody else's: it is not notified any more either."""
    _drop_phone(request, holder(request, slug))
    session_links.drop_link(request, SESSION_KEY, slug)
    return redirect("tournament:public", slug)


# Notifications


@require_POST
@login_not_required
def subscribe(request: HttpRequest, slug: str) -> HttpResponse:
    """The browser gave the page an address for messages, after a tap of the player."""
    entrant = holder(request, slug)
    given = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")}

    def act() -> None:
        phone = push.subscribe(entrant, **given)
        request.session[PUSH_KEY] = {**request.session.get(PUSH_KEY, {}), slug: phone.pk}

    return access.attempt(
        request, act, done=_("Avvisi accesi su questo telefono."), back=reverse("tournament:player_day", args=[slug])
    )


@require_POST
@login_not_required
def unsubscribe(request: HttpRequest, slug: str) -> HttpResponse:
    _drop_phone(request, holder(request, slug))
    messages.success(request, _("Avvisi spenti: a questo telefono non arriva più niente."))
    return redirect("tournament:player_day", slug)


@require_safe
@login_not_required
@cache_control(no_cache=True)
def service_worker(request: HttpRequest, slug: str) -> HttpResponse:
    """Under the player's page, because a service worker has what lies under its own address: not the judge's page, which has its own."""
    return HttpResponse(SERVICE_WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")


def _phone_of(request: HttpRequest, slug: str) -> int:
    """The row of this browser; 0 where it is not notified."""
    return request.session.get(PUSH_KEY, {}).get(slug, 0)


def _drop_phone(request: HttpRequest, entrant: Entrant) -> None:
    slug = entrant.tournament.slug
    push.unsubscribe(entrant, _phone_of(request, slug))
    if slug in request.session.get(PUSH_KEY, {}):
        session_links.drop_link(request, PUSH_KEY, slug)


def _forget_phone_of_another(request: HttpRequest, entrant: Entrant) -> None:
    """With another badge the phone is another player's: the one before is not notified here any more."""
    token = request.session.get(SESSION_KEY, {}).get(entrant.tournament.slug, "")
    before = badge_tokens.entrant_of(token) if token else None
    if before is not None and before.pk != entrant.pk:
        _drop_phone(request, before)


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
