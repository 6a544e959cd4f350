"""The draw and its draft: by a seed or by dice, drawn again, two chairs exchanged, the alternative draft."""

import secrets
from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.actions import commitments, rounds
from tournament.core.draw.criteria import CRITERIA_BY_KEY
from tournament.errors import TournamentError
from tournament.models import Round, Tournament
from tournament.queries.criteria import CriterionView, alternatives_of, cost_of_swap, criteria_of_round
from tournament.queries.drawing import criteria_of
from tournament.queries.results import format_of
from tournament.queries.tables import tables_of
from tournament.queries.teams import missing_line_ups
from tournament.states import RoundState
from tournament.web.forms import draw as draw_forms
from tournament.web.forms import tournament as tournament_forms
from tournament.web.support.htmx import wants_part
from tournament.web.support.lanes import search_lane
from tournament.web.support.sent_once import sent_once
from tournament.web.views import access


def new_seed() -> str:
    return secrets.token_hex(4)


def form_context(tournament: Tournament, number: int) -> dict:
    """The context of `parts/_draw_form.html`."""
    return {
        "draw_form": draw_forms.DrawForm(tournament, number),
        "commitment": tournament.draw_events.awaiting_dice().first(),
        "next_number": number,
        "missing_line_ups": missing_line_ups(tournament, number),
        "criteria_titles": [CRITERIA_BY_KEY[key].title for key in criteria_of(tournament, number)]
        if format_of(tournament) and number <= len(format_of(tournament).stages)
        else [],
    }


@search_lane
@require_POST
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the next round, whichever it is."""
    tournament = access.for_organizer(request, slug)
    last = tournament.rounds.last()
    back = last.get_absolute_url() if last else reverse("tournament:format", args=[slug])
    form = draw_forms.DrawForm(tournament, last.number + 1 if last else 1, request.POST)
    if not form.is_valid():
        return access.not_understood(request, form, back)
    try:
        round_ = rounds.draw(tournament, by=request.user, **_seed_source(form))
    except TournamentError as refusal:
        messages.error(request, str(refusal))
        return redirect(back)
    return redirect(round_)


def _seed_source(form: draw_forms.DrawForm) -> dict:
    source = form.seed_source()
    return source if source["dice"] else source | {"seed": source["seed"] or new_seed()}


@sent_once("tournament:desk")
@search_lane
@require_POST
def redraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _draft(request, slug, number)
    form = draw_forms.RedrawForm(round_.tournament, number, request.POST)
    return access.submitted(
        request,
        form,
        lambda: rounds.redraw(round_, reason=form.cleaned_data["reason"], by=request.user, **_seed_source(form)),
        done=_("Sorteggiato di nuovo."),
        back=round_,
    )


def draft_context(round_: Round) -> dict:
    tournament = round_.tournament
    views = criteria_of_round(round_)
    marked = {person.pk for view in views for one in view.violations for person in one.people}
    absent_tables = tournament.entrants.filter(seats__round=round_, fixed_table__gt=round_.tables.count())
    return {
        "tournament": tournament,
        "round": round_,
        "tables": tables_of(round_),
        "views": views,
        "marked": marked,
        "unmet": [view for view in views if not view.is_met],
        "in_conflict": _may_conflict(views),
        "no_fixed_table": absent_tables,
        "event": tournament.draw_events.drawn().filter(round_number=round_.number).last(),
        "draws": tournament.draw_events.drawn().filter(round_number=round_.number).count(),
        "redraw_form": draw_forms.RedrawForm(tournament, round_.number, auto_id="redraw_%s"),
        "swap_form": draw_forms.SwapForm(round_, auto_id="swap_%s"),
        "reason_form": tournament_forms.ReasonForm(auto_id="swap_%s"),
        "commitment": tournament.draw_events.awaiting_dice().first(),
    }


def _may_conflict(views: Sequence[CriterionView]) -> bool:
    """Whether no repeats and an equal load are both wanted and one of them could be better."""
    two = [view for view in views if view.criterion.key in ("rematch", "fives")]
    return len(two) == 2 and any(not view.is_met and not view.is_least for view in two)


@sent_once("tournament:desk")
@require_http_methods(["GET", "POST"])
def swap(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET shows the cost of the swap; POST with a reason makes it."""
    round_ = _draft(request, slug, number)
    if request.method == "GET":
        return _swap_weighed(request, round_)
    form, reason = draw_forms.SwapForm(round_, request.POST), tournament_forms.ReasonForm(request.POST)
    for one in (form, reason):
        if not one.is_valid():
            return access.not_understood(request, one, round_)
    return access.attempt(
        request,
        lambda: rounds.swap(**form.cleaned_data, reason=reason.cleaned_data["reason"], by=request.user),
        done=_("Scambiati."),
        back=round_,
    )


def _swap_weighed(request: HttpRequest, round_: Round) -> HttpResponse:
    form = draw_forms.SwapForm(round_, request.GET or None)
    context = {
        "tournament": round_.tournament,
        "round": round_,
        "form": form,
        "reason_form": tournament_forms.ReasonForm(),
    }
    if form.is_valid():
        one, other = form.cleaned_data["one"], form.cleaned_data["other"]
        context |= {"one": one, "other": other, "changes": cost_of_swap(round_, one.entrant, other.entrant)}
    is_part = wants_part(request)
    return render(request, "tournament/swap/_cost.html" if is_part else "tournament/swap.html", context)


@search_lane
@require_http_methods(["GET", "POST"])
def draft_alternatives(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Two drafts side by side where two criteria conflict; posted, the chosen one becomes the draft."""
    round_ = _draft(request, slug, number)
    if request.method == "POST":
        order = tuple(request.POST.get("criteria", "").split(","))
        return access.attempt(
            request,
            lambda: rounds.take_alternative(round_, criteria=order, reason=_("scelto fra due piani"), by=request.user),
            done=_("Piano scelto."),
            back=round_,
        )
    if round_.state != RoundState.DRAFT:
        raise Http404
    context = {"tournament": round_.tournament, "round": round_, "alternatives": alternatives_of(round_)}
    return render(request, "tournament/draft_alternatives.html", context)


def _draft(request: HttpRequest, slug: str, number: int) -> Round:
    return access.round_in(access.for_organizer(request, slug), number)


@require_POST
def publish_commitment(request: HttpRequest, slug: str) -> HttpResponse:
    """Commit in public to a secret nobody knows; the dice come later."""
    tournament = access.for_organizer(request, slug)
    now = timezone.now()
    return access.attempt(
        request,
        lambda: commitments.publish(tournament, by=request.user, now=now),
        done=_("Codice pubblicato: chiunque può leggerlo nella pagina dei sorteggi."),
        back=reverse("tournament:draws", args=[slug]),
    )
