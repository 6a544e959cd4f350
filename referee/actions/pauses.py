"""A pause that the players of one table agree on: the table gets additional minutes for the time of the hall's clock."""

from datetime import datetime
from math import ceil

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.actions.entries import refetch
from referee.models import GameRecord
from referee.records import clocks
from tournament.actions import clocks as hall
from tournament.actions import tables
from tournament.actions.base import record as log
from tournament.core.log_verbs import LogVerb, log_verb
from tournament.errors import NotNow
from tournament.queries.clocks import clock_without_pause

PAUSE = log_verb("table.pause", gettext_lazy("ha messo in pausa il tavolo"))
RESUME = log_verb("table.resume", gettext_lazy("ha fatto ripartire il tavolo"))


@transaction.atomic
def begin(row: GameRecord, *, by, now: datetime) -> None:
    row = refetch(row)
    reading = clocks.clock_of(row, now=now)
    if reading.state != "running":
        raise NotNow(_("L'orologio del tavolo non sta correndo: non c'è nulla da sospendere."))
    played = int(reading.elapsed.total_seconds())
    if not GameRecord.objects.filter(pk=row.pk, paused_at=None).update(paused_at=now, paused_after=played):
        raise NotNow(_("Il tavolo è già in pausa."))
    tables.record_status(row.table, paused_at=now, paused_after=played)
    _log(row, PAUSE, by)


@transaction.atomic
def end(row: GameRecord, *, by, now: datetime) -> int:
    """The additional minutes: those that passed in the hall meanwhile, rounded up."""
    row = refetch(row)
    if not GameRecord.objects.filter(pk=row.pk, paused_at__isnull=False).update(paused_at=None, paused_after=0):
        raise NotNow(_("Il tavolo non è in pausa."))
    hall_played = clock_without_pause(row.table, now=now).elapsed.total_seconds()
    minutes = min(ceil(max(hall_played - row.paused_after, 0) / 60), 240)
    tables.record_status(row.table, paused_at=None, paused_after=0)
    if minutes:
        hall.extend(row.table.round, minutes=minutes, by=by, now=now, table=row.table)
    _log(row, RESUME, by, minutes=minutes)
    return minutes


def _log(row: GameRecord, verb: LogVerb, by, **data: object) -> None:
    table = row.table
    log(table.round.tournament, verb, by=by, subject=table.place, **data)
