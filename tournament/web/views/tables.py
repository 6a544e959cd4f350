"""One table: its sheet by hand, signatures, corrections, disputes, additional minutes."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.kernel.words import stopped, unstopped
from tournament import exports, permissions
from tournament.actions import clocks, results, tables
from tournament.errors import TournamentError
from tournament.hooks import tables as table_hooks
from tournament.labels.endings import endings_of
from tournament.models import ResultRevision, Seat, Table
from tournament.queries.clocks import clock_of_table
from tournament.queries.doubts import doubts_of_results
from tournament.queries.game_paper import workings_of
from tournament.queries.paper_forms import forms_of
from tournament.queries.results import ends_the_event
from tournament.queries.sheets import people_of, score_sheet
from tournament.states import RoundState, TableState
from tournament.web.forms import tournament as tournament_forms
from tournament.web.forms.results import ResultForm
from tournament.web.support.file_names import event_name, to_open
from tournament.web.support.sent_once import sent_once
from tournament.web.views import access
from tournament.web.views.hall_addresses import in_the_hall


def _for_judge(request: HttpRequest, slug: str, number: int, place: int) -> Table:
    """For the table's judge or the direction of the hall; tables of drafts have no judge."""
    tournament = access.for_staff(request, slug)
    table = access.table_in(access.visible_round_in(tournament, number), place)
    if not permissions.may_record(request.user, table, tournament.roles):
        raise PermissionDenied
    access.require_not_at(request, table)
    return table


@require_safe
def table_page(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    tournament = access.for_staff(request, slug)
    table = access.table_in(access.round_in(tournament, number), place)
    if table.round.state == RoundState.DRAFT:
        raise Http404
    return render(request, "tournament/table.html", _context(request, table))


def _context(request: HttpRequest, table: Table, form: ResultForm | None = None) -> dict:
    tournament = table.round.tournament
    seats = list(table.seats.select_related("entrant", "result").order_by("position"))
    is_counted = table.state in (TableState.COUNTED, TableState.SIGNED)
    is_own = permissions.is_barred_from_record(request.user, table)
    return {
        "tournament": tournament,
        "round": table.round,
        "table": table,
        "seats": seats,
        "links": table_hooks.links_for(table, request.user, tournament.roles),
        "page_links": table_hooks.page_links_for(table, tournament.roles),
        "reading": clock_of_table(table, now=timezone.now()),
        "now": timezone.now(),
        "form": form or ResultForm.of(table, seats, is_correction=is_counted),
        "is_counted": is_counted,
        "workings": _workings(table, seats) if is_counted else {},
        "confirmation": next((seat.result.confirmation for seat in seats), "") if is_counted else "",
        "doubts": doubts_of_results(table, [seat.result for seat in seats]) if is_counted else (),
        "is_open": table.round.state == RoundState.RUNNING,
        "may_direct": not is_own and permissions.may_direct(tournament.roles),
        "may_record": not is_own and permissions.may_record(request.user, table, tournament.roles),
        "revisions": _revisions(table),
        "reason_form": tournament_forms.ReasonForm(),
        "minutes_form": tournament_forms.MinutesForm(initial={"minutes": 5}),
    }


def _workings(table: Table, seats: list[Seat]) -> dict[int, tuple[tuple[str, str], ...]]:
    """How points were worked out, by chair."""
    return {one.position: one.parts for one in workings_of(table, [seat.result for seat in seats])}


def _revisions(table: Table) -> list[tuple[ResultRevision, str]]:
    """Each with how the game had ended, in words."""
    revisions = ResultRevision.objects.filter(seat__table=table).select_related("seat__entrant", "by")
    endings = endings_of(table.round.tournament.rules)
    return [(one, endings[one.was["ended_by"]]) for one in revisions]


@require_POST
def enter(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """The sheet of a table played on paper, from its judge or from the desk."""
    table = _for_judge(request, slug, number, place)
    seats = table.seats.select_related("entrant", "result").order_by("position")
    form = ResultForm.of(table, seats, request.POST)

    def act() -> str:
        ended_by, confirmed = form.cleaned_data["ended_by"], form.confirmation
        results.enter_by_hand(table, lines=form.lines(), ended_by=ended_by, by=request.user, confirmed=confirmed)
        return _("Risultato registrato: ora i giocatori lo rivedono e firmano.")

    return _sheet_act(request, table, form, act)


@require_POST
def correct(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    table = access.table_to_decide(request, slug, number, place)
    seats = table.seats.select_related("entrant", "result").order_by("position")
    form = ResultForm.of(table, seats, request.POST, is_correction=True)

    def act() -> str:
        ended_by, reason = form.cleaned_data["ended_by"], form.cleaned_data["reason"]
        lines, confirmed = form.lines(), form.confirmation
        done = results.correct(
            table, lines=lines, ended_by=ended_by, reason=reason, by=request.user, confirmed=confirmed
        )
        return _consequences(table, done)

    return _sheet_act(request, table, form, act)


def _sheet_act(request: HttpRequest, table: Table, form: ResultForm, act: Callable[[], str]) -> HttpResponse:
    if form.is_valid():
        try:
            messages.success(request, act())
        except TournamentError as refusal:
            form.refuse(refusal)
        else:
            return redirect(table)
    return render(request, "tournament/table.html", _context(request, table, form), status=422)


def _consequences(table: Table, done: results.Correction) -> str:
    if not done.changes_qualifiers and done.is_open:
        return _("Corretto: per ora chi passa il turno non cambia, ma il turno non è deciso.")
    people = people_of(table.round.tournament)
    if not done.changes_qualifiers:
        first = next((move for move in done.moves if move.now == 1), None)
        if not ends_the_event(table.round):
            return _("Corretto: chi passa il turno non cambia.")
        if first:
            return _("Corretto: ora è in testa %(name)s.") % {"name": unstopped(people[first.entrant])}
        return _("Corretto: chi è in testa non cambia.")
    joined = ", ".join(str(people[id_]) for id_ in done.joined) or "—"
    left = ", ".join(str(people[id_]) for id_ in done.left) or "—"
    message = _("Corretto. Ora passa: %(joined)s. Non passa più: %(left)s.") % {
        "joined": unstopped(joined),
        "left": unstopped(left),
    }
    if not done.finalists:
        return message
    waiting = _("In finale senza semifinale")
    return stopped(f"{message} {waiting}: {', '.join(str(people[id_]) for id_ in done.finalists)}")


@require_POST
def sign(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    table = _for_judge(request, slug, number, place)
    return access.attempt(request, lambda: results.sign(table, by=request.user), done=_("Referto firmato."), back=table)


@require_POST
def unsign(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    return _reasoned(request, access.table_to_decide(request, slug, number, place), results.unsign, _("Firma tolta."))


@require_POST
def reopen(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    return _reasoned(
        request, access.table_to_decide(request, slug, number, place), results.reopen, _("Il tavolo è riaperto.")
    )


@require_POST
def dispute(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    return _reasoned(
        request, access.table_to_decide(request, slug, number, place), tables.dispute, _("Tavolo sub judice.")
    )


@require_POST
def settle(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    return _reasoned(
        request, access.table_to_decide(request, slug, number, place), tables.settle, _("Decisione registrata.")
    )


@require_POST
@sent_once("tournament:desk")
def give_back_minutes(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    table = access.table_to_decide(request, slug, number, place)
    form, now = tournament_forms.MinutesForm(request.POST), timezone.now()
    return access.submitted(
        request,
        form,
        lambda: clocks.extend(table.round, minutes=form.cleaned_data["minutes"], by=request.user, now=now, table=table),
        done=_("Recupero concesso al tavolo %d.") % table.number,
        back=table,
    )


@require_safe
def sheet_file(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """The score sheet to print: to fill in while there is no count, then to sign."""
    tournament = access.for_staff(request, slug)
    table = access.table_in(access.round_in(tournament, number), place)
    if table.round.state == RoundState.DRAFT:
        raise Http404
    response = HttpResponse(_sheet(request, table), content_type="application/pdf")
    return to_open(response, event_name(tournament), _("Referto"), number, place, kind="pdf")


def _sheet(request: HttpRequest, table: Table) -> bytes:
    """What was counted; before the count, the form to fill in."""
    now = timezone.localtime()
    if table.state not in (TableState.COUNTED, TableState.SIGNED):
        return exports.score_forms_pdf(
            [form for form in forms_of(table.round, made_at=now) if form.table == table.number]
        )
    place = [table.round.tournament.slug, table.round.number, table.number]
    address = in_the_hall(request)(reverse("tournament:sheet_page", args=place))
    return exports.score_sheet_pdf(score_sheet(table, made_at=now, address=address))


def _reasoned(request: HttpRequest, table: Table, act: Callable, done: str) -> HttpResponse:
    form = tournament_forms.ReasonForm(request.POST)
    return access.submitted(
        request, form, lambda: act(table, reason=form.cleaned_data["reason"], by=request.user), done=done, back=table
    )
