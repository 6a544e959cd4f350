"""The projector: a page that turns its slides, opened by a read-only token."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import conditional_page, require_safe
from django.views.decorators.vary import vary_on_headers

from tournament import live
from tournament.actions.screen_links import hash_of
from tournament.models import Round, ScreenLink, Tournament
from tournament.queries.clocks import clock_of
from tournament.queries.projector import slides
from tournament.states import RoundState, TournamentState
from tournament.web.support.htmx import is_htmx


@require_safe
@login_not_required
@never_cache
@conditional_page
@vary_on_headers("HX-Request")
def screen(request: HttpRequest, token: str) -> HttpResponse:
    link = _link(token)
    template = "tournament/projector/_live.html" if is_htmx(request) else "tournament/projector.html"
    return render(request, template, {"tournament": link.tournament, "token": token, **_render_projector(link)})


@require_safe
@login_not_required
def stream(request: HttpRequest, token: str) -> HttpResponse:
    link = _link(token)
    return live.stream_response([link.tournament.topic, link.tournament.tables_topic], through=[link])


def _link(token: str) -> ScreenLink:
    return get_object_or_404(
        ScreenLink.objects.select_related("tournament"), token_hash=hash_of(token), revoked_at=None
    )


def _render_projector(link: ScreenLink) -> dict:
    tournament = link.tournament
    round_ = tournament.rounds.visible().last()
    if round_ is not None:
        round_.tournament = tournament
    slides_shown = {
        "screen": link,
        "round": round_,
        "is_over": tournament.state == TournamentState.FINISHED,
        "now": timezone.now(),
        "slides": slides(tournament, round_, now=timezone.localtime(), screen=link),
    }
    return slides_shown | _current_round(tournament, round_) if round_ else slides_shown


def _current_round(tournament: Tournament, round_: Round) -> dict:
    return {
        "reading": clock_of(round_, now=timezone.now()),
        "alarm_at": tournament.rules.pre_alarm * 60,
        "is_running": round_.state == RoundState.RUNNING,
        "is_waiting": round_.state == RoundState.PUBLISHED,
    }
