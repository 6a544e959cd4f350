"""Where a seed comes from: a secret promised in public and dice thrown afterwards, or a word that somebody named."""

from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.base import record
from tournament.core.draw import commitment
from tournament.core.draw.commitment import BadCommitment, Promise
from tournament.core.draw.protocol import Paper, read, written
from tournament.core.log_verbs import log_verb
from tournament.errors import BadDraw, NotNow, SomeoneElseMovedIt
from tournament.models import DrawAct, Tournament
from tournament.states import TournamentState

MAKE = log_verb("promises.make", gettext_lazy("ha pubblicato l'impegno"))


@dataclass(frozen=True)
class Chance:
    """The seed of a draw, and the promise that it keeps, if any."""

    seed: str
    number: int
    act: DrawAct | None = None
    promise: Promise | None = None


@transaction.atomic
def make(tournament: Tournament, *, by, now: datetime, secret: str | None = None) -> DrawAct:
    """Commit to a new secret in public. For the first round this comes before check-in closes. A given secret is for tests."""
    if tournament.state == TournamentState.FINISHED:
        raise NotNow(_("Il torneo è concluso."))
    if tournament.checkin_closed_at and not tournament.rounds.visible().exists():
        raise NotNow(
            _("L'accettazione è chiusa: l'impegno si pubblica prima. Riaprila, pubblica l'impegno e richiudila.")
        )
    if tournament.draw_acts.promised().exists():
        raise NotNow(_("C'è già un impegno pubblicato che aspetta i dadi."))
    try:
        with transaction.atomic():
            act = _promised(tournament, secret or commitment.new_secret(), by=by, now=now)
    except IntegrityError:
        raise SomeoneElseMovedIt from None
    record(tournament, MAKE, by=by, subject=act.commitment)
    return act


def chance_for(tournament: Tournament, round_number: int, *, seed: str, dice: str) -> Chance:
    """The seed of the next draw. Dice want a promise, and for the first round a closed check-in."""
    number = tournament.draw_acts.made().count() + 1
    if not dice:
        if not seed:
            raise BadDraw(_("Servono i dadi lanciati in sala, o un seme detto davanti a tutti."))
        return Chance(seed, number)
    act = tournament.draw_acts.promised().first()
    if act is None:
        raise BadDraw(_("Prima dei dadi serve un impegno pubblicato: pubblicalo, poi lanciate."))
    if round_number == 1 and tournament.checkin_closed_at is None:
        raise BadDraw(_("L'accettazione è ancora aperta: chiudila, poi lanciate i dadi."))
    try:
        promise = Promise(act.commitment, act.secret, commitment.thrown(dice), number)
        return Chance(promise.seed, number, act, promise)
    except BadCommitment as bad:
        raise BadDraw(str(bad)) from None


def chance_again(tournament: Tournament, round_number: int, seed: str) -> Chance:
    """The seed of the draft once more, for the other of two plans."""
    last = tournament.draw_acts.made().filter(round_number=round_number, seed=seed).last()
    number = tournament.draw_acts.made().count() + 1
    promise = read(last.paper.encode()).promise if last else None
    return Chance(seed, number, promise=promise)


def keep(tournament: Tournament, chance: Chance, paper: Paper, *, round_number: int, by, reason: str = "") -> DrawAct:
    """Write the draw down for ever. A kept promise is followed by the next one, so that a redraw has one too."""
    now = timezone.now()
    done = {
        "number": chance.number,
        "round_number": round_number,
        "seed": chance.seed,
        "dice": chance.promise.dice if chance.promise else "",
        "reason": reason,
        "paper": written(paper).decode(),
        "drawn_at": now,
        "by": by,
    }
    try:
        with transaction.atomic():
            if chance.act is None:
                return _written_down(tournament, chance, done)
            if not DrawAct.objects.filter(pk=chance.act.pk, drawn_at=None).update(**done):
                raise SomeoneElseMovedIt
    except IntegrityError:
        raise SomeoneElseMovedIt from None
    _promised(tournament, commitment.new_secret(), by=by, now=now)
    chance.act.refresh_from_db()
    return chance.act


def _written_down(tournament: Tournament, chance: Chance, done: dict) -> DrawAct:
    """A draw that keeps no open promise: its seed is a word, or that of the plan beside it."""
    if chance.promise:
        done |= {
            "commitment": chance.promise.commitment,
            "secret": chance.promise.secret,
            "promised_at": done["drawn_at"],
        }
    return DrawAct.objects.create(tournament=tournament, created_at=done["drawn_at"], **done)


def _promised(tournament: Tournament, secret: str, *, by, now: datetime) -> DrawAct:
    return DrawAct.objects.create(
        tournament=tournament,
        secret=secret,
        commitment=commitment.commitment_of(secret),
        promised_at=now,
        created_at=now,
        by=by,
    )
