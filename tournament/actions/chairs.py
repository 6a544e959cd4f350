"""A chair after the draw: somebody who does not come, and somebody who sat down at the wrong table.

A table in play is never touched: its people stay where they are, and only what is written about them can be put right.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from tournament import table_links
from tournament.actions.base import claim, needed, record
from tournament.errors import BadDraw, NotNow
from tournament.models import Seat, Table
from tournament.queries.drawing import legal_sizes
from tournament.states import RoundState, TableState

SPARE = 30_000


@transaction.atomic
def vacate(seat: Seat, *, reason: str, by, mover: Seat | None = None) -> None:
    """Take away the chair of somebody who is not coming; with `mover` somebody from a table that can spare one sits there."""
    reason = needed(reason)
    round_ = seat.round
    _refuse_unless_waiting(seat.table)
    gone = seat.entrant
    shrunk = mover.table if mover else seat.table
    if mover:
        _refuse_mover(seat, mover)
    if shrunk.seats.count() - 1 not in legal_sizes(round_):
        raise BadDraw(_("Al tavolo %d ne resterebbero troppo pochi.") % shrunk.number)
    for table in {seat.table, shrunk}:
        claim(table)
    if mover:
        _move(mover, seat)
    else:
        _close_up(seat.table, seat)
    moved = mover.entrant.number if mover else None
    record(
        round_.tournament, "chairs.vacate", by=by, subject=seat.table, round=round_.number, gone=gone.number,
        moved=moved, reason=reason,
    )  # fmt: skip


@transaction.atomic
def put_right(one: Seat, other: Seat, *, reason: str, by) -> None:
    """Two people sit in each other's place and a game has begun: they stay there, and the seating says so.

    Refused once a result was counted, and where a record was opened under the wrong names.
    """
    reason = needed(reason)
    if one.pk == other.pk or one.round_id != other.round_id:
        raise BadDraw(_("Servono due giocatori diversi dello stesso turno."))
    if one.round.state != RoundState.RUNNING:
        raise NotNow(_("Il turno non è in corso: nella bozza i giocatori si scambiano."))
    for table in (one.table, other.table):
        if table.state not in (TableState.WAITING, TableState.PLAYING):
            raise NotNow(_("Il tavolo %d ha già contato: correggi il risultato.") % table.number)
        if table_links.is_recorded(table):
            raise NotNow(_("Al tavolo %d la registrazione è aperta con questi nomi.") % table.number)
    for table in {one.table, other.table}:
        claim(table)
    exchange(one, other)
    names = [one.entrant.number, other.entrant.number]
    tables = sorted({one.table.number, other.table.number})
    record(
        one.round.tournament, "chairs.put_right", by=by, subject=" / ".join(map(str, tables)), round=one.round.number,
        entrants=names, reason=reason,
    )  # fmt: skip


def exchange(one: Seat, other: Seat) -> None:
    """Two people cannot share a chair for a moment, not even in a database: the first waits on a spare one."""
    here, there = (one.table_id, one.position), (other.table_id, other.position)
    Seat.objects.filter(pk=one.pk).update(position=SPARE)
    Seat.objects.filter(pk=other.pk).update(table=here[0], position=here[1])
    Seat.objects.filter(pk=one.pk).update(table=there[0], position=there[1])


def _refuse_mover(seat: Seat, mover: Seat) -> None:
    _refuse_unless_waiting(mover.table)
    if mover.round_id != seat.round_id or mover.table_id == seat.table_id:
        raise BadDraw(_("Chi si sposta viene da un altro tavolo dello stesso turno."))


def _move(mover: Seat, seat: Seat) -> None:
    left, place = mover.table, seat.position
    seat.delete()
    Seat.objects.filter(pk=mover.pk).update(table=seat.table, position=place)
    _renumber(left)


def _close_up(table: Table, seat: Seat) -> None:
    seat.delete()
    _renumber(table)


def _renumber(table: Table) -> None:
    for place, chair in enumerate(table.seats.order_by("position"), 1):
        if chair.position != place:
            Seat.objects.filter(pk=chair.pk).update(position=place)


def _refuse_unless_waiting(table: Table) -> None:
    if table.state != TableState.WAITING or table.round.state == RoundState.CLOSED:
        raise NotNow(_("Il tavolo %d ha già cominciato.") % table.number)
