"""After the draw: late, absent and wrongly seated players. Each repair with its cost; a table in play is not changed."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.actions import chairs, judging, rounds
from tournament.errors import TournamentError
from tournament.hooks import tables as table_hooks
from tournament.models import Round
from tournament.queries.criteria import cost_of_swap
from tournament.queries.incidents import departures_from, late_in, reserves_of
from tournament.states import RoundState, TableState
from tournament.web.forms import draw as draw_forms
from tournament.web.forms import tournament as tournament_forms
from tournament.web.views import access
from tournament.web.views.draws import new_seed


@require_safe
def incidents(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Players without a chair, chairs without a player, and the possible repairs."""
    round_ = _round(request, slug, number)
    is_open = round_.state != RoundState.CLOSED
    context = {
        "tournament": round_.tournament,
        "round": round_,
        "late": late_in(round_) if is_open else [],
        "gone": departures_from(round_) if is_open else [],
        "has_reserves": reserves_of(round_).exists(),
        "substitute_form": draw_forms.SubstituteForm(round_, auto_id="substitute_%s"),
        "wrong_form": draw_forms.SwapForm(round_, auto_id="wrong_%s"),
        "is_open": is_open,
    }
    return render(request, "tournament/incidents.html", context)


@require_POST
def replace(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def act(round_: Round, data: dict) -> None:
        rounds.replace(data["seat"], entrant=data["entrant"], reason=data["reason"], by=request.user)

    return _mended(request, slug, number, draw_forms.SubstituteForm, act, _("Sostituito."))


@require_POST
def seat_late(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def act(round_: Round, data: dict) -> None:
        rounds.seat_late(data["table"], entrant=data["entrant"], reason=data["reason"], by=request.user)

    return _mended(request, slug, number, tournament_forms.SeatLateForm, act, _("Aggiunto al tavolo."))


@require_POST
def vacate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def act(round_: Round, data: dict) -> None:
        chairs.vacate(data["seat"], mover=data["mover"], reason=data["reason"], by=request.user)

    return _mended(request, slug, number, draw_forms.VacateForm, act, _("La sedia è tolta."))


@require_POST
def walkover(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def act(round_: Round, data: dict) -> None:
        access.require_not_at(request, data["seat"].table)
        chairs.walkover(data["seat"], reason=data["reason"], by=request.user)

    return _mended(request, slug, number, draw_forms.VacateForm, act, _("Vinta a tavolino."))


@require_http_methods(["GET", "POST"])
def put_right(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET shows the cost of the correction and the records that it concerns; POST with a reason makes it."""
    if request.method == "GET":
        return _put_right_weighed(request, _round(request, slug, number))

    def act(round_: Round, data: dict) -> None:
        access.require_not_at(request, data["one"].table, data["other"].table)
        chairs.put_right(data["one"], data["other"], reason=data["reason"], by=request.user)

    done = _("Ora le sedie scritte sono quelle in cui siedono.")
    return _mended(request, slug, number, draw_forms.PutRightForm, act, done)


def _put_right_weighed(request: HttpRequest, round_: Round) -> HttpResponse:
    form = draw_forms.SwapForm(round_, request.GET or None)
    context = {
        "tournament": round_.tournament,
        "round": round_,
        "form": form,
        "reason_form": tournament_forms.ReasonForm(),
    }
    if form.is_valid():
        one, other = form.cleaned_data["one"], form.cleaned_data["other"]
        tables = {seat.table_id: seat.table for seat in (one, other)}
        context |= {
            "one": one,
            "other": other,
            "changes": cost_of_swap(round_, one.entrant, other.entrant),
            "recorded": [table for table in tables.values() if table_hooks.is_recorded(table)],
            "counted": [table for table in tables.values() if table.state in (TableState.COUNTED, TableState.SIGNED)],
        }
    return render(request, "tournament/put_right.html", context)


@require_POST
def draw_judges(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _round(request, slug, number)
    try:
        bare = judging.draw(round_, seed=new_seed(), by=request.user)
    except TournamentError as refusal:
        messages.error(request, str(refusal))
        return redirect(round_)
    for number, why in bare.items():
        facts = {"number": number, "why": why}
        messages.warning(request, _("Il tavolo %(number)d resta senza arbitro (%(why)s).") % facts)
    if bare:
        advice = _("Per coprirli: un altro arbitro, o più tavoli alla volta a chi c'è, nella pagina degli incarichi.")
        messages.info(request, advice)
    else:
        messages.success(request, _("Ogni tavolo ha il suo arbitro."))
    return redirect(round_)


def _round(request: HttpRequest, slug: str, number: int) -> Round:
    """For the direction of the hall; drafts for organizers alone."""
    round_ = access.round_in(access.for_direction(request, slug), number)
    if round_.state == RoundState.DRAFT:
        access.for_organizer(request, slug)
    return round_


def _mended(
    request: HttpRequest, slug: str, number: int, form_class: type, act: Callable[[Round, dict], None], done: str
) -> HttpResponse:
    round_ = _round(request, slug, number)
    form = form_class(round_, request.POST)
    return access.submitted(
        request,
        form,
        lambda: act(round_, form.cleaned_data),
        done=done,
        back=reverse("tournament:incidents", args=[slug, number]),
    )
