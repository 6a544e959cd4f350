"""A table calls the head judge, and the call is resolved."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions import tables
from tournament.actions.base import needed
from tournament.actions.base import record as log
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow
from tournament.models import Table, TableStatus

CALL = log_verb("table.call", gettext_lazy("ha chiamato il capo arbitro al tavolo"))
CALL_ANSWERED = log_verb("table.call_answered", gettext_lazy("ha risposto alla chiamata del tavolo"))


@transaction.atomic
def call(table: Table, *, reason: str, by, now: datetime) -> None:
    """Call the head judge, with a reason. A table that already waits keeps its place and gets the new reason."""
    reason = needed(reason)[:200]
    waits = TableStatus.objects.filter(table=table, called_at__isnull=False).values_list("called_at", flat=True).first()
    tables.record_status(table, call_reason=reason, called_at=waits or now)
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
