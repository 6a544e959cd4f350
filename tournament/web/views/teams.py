"""Teams: the line-ups of the next round, and the standings of the teams."""

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament import permissions
from tournament.actions import teams
from tournament.errors import TournamentError
from tournament.models import Tournament
from tournament.queries.sheets import standings_sheet
from tournament.queries.teams import handed_in_by_captains, next_round, standings_of_teams, teams_of
from tournament.web.forms import draw as draw_forms
from tournament.web.support.sent_once import secret_of_form
from tournament.web.views import access
from tournament.web.views.hall_addresses import in_the_hall


@require_safe
def line_ups(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = _of_teams(access.for_direction(request, slug))
    number = next_round(tournament)
    return render(request, "tournament/line_ups.html", _context(tournament, number))


def _context(tournament: Tournament, number: int) -> dict:
    deadline = tournament.line_up_deadlines.filter(round_number=number).first()
    known = teams_of(tournament, number)
    return {
        "tournament": tournament,
        "number": number,
        "teams": known,
        "ticked": [one.public_id for team in known for one in team.line_up],
        "wanted": tournament.rules.teams.line_up,
        "linked": set(tournament.captain_passes.filter(revoked_at=None).values_list("team", flat=True)),
        "by_captain": handed_in_by_captains(tournament, number),
        "deadline": deadline.until if deadline else None,
        "deadline_form": draw_forms.LineUpDeadlineForm(
            initial={"until": timezone.localtime(deadline.until).time() if deadline else None}
        ),
    }


@require_POST
def deadline(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = _of_teams(access.for_direction(request, slug))
    form = draw_forms.LineUpDeadlineForm(request.POST)
    back = reverse("tournament:line_ups", args=[slug])
    if not form.is_valid():
        return access.not_understood(request, form, back)
    at = form.moment(timezone.now())
    done = _("Scadenza salvata: %s.") % date_format(timezone.localtime(at), "l H:i") if at else _("Scadenza tolta.")
    return access.attempt(
        request,
        lambda: teams.set_deadline(tournament, round_number=next_round(tournament), until=at, by=request.user),
        done=done,
        back=back,
    )


@require_POST
@never_cache
def issue_links(request: HttpRequest, slug: str) -> HttpResponse:
    """Links are shown in the answer itself: only their hashes are stored. Without a team, for every team without a link."""
    tournament = _of_teams(access.for_direction(request, slug))
    number = next_round(tournament)
    known = [team.name for team in teams_of(tournament, number)]
    seed, chosen = secret_of_form(request), request.POST.get("team", "")
    wanted = [team for team in known if team == chosen] if chosen else teams.teams_to_link(tournament, known, seed=seed)
    try:
        issued = teams.issue_links(tournament, teams=wanted, by=request.user, now=timezone.now(), seed=seed)
    except TournamentError as refusal:
        messages.error(request, str(refusal))
        return redirect("tournament:line_ups", slug)
    links = [_issued_page(request, team, token) for team, token in issued.items()]
    return render(request, "tournament/line_ups.html", {**_context(tournament, number), "links": links})


def _issued_page(request: HttpRequest, team: str, token: str) -> dict[str, str]:
    link = in_the_hall(request)(reverse("tournament:captain_enter", args=[token]))
    return {"team": team, "link": link, "qr": segno.make(link, error="m").svg_data_uri(scale=5, border=2)}


@require_POST
def revoke_link(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = _of_teams(access.for_direction(request, slug))
    team = request.POST.get("team", "")
    return access.attempt(
        request,
        lambda: teams.revoke_link(tournament, team=team, by=request.user, now=timezone.now()),
        done=_("Il collegamento di %s non apre più niente.") % team,
        back=reverse("tournament:line_ups", args=[slug]),
    )


@require_POST
def line_up(request: HttpRequest, slug: str) -> HttpResponse:
    """A line-up that is refused stays as it was ticked, to be put right."""
    tournament = _of_teams(access.for_direction(request, slug))
    team, ids, number = request.POST.get("team", ""), request.POST.getlist("entrants"), next_round(tournament)
    chosen = tournament.entrants.filter(public_id__in=ids)
    try:
        teams.line_up(tournament, round_number=number, team=team, entrants=list(chosen), by=request.user)
    except TournamentError as refusal:
        messages.error(request, str(refusal))
        context = _context(tournament, number)
        others = [one.public_id for of in context["teams"] if of.name != team for one in of.line_up]
        return render(request, "tournament/line_ups.html", {**context, "ticked": [*ids, *others]}, status=422)
    messages.success(request, _("Formazione di %s segnata.") % team)
    return redirect("tournament:line_ups", slug)


@login_not_required
@require_safe
def team_standings(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = _of_teams(access.visible(request, slug))
    context = {
        "tournament": tournament,
        "lines": standings_of_teams(tournament),
        "sheet": standings_sheet(tournament, made_at=timezone.localtime(), explained=()),
        "rules": tournament.rules.teams,
        "may_direct": permissions.may_direct(tournament.roles),
    }
    return render(request, "tournament/team_standings.html", context)


def _of_teams(tournament: Tournament) -> Tournament:
    if tournament.rules.teams is None:
        raise Http404
    return tournament
