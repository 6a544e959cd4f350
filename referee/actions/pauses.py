"""A pause that the players of one table agree on: the table gets back the minutes that the hall's clock went on."""

from datetime import datetime
from math import ceil

from django.db import transaction
from django.utils.translation import gettext as _

from referee import clocks
from referee.actions.entries import fresh
from referee.models import GameRecord
from tournament.actions import clocks as hall
from tournament.actions import tables
from tournament.actions.base import record as log
from tournament.errors import NotNow
from tournament.queries.clocks import clock_without_pause


@transaction.atomic
def begin(row: GameRecord, *, by, now: datetime) -> None:
    row = fresh(row)
    reading = clocks.clock_of(row, now=now)
    if reading.state != "running":
        raise NotNow(_("L'orologio del tavolo non sta correndo: non c'è nulla da sospendere."))
    played = int(reading.elapsed.total_seconds())
    if not GameRecord.objects.filter(pk=row.pk, paused_at=None).update(paused_at=now, paused_after=played):
        raise NotNow(_("Il tavolo è già in pausa."))
    _tell(row, "table.pause", by, status={"paused_at": now, "paused_after": played})


@transaction.atomic
def end(row: GameRecord, *, by, now: datetime) -> int:
    """The minutes given back: those that the hall played meanwhile, a begun one counted whole."""
    row = fresh(row)
    if not GameRecord.objects.filter(pk=row.pk, paused_at__isnull=False).update(paused_at=None, paused_after=0):
        raise NotNow(_("Il tavolo non è in pausa."))
    hall_played = clock_without_pause(row.table, now=now).elapsed.total_seconds()
    minutes = min(ceil(max(hall_played - row.paused_after, 0) / 60), 240)
    if minutes:
        hall.extend(row.table.round, minutes=minutes, by=by, now=now, table=row.table)
    _tell(row, "table.resume", by, status={"paused_at": None, "paused_after": 0}, minutes=minutes)
    return minutes


def _tell(row: GameRecord, verb: str, by, *, status: dict[str, object], **data: object) -> None:
    """Desk, projector and phones show the pause: they read the table's status."""
    table = row.table
    tables.record_status(table, **status)
    log(table.round.tournament, verb, by=by, subject=f"{table.round.number}.{table.number}", **data)
