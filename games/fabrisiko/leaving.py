"""A player who leaves the table (base.leaving): his pieces stay and defend, his turns are left out, he does not count at the end.

What his event, his conquests and the dice that both sides have thrown call for is seen through in his turn; an attack under way is
broken off.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.fabrisiko.acts import Abandon
from games.fabrisiko.battle import is_lightning
from games.fabrisiko.closing import ABANDONED, both, end_game
from games.fabrisiko.conquest import sent_home
from games.fabrisiko.dice import is_from_melano
from games.fabrisiko.income import pass_on
from games.fabrisiko.movement import is_own
from games.fabrisiko.rules import DONE_IS_SEEN_THROUGH, ONE_LAW, THROWN_DICE_COUNT, Rules
from games.fabrisiko.state import (
    IN_PLAY,
    AttackThrow,
    CaptureThrow,
    DefenceThrow,
    Falling,
    Fleeing,
    Heat,
    Quake,
    Rebels,
    RecoverThrow,
    State,
)
from games.fabrisiko.table import calm
from games.fabrisiko.turns import is_free
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible
from games.kernel.game import Chapter, Rule
from games.kernel.seats import read_seat
from games.kernel.speakers import JUDGE_STATES

SEEN_THROUGH = (Rebels, Fleeing, Quake, Heat, CaptureThrow, RecoverThrow)
"""What is due still once its player has left: an event concerns everybody, and structures stand on land that he has conquered."""


def out_by(rules: Rules, state: State, seat: int) -> str:
    """The article by which a seat plays no longer."""
    return "base.leaving" if rules.revision >= ONE_LAW and seat in state.left else ""


def abandon_breaches(rules: Rules, state: State, by: By, act: Abandon) -> Iterator[Breach]:
    read_seat(rules.seats, act.seat)
    if act.seat in state.left:
        yield impossible("ha già lasciato il tavolo", "this player has left the table already", "base.leaving")


def abandon(rules: Rules, state: State, by: By, act: Abandon) -> State:
    """In his own turn an attack under way is broken off, his invaders go back where they set out, and the next player begins."""
    if is_from_melano(rules, state, act.seat) and rules.revision >= THROWN_DICE_COUNT:
        state = state.with_(open=None, thrown=())
    state = both(state, left=(*state.left, act.seat))
    playing = [seat for seat in range(rules.seats) if seat not in state.left]
    if len(playing) == 1:
        return end_game(rules, calm(rules, state), ABANDONED).with_(winner=playing[0])
    if act.seat != state.seat:
        return state
    if _is_seen_through(rules, state):
        return state.with_(open=None, thrown=())
    return pass_on(rules, _called_back(rules, calm(rules, state)))


def passed_over(rules: Rules, state: State) -> State:
    """The turn of who has left it is over once nothing is due in it. Of his battle no other dice are thrown."""
    if state.seat not in state.left or rules.revision < DONE_IS_SEEN_THROUGH:
        return state
    if is_free(state):
        return pass_on(rules, _called_back(rules, state))
    if type(state.awaits) in (AttackThrow, DefenceThrow) and rules.revision >= THROWN_DICE_COUNT:
        return pass_on(rules, _called_back(rules, calm(rules, state)))
    return state


def _is_seen_through(rules: Rules, state: State) -> bool:
    if type(state.awaits) in SEEN_THROUGH:
        return rules.revision >= DONE_IS_SEEN_THROUGH
    return (
        rules.revision >= THROWN_DICE_COUNT and isinstance(state.awaits, Falling) and _has_fallen(state, state.awaits)
    )


def _has_fallen(state: State, awaits: Falling) -> bool:
    """Whether what was hit has only to be chosen: both sides have thrown, or nobody hit by a lightning attack answers (round, perdite)."""
    fray = state.fray
    assert fray is not None
    return awaits.seat == fray.attacker or is_lightning(fray)


def _called_back(rules: Rules, state: State) -> State:
    for place in range(rules.board.size):
        if not is_own(rules, state, place):
            state = sent_home(state, place)
    return state


CHAPTER: Chapter = {Abandon: Rule(abandon_breaches, abandon, JUDGE_STATES, "base.leaving", IN_PLAY)}
