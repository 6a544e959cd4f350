"""A table calls the head judge, and the call is resolved."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions import tables
from tournament.actions.base import needed, take_turns
from tournament.actions.base import record as log
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow
from tournament.models import Table, TableStatus

CALL = log_verb("table.call", gettext_lazy("ha chiamato il capo arbitro al tavolo"))
CALL_ANSWERED = log_verb("table.call_answered", gettext_lazy("ha risposto alla chiamata del tavolo"))

SPAN = timedelta(minutes=15)
MOST_CALLS = 10
"""Of one table within SPAN: each is a line of the log and moves every page of the staff."""


@transaction.atomic
def call(table: Table, *, reason: str, by, now: datetime) -> None:
    """Call the head judge, with a reason. A table that already waits keeps its place and gets the new reason; the same
    reason is the same call."""
    reason = needed(reason)[:200]
    take_turns(table)
    waits = TableStatus.objects.filter(table=table, called_at__isnull=False).first()
    if waits is not None and waits.call_reason == reason:
        return
    lately = table.round.tournament.log.filter(verb=CALL.key, subject=table.place, at__gt=timezone.now() - SPAN)
    if lately.count() >= MOST_CALLS:
        raise NotNow(_("Il tavolo ha già chiamato %d volte in un quarto d'ora: aspetta il capo arbitro.") % MOST_CALLS)
    tables.record_status(table, call_reason=reason, called_at=waits.called_at if waits else now)
    log(table.round.tournament, CALL, by=by, subject=table.place, reason=reason)


@transaction.atomic
def resolve(table: Table, *, by, now: datetime) -> None:
    """End the call."""
    waits = TableStatus.objects.filter(table=table, called_at__isnull=False).first()
    if waits is None:
        raise NotNow(_("Questo tavolo non chiama nessuno."))
    tables.record_status(table, call_reason="", called_at=None)
    waited = max(int((now - waits.called_at).total_seconds()), 0)
    log(
        table.round.tournament,
        CALL_ANSWERED,
        by=by,
        subject=table.place,
        reason=waits.call_reason,
        waited_seconds=waited,
    )
