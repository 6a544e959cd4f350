"""Rehearsals: create one, simulate its tables, delete it."""

import time

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.actions import login_limits, rehearsals
from tournament.errors import TournamentError
from tournament.models import Tournament
from tournament.web.forms.numbers import WholeNumber
from tournament.web.forms.tournament import PresetField
from tournament.web.support.lanes import files_lane
from tournament.web.support.sent_once import sent_once
from tournament.web.views import access
from tournament.web.views.access import form_page, posted

LONGEST_WAIT = 8.0  # seconds of simulation in one request; another press of the button continues


class RehearsalForm(forms.Form):
    preset = PresetField()
    players = WholeNumber(
        label=gettext_lazy("Quanti giocatori inventati"),
        min_value=rehearsals.FEWEST,
        max_value=rehearsals.MOST,
        initial=20,
    )


@files_lane
@require_http_methods(["GET", "POST"])
@sent_once("tournament:home")
def begin(request: HttpRequest) -> HttpResponse:
    form = RehearsalForm(posted(request))
    if form.is_valid():
        try:
            tournament = _begun(form, request.user)
        except login_limits.TooManyAttempts:
            form.add_error(None, _("Hai cominciato molte prove una dopo l'altra: riprova fra un quarto d'ora."))
            return form_page(request, "tournament/new_rehearsal.html", {"form": form}, form)
        except TournamentError as refusal:
            form.add_error(None, str(refusal))
            return form_page(request, "tournament/new_rehearsal.html", {"form": form}, form)
        messages.success(
            request, _("La prova è pronta: gli inventati sono tutti presenti. Scegli la formula e sorteggia.")
        )
        return redirect(tournament)
    return form_page(request, "tournament/new_rehearsal.html", {"form": form}, form)


def _begun(form: RehearsalForm, by) -> Tournament:
    """Counted before it is written; a refused one is not counted. Raises TooManyAttempts and TournamentError."""
    regulation = form.fields["preset"].regulation(form.cleaned_data["preset"])
    attempt = login_limits.begin(login_limits.of_rehearsal(by.pk), now=timezone.now())
    try:
        return rehearsals.begin(
            regulation=regulation,
            players=form.cleaned_data["players"],
            name=_("Prova: %s") % regulation.name.in_language(get_language()),
            by=by,
            now=timezone.now(),
        )
    except TournamentError:
        login_limits.release(attempt)
        raise


@files_lane
@require_POST
def play(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = access.round_in(access.for_organizer(request, slug), number)
    until = time.monotonic() + LONGEST_WAIT
    try:
        left = rehearsals.play(round_, by=request.user, is_time_up=lambda: time.monotonic() > until)
    except TournamentError as refusal:
        messages.error(request, str(refusal))
        return redirect(round_)
    if left:
        messages.info(
            request,
            ngettext("Ne resta %d: premi ancora.", "Ne restano %d: premi ancora.", left) % left,
        )
    else:
        messages.success(request, _("Tutti i tavoli hanno giocato: si può chiudere il turno."))
    return redirect(round_)


@require_POST
def throw_away(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    return access.attempt(
        request,
        lambda: rehearsals.throw_away(tournament, by=request.user),
        done=_("La prova è stata buttata via."),
        back="tournament:home",
    )
