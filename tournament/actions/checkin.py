"""Check-in. The desk decides: a deadline alone removes nobody."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from tournament.actions.base import claim, record, take_turns
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow, SomeoneElseMovedIt
from tournament.models import Entrant, Tournament
from tournament.states import EntrantState, TournamentState

MARK = log_verb("checkin.mark", gettext_lazy("ha segnato l'arrivo o l'assenza del n."))
MARK_ALL = log_verb(
    "checkin.mark_all",
    ngettext_lazy("ha segnato insieme %s iscritto", "ha segnato insieme %s iscritti"),
    is_counted=True,
)
NOTE = log_verb("checkin.note", gettext_lazy("ha segnato quota o consenso del n."))
SET_DEADLINE = log_verb("checkin.set_deadline", gettext_lazy("ha cambiato la scadenza dell'accettazione"))
CLOSE = log_verb(
    "checkin.close",
    ngettext_lazy("ha chiuso l'accettazione con %s presente", "ha chiuso l'accettazione con %s presenti"),
    is_counted=True,
)
REOPEN = log_verb("checkin.reopen", gettext_lazy("ha riaperto l'accettazione"))

HERE = (EntrantState.PRESENT, EntrantState.RESERVE)


@transaction.atomic
def mark(entrant: Entrant, *, state: EntrantState, by, now: datetime | None = None) -> None:
    """Mark an entrant as expected, present, reserve or missing. Repeating a mark changes nothing."""
    _refuse_when_finished(entrant.tournament)
    was = entrant.state
    if was == state:
        return
    is_late = entrant.is_late if _stays(was, state) else _arrives_late(entrant.tournament, state, now)
    if not Entrant.objects.filter(pk=entrant.pk, state=was).update(state=state, is_late=is_late):
        raise SomeoneElseMovedIt
    entrant.state, entrant.is_late = state, is_late
    late = {"late": True} if is_late else {}
    record(entrant.tournament, MARK, by=by, subject=entrant.number, was=was, to=state, **late)


def is_after_deadline(tournament: Tournament, now: datetime) -> bool:
    """Whether an arrival is marked late; a late arrival is not refused, a person decides."""
    until = tournament.checkin_until
    return tournament.checkin_closed_at is not None or (until is not None and now > until)


def _stays(was: EntrantState, state: EntrantState) -> bool:
    """Whether the entrant was present before: then the first arrival counts."""
    return was in HERE and state in HERE


def _arrives_late(tournament: Tournament, state: EntrantState, now: datetime | None) -> bool:
    return state in HERE and is_after_deadline(tournament, now or timezone.now())


@transaction.atomic
def mark_all(tournament: Tournament, *, was: EntrantState, to: EntrantState, by, now: datetime | None = None) -> int:
    """Mark everybody in one state at once, such as all expected players at a club night."""
    take_turns(tournament)
    _refuse_when_finished(tournament)
    numbers = list(tournament.entrants.filter(state=was).values_list("number", flat=True))
    if was == to or not numbers:
        return 0
    lateness = {} if _stays(was, to) else {"is_late": _arrives_late(tournament, to, now)}
    many = tournament.entrants.filter(state=was, number__in=numbers).update(state=to, **lateness)
    late = {"late": True} if lateness.get("is_late") else {}
    record(tournament, MARK_ALL, by=by, subject=many, was=was, to=to, entrants=numbers, **late)
    return many


@transaction.atomic
def note(entrant: Entrant, *, by, **notes: bool) -> None:
    """Fee paid or not, consent signed or not."""
    unknown = set(notes) - {"has_paid", "has_consented"}
    if unknown:
        raise TypeError(f"not for the check-in: {sorted(unknown)}")
    _refuse_when_finished(entrant.tournament)
    if Entrant.objects.filter(pk=entrant.pk, **notes).exists():
        return
    for name, value in notes.items():
        setattr(entrant, name, value)
    entrant.save(update_fields=list(notes))
    record(entrant.tournament, NOTE, by=by, subject=entrant.number, **notes)


@transaction.atomic
def set_deadline(tournament: Tournament, *, until: datetime | None, by) -> None:
    """Set the time after which arrivals are marked late; None removes it. Existing marks stay."""
    _refuse_when_finished(tournament)
    if tournament.checkin_until == until:
        return
    claim(tournament)
    tournament.checkin_until = until
    tournament.save(update_fields=["checkin_until"])
    record(tournament, SET_DEADLINE, by=by, until=until.isoformat() if until else "")


@transaction.atomic
def close(tournament: Tournament, *, by, now: datetime) -> None:
    """Close the check-in: later arrivals are late, and the dice of the draw may be thrown."""
    if tournament.state != TournamentState.CHECKIN or tournament.checkin_closed_at:
        raise NotNow(_("L'accettazione non è aperta."))
    _set_closed(tournament, now)
    record(tournament, CLOSE, by=by, subject=tournament.entrants.present().count())


@transaction.atomic
def reopen(tournament: Tournament, *, by) -> None:
    if not tournament.checkin_closed_at or tournament.state != TournamentState.CHECKIN:
        raise NotNow(_("L'accettazione non è chiusa, o il torneo è già cominciato."))
    _set_closed(tournament, None)
    record(tournament, REOPEN, by=by)


def _set_closed(tournament: Tournament, at: datetime | None) -> None:
    claim(tournament)
    tournament.checkin_closed_at = at
    tournament.save(update_fields=["checkin_closed_at"])


def _refuse_when_finished(tournament: Tournament) -> None:
    if tournament.state == TournamentState.FINISHED:
        raise NotNow(_("Il torneo è concluso."))
