"""The tournament's draws as everybody may read them: promises, dice, papers, and what was changed by hand since."""

from dataclasses import dataclass
from datetime import datetime

from tournament.core.log_verbs import public_keys
from tournament.models import DrawAct, LogEvent, Tournament
from tournament.states import RoundState


@dataclass(frozen=True)
class ShownAct:
    """One draw. Seed, secret and paper are told once its round is published: before that they would tell the tables."""

    number: int
    round_number: int
    drawn_at: datetime
    promised_at: datetime | None
    commitment: str
    dice: str
    reason: str
    is_told: bool
    is_standing: bool
    seed: str = ""
    secret: str = ""


@dataclass(frozen=True)
class ByHand:
    """A change after the draw. Its reason is for the staff: it may be somebody's own business."""

    at: datetime
    verb: str
    round_number: str


def acts_of(tournament: Tournament) -> list[ShownAct]:
    """Every draw, the last first."""
    told = set(tournament.rounds.exclude(state=RoundState.DRAFT).values_list("number", flat=True))
    standing = dict(tournament.rounds.values_list("number", "state"))
    acts = list(tournament.draw_acts.made())
    last = {act.round_number: act.number for act in acts}
    return [
        _shown(act, act.round_number in told, act.round_number in standing and last[act.round_number] == act.number)
        for act in reversed(acts)
    ]


def _shown(act: DrawAct, is_told: bool, is_standing: bool) -> ShownAct:
    told = {"seed": act.seed, "secret": act.secret} if is_told else {}
    return ShownAct(
        number=act.number,
        round_number=act.round_number,
        drawn_at=act.drawn_at,
        promised_at=act.promised_at,
        commitment=act.commitment,
        dice=act.dice,
        reason=act.reason,
        is_told=is_told,
        is_standing=is_standing,
        **told,
    )


def told_act(tournament: Tournament, number: int) -> DrawAct | None:
    """The draw of this number, once its round is published."""
    act = tournament.draw_acts.made().filter(number=number).first()
    published = tournament.rounds.visible()
    return act if act and published.filter(number=act.round_number).exists() else None


def changes_by_hand(tournament: Tournament) -> list[ByHand]:
    """What changed the tables of published rounds after their draw, the last first."""
    told = {str(number) for number in tournament.rounds.visible().values_list("number", flat=True)}
    events = LogEvent.objects.filter(tournament=tournament, verb__in=public_keys())
    found = [ByHand(event.at, event.verb, _round_of(event)) for event in events]
    return [one for one in found if one.round_number in told]


def _round_of(event: LogEvent) -> str:
    return event.subject if event.verb == "rounds.swap" else str(event.data.get("round", ""))


def draws_made(tournament: Tournament, round_number: int) -> int:
    return tournament.draw_acts.made().filter(round_number=round_number).count()
