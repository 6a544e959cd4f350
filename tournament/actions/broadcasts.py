"""Tables that everybody may follow from home: opened with a delay, changed and closed by the organizer."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import live
from tournament.actions.base import record
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow
from tournament.models import Broadcast, Table
from tournament.states import RoundState

OPEN = log_verb("broadcasts.open", gettext_lazy("ha aperto al pubblico la diretta del tavolo"))
CLOSE = log_verb("broadcasts.close", gettext_lazy("ha chiuso la diretta del tavolo"))


@transaction.atomic
def open_to_all(table: Table, *, delay: int, delay_in: str, by) -> Broadcast:
    """Open the table's page, or change how late it is."""
    if table.round.state == RoundState.DRAFT:
        raise NotNow(_("Il turno non è ancora pubblicato."))
    if Broadcast.objects.filter(table=table, closed_at=None, delay=delay, delay_in=delay_in).exists():
        return Broadcast.objects.get(table=table)
    about = {"delay": delay, "delay_in": delay_in, "opened_at": timezone.now(), "opened_by": by, "closed_at": None}
    broadcast, _is_new = Broadcast.objects.update_or_create(table=table, defaults=about)
    record(table.round.tournament, OPEN, by=by, subject=table.place, delay=delay, delay_in=delay_in)
    return broadcast


@transaction.atomic
def close(table: Table, *, by) -> None:
    if not Broadcast.objects.filter(table=table, closed_at=None).update(closed_at=timezone.now()):
        raise NotNow(_("La diretta è già chiusa."))
    live.shut(table)
    record(table.round.tournament, CLOSE, by=by, subject=table.place)
