"""The lease of a table: one device writes at a time; it is acquired, given, or handed over with six digits."""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy

from referee import permissions
from referee.actions.entries import refetch
from referee.errors import BadCode, LeaseLost, PlaysHere, TooManyDigits
from referee.models import GameRecord, Handover
from tournament import live
from tournament.actions import login_limits, tables
from tournament.actions.base import record as log
from tournament.core.log_verbs import log_verb
from tournament.models import LogEvent, Table, Tournament
from tournament.permissions import roles_of

LEASE = log_verb("record.lease", gettext_lazy("ha preso o passato la registrazione del tavolo"))

VALID_FOR = timedelta(minutes=10)


@transaction.atomic
def acquire(row: GameRecord, *, by, device: str) -> GameRecord:
    """This device writes from now on; the one that did becomes read-only."""
    return _lease(refetch(row), by, device, by=by)


@transaction.atomic
def give(row: GameRecord, *, to, by) -> GameRecord:
    """Give the table to somebody else, whose first device to open it will write."""
    return _lease(refetch(row), to, "", by=by)


@transaction.atomic
def offer(row: GameRecord, *, by, now: datetime) -> Handover:
    """Offer the table by six digits; an earlier offer of this table is revoked."""
    row.handovers.filter(closed_at=None).update(closed_at=now)
    code = f"{secrets.randbelow(1_000_000):06}"
    return Handover.objects.create(record=row, code=code, offered_by=by, offered_at=now)


def offered(row: GameRecord, *, now: datetime) -> Handover | None:
    """The offer that still holds."""
    open_ = row.handovers.filter(closed_at=None, offered_at__gt=now - VALID_FOR)
    return open_.first()


def redeem(tournament: Tournament, *, code: str, by, device: str, now: datetime) -> GameRecord:
    """Make a user with a role and the six digits the table's judge, on this device. Raises BadCode, TooManyDigits or PlaysHere.

    Each try is counted before it is compared, for who tries and for this event, and given back by the right digits: wrong ones shut out
    whoever types them, and no digits of others (the arithmetic: login_limits.HANDOVERS_OF_AN_ACCOUNT).
    """
    try:
        attempt = login_limits.begin(login_limits.of_handover(by.pk, tournament.pk), now=now)
    except login_limits.TooManyAttempts:
        raise TooManyDigits from None
    open_ = Handover.objects.filter(
        record__table__round__tournament=tournament, closed_at=None, offered_at__gt=now - VALID_FOR
    )
    found = open_.filter(code=code).select_related("record__table__round__tournament", "offered_by").first()
    if found is None:
        raise BadCode
    login_limits.release(attempt)
    return _redeemed(found, by, device, now)


@transaction.atomic
def _redeemed(found: Handover, by, device: str, now: datetime) -> GameRecord:
    row = found.record
    if permissions.plays_at(by, row.table):
        raise PlaysHere
    if not Handover.objects.filter(pk=found.pk, closed_at=None).update(closed_at=now):
        raise BadCode
    tournament = row.table.round.tournament
    if not permissions.may_record(by, row.table, roles_of(by, tournament)):
        tables.assign_judge(row.table, judge=by, by=found.offered_by)
    return _lease(row, by, device, by=by)


def lease_history(user, table: Table) -> QuerySet[LogEvent]:
    """When this person opened or took the record of the table."""
    log = table.round.tournament.log.filter(actor=user, subject=table.place)
    return log.filter(verb__in=("record.open", LEASE.key))


def _lease(row: GameRecord, holder, device: str, *, by) -> GameRecord:
    was = row.lease
    changed = {"holder": holder, "device": device, "lease": was + 1}
    if not GameRecord.objects.filter(pk=row.pk, lease=was).update(**changed):
        raise LeaseLost
    for name, value in changed.items():
        setattr(row, name, value)
    live.bump(row.table.topic)
    table = row.table
    log(
        table.round.tournament,
        LEASE,
        by=by,
        subject=table.place,
        to=str(holder),
    )
    return row
