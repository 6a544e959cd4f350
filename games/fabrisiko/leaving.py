"""A player who leaves the table (base.leaving): his pieces stay and defend, his turns are left out, he does not count at the end.

What his event and his conquests call for is seen through in his turn; an attack under way is broken off.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.fabrisiko.acts import Abandon
from games.fabrisiko.closing import ABANDONED, both, end_game
from games.fabrisiko.conquest import sent_home
from games.fabrisiko.income import pass_on
from games.fabrisiko.movement import is_own
from games.fabrisiko.rules import DONE_IS_SEEN_THROUGH, Rules
from games.fabrisiko.state import IN_PLAY, CaptureThrow, Fleeing, Heat, Quake, Rebels, RecoverThrow, State
from games.fabrisiko.table import calm
from games.fabrisiko.turns import is_free
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible
from games.kernel.game import Chapter, Rule
from games.kernel.seats import read_seat
from games.kernel.speakers import JUDGE_STATES

SEEN_THROUGH = (Rebels, Fleeing, Quake, Heat, CaptureThrow, RecoverThrow)
"""What is due still once its player has left: an event concerns everybody, and structures stand on land that he has conquered."""


def abandon_breaches(rules: Rules, state: State, by: By, act: Abandon) -> Iterator[Breach]:
    read_seat(rules.seats, act.seat)
    if act.seat in state.left:
        yield impossible("ha già lasciato il tavolo", "this player has left the table already", "base.leaving")


def abandon(rules: Rules, state: State, by: By, act: Abandon) -> State:
    """In his own turn an attack under way is broken off, his invaders go back where they set out, and the next player begins."""
    state = both(state, left=(*state.left, act.seat))
    playing = [seat for seat in range(rules.seats) if seat not in state.left]
    if len(playing) == 1:
        return end_game(rules, calm(rules, state), ABANDONED).with_(winner=playing[0])
    if act.seat != state.seat:
        return state
    if type(state.awaits) in SEEN_THROUGH and rules.revision >= DONE_IS_SEEN_THROUGH:
        return state.with_(open=None, thrown=())
    return pass_on(rules, _called_back(rules, calm(rules, state)))


def passed_over(rules: Rules, state: State) -> State:
    """The turn of who has left it is over once nothing is due in it."""
    if state.seat not in state.left or not is_free(state) or rules.revision < DONE_IS_SEEN_THROUGH:
        return state
    return pass_on(rules, _called_back(rules, state))


def _called_back(rules: Rules, state: State) -> State:
    for place in range(rules.board.size):
        if not is_own(rules, state, place):
            state = sent_home(state, place)
    return state


CHAPTER: Chapter = {Abandon: Rule(abandon_breaches, abandon, JUDGE_STATES, "base.leaving", IN_PLAY)}
