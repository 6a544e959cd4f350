"""How a game is over (modalita, torneo.tempo), and what is said of the time."""

from __future__ import annotations

from collections.abc import Iterator

from games.fabrisiko.acts import EndTurn, Finish
from games.fabrisiko.closing import TERRITORIES, TIME, counts_territories, leader, order, time_not_up, time_up
from games.fabrisiko.income import CHAPTER as INCOME
from games.fabrisiko.moments import MOMENTS
from games.fabrisiko.rules import AS_NAMED, GIRO_IS_COMPLETE, LATE_TIME_CLOSES, TO_WIN, TURN_IS_OVER, Rules
from games.fabrisiko.state import IN_PLAY, NOBODY, State, Swapping, Turn
from games.fabrisiko.table import finish
from games.fabrisiko.turns import battlefields
from games.kernel.breaches import Breach, impossible
from games.kernel.endings import End, Endings
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import JUDGE_STATES
from games.kernel.timekeeping import Timekeeping
from games.kernel.words import Words

RESULT_FITS_THE_MODE = 3
"""The revision from which a result by territories is told only where territories win."""


def _cannot(rules: Rules, state: State, act: Finish) -> Iterator[Breach]:
    if act.how == TIME:
        yield from _no_clock(rules)
    elif not counts_territories(rules) and rules.revision >= RESULT_FITS_THE_MODE:
        yield impossible("nella modalità Torneo vincono i punti", "in tournament mode points win", "modalita")


def _no_clock(rules: Rules) -> Iterator[Breach]:
    if not rules.is_tournament:
        yield impossible("la partita tradizionale non è a tempo", "the traditional game has no clock", "torneo.tempo")


def _too_few(rules: Rules, state: State, act: Finish) -> Words | None:
    words = Words("nessuno ha {most} territori", "nobody holds {most} territories")
    return words.fill({"most": TO_WIN[rules.seats]}) if leader(rules, state) == NOBODY else None


def _was_complete(rules: Rules, state: State, act: Finish) -> bool:
    """Up to the eighth revision the last turn was over with whatever was played in it, and nobody had one after the last giro."""
    if rules.revision < GIRO_IS_COMPLETE:
        return True
    if type(state.awaits) is not Turn or battlefields(state):
        return False
    is_late = rules.win_at != "global_turn" if act.how == TERRITORIES else state.last_giro < state.giro
    return is_late or (state.is_touched and state.seat == order(rules, state)[-1])


ENDS = Endings(
    act=Finish,
    ways={
        TIME: End("torneo.tempo", lambda rules, state: int(state.last_giro)),
        TERRITORIES: End(
            "modalita",
            lambda rules, state: int(state.giro),
            needs=_too_few,
            seen_in="owners",
            at_once=lambda rules: rules.win_at != "global_turn" and rules.revision >= TURN_IS_OVER,
        ),
    },
    moments=MOMENTS,
    turn_end=EndTurn(),
    rule=INCOME[EndTurn],
    unless=(Swapping,),
    is_fresh=lambda rules, state: not state.is_touched,
    order=order,
    asked_from=AS_NAMED,
    alone_from=GIRO_IS_COMPLETE,
    since=TURN_IS_OVER,
    closes_from=LATE_TIME_CLOSES,
    cannot=_cannot,
    formerly=_was_complete,
)
CLOCK = Timekeeping(
    "torneo.tempo", ENDS, lambda state: int(state.last_giro), time_up, time_not_up, finish, cannot=_no_clock
)
CHAPTER: Chapter = {Finish: Rule(ENDS.breaches, finish, JUDGE_STATES, "modalita", IN_PLAY), **CLOCK.chapter}
