"""Objections to the standings: players may object for a while after a round, and an open objection blocks the next draw."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.base import claim, needed, record, take_turns
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow
from tournament.models import Entrant, Objection, Round
from tournament.states import RoundState

OPEN = log_verb("objections.open", gettext_lazy("ha aperto il controllo della classifica %s"), round_case="of")
CLOSE = log_verb("objections.close", gettext_lazy("ha chiuso il controllo della classifica %s"), round_case="of")
ADD = log_verb("objections.add", gettext_lazy("ha registrato un'obiezione del n."))
ANSWER = log_verb("objections.answer", gettext_lazy("ha risposto all'obiezione del n."))

LONGEST = 240
MOST_OPEN = 10
"""Of one player after one round: each stops the next draw until it is answered."""


@transaction.atomic
def open_window(round_: Round, *, minutes: int, by, now: datetime) -> None:
    """Let players object for this many minutes from now; opening it again moves the end."""
    if round_.state != RoundState.CLOSED:
        raise NotNow(_("La classifica si controlla quando il turno è chiuso."))
    if not 1 <= minutes <= LONGEST:
        raise NotNow(_("I minuti vanno da 1 a %d.") % LONGEST)
    _set(round_, now + timedelta(minutes=minutes))
    record(round_.tournament, OPEN, by=by, subject=round_.number, minutes=minutes)


@transaction.atomic
def close_window(round_: Round, *, by) -> None:
    if round_.objections_until is None:
        raise NotNow(_("Non c'è nessun controllo aperto."))
    _set(round_, None)
    record(round_.tournament, CLOSE, by=by, subject=round_.number)


@transaction.atomic
def add(round_: Round, *, entrant: Entrant, text: str, by, now: datetime) -> Objection:
    """Record an objection at the desk. Late ones are recorded too: a person answers them."""
    if round_.state != RoundState.CLOSED:
        raise NotNow(_("La classifica si controlla quando il turno è chiuso."))
    if entrant.tournament_id != round_.tournament_id:
        raise NotNow(_("Non è un iscritto di questo torneo."))
    take_turns(round_)
    if round_.objections.filter(entrant=entrant, answered_at=None).count() >= MOST_OPEN:
        raise NotNow(_("Questo giocatore ha già %d obiezioni senza risposta: prima rispondi.") % MOST_OPEN)
    objection = Objection.objects.create(round=round_, entrant=entrant, text=needed(text), by=by, at=now)
    record(round_.tournament, ADD, by=by, subject=entrant.number, round=round_.number)
    return objection


@transaction.atomic
def answer(objection: Objection, *, answer: str, by, now: datetime) -> None:
    """Answer an objection; a wrong result is corrected by a separate act."""
    waiting = Objection.objects.filter(pk=objection.pk, answered_at=None)
    if not waiting.update(answer=needed(answer), answered_at=now, answered_by=by):
        raise NotNow(_("L'obiezione ha già una risposta."))
    objection.refresh_from_db()
    round_ = objection.round
    record(round_.tournament, ANSWER, by=by, subject=objection.entrant.number, round=round_.number)


def _set(round_: Round, until: datetime | None) -> None:
    claim(round_)
    round_.objections_until = until
    round_.save(update_fields=["objections_until"])
