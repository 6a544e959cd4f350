"""The draw: which tables, by what wishes, who is kept apart; then the draft, its swaps and its other plan."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import drawing_forms, forms, mix
from tournament.actions import criteria, plan, promises, rounds
from tournament.draw import CRITERIA, words
from tournament.errors import TournamentError
from tournament.models import ApartPair, Round, Tournament
from tournament.plan import Plan
from tournament.queries.drawing import NEEDS_DRAWN_SEATS, criteria_of, plans_with, splits_offered
from tournament.queries.results import plan_of
from tournament.queries.tables import tables_of
from tournament.queries.teams import field_size
from tournament.queries.wishes import cost_of_swap, two_plans, wishes_of
from tournament.states import RoundState, TournamentState
from tournament.views import access
from tournament.views.access import posted

MOST_TRIED = 60
"""In larger fields trials say nothing that the bounds do not."""


def new_seed() -> str:
    return secrets.token_hex(4)


# Which tables


@dataclass(frozen=True)
class Choice:
    """One split on the adviser's page; `ways` are the plans that begin with it, `more` the sizes the regulation lacks."""

    mix: mix.Mix
    ways: Sequence[Plan]
    more: Sequence[int]
    is_chosen: bool

    @property
    def sizes(self) -> str:
        return "-".join(map(str, self.mix.sizes))


@require_http_methods(["GET", "POST"])
def mix_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Every legal split of those present, with the repeats that it forces and who sits at fives how often; one is chosen."""
    tournament = access.for_organizer(request, slug)
    if request.method == "POST":
        return _tables_chosen(request, tournament)
    present = field_size(tournament)
    found = mix.advice(present, tournament.rules) if present else None
    last = tournament.rounds.last()
    number = last.number + 1 if last else 1
    later = splits_offered(tournament, number) if last and last.state == RoundState.CLOSED else ()
    context = {
        "tournament": tournament,
        "present": present,
        "advice": found,
        "choices": [_choice(tournament, one, number) for one in ((found.mixes or found.others) if found else ())],
        "number": number,
        "planned": tournament.plan["key"] if tournament.plan and not last else "",
        "may_choose": bool(later) if last else tournament.state != TournamentState.FINISHED,
        "rounds": tournament.rules.rounds,
        "is_tried": present <= MOST_TRIED,
    }
    return render(request, "tournament/mix.html", context)


def _choice(tournament: Tournament, one: mix.Mix, number: int) -> Choice:
    planned = plan_of(tournament)
    return Choice(
        mix=one,
        ways=plans_with(tournament, one.sizes) if number == 1 else (),
        more=sorted(set(one.sizes) - set(tournament.rules.table_sizes)),
        is_chosen=planned is not None
        and number <= len(planned.stages)
        and planned.stages[number - 1].tables == one.sizes,
    )


def _tables_chosen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = drawing_forms.TablesForm(request.POST)
    back = reverse("tournament:mix", args=[tournament.slug])
    if not form.is_valid():
        return access.not_understood(request, form, back)
    return access.attempt(
        request,
        lambda: plan.choose_tables(tournament, by=request.user, **form.cleaned_data),
        done=_("Tavoli scelti: ora si può sorteggiare."),
        back=back,
    )


@require_safe
def mix_trial(request: HttpRequest, slug: str, place: int) -> HttpResponse:
    """The planned rounds drawn on trial at the tables of one split: two plans where two wishes conflict."""
    tournament = access.for_organizer(request, slug)
    present = field_size(tournament)
    found = mix.advice(present, tournament.rules) if 0 < present <= MOST_TRIED else None
    mixes = (found.mixes or found.others) if found else ()
    if not 1 <= place <= len(mixes):
        raise Http404
    trials = _trials(mixes[place - 1], tournament.rules.table_sizes[0])
    return render(request, "tournament/mix/_trials.html", {"tournament": tournament, "trials": trials})


@lru_cache(maxsize=256)
def _trials(one: mix.Mix, preferred: int) -> tuple[mix.Trial, ...]:
    """The same for everybody who asks, and seconds of work for some fields."""
    return mix.trials(one, preferred)


# By what wishes


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
        "form": drawing_forms.CriteriaForm(),
    }
    return render(request, "tournament/criteria.html", context)


def _criteria_saved(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    back = reverse("tournament:criteria", args=[tournament.slug])
    form = drawing_forms.CriteriaForm(request.POST)
    if not form.is_valid():
        return access.not_understood(request, form, back)
    return access.attempt(
        request,
        lambda: criteria.put_in_order(
            tournament,
            number=number,
            criteria=form.cleaned_data["order"],
            this_round_only=form.cleaned_data["rounds"] == "one",
            reason=form.cleaned_data["reason"],
            by=request.user,
        ),
        done=_("Ordine cambiato."),
        back=back,
    )


def _criteria_in_force(tournament: Tournament, number: int) -> list[str]:
    planned = plan_of(tournament)
    in_plan = planned and number <= len(planned.stages)
    return list(criteria_of(tournament, number) if in_plan else tournament.rules.criteria_for(number))


def _in_words(name: str) -> dict[str, str]:
    return {"name": name, "title": words.title(name), "explanation": words.explanation(name)}


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
    form = drawing_forms.ApartForm(tournament, posted(request))
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
    pairs = ApartPair.objects.select_related("one", "other", "tournament")
    pair = get_object_or_404(pairs, tournament=tournament, pk=pk)
    return access.attempt(
        request,
        lambda: criteria.let_meet(pair, by=request.user),
        done=_("La coppia può di nuovo incontrarsi."),
        back=reverse("tournament:apart", args=[slug]),
    )


# The draw and its draft


def form_context(tournament: Tournament, number: int) -> dict:
    """What `parts/_draw_form.html` needs."""
    return {
        "draw_form": drawing_forms.DrawForm(tournament, number),
        "promise": tournament.draw_acts.promised().first(),
        "next_number": number,
        "criteria_titles": [words.title(name) for name in criteria_of(tournament, number)]
        if plan_of(tournament) and number <= len(plan_of(tournament).stages)
        else [],
    }


@require_POST
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the next round, whichever it is."""
    tournament = access.for_organizer(request, slug)
    last = tournament.rounds.last()
    back = last.get_absolute_url() if last else reverse("tournament:plan", args=[slug])
    form = drawing_forms.DrawForm(tournament, last.number + 1 if last else 1, request.POST)
    if not form.is_valid():
        return access.not_understood(request, form, back)
    try:
        round_ = rounds.draw(tournament, by=request.user, **_chance(form))
    except TournamentError as refusal:
        messages.error(request, str(refusal))
        return redirect(back)
    return redirect(round_)


def _chance(form: drawing_forms.DrawForm) -> dict:
    chance = form.chance()
    return chance if chance["dice"] else chance | {"seed": chance["seed"] or new_seed()}


@require_POST
def redraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _draft(request, slug, number)
    form = drawing_forms.RedrawForm(round_.tournament, number, request.POST)
    if not form.is_valid():
        return access.not_understood(request, form, round_)
    return access.attempt(
        request,
        lambda: rounds.redraw(round_, reason=form.cleaned_data["reason"], by=request.user, **_chance(form)),
        done=_("Sorteggiato di nuovo."),
        back=round_,
    )


def draft_context(round_: Round) -> dict:
    tournament = round_.tournament
    wishes = wishes_of(round_)
    marked = {person.pk for wish in wishes for case in wish.cases for person in case.people}
    absent_tables = tournament.entrants.filter(seats__round=round_, fixed_table__gt=round_.tables.count())
    return {
        "tournament": tournament,
        "round": round_,
        "tables": tables_of(round_),
        "wishes": wishes,
        "marked": marked,
        "unmet": [wish for wish in wishes if not wish.is_met],
        "in_conflict": _may_conflict(wishes),
        "no_fixed_table": absent_tables,
        "act": tournament.draw_acts.made().filter(round_number=round_.number).last(),
        "draws": tournament.draw_acts.made().filter(round_number=round_.number).count(),
        "redraw_form": drawing_forms.RedrawForm(tournament, round_.number, auto_id="redraw_%s"),
        "swap_form": drawing_forms.SwapForm(round_, auto_id="swap_%s"),
        "reason_form": forms.ReasonForm(auto_id="swap_%s"),
        "promise": tournament.draw_acts.promised().first(),
    }


def _may_conflict(wishes) -> bool:
    """Whether no repeats and an equal load are both wanted and one of them could be better."""
    two = [wish for wish in wishes if wish.name in ("rematch", "fives")]
    return len(two) == 2 and any(not wish.is_met and not wish.is_least for wish in two)


@require_http_methods(["GET", "POST"])
def swap(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Asked, it says what the swap costs; posted with a reason, it is done."""
    round_ = _draft(request, slug, number)
    if request.method == "GET":
        return _swap_weighed(request, round_)
    form, reason = drawing_forms.SwapForm(round_, request.POST), forms.ReasonForm(request.POST)
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
    form = drawing_forms.SwapForm(round_, request.GET or None)
    context = {"tournament": round_.tournament, "round": round_, "form": form, "reason_form": forms.ReasonForm()}
    if form.is_valid():
        one, other = form.cleaned_data["one"], form.cleaned_data["other"]
        context |= {"one": one, "other": other, "changes": cost_of_swap(round_, one.entrant, other.entrant)}
    is_part = request.htmx and not request.htmx.boosted
    return render(request, "tournament/swap/_cost.html" if is_part else "tournament/swap.html", context)


@require_http_methods(["GET", "POST"])
def plans(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Two plans side by side where two wishes conflict; posted, the chosen one becomes the draft."""
    round_ = _draft(request, slug, number)
    if request.method == "POST":
        order = tuple(request.POST.get("criteria", "").split(","))
        return access.attempt(
            request,
            lambda: rounds.take_plan(round_, criteria=order, reason=_("scelto fra due piani"), by=request.user),
            done=_("Piano scelto."),
            back=round_,
        )
    if round_.state != RoundState.DRAFT:
        raise Http404
    context = {"tournament": round_.tournament, "round": round_, "plans": two_plans(round_)}
    return render(request, "tournament/two_plans.html", context)


def _draft(request: HttpRequest, slug: str, number: int) -> Round:
    return access.round_in(access.for_organizer(request, slug), number)


@require_POST
def promise(request: HttpRequest, slug: str) -> HttpResponse:
    """Commit in public to a secret nobody knows; the dice come later."""
    tournament = access.for_organizer(request, slug)
    now = timezone.now()
    return access.attempt(
        request,
        lambda: promises.make(tournament, by=request.user, now=now),
        done=_("Impegno pubblicato: chiunque può leggerlo nella pagina dei sorteggi."),
        back=reverse("tournament:draws", args=[slug]),
    )
