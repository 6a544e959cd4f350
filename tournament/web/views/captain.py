"""The captain's own page: a link opens it once, then a cookie does, and the line-up of the next round is handed in."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.actions import teams
from tournament.errors import TournamentError
from tournament.models import CaptainPass, Seat
from tournament.queries.teams import next_round, teams_of
from tournament.web.views import session_links

SESSION_KEY = "captain"
"""The session key of the tokens of captains' links, by tournament."""


@require_safe
@login_not_required
@never_cache
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """The token moves from the address into the session, and is in no address afterwards."""
    return session_links.store_link(request, SESSION_KEY, teams.link_of(token), token, "tournament:captain")


@login_not_required
@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    link = holder(request, slug)
    if request.method == "POST":
        return _handed_in(request, link)
    return render(request, "tournament/captain.html", _context(link))


def _context(link: CaptainPass) -> dict:
    tournament = link.tournament
    number = next_round(tournament)
    team = next((one for one in teams_of(tournament, number) if one.name == link.team), None)
    deadline = tournament.line_up_deadlines.filter(round_number=number).first()
    seats = Seat.objects.filter(round__in=tournament.rounds.visible(), entrant__club=link.team)
    return {
        "tournament": tournament,
        "team": team,
        "ticked": [one.public_id for one in team.line_up] if team else [],
        "name": link.team,
        "number": number,
        "wanted": tournament.rules.teams.line_up,
        "deadline": deadline.until if deadline else None,
        "is_over": deadline is not None and timezone.now() > deadline.until,
        "seats": seats.select_related("entrant", "table", "round").order_by("-round__number", "table__number"),
    }


def _handed_in(request: HttpRequest, link: CaptainPass) -> HttpResponse:
    """A line-up that is refused stays as it was ticked, to be put right."""
    number, ids = next_round(link.tournament), request.POST.getlist("entrants")
    back = reverse("tournament:captain", args=[link.tournament.slug])
    if request.POST.get("round") != str(number):
        messages.error(request, _("Nel frattempo il turno è stato sorteggiato: ricontrolla la formazione."))
        return redirect(back)
    chosen = link.tournament.entrants.filter(public_id__in=ids)
    try:
        teams.hand_in(link, round_number=number, entrants=list(chosen), now=timezone.now())
    except TournamentError as refusal:
        messages.error(request, str(refusal))
        return render(request, "tournament/captain.html", {**_context(link), "ticked": ids}, status=422)
    messages.success(request, _("Formazione consegnata. Si può cambiare fino alla scadenza o al sorteggio."))
    return redirect(back)


@require_POST
@login_not_required
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Forget the link on this phone."""
    holder(request, slug)
    session_links.drop_link(request, SESSION_KEY, slug)
    return redirect("tournament:home")


def holder(request: HttpRequest, slug: str) -> CaptainPass:
    """The captain's link of this browser; 404 without one, or with a revoked one."""
    link = session_links.linked_owner(request, SESSION_KEY, slug, teams.link_of)
    if link.tournament.rules.teams is None:
        raise Http404
    return link
