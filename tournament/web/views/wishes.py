"""By what wishes the next draw goes: their order, and the pairs who are kept apart."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.actions import criteria
from tournament.core.draw import CRITERIA
from tournament.core.draw import labels as draw_labels
from tournament.errors import TournamentError
from tournament.models import Tournament
from tournament.queries.drawing import NEEDS_DRAWN_SEATS, criteria_of
from tournament.queries.results import plan_of
from tournament.states import RoundState
from tournament.web.forms import draw as draw_forms
from tournament.web.views import access
from tournament.web.views.access import posted


@require_http_methods(["GET", "POST"])
def criteria_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The order is arranged in the address, step by step, and becomes a version of the regulation when it is saved."""
    tournament = access.for_organizer(request, slug)
    number = _next_round(tournament)
    if request.method == "POST":
        return _criteria_saved(request, tournament, number)
    saved = _criteria_in_force(tournament, number)
    wanted = _arranged(request.GET, saved)
    drawn_seats = tournament.rules.seats_drawn
    others = [name for name in CRITERIA if name not in wanted and (drawn_seats or name not in NEEDS_DRAWN_SEATS)]
    context = {
        "tournament": tournament,
        "number": number,
        "wanted": [_in_words(name) for name in wanted],
        "order": ",".join(wanted),
        "is_changed": wanted != saved,
        "others": [_in_words(name) for name in others],
        "seats_drawn": drawn_seats,
        "is_drawn": tournament.rounds.filter(number=number).exists(),
        "form": draw_forms.CriteriaForm(),
    }
    return render(request, "tournament/criteria.html", context)


def _criteria_saved(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
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
    planned = plan_of(tournament)
    in_plan = planned and number <= len(planned.stages)
    return list(criteria_of(tournament, number) if in_plan else tournament.rules.criteria_for(number))


def _in_words(name: str) -> dict[str, str]:
    return {"name": name, "title": draw_labels.title(name), "explanation": draw_labels.explanation(name)}


def _next_round(tournament: Tournament) -> int:
    """The round whose draw the criteria are for: a draft's own, or the next."""
    last = tournament.rounds.last()
    return 1 if last is None else last.number + (last.state != RoundState.DRAFT)


MOVES = {"up": -1, "down": 1}


def _arranged(asked: QueryDict, saved: list[str]) -> list[str]:
    """The order in the address with one more step: a wish goes up, down, in or out. What cannot be is left out."""
    wanted = saved
    if "order" in asked:
        wanted = list(dict.fromkeys(name for name in asked["order"].split(",") if name in CRITERIA))
    act, _sep, name = asked.get("move", "").partition(":")
    if name not in CRITERIA or act not in ("up", "down", "in", "out") or (act != "in") != (name in wanted):
        return wanted
    return _moved(wanted, act, name)


def _moved(wanted: list[str], act: str, name: str) -> list[str]:
    if act == "in":
        return [*wanted, name]
    place = wanted.index(name)
    rest = [one for one in wanted if one != name]
    if act == "out":
        return rest
    place = min(max(place + MOVES[act], 0), len(rest))
    return [*rest[:place], name, *rest[place:]]


@require_http_methods(["GET", "POST"])
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
    context = {"tournament": tournament, "form": form, "pairs": pairs}
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
