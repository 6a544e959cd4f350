"""Where a seed comes from: a secret committed to in public and dice thrown afterwards, or a word that somebody named."""

from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.base import record
from tournament.core.draw.commitment import BadCommitment, Commitment, commitment_of, new_secret, parse_dice
from tournament.core.draw.transcript import Transcript, decode, encode
from tournament.core.log_verbs import log_verb
from tournament.errors import BadDraw, NotNow, SomeoneElseMovedIt
from tournament.models import DrawEvent, Tournament
from tournament.states import TournamentState

PUBLISH = log_verb("promises.make", gettext_lazy("ha pubblicato il codice del segreto"))


@dataclass(frozen=True)
class SeedSource:
    """The seed of a draw, and the commitment that it opens, if any; `event` is the row that waits for its dice."""

    seed: str
    number: int
    event: DrawEvent | None = None
    commitment: Commitment | None = None


@transaction.atomic
def publish(tournament: Tournament, *, by, now: datetime, secret: str | None = None) -> DrawEvent:
    """Commit to a new secret in public. For the first round this comes before check-in closes. A given secret is for tests."""
    if tournament.state == TournamentState.FINISHED:
        raise NotNow(_("Il torneo è concluso."))
    if tournament.checkin_closed_at and not tournament.rounds.visible().exists():
        raise NotNow(
            _("L'accettazione è chiusa: il codice del segreto si pubblica prima. Riaprila, pubblicalo e richiudila.")
        )
    if tournament.draw_events.awaiting_dice().exists():
        raise NotNow(_("C'è già un codice pubblicato che aspetta i dadi."))
    try:
        with transaction.atomic():
            event = _commit(tournament, secret or new_secret(), by=by, now=now)
    except IntegrityError:
        raise SomeoneElseMovedIt from None
    record(tournament, PUBLISH, by=by, subject=event.commitment)
    return event


def seed_source_for(tournament: Tournament, round_number: int, *, seed: str, dice: str) -> SeedSource:
    """The seed of the next draw. Dice want a published commitment, and for the first round a closed check-in."""
    number = tournament.draw_events.drawn().count() + 1
    if not dice:
        if not seed:
            raise BadDraw(_("Servono i dadi lanciati in sala, o una parola scelta davanti a tutti."))
        return SeedSource(seed, number)
    event = tournament.draw_events.awaiting_dice().first()
    if event is None:
        raise BadDraw(_("Prima dei dadi serve il codice di un segreto: pubblicalo, poi lanciate."))
    if round_number == 1 and tournament.checkin_closed_at is None:
        raise BadDraw(_("L'accettazione è ancora aperta: chiudila, poi lanciate i dadi."))
    try:
        opened = Commitment(event.commitment, event.secret, parse_dice(dice), number)
        return SeedSource(opened.seed, number, event, opened)
    except BadCommitment as bad:
        raise BadDraw(str(bad)) from None


def same_seed_source(tournament: Tournament, round_number: int, seed: str) -> SeedSource:
    """The seed of the draft once more, for the other of two plans."""
    last = tournament.draw_events.drawn().filter(round_number=round_number, seed=seed).last()
    number = tournament.draw_events.drawn().count() + 1
    commitment = decode(last.transcript.encode()).commitment if last else None
    return SeedSource(seed, number, commitment=commitment)


def record_draw(
    tournament: Tournament, source: SeedSource, transcript: Transcript, *, round_number: int, by, reason: str = ""
) -> DrawEvent:
    """Write the draw down for ever. An opened commitment is followed by the next one, so that a redraw has one too."""
    now = timezone.now()
    done = {
        "number": source.number,
        "round_number": round_number,
        "seed": source.seed,
        "dice": source.commitment.dice if source.commitment else "",
        "reason": reason,
        "transcript": encode(transcript).decode(),
        "drawn_at": now,
        "by": by,
    }
    try:
        with transaction.atomic():
            if source.event is None:
                return _record_without_dice(tournament, source, done)
            if not DrawEvent.objects.filter(pk=source.event.pk, drawn_at=None).update(**done):
                raise SomeoneElseMovedIt
    except IntegrityError:
        raise SomeoneElseMovedIt from None
    _commit(tournament, new_secret(), by=by, now=now)
    source.event.refresh_from_db()
    return source.event


def _record_without_dice(tournament: Tournament, source: SeedSource, done: dict) -> DrawEvent:
    """A draw without dice: its seed is a word, or that of the plan beside it."""
    if source.commitment:
        done |= {
            "commitment": source.commitment.digest,
            "secret": source.commitment.secret,
            "committed_at": done["drawn_at"],
        }
    return DrawEvent.objects.create(tournament=tournament, created_at=done["drawn_at"], **done)


def _commit(tournament: Tournament, secret: str, *, by, now: datetime) -> DrawEvent:
    return DrawEvent.objects.create(
        tournament=tournament,
        secret=secret,
        commitment=commitment_of(secret),
        committed_at=now,
        created_at=now,
        by=by,
    )
