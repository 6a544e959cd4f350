"""Objections: the window after a round in which players may object, and the answers."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.actions import objections
from tournament.errors import TournamentError
from tournament.models import Round
from tournament.web.forms import draw as draw_forms
from tournament.web.forms import tournament as tournament_forms
from tournament.web.support.leaves import leaf_sought
from tournament.web.support.sent_once import sent_once
from tournament.web.views import access
from tournament.web.views.access import posted

ROWS_OF_PAGE = 40


@require_http_methods(["GET", "POST"])
@sent_once("tournament:desk")
def page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """POST records an objection made at the desk."""
    round_ = _round(request, slug, number)
    form = draw_forms.ObjectionForm(round_.tournament, posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            objections.add(round_, by=request.user, now=timezone.now(), **form.cleaned_data)
        except TournamentError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Obiezione registrata."))
            return redirect("tournament:objections", slug, number)
    context = {
        "tournament": round_.tournament,
        "round": round_,
        "leaf": leaf_sought(
            round_.objections.select_related("entrant", "by", "answered_by"), request.GET, ROWS_OF_PAGE
        ),
        "form": form,
        "minutes_form": tournament_forms.MinutesForm(initial={"minutes": 10}),
        "is_open": round_.objections_until is not None and round_.objections_until > timezone.now(),
    }
    return render(request, "tournament/objections.html", context, status=422 if form.errors else 200)


@require_POST
def window(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Open it for so many minutes, or close it."""
    round_ = _round(request, slug, number)
    if request.POST.get("act") == "close":
        return access.attempt(
            request,
            lambda: objections.close_window(round_, by=request.user),
            done=_("Controllo chiuso."),
            back=_page(round_),
        )
    form, now = tournament_forms.MinutesForm(request.POST), timezone.now()
    return access.submitted(
        request,
        form,
        lambda: objections.open_window(round_, minutes=form.cleaned_data["minutes"], by=request.user, now=now),
        done=_("Controllo aperto: lo dicono la classifica e le pagine dei giocatori."),
        back=_page(round_),
    )


@require_POST
def answer(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponse:
    round_ = _round(request, slug, number)
    objection = get_object_or_404(round_.objections.select_related("entrant", "round__tournament"), pk=pk)
    access.require_not_about(request, objection.entrant)
    form, now = draw_forms.AnswerForm(request.POST), timezone.now()
    return access.submitted(
        request,
        form,
        lambda: objections.answer(objection, answer=form.cleaned_data["answer"], by=request.user, now=now),
        done=_("Risposta registrata."),
        back=_page(round_),
    )


def _round(request: HttpRequest, slug: str, number: int) -> Round:
    return access.round_in(access.for_direction(request, slug), number)


def _page(round_: Round) -> str:
    return reverse("tournament:objections", args=[round_.tournament.slug, round_.number])
