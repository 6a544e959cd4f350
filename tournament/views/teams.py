"""Teams: whom each captain sends to the next round, and the standings of the teams."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament import permissions
from tournament.actions import teams
from tournament.models import Tournament
from tournament.queries.teams import standings_of_teams, teams_of
from tournament.views import access


@require_safe
def line_ups(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = _of_teams(access.for_direction(request, slug))
    number = _next_round(tournament)
    context = {
        "tournament": tournament,
        "number": number,
        "teams": teams_of(tournament, number),
        "wanted": tournament.rules.teams.line_up,
    }
    return render(request, "tournament/line_ups.html", context)


@require_POST
def line_up(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = _of_teams(access.for_direction(request, slug))
    chosen = tournament.entrants.filter(public_id__in=request.POST.getlist("entrants"))
    team = request.POST.get("team", "")
    return access.attempt(
        request,
        lambda: teams.line_up(
            tournament, round_number=_next_round(tournament), team=team, entrants=list(chosen), by=request.user
        ),
        done=_("Formazione di %s segnata.") % team,
        back=reverse("tournament:line_ups", args=[slug]),
    )


@login_not_required
@require_safe
def team_standings(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = _of_teams(access.visible(request, slug))
    context = {
        "tournament": tournament,
        "lines": standings_of_teams(tournament),
        "rules": tournament.rules.teams,
        "may_direct": permissions.may_direct(tournament.roles),
    }
    return render(request, "tournament/team_standings.html", context)


def _of_teams(tournament: Tournament) -> Tournament:
    if tournament.rules.teams is None:
        raise Http404
    return tournament


def _next_round(tournament: Tournament) -> int:
    last = tournament.rounds.last()
    return last.number + 1 if last else 1
