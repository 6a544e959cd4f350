"""The preview of a correction: its effects on qualifiers and ranks."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.actions import results, tables
from tournament.errors import TournamentError
from tournament.hooks import tables as table_hooks
from tournament.models import Table
from tournament.queries.results import ends_the_event
from tournament.queries.sheets import people_of
from tournament.web.forms import tournament as tournament_forms
from tournament.web.forms.results import ResultForm
from tournament.web.views import access


@require_POST
def preview(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """The form again, with what it would change; only the second button writes."""
    table = access.table_to_decide(request, slug, number, place)
    seats = list(table.seats.select_related("entrant", "result").order_by("position"))
    form = ResultForm.of(table, seats, request.POST, is_correction=True)
    context = {
        "tournament": table.round.tournament,
        "round": table.round,
        "table": table,
        "form": form,
        "is_last": ends_the_event(table.round),
    }
    if form.is_valid():
        try:
            ended_by, confirmed = form.cleaned_data["ended_by"], form.confirmation
            lines = form.lines()
            seen = results.preview(table, lines=lines, ended_by=ended_by, by=request.user, confirmed=confirmed)
        except TournamentError as refusal:
            form.refuse(refusal)
        else:
            context |= _in_words(table, seen)
    status = 422 if form.errors else 200
    return render(request, "tournament/correction.html", context, status=status)


def _in_words(table: Table, seen: results.Correction) -> dict:
    people = people_of(table.round.tournament)
    named = {
        name: [people[id_] for id_ in getattr(seen, name)] for name in ("joined", "left", "late", "lucky", "finalists")
    }
    moves = [(people[move.entrant], move.was, move.now) for move in sorted(seen.moves, key=lambda move: move.now)]
    return {"seen": seen, "moves": moves, **named}


@require_POST
def back_to_waiting(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """A table begun by mistake."""
    table = access.table_to_decide(request, slug, number, place)
    form = tournament_forms.ReasonForm(request.POST)
    if not form.is_valid():
        return access.not_understood(request, form, table)
    if table_hooks.is_recorded(table):
        messages.error(request, _("La partita è registrata: la rimette in attesa la pagina dell'arbitro."))
        return redirect(table)
    return access.attempt(
        request,
        lambda: tables.back_to_waiting(table, reason=form.cleaned_data["reason"], by=request.user),
        done=_("Il tavolo è di nuovo in attesa."),
        back=table,
    )
