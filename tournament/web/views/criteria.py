"""The criteria of the next draw: their order, and the separated pairs."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.actions import criteria
from tournament.core.draw.criteria import CRITERIA, CRITERIA_BY_KEY, Criterion
from tournament.errors import TournamentError
from tournament.models import Tournament
from tournament.queries.drawing import criteria_of
from tournament.queries.results import format_of
from tournament.states import RoundState
from tournament.web.forms import draw as draw_forms
from tournament.web.support.leaves import leaf_sought
from tournament.web.support.sent_once import sent_once
from tournament.web.views import access
from tournament.web.views.access import posted

PAIRS_OF_PAGE = 100


@require_http_methods(["GET", "POST"])
def criteria_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The order is arranged in the address, step by step, and becomes a version of the regulation when it is saved."""
    tournament = access.for_organizer(request, slug)
    number = _next_round(tournament)
    if request.method == "POST":
        return _save(request, tournament, number)
    saved = _criteria_in_force(tournament, number)
    order = _arranged(request.GET, saved)
    context = {
        "tournament": tournament,
        "number": number,
        "criteria": [CRITERIA_BY_KEY[key] for key in order],
        "order": ",".join(order),
        "is_changed": order != saved,
        "others": _others(tournament, order),
        "seats_drawn": tournament.rules.seats_drawn,
        "is_drawn": tournament.rounds.filter(number=number).exists(),
        "form": draw_forms.CriteriaForm(),
    }
    return render(request, "tournament/criteria.html", context)


def _others(tournament: Tournament, order: Sequence[str]) -> list[Criterion]:
    """Criteria that can be added."""
    drawn_seats = tournament.rules.seats_drawn
    return [one for one in CRITERIA if one.key not in order and (drawn_seats or not one.needs_drawn_seats)]


def _save(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    form = draw_forms.CriteriaForm(request.POST)
    return access.submitted(
        request,
        form,
        lambda: criteria.put_in_order(
            tournament,
            number=number,
            criteria=form.cleaned_data["order"],
            this_round_only=form.cleaned_data["rounds"] == "one",
            reason=form.cleaned_data["reason"],
            by=request.user,
        ),
        done=_("Ordine cambiato."),
        back=reverse("tournament:criteria", args=[tournament.slug]),
    )


def _criteria_in_force(tournament: Tournament, number: int) -> list[str]:
    planned = format_of(tournament)
    in_plan = planned and number <= len(planned.stages)
    return list(criteria_of(tournament, number) if in_plan else tournament.rules.criteria_for(number))


def _next_round(tournament: Tournament) -> int:
    """The round whose draw the criteria are for: a draft's own, or the next."""
    last = tournament.rounds.last()
    return 1 if last is None else last.number + (last.state != RoundState.DRAFT)


MOVES = {"up": -1, "down": 1}


def _arranged(query: QueryDict, saved: list[str]) -> list[str]:
    """The order in the address with one more step: a criterion goes up, down, in or out. Invalid steps are ignored."""
    order = saved
    if "order" in query:
        order = list(dict.fromkeys(key for key in query["order"].split(",") if key in CRITERIA_BY_KEY))
    move, _sep, key = query.get("move", "").partition(":")
    if key not in CRITERIA_BY_KEY or move not in ("up", "down", "in", "out") or (move != "in") != (key in order):
        return order
    return _moved(order, move, key)


def _moved(order: list[str], move: str, key: str) -> list[str]:
    if move == "in":
        return [*order, key]
    place = order.index(key)
    rest = [one for one in order if one != key]
    if move == "out":
        return rest
    place = min(max(place + MOVES[move], 0), len(rest))
    return [*rest[:place], key, *rest[place:]]


@require_http_methods(["GET", "POST"])
@sent_once("tournament:apart")
def apart_page(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    form = draw_forms.ApartForm(tournament, posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            criteria.keep_apart(tournament, by=request.user, **form.cleaned_data)
        except TournamentError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Al prossimo sorteggio non si incontrano."))
            return redirect("tournament:apart", slug)
    pairs = tournament.apart_pairs.select_related("one", "other")
    context = {"tournament": tournament, "form": form, "leaf": leaf_sought(pairs, request.GET, PAIRS_OF_PAGE)}
    return render(request, "tournament/apart.html", context, status=422 if form.errors else 200)


@require_POST
def apart_forget(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    pair = get_object_or_404(tournament.apart_pairs.select_related("one", "other"), pk=pk)
    return access.attempt(
        request,
        lambda: criteria.let_meet(pair, by=request.user),
        done=_("La coppia può di nuovo incontrarsi."),
        back=reverse("tournament:apart", args=[slug]),
    )
