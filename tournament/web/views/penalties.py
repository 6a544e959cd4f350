"""The list of penalties: templates, changes with their reasons, appeals."""

from django.conf import settings
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.actions import penalties
from tournament.core.penalty_templates import templates
from tournament.errors import TournamentError
from tournament.models import Entrant, Penalty, Tournament
from tournament.web.forms import draw as draw_forms
from tournament.web.forms import tournament as tournament_forms
from tournament.web.support.leaves import leaf_sought, sought_in
from tournament.web.support.sent_once import sent_once
from tournament.web.views import access
from tournament.web.views.access import form_page, posted

ROWS_OF_PAGE = 40


@require_http_methods(["GET", "POST"])
@sent_once("tournament:penalties")
def page(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_direction(request, slug)
    chosen = templates().get(request.GET.get("modello", ""))
    language = get_language() or settings.LANGUAGE_CODE
    initial = {"points": str(chosen.points), "reason": chosen.in_language(language)} if chosen else {}
    form = tournament_forms.PenaltyForm(tournament, posted(request), initial=initial)
    if request.method == "POST" and form.is_valid() and _added(request, form):
        return redirect("tournament:penalties", slug)
    sought = sought_in(request.GET)
    rows = tournament.penalties.select_related("entrant", "round", "by").prefetch_related("revisions__by")
    context = {
        "tournament": tournament,
        "form": form,
        "sought": sought,
        "leaf": leaf_sought(_found(tournament, rows, sought), request.GET, ROWS_OF_PAGE),
        "templates": [(one.key, one.in_language(language), one.points) for one in templates().values()],
        "chosen": chosen,
    }
    return form_page(request, "tournament/penalties.html", context, form)


def _found(tournament: Tournament, rows: QuerySet, sought: str) -> QuerySet:
    """The penalties of whoever has this number, name, nick or club; all where nothing is sought."""
    if not sought:
        return rows
    people = Entrant.objects.filter(pk__in=tournament.penalties.values("entrant"))
    return rows.filter(entrant__in=[one.pk for one in people if one.is_found_by(sought)])


def _added(request: HttpRequest, form: tournament_forms.PenaltyForm) -> bool:
    data = form.cleaned_data
    try:
        penalties.add(
            data["entrant"],
            points=data["points"],
            reason=data["reason"],
            article=data["article"],
            round_=data["round"],
            by=request.user,
        )
    except TournamentError as refusal:
        form.add_error(None, str(refusal))
        return False
    messages.success(request, _("Penalità registrata."))
    return True


@require_POST
def revise(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    penalty, back = _penalty(request, slug, pk)
    form = draw_forms.ReviseForm(request.POST)
    if not form.is_valid():
        return access.not_understood(request, form, back)
    points, why = form.cleaned_data["points"], form.cleaned_data["reason"]
    return access.attempt(
        request,
        lambda: penalties.revise(penalty, points=points, why=why, by=request.user),
        done=_("Penalità cambiata."),
        back=back,
    )


@require_POST
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return _reasoned(request, slug, pk, "revoke", "reason", _("Penalità tolta."))


@require_POST
def restore(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return _reasoned(request, slug, pk, "restore", "reason", _("La penalità vale di nuovo."))


@require_POST
def appeal(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    done = _("Ricorso registrato: la penalità è sub judice e per ora conta.")
    return _reasoned(request, slug, pk, "appeal", "text", done)


@require_POST
def uphold(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return _reasoned(request, slug, pk, "uphold", "why", _("Ricorso respinto: la penalità resta."))


def _reasoned(request: HttpRequest, slug: str, pk: int, act: str, argument: str, done: str) -> HttpResponse:
    """Runs an action on a penalty, with the reason under the action's argument name."""
    penalty, back = _penalty(request, slug, pk)
    form = tournament_forms.ReasonForm(request.POST)
    if not form.is_valid():
        return access.not_understood(request, form, back)
    words = {argument: form.cleaned_data["reason"]}
    return access.attempt(
        request, lambda: getattr(penalties, act)(penalty, by=request.user, **words), done=done, back=back
    )


def _penalty(request: HttpRequest, slug: str, pk: int) -> tuple[Penalty, str]:
    tournament = access.for_direction(request, slug)
    penalty = get_object_or_404(tournament.penalties.select_related("entrant"), pk=pk)
    access.require_not_about(request, penalty.entrant)
    return penalty, reverse("tournament:penalties", args=[slug])
