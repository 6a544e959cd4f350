"""Entry of paper score sheets with the keyboard: a row for each table, whose sheet is fetched once its number is typed."""

from collections.abc import Collection
from dataclasses import replace

from django import forms
from django.db import transaction
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tournament import permissions
from tournament.actions import results
from tournament.errors import TournamentError
from tournament.models import Round, Table
from tournament.queries.tables import tables_of
from tournament.states import RoundState, TableState
from tournament.web.forms.paper_fields import Tick
from tournament.web.forms.results import ResultForm
from tournament.web.support.htmx import wants_part
from tournament.web.support.leaves import leaf_sought
from tournament.web.views import access

TABLES_OF_PAGE = 60
OPEN = (TableState.WAITING, TableState.PLAYING)


class PaperForm(ResultForm):
    """The form of a paper sheet, signed by default."""

    is_signed = forms.BooleanField(label=_("firmato da tutti"), required=False, initial=True, widget=Tick)


@require_safe
def page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The tables without their sheets, in pages: forty sheets are thousands of fields."""
    tournament = access.for_direction(request, slug)
    return _page(request, _open_round(tournament, number))


@require_safe
@vary_on_headers("HX-Request")
def sheet(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """The empty sheet of one table: its row alone for the page of all, or that page with this sheet open."""
    tournament = access.for_direction(request, slug)
    round_ = _open_round(tournament, number)
    table = access.table_in(round_, place)
    access.require_not_at(request, table)
    form = _empty_form(table) if is_open(table) else None
    if not wants_part(request):
        return _page(request, round_, table, form)
    context = {"tournament": tournament, "round": round_, "table": table, "form": form}
    return render(request, "tournament/paper_entry/_row.html", context)


def _page(
    request: HttpRequest, round_: Round, opened: Table | None = None, form: PaperForm | None = None
) -> HttpResponse:
    """The page that the address names, or the one with the table whose sheet is `opened`."""
    query = request.GET
    if opened:
        query = QueryDict(f"pagina={1 + round_.tables.filter(number__lt=opened.number).count() // TABLES_OF_PAGE}")
    leaf = leaf_sought(round_.tables.all(), query, TABLES_OF_PAGE)
    tables = tables_of(round_, leaf.part)
    mine = permissions.entrants_of(request.user, round_.tournament)
    at = reverse("tournament:paper_entry", args=[round_.tournament.slug, round_.number])
    context = {
        "tournament": round_.tournament,
        "round": round_,
        "leaf": replace(leaf, addresses=tuple(at + one for one in leaf.addresses)),
        "rows": [(table, form if table == opened else None, _is_of(mine, table)) for table in tables],
        "left": round_.tables.filter(state__in=OPEN).count(),
        "last_number": round_.tables.aggregate(last=Max("number"))["last"] or 0,
    }
    return render(request, "tournament/paper_entry.html", context)


def _is_of(people: Collection[int], table: Table) -> bool:
    return any(seat.entrant_id in people for seat in table.seats.all())


@require_POST
def save(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """Stores one sheet. The answer is the table's row; with faults beside their fields nothing is stored."""
    tournament = access.for_direction(request, slug)
    table = access.table_in(_open_round(tournament, number), place)
    access.require_not_at(request, table)
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
    return table.state in OPEN


def _open_round(tournament, number: int) -> Round:
    round_ = access.round_in(tournament, number)
    if round_.state == RoundState.DRAFT:
        raise Http404
    return round_


def _empty_form(table: Table) -> PaperForm:
    round_ = table.round
    return PaperForm(round_.tournament.rules, _seats(table), prefix=_prefix(table), options=round_.changed_options())


def _prefix(table: Table) -> str:
    """Keeps the ids of the page's many forms apart."""
    return f"t{table.number}"


def _seats(table: Table) -> list:
    return list(table.seats.select_related("entrant", "result").order_by("position"))
