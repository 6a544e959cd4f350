"""How a referee's page gets its table: 404 for strangers and drafts, 403 for staff who may read and not write."""

from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from referee import permissions
from referee.actions.leases import lease_history
from referee.models import Entry, GameRecord, Handover
from referee.views import devices
from tournament.models import Seat, Table
from tournament.prepared import Prepared
from tournament.states import RoundState

DEVICE = devices.IN_SESSION
device_of, name_device = devices.device_of, devices.name_device


def table_to_read(request: HttpRequest, slug: str, number: int, place: int) -> Table:
    """The table with its seats. A person who sits at the table has no access to its record, whatever the role."""
    seats = Prefetch("seats", queryset=Seat.objects.select_related("entrant").order_by("position"))
    tables = permissions.marked_for(request.user).select_related("judge", "status").prefetch_related(seats)
    return _table(request, tables, slug, number, place)


def table_to_write(request: HttpRequest, slug: str, number: int, place: int) -> Table:
    table = table_to_read(request, slug, number, place)
    if not table.may_record:
        raise PermissionDenied
    return table


def table_for_entry(request: HttpRequest, slug: str, number: int, place: int) -> Table:
    """The table with its record, for entries. A former writer still gets it: late entries are quarantined for review, never lost."""
    found = _for_entry(request.user.pk, slug, number, place)
    if not found:
        raise Http404
    table = _checked(request, found[0])
    if not table.may_record and not _wrote_here(request.user, table):
        raise PermissionDenied
    return table


def _table(request: HttpRequest, tables: QuerySet[Table], slug: str, number: int, place: int) -> Table:
    return _checked(request, get_object_or_404(_at(tables, slug, number, place)))


def _at(tables: QuerySet[Table], slug: str, number: int, place: int) -> QuerySet[Table]:
    here = {"round__tournament__slug": slug, "round__number": number, "number": place}
    return tables.select_related("round__tournament").filter(**here)


_for_entry = Prepared(
    lambda user, *here: _at(permissions.marked_for(user).select_related("record"), *here), int, str, int, int
)


def _checked(request: HttpRequest, table: Table) -> Table:
    tournament = table.round.tournament
    tournament.roles = permissions.roles_of(request.user, tournament)
    if not permissions.is_staff(tournament.roles) or table.round.state == RoundState.DRAFT:
        raise Http404
    if table.is_readers:
        raise PermissionDenied(_("Chi gioca a un tavolo non può né registrarlo né vederne la registrazione."))
    table.may_record = permissions.may_record(request.user, table, tournament.roles)
    return table


def _wrote_here(user, table: Table) -> bool:
    """Also true of whoever opened the record or held its lease: all of it may have been recorded without a network."""
    entries = Entry.objects.filter(record__table=table, actor=user)
    return (
        entries.exists()
        or Handover.objects.filter(record__table=table, offered_by=user).exists()
        or lease_history(user, table).exists()
    )


def record_of(table: Table) -> GameRecord:
    row = get_object_or_404(GameRecord, table=table)
    row.table = table
    return row


def record_for_entry(request: HttpRequest, slug: str, number: int, place: int) -> GameRecord:
    """The same check for an entry, in the query that fetches its table."""
    table = table_for_entry(request, slug, number, place)
    if not hasattr(table, "record"):
        raise Http404
    return table.record
