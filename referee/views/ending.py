"""The end of a table on its page: players accept the count one after the other, the judge signs, or somebody disputes it."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from referee.actions import acceptances
from referee.errors import Conflict
from referee.judge_page.context import PageOverlay
from referee.models import GameRecord
from referee.views.entries import handle_entry, integer, reason_of, refuse_other_device, seq_of
from tournament.models import Table
from tournament.states import TableState


@require_POST
def accept(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        refuse_other_device(request, row)
        head, seat = request.POST.get("head", ""), integer(request, "seat")
        acceptances.accept(row, seat=seat, head=head, seats=_seats(row.table), by=request.user)
        return None

    return handle_entry(request, slug, number, place, make_entry)


@require_POST
def withdraw(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        refuse_other_device(request, row)
        acceptances.withdraw(row, by=request.user)
        return None

    return handle_entry(request, slug, number, place, make_entry)


@require_POST
def sign(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        refuse_other_device(request, row)
        if seq_of(request) != row.seq:
            raise Conflict(seq_of(request), row.seq)
        if row.table.state == TableState.SIGNED:  # the answer was lost, and the page asks again
            return _signed()
        acceptances.sign(row, seats=_seats(row.table), by=request.user, why=reason_of(request))
        return _signed()

    return handle_entry(request, slug, number, place, make_entry)


def _signed() -> PageOverlay:
    return PageOverlay(notice=_("Referto firmato e consegnato."), tone="success")


@require_POST
def dispute(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    def make_entry(row: GameRecord) -> PageOverlay | None:
        refuse_other_device(request, row)
        reason = reason_of(request, "more") or reason_of(request)
        acceptances.dispute(row, reason=reason, by=request.user)
        return PageOverlay(
            notice=_("Il tavolo è sub judice: decide la direzione, gli altri tavoli vanno avanti."), tone="info"
        )

    return handle_entry(request, slug, number, place, make_entry)


def _seats(table: Table) -> int:
    return len(table.seats.all())
