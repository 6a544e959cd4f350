"""How a page gets its tournament: a stranger gets 404, a reader who may not do this gets 403."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournament import permissions
from tournament.errors import TournamentError
from tournament.models import Entrant, Round, Table, Tournament
from tournament.states import HouseRight


def visible(request: HttpRequest, slug: str) -> Tournament:
    """For pages that everybody may open. `roles` are the reader's."""
    tournament = get_object_or_404(Tournament, slug=slug)
    tournament.roles = permissions.roles_of(request.user, tournament)
    if not permissions.may_see(tournament, tournament.roles):
        raise Http404
    return tournament


def visible_to_all(slug: str) -> Tournament:
    """For what is the same whoever asks: a public tournament, seen by a stranger."""
    tournament = get_object_or_404(Tournament.objects.public(), slug=slug)
    tournament.roles = frozenset()
    return tournament


def for_staff(request: HttpRequest, slug: str) -> Tournament:
    return _guarded(request, slug, permissions.is_staff)


def for_organizer(request: HttpRequest, slug: str) -> Tournament:
    return _guarded(request, slug, permissions.may_organize)


def for_direction(request: HttpRequest, slug: str) -> Tournament:
    return _guarded(request, slug, permissions.may_direct)


def _guarded(request: HttpRequest, slug: str, may: Callable) -> Tournament:
    tournament = get_object_or_404(Tournament, slug=slug)
    tournament.roles = permissions.roles_of(request.user, tournament)
    if not permissions.is_staff(tournament.roles):
        raise Http404
    if not may(tournament.roles):
        raise PermissionDenied
    return tournament


def require_right(request: HttpRequest, right: HouseRight) -> None:
    """For pages of the whole site."""
    if not permissions.holds(request.user, right):
        raise PermissionDenied


def doors_of(request: HttpRequest, tournament: Tournament) -> list[Any]:
    """What allows a reader to follow a tournament: that it is public, and for the staff also the own account."""
    return [tournament, request.user] if tournament.roles else [tournament]


def session_key(request: HttpRequest) -> str:
    """Of the session that stays where the others of an account end."""
    return request.session.session_key or ""


def round_in(tournament: Tournament, number: int) -> Round:
    round_ = get_object_or_404(tournament.rounds, number=number)
    round_.tournament = tournament
    return round_


def visible_round_in(tournament: Tournament, number: int) -> Round:
    """Only organizers see drafts, because a judge may play too."""
    rounds = tournament.rounds if permissions.may_organize(tournament.roles) else tournament.rounds.visible()
    round_ = get_object_or_404(rounds, number=number)
    round_.tournament = tournament
    return round_


def table_in(round_: Round, number: int) -> Table:
    table = get_object_or_404(round_.tables.select_related("judge", "status", "broadcast"), number=number)
    table.round = round_
    return table


def table_to_decide(request: HttpRequest, slug: str, number: int, place: int) -> Table:
    """A table for the direction of the hall, but for whoever plays at it."""
    table = table_in(round_in(for_direction(request, slug), number), place)
    require_not_at(request, table)
    return table


def require_not_at(request: HttpRequest, *tables: Table) -> None:
    """At the own table a role decides nothing, whatever page the result is written on."""
    if any(permissions.is_barred_from_record(request.user, table) for table in tables):
        raise PermissionDenied(_("Chi gioca a un tavolo non ne decide nulla."))


def require_not_about(request: HttpRequest, entrant: Entrant) -> None:
    """Nobody decides about oneself."""
    if entrant.pk in permissions.entrants_of(request.user, entrant.tournament_id):
        raise PermissionDenied(_("Nessuno decide di sé."))


def entrant_in(tournament: Tournament, public_id: str) -> Entrant:
    entrant = get_object_or_404(tournament.entrants, public_id=public_id)
    entrant.tournament = tournament
    return entrant


def posted(request: HttpRequest) -> QueryDict | None:
    """The data of a form: an empty post is bound as well, and its faults are shown."""
    return request.POST if request.method == "POST" else None


def attempt(request: HttpRequest, act: Callable[[], object], *, done: str, back: object) -> HttpResponse:
    """Run the action and report success or its refusal; redirects to the page in both cases."""
    try:
        act()
    except TournamentError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, done)
    return redirect(back)


def submitted(request: HttpRequest, form, act: Callable[[], object], *, done: str, back: object) -> HttpResponse:
    """A short form in a page: shows its faults, or attempts `act`, which may read the form's data."""
    if not form.is_valid():
        return not_understood(request, form, back)
    return attempt(request, act, done=done, back=back)


def not_understood(request: HttpRequest, form, back: object) -> HttpResponse:
    """The faults of a short form, each with its field, on the page of the form."""
    for name, errors in form.errors.items():
        label = form.fields[name].label if name in form.fields else ""
        for error in errors:
            messages.error(request, f"{label}: {error}" if label else str(error))
    if not form.errors:
        messages.error(request, _("Richiesta non compresa."))
    return redirect(back)


def form_page(request: HttpRequest, template: str, context: dict, form) -> HttpResponse:
    """The page, with status 422 for refused input."""
    return render(request, template, context, status=422 if form.is_bound and form.errors else 200)
