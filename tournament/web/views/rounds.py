"""The format, the draw and the round."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tournament import permissions
from tournament.actions import clocks, formats, rounds, tables
from tournament.core.formats import NoFormat, possible_formats
from tournament.core.formats.ways_to_play import ways_to_play
from tournament.core.identity import is_match
from tournament.core.results import MissingResults
from tournament.errors import TournamentError
from tournament.hooks import tables as table_hooks
from tournament.models import Round, Seat, Table, Tournament
from tournament.queries import hall
from tournament.queries.clocks import allowed_kinds, clock_of, clock_of_table, own_minutes, pause_of
from tournament.queries.results import computed_once, ends_the_event, format_of, is_tied, qualification_of
from tournament.queries.sheets import QualifierRow, people_of, qualifier_rows
from tournament.queries.tables import read_seats
from tournament.queries.teams import field_size
from tournament.states import RoundState, TableState
from tournament.web.forms import tournament as tournament_forms
from tournament.web.support.htmx import wants_part
from tournament.web.support.lanes import search_lane
from tournament.web.support.leaves import Leaf, leaf_sought, share_of, sought_in
from tournament.web.support.sent_once import sent_once
from tournament.web.views import access, desk, draws

TABLES_OF_PAGE = 60
"""As in the head judge's hall: a thousand cards held a thread for three seconds."""
VIEWS = ("piastrelle", "elenco")
"""The tables of a round at a glance, or each with its seats."""
CLOCK_ACTS = {
    "start": clocks.start,
    "pause": clocks.pause,
    "resume": clocks.resume,
}


@search_lane
@require_http_methods(["GET", "POST"])
def format_page(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    if request.method == "POST":
        key = request.POST.get("key", "")
        if "draw" in request.POST:
            return _chosen_and_drawn(request, tournament, key)
        return access.attempt(
            request,
            lambda: formats.choose(tournament, key=key, by=request.user),
            done=_("Formula scelta: ora si può sorteggiare."),
            back=reverse("tournament:format", args=[slug]),
        )
    return render(request, "tournament/format.html", {"tournament": tournament, **_offered(tournament)})


def _chosen_and_drawn(request: HttpRequest, tournament: Tournament, key: str) -> HttpResponse:
    """The format and at once the draft of its first round; a refusal of the draw leaves the format chosen."""
    try:
        formats.choose(tournament, key=key, by=request.user)
        return redirect(rounds.draw(tournament, seed=draws.new_seed(), by=request.user))
    except TournamentError as refusal:
        messages.error(request, str(refusal))
        return redirect("tournament:format", tournament.slug)


def _offered(tournament: Tournament) -> dict:
    present = field_size(tournament)
    chosen = format_of(tournament)
    context = {
        "present": present,
        "chosen": chosen,
        "is_drawn": tournament.rounds.exists(),
        "opening": desk.opening_step(tournament),
        "fits": chosen is not None and chosen.stages[0].players == present,
        **draws.form_context(tournament, 1),
    }
    try:
        context["formats"] = possible_formats(present, tournament.rules) if present else ()
    except NoFormat as none:
        ways = ways_to_play(present, tournament.rules)
        context |= {"formats": (), "no_format": str(none), "ways": ways, "notes": _notes(tournament)}
    return context


def _notes(tournament: Tournament) -> list[str]:
    """What the sources say of the sizes of tables."""
    notes = tournament.rules.source_notes
    return [note.in_language(get_language() or "it") for note in notes if note.field == "table_sizes"]


@require_safe
def current(request: HttpRequest, slug: str) -> HttpResponse:
    """The current round, or the page where the first one is made."""
    tournament = access.for_staff(request, slug)
    last = tournament.rounds.last()
    if last and (last.state != RoundState.DRAFT or permissions.may_organize(tournament.roles)):
        return redirect(last)
    return redirect("tournament:format" if permissions.may_organize(tournament.roles) else "tournament:desk", slug)


@require_safe
@vary_on_headers("HX-Request")
@computed_once()
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A draft for organizers alone; a published round until it is closed."""
    tournament = access.for_staff(request, slug)
    round_ = access.round_in(tournament, number)
    if round_.state == RoundState.DRAFT:
        access.for_organizer(request, slug)
        return render(request, "tournament/draft.html", draws.draft_context(round_))
    is_part = wants_part(request)
    template = "tournament/round/_live.html" if is_part else "tournament/round.html"
    context = _live_context(request, round_)
    if not is_part:
        context |= _desk_context(round_, context["leaf"], context["sought"])
    return render(request, template, context)


def _live_context(request: HttpRequest, round_: Round) -> dict:
    """A page of the tables, the most urgent first, each call whatever page it is on, and the counts of all."""
    tournament, now = round_.tournament, timezone.now()
    tiles = hall.tiles_of(round_, now=now)
    everything = [tile.table for tile in tiles]
    sought = sought_in(request.GET)
    wanted = request.GET.get("vista", "")
    chosen = wanted if wanted in VIEWS else ""
    view = chosen or _view_for(round_, sought)
    leaf = leaf_sought(_sought_at(round_, tiles, sought), request.GET, TABLES_OF_PAGE, vista=chosen)
    _read_parts(request, round_, [tile.table for tile in leaf.items], now)
    waiting = sum(table.state == TableState.WAITING for table in everything)
    return {
        "tournament": tournament,
        "round": round_,
        "leaf": leaf,
        "view": view,
        "chosen_view": chosen,
        "tables_in_all": len(everything),
        "sought": sought,
        "calls": sorted((t for t in everything if t.status.called_at), key=lambda t: t.status.called_at),
        "reading": clock_of(round_, now=now),
        "alarm_at": tournament.rules.pre_alarm * 60,
        "clock_kinds": allowed_kinds(round_),
        "now": now,
        "may_direct": permissions.may_direct(tournament.roles),
        "may_organize": permissions.may_organize(tournament.roles),
        "is_begun": waiting < len(everything),
        "signed": sum(table.state == TableState.SIGNED for table in everything),
        "roles": tournament.roles,
        "table_clock": clock_of_table,
    }


def _view_for(round_: Round, sought: str) -> str:
    """While a round is played its tables are seen at a glance; before and after it, and where a person is sought, with their seats."""
    return VIEWS[0] if round_.state == RoundState.RUNNING and not sought else VIEWS[1]


def _read_parts(request: HttpRequest, round_: Round, found: list[Table], now: datetime) -> None:
    """What a card shows beside the table's own row."""
    read_seats(round_, found)
    for table in found:
        table.links = table_hooks.links_for(table, request.user, round_.tournament.roles)
        table.extra_minutes, table.pause = own_minutes(table), pause_of(table)
        is_apart = table.state == TableState.PLAYING and (table.extra_minutes or table.pause)
        table.reading = clock_of_table(table, now=now) if is_apart else None


def _sought_at(round_: Round, tiles: list[hall.Tile], sought: str) -> list[hall.Tile]:
    """The tables with this number, or with somebody of this name, nick or club; all where nothing is sought."""
    if not sought:
        return tiles
    seats = Seat.objects.filter(round=round_).select_related("entrant")
    sitting = {seat.table_id for seat in seats if is_match(sought, *seat.entrant.texts_to_find)}
    return [tile for tile in tiles if str(tile.table.number) == sought or tile.table.pk in sitting]


def _desk_context(round_: Round, leaf: Leaf, sought: str) -> dict:
    """The forms beside the live part, and the qualifiers once the round is closed."""
    found = sorted((tile.table for tile in leaf.items), key=lambda table: table.number)
    tournament = round_.tournament
    context = {
        "minutes_form": tournament_forms.MinutesForm(initial={"minutes": 5}),
        "reason_form": tournament_forms.ReasonForm(),
        "judges_form": tournament_forms.JudgesForm(found, _staff(tournament)),
        **draws.form_context(tournament, round_.number + 1),
        "is_last": not tournament.rounds.filter(number__gt=round_.number).exists(),
        "is_final": round_.number == len(format_of(tournament).stages),
    }
    if round_.state == RoundState.CLOSED:
        context |= {"through": _through(round_, leaf, sought), "tie_form": _tie_form(round_)}
    return context


def _through(round_: Round, leaf: Leaf, sought: str) -> Sequence[QualifierRow]:
    """Those who go on, a share of them on each page of tables; of those sought by name alone."""
    rows = qualifier_rows(round_)
    found = (
        [row for row in rows if str(row.number) == sought or is_match(sought, row.name, row.club)] if sought else rows
    )
    return share_of(found, leaf)


def _staff(tournament: Tournament) -> list:
    users = get_user_model().objects.filter(memberships__tournament=tournament)
    return list(users.distinct().order_by("username"))


def _tie_form(round_: Round, data: dict | None = None) -> tournament_forms.TieForm | None:
    """One tie at a time: the next shows when this one is decided."""
    try:
        tied = qualification_of(round_).tied
    except MissingResults:
        return None
    if not tied:
        return None
    people = people_of(round_.tournament)
    form = tournament_forms.TieForm({id_: str(people[id_]) for id_ in tied[0].entrants}, data)
    form.why, form.places = tied[0].reason, tied[0].places
    return form


def _fetched(request: HttpRequest, slug: str, number: int, fetch: Callable = access.for_organizer) -> Round:
    return access.round_in(fetch(request, slug), number)


def _with_form(request: HttpRequest, round_: Round, form, act: Callable[[dict], object], done: str) -> HttpResponse:
    return access.submitted(request, form, lambda: act(form.cleaned_data), done=done, back=round_)


@require_POST
def discard(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _fetched(request, slug, number)
    form = tournament_forms.ReasonForm(request.POST)
    if not form.is_valid():
        return access.not_understood(request, form, round_)
    try:
        rounds.discard(round_, by=request.user, **form.cleaned_data)
    except TournamentError as refusal:
        messages.error(request, str(refusal))
        return redirect(round_)
    messages.success(request, _("Bozza annullata."))
    return redirect(round_.tournament)


@require_POST
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _fetched(request, slug, number)
    done = _("Pubblicato: ora i tavoli si vedono sullo schermo e sui telefoni.")
    return access.attempt(request, lambda: rounds.publish(round_, by=request.user), done=done, back=round_)


@require_POST
def unpublish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _fetched(request, slug, number)
    return _reasoned(request, round_, rounds.unpublish, _("Di nuovo in bozza."))


@require_POST
def start(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _fetched(request, slug, number, access.for_direction)
    with_clock = request.POST.get("clock") != "later"
    now = timezone.now()
    return access.attempt(
        request,
        lambda: rounds.start(round_, by=request.user, now=now, with_clock=with_clock),
        done=_("Il turno è partito."),
        back=round_,
    )


@require_POST
def call_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _fetched(request, slug, number, access.for_direction)
    return _reasoned(request, round_, rounds.call_back, _("Il via è annullato."))


@require_POST
def close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _fetched(request, slug, number, access.for_direction)
    now = timezone.now()
    response = access.attempt(
        request, lambda: rounds.close(round_, by=request.user, now=now), done=_("Turno chiuso."), back=round_
    )
    round_.refresh_from_db()
    if round_.state == RoundState.CLOSED and is_tied(round_):
        words = (
            _("La finale è finita in parità: scrivi qui sotto l'ordine dei dadi.")
            if ends_the_event(round_)
            else _("Una parità decide chi passa: scrivi qui sotto l'ordine dei dadi.")
        )
        messages.warning(request, words)
    return response


@require_POST
def reopen(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _fetched(request, slug, number, access.for_direction)
    return _reasoned(request, round_, rounds.reopen, _("Turno riaperto."))


@require_POST
def decide_tie(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _fetched(request, slug, number)
    form = _tie_form(round_, request.POST)
    if form is None:
        messages.error(request, _("Non c'è nessuna parità da decidere."))
        return redirect(round_)
    if not form.is_valid():
        context = _live_context(request, round_)
        context |= _desk_context(round_, context["leaf"], context["sought"]) | {"tie_form": form}
        return render(request, "tournament/round.html", context, status=422)
    return access.attempt(
        request,
        lambda: rounds.decide_tie(round_, order=form.order(), reason=form.cleaned_data["reason"], by=request.user),
        done=_("Parità decisa."),
        back=round_,
    )


@require_POST
def forget_tie(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _fetched(request, slug, number)
    return access.attempt(
        request, lambda: rounds.forget_tie(round_, by=request.user), done=_("Decisione annullata."), back=round_
    )


@require_POST
@sent_once("tournament:desk")
def clock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Start, pause, resume, add minutes, or cancel the last event."""
    round_ = _fetched(request, slug, number, access.for_direction)
    what, now = request.POST.get("act", ""), timezone.now()
    if what == "extend":
        form = tournament_forms.MinutesForm(request.POST)
        return _with_form(
            request,
            round_,
            form,
            lambda data: clocks.extend(round_, minutes=data["minutes"], by=request.user, now=now),
            _("Minuti aggiunti."),
        )
    if what == "take_back":
        return access.attempt(
            request, lambda: clocks.take_back(round_, by=request.user), done=_("Annullato."), back=round_
        )
    if what not in CLOCK_ACTS:
        messages.error(request, _("Richiesta non compresa."))
        return redirect(round_)
    return access.attempt(
        request, lambda: CLOCK_ACTS[what](round_, by=request.user, now=now), done=_("Fatto."), back=round_
    )


@require_POST
def judges(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _fetched(request, slug, number, access.for_direction)
    found = list(round_.tables.select_related("judge"))
    for table in found:
        table.round = round_
    form = tournament_forms.JudgesForm(found, _staff(round_.tournament), request.POST)

    def act(_data: dict) -> None:
        changes = list(form.changes())
        access.require_not_at(request, *(table for table, _judge in changes if table.state != TableState.WAITING))
        for table, judge in changes:
            tables.assign_judge(table, judge=judge, by=request.user)

    return _with_form(request, round_, form, act, _("Arbitri assegnati."))


def _reasoned(request: HttpRequest, round_: Round, act: Callable, done: str) -> HttpResponse:
    form = tournament_forms.ReasonForm(request.POST)
    return _with_form(request, round_, form, lambda data: act(round_, reason=data["reason"], by=request.user), done)
