"""Erasing personal data, of one person or a whole event, and the retention of an event."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import live
from tournament.actions import directory
from tournament.actions.base import record
from tournament.actions.roster import distinguish
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow
from tournament.models import Device, Entrant, EntryPass, Membership, PrintJob, PushSubscription, Tournament
from tournament.privacy import copies, retention
from tournament.privacy.fields import erased_values
from tournament.privacy.free_text import name_phrases, pseudonymize
from tournament.states import TournamentState

FORGET = log_verb("roster.forget", gettext_lazy("ha cancellato i dati personali del n."))
KEEP_FOR = log_verb("privacy.keep_for", gettext_lazy("ha cambiato quanto si tengono i nomi"))

MOST_DAYS = 3650


@transaction.atomic
def erase(entrant: Entrant, *, by) -> int:
    """Erase a person. Results, records and seats stay under the number; the badge opens nothing.

    Free text about the person names the number from now on, prepared print-outs are deleted. Lines of a record are
    chained and never change: returns how many of them name the person in a note.
    """
    left = _erase(entrant.tournament, [entrant], by=by)
    entrant.refresh_from_db()
    return left


@transaction.atomic
def erase_all(outings: Iterable[Entrant], *, by) -> int:
    """Erase one person from each of these events, or from none; returns how many notes of records still name the person."""
    return sum(erase(one, by=by) for one in outings)


@transaction.atomic
def erase_everybody(tournament: Tournament, *, by) -> int:
    """Erase everybody of a finished event; returns how many."""
    if tournament.state != TournamentState.FINISHED:
        raise NotNow(_("Il torneo non è concluso: i nomi servono ancora."))
    people = list(retention.named(tournament))
    _erase(tournament, people, by=by)
    return len(people)


def _erase(tournament: Tournament, people: list[Entrant], *, by) -> int:
    labels: dict[str, str] = {}
    live.shut(*people)
    for one in people:
        label = _("Giocatore %d") % one.number
        if one.erased_at is None:
            labels |= dict.fromkeys(name_phrases(one), label)
        directory.forget(one, label)
        _blank(one, label)
        record(tournament, FORGET, by=by, subject=one.number)
    if tournament.state == TournamentState.FINISHED:
        # Before that it keeps whoever of the staff plays from the own table.
        Membership.objects.filter(entrant__in=people).update(entrant=None)
    distinguish(tournament)
    PushSubscription.objects.filter(entrant__in=people).delete()
    PrintJob.objects.filter(tournament=tournament).delete()
    live.bump(copies.TOPIC)
    transaction.on_commit(copies.forget)
    return pseudonymize(tournament, labels)


def _blank(entrant: Entrant, label: str) -> None:
    Entrant.objects.filter(pk=entrant.pk).update(
        **erased_values(Entrant, label), phone_version=F("phone_version") + 1, erased_at=timezone.now()
    )


@transaction.atomic
def keep_for(tournament: Tournament, *, days: int | None, by) -> None:
    """Set the retention: days after the event, 0 for ever, None for the site's default."""
    Tournament.objects.filter(pk=tournament.pk).update(keep_days=days)
    tournament.keep_days = days
    record(tournament, KEEP_FOR, by=by, days=days)


def erase_overdue(*, now: datetime) -> list[tuple[Tournament, int]]:
    """Erase every event whose retention has ended, each in a transaction of its own; run once a day."""
    done = []
    for tournament in retention.overdue(timezone.localdate(now)):
        with transaction.atomic():
            people = list(retention.named(tournament))
            _erase(tournament, people, by=None)
            done.append((tournament, len(people)))
    return done


@transaction.atomic
def sweep(*, now: datetime) -> dict[str, int]:
    """Delete expired sessions and passes, and devices without a session."""
    Session.objects.filter(expire_date__lt=now).delete()
    gone = Device.objects.exclude(session_key__in=Session.objects.values("session_key"))
    passes = EntryPass.objects.filter(expires_at__lt=now)
    return {"devices": gone.delete()[0], "passes": passes.delete()[0]}
