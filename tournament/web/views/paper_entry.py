"""Entry of paper score sheets with the keyboard, a row for each table."""

from django import forms
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from tournament.actions import results
from tournament.core.regulation.schema import Regulation
from tournament.errors import TournamentError
from tournament.models import Round, Table
from tournament.queries.tables import tables_of
from tournament.states import RoundState, TableState
from tournament.web.forms.paper_fields import Tick
from tournament.web.forms.results import ResultForm
from tournament.web.views import access


class PaperForm(ResultForm):
    """The form of a paper sheet, signed by default."""

    is_signed = forms.BooleanField(label=_("firmato da tutti"), required=False, initial=True, widget=Tick)


@require_safe
def page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament = access.for_direction(request, slug)
    round_ = _open_round(tournament, number)
    options = round_.changed_options()
    rows = [(table, _empty_form(tournament.rules, table, options)) for table in tables_of(round_)]
    context = {
        "tournament": tournament,
        "round": round_,
        "rows": rows,
        "left": sum(is_open(table) for table, _form in rows),
    }
    return render(request, "tournament/paper_entry.html", context)


@require_POST
def save(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """Stores one sheet. The answer is the table's row; with faults beside their fields nothing is stored."""
    tournament = access.for_direction(request, slug)
    table = access.table_in(_open_round(tournament, number), place)
    options = table.round.changed_options()
    form = PaperForm(tournament.rules, _seats(table), request.POST, prefix=_prefix(table), options=options)
    if form.is_valid():
        try:
            _write(table, form, by=request.user)
        except TournamentError as refusal:
            form.refuse(refusal)
    context = {"tournament": tournament, "round": table.round, "table": table, "form": form}
    status = 422 if form.errors else 200
    return render(request, "tournament/paper_entry/_row.html", context, status=status)


@transaction.atomic
def _write(table: Table, form: PaperForm, *, by) -> None:
    ended_by = form.cleaned_data["ended_by"]
    results.enter_by_hand(table, lines=form.lines(), ended_by=ended_by, by=by, confirmed=form.confirmation)
    if form.cleaned_data["is_signed"]:
        results.sign(table, by=by)


def is_open(table: Table) -> bool:
    return table.state in (TableState.WAITING, TableState.PLAYING)


def _open_round(tournament, number: int) -> Round:
    round_ = access.round_in(tournament, number)
    if round_.state == RoundState.DRAFT:
        raise Http404
    return round_


def _empty_form(rules: Regulation, table: Table, options: dict) -> PaperForm | None:
    if not is_open(table):
        return None
    return PaperForm(rules, list(table.seats.all()), prefix=_prefix(table), options=options)


def _prefix(table: Table) -> str:
    """Keeps the ids of the page's many forms apart."""
    return f"t{table.number}"


def _seats(table: Table) -> list:
    return list(table.seats.select_related("entrant", "result").order_by("position"))
