"""The round's clock. Only its events are stored; the reading is computed from them."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.base import claim, record
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow
from tournament.models import ClockEvent, Round, Table
from tournament.queries.clocks import allowed_kinds
from tournament.states import RoundState

START = log_verb("clock.start", gettext_lazy("ha avviato l'orologio %s"), round_case="of")
PAUSE = log_verb("clock.pause", gettext_lazy("ha messo in pausa l'orologio %s"), round_case="of", is_announced=True)
RESUME = log_verb("clock.resume", gettext_lazy("ha fatto ripartire l'orologio %s"), round_case="of", is_announced=True)
EXTEND = log_verb("clock.extend", gettext_lazy("ha aggiunto minuti a"), is_announced=True)
TAKE_BACK = log_verb("clock.take_back", gettext_lazy("ha annullato l'ultimo comando all'orologio %s"), round_case="of")
VERBS = {
    ClockEvent.Kind.START: START,
    ClockEvent.Kind.PAUSE: PAUSE,
    ClockEvent.Kind.RESUME: RESUME,
    ClockEvent.Kind.EXTEND: EXTEND,
}


@transaction.atomic
def start(round_: Round, *, by, now: datetime) -> ClockEvent:
    return _add(round_, ClockEvent.Kind.START, by=by, now=now)


@transaction.atomic
def pause(round_: Round, *, by, now: datetime) -> ClockEvent:
    return _add(round_, ClockEvent.Kind.PAUSE, by=by, now=now)


@transaction.atomic
def resume(round_: Round, *, by, now: datetime) -> ClockEvent:
    return _add(round_, ClockEvent.Kind.RESUME, by=by, now=now)


@transaction.atomic
def extend(round_: Round, *, minutes: int, by, now: datetime, table: Table | None = None) -> ClockEvent:
    """Add minutes for the hall, or give them back to one table that lost them."""
    if not 1 <= minutes <= 240:
        raise NotNow(_("I minuti da aggiungere vanno da 1 a 240."))
    return _add(round_, ClockEvent.Kind.EXTEND, by=by, now=now, seconds=minutes * 60, table=table)


@transaction.atomic
def take_back(round_: Round, *, by) -> None:
    """Cancel the clock's last event, after a mistaken tap; the log has both."""
    last = round_.clock_events.last()
    if last is None:
        raise NotNow(_("L'orologio non è ancora partito."))
    _refuse_unless_running(round_)
    claim(round_)
    last.delete()
    record(
        round_.tournament, TAKE_BACK, by=by, subject=round_, kind=last.kind, at=last.at.isoformat(),
        seconds=last.seconds,
    )  # fmt: skip


def _add(round_: Round, kind: str, *, by, now: datetime, seconds: int = 0, table: Table | None = None) -> ClockEvent:
    _refuse_unless_running(round_)
    if kind not in allowed_kinds(round_):
        raise NotNow(_("L'orologio ora non lo permette: ricarica la pagina per vederne lo stato."))
    # Another host's clock may run a little ahead of this one; events never go backwards.
    last = round_.clock_events.last()
    at = max(now, last.at) if last else now
    claim(round_)
    event = ClockEvent.objects.create(round=round_, kind=kind, at=at, seconds=seconds, by=by, table=table)
    record(round_.tournament, VERBS[kind], by=by, subject=table or round_, seconds=seconds)
    return event


def _refuse_unless_running(round_: Round) -> None:
    if round_.state != RoundState.RUNNING:
        raise NotNow(_("L'orologio va solo mentre il turno è in corso."))
