"""The public view of the tournament's draws: commitments, dice, transcripts, and later changes by hand."""

from dataclasses import dataclass
from datetime import datetime

from tournament.core.log_verbs import public_keys
from tournament.models import DrawEvent, LogEvent, Tournament
from tournament.states import RoundState


@dataclass(frozen=True)
class DrawEventView:
    """One draw. Seed and secret are set once its round is published: before that they would reveal the tables."""

    number: int
    round_number: int
    drawn_at: datetime
    committed_at: datetime | None
    commitment: str
    dice: str
    reason: str
    is_published: bool
    is_standing: bool
    seed: str = ""
    secret: str = ""


@dataclass(frozen=True)
class ByHand:
    """A change after the draw, without its reason, which may be private."""

    at: datetime
    verb: str
    round_number: str


def draw_events_of(tournament: Tournament) -> list[DrawEventView]:
    """Every draw, the last first."""
    published = set(tournament.rounds.exclude(state=RoundState.DRAFT).values_list("number", flat=True))
    standing = dict(tournament.rounds.values_list("number", "state"))
    draw_events = list(tournament.draw_events.drawn())
    last = {event.round_number: event.number for event in draw_events}
    return [
        _view(
            event,
            event.round_number in published,
            event.round_number in standing and last[event.round_number] == event.number,
        )
        for event in reversed(draw_events)
    ]


def _view(event: DrawEvent, is_published: bool, is_standing: bool) -> DrawEventView:
    published = {"seed": event.seed, "secret": event.secret} if is_published else {}
    return DrawEventView(
        number=event.number,
        round_number=event.round_number,
        drawn_at=event.drawn_at,
        committed_at=event.committed_at,
        commitment=event.commitment,
        dice=event.dice,
        reason=event.reason,
        is_published=is_published,
        is_standing=is_standing,
        **published,
    )


def published_draw_event(tournament: Tournament, number: int) -> DrawEvent | None:
    """The draw of this number, once its round is published."""
    event = tournament.draw_events.drawn().filter(number=number).first()
    published = tournament.rounds.visible()
    return event if event and published.filter(number=event.round_number).exists() else None


def changes_by_hand(tournament: Tournament) -> list[ByHand]:
    """The changes of published rounds after their draw, the last first."""
    published = {str(number) for number in tournament.rounds.visible().values_list("number", flat=True)}
    events = LogEvent.objects.filter(tournament=tournament, verb__in=public_keys())
    found = [ByHand(event.at, event.verb, _round_of(event)) for event in events]
    return [one for one in found if one.round_number in published]


def _round_of(event: LogEvent) -> str:
    return event.subject if event.verb == "rounds.swap" else str(event.data.get("round", ""))


def draws_made(tournament: Tournament, round_number: int) -> int:
    return tournament.draw_events.drawn().filter(round_number=round_number).count()
