"""The end of a table: players accept the count in seat order, the judge signs; or somebody disputes it."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.actions import counts, entries
from referee.errors import Conflict, NotAccepted
from referee.models import Acceptance, GameRecord
from tournament import live
from tournament.actions import tables
from tournament.actions.base import needed
from tournament.actions.base import record as log
from tournament.core.log_verbs import LogVerb, log_verb
from tournament.errors import NotNow

SIGNED_WITHOUT_ALL = log_verb("record.signed_without_all", gettext_lazy("ha firmato senza tutte le conferme il tavolo"))


def accepted(row: GameRecord) -> list[int]:
    """Seats that accept the present count: a later entry makes it another count."""
    return list(row.acceptances.filter(head=row.head).values_list("seat", flat=True))


@transaction.atomic
def accept(row: GameRecord, *, seat: int, head: str, seats: int, by) -> Acceptance:
    """Accept on the judge's device, in seat order, under the head of the page; idempotent."""
    _hold_the_count(row)
    if head != row.head:
        raise Conflict(row.seq, row.seq)
    if already := row.acceptances.filter(seat=seat, head=head).first():
        return already
    if seat != len(accepted(row)) or not 0 <= seat < seats:
        raise NotNow(_("Si accetta in ordine di sedia: tocca a un altro."))
    live.bump(row.table.topic)
    return Acceptance.objects.create(record=row, seat=seat, head=head, by=by)


@transaction.atomic
def withdraw(row: GameRecord, *, by) -> None:
    """Withdraw the last acceptance."""
    _hold_the_count(row)
    last = row.acceptances.filter(head=row.head).last()
    if last is None:
        raise NotNow(_("Nessuno ha ancora accettato."))
    last.delete()
    live.bump(row.table.topic)


@transaction.atomic
def sign(row: GameRecord, *, seats: int, by, why: str = "") -> None:
    """Sign once everybody has accepted, or with the judge's reason."""
    _hold_the_count(row)
    if len(accepted(row)) < seats:
        if not why:
            raise NotAccepted
        _log(row, SIGNED_WITHOUT_ALL, by, reason=needed(why), accepted=len(accepted(row)))
    counts.sign(row, by=by)


@transaction.atomic
def dispute(row: GameRecord, *, reason: str, by) -> None:
    """Store the count unsigned and mark the table sub judice; it blocks no other table."""
    _hold_the_count(row)
    row = counts.count(row, by=by)
    tables.dispute(row.table, by=by, reason=reason)


def _hold_the_count(row: GameRecord) -> None:
    """What is accepted and signed is the count of the page: nobody writes until that is done, and nobody has written since it was drawn."""
    entries.lock(row)
    if (now := entries.refetch(row)).head != row.head:
        raise Conflict(row.seq, now.seq)


def _log(row: GameRecord, verb: LogVerb, by, **data: object) -> None:
    table = row.table
    log(table.round.tournament, verb, by=by, subject=table.place, **data)
