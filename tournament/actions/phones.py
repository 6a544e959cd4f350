"""What a player does on the phone, and the badge's address that allows it."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import live
from tournament.actions import push
from tournament.actions.base import record
from tournament.actions.checkin import is_after_deadline
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow, SomeoneElseMovedIt
from tournament.models import Entrant
from tournament.states import EntrantState, TournamentState

ARRIVE = log_verb("phones.arrive", gettext_lazy("dal telefono si è segnato presente il n."))
RENEW = log_verb("phones.renew", gettext_lazy("ha cambiato l'indirizzo del badge al n."))

MAY_ARRIVE = (EntrantState.EXPECTED, EntrantState.MISSING)


@transaction.atomic
def arrive(entrant: Entrant, *, now: datetime | None = None) -> None:
    """The player marks the own presence while check-in is open, late like anybody; the desk can revert it."""
    if entrant.tournament.state != TournamentState.CHECKIN:
        raise NotNow(_("L'accettazione non è aperta: rivolgiti alla segreteria."))
    if entrant.state == EntrantState.PRESENT:
        return
    if entrant.state == EntrantState.RESERVE:
        raise NotNow(_("Risulti tra le riserve: rivolgiti alla segreteria."))
    if entrant.state not in MAY_ARRIVE:
        raise NotNow(_("Risulta che hai lasciato il torneo: rivolgiti alla segreteria."))
    was, is_late = entrant.state, is_after_deadline(entrant.tournament, now or timezone.now())
    if not Entrant.objects.filter(pk=entrant.pk, state=was).update(state=EntrantState.PRESENT, is_late=is_late):
        raise SomeoneElseMovedIt
    entrant.state, entrant.is_late = EntrantState.PRESENT, is_late
    late = {"late": True} if is_late else {}
    record(entrant.tournament, ARRIVE, by=None, subject=entrant.number, was=was, **late)


@transaction.atomic
def renew(entrant: Entrant, *, by) -> None:
    """Replace a lost badge: its address opens nothing from now on, and the next print-out has a new one."""
    Entrant.objects.filter(pk=entrant.pk).update(phone_version=F("phone_version") + 1)
    entrant.refresh_from_db(fields=["phone_version"])
    push.unsubscribe_everywhere(entrant)
    live.shut(entrant)
    record(entrant.tournament, RENEW, by=by, subject=entrant.number)
