"""How a game is over (art. 1 and 7), and what is said of the time."""

from __future__ import annotations

from games.kernel.endings import End, Endings
from games.kernel.game import Chapter, Rule
from games.kernel.seats import playing
from games.kernel.speakers import JUDGE_STATES
from games.kernel.timekeeping import Timekeeping
from games.kernel.words import Words
from games.porcello.acts import Finish, Stop
from games.porcello.moments import MOMENTS
from games.porcello.state import AS_NAMED, GIRO_IS_COMPLETE, LATE_TIME_CLOSES, Rules, State, Turn
from games.porcello.table import finish, time_not_up, time_up
from games.porcello.turns import CHAPTER as TURNS


def _not_enough(rules: Rules, state: State, act: Finish) -> Words | None:
    words = Words("nessuno è a {target:punto|punti}", "nobody has {target:point|points}")
    return None if max(state.banked) >= rules.target else words.fill({"target": rules.target})


ENDS = Endings(
    act=Finish,
    ways={
        "objective": End("1", lacks=_not_enough, at_once=lambda rules: True),
        "time": End("7", lambda rules, state: int(state.last_giro)),
    },
    moments=MOMENTS,
    turn_end=Stop(),
    rule=TURNS[Stop],
    is_fresh=lambda rules, state: not state.throws,
    order=lambda rules, state: playing(state.first, state.standing),
    asked_from=AS_NAMED,
    alone_from=GIRO_IS_COMPLETE,
    since=GIRO_IS_COMPLETE,
    closes_from=LATE_TIME_CLOSES,
)
TIME = Timekeeping("7", ENDS, lambda state: int(state.last_giro), time_up, time_not_up, finish)
CHAPTER: Chapter = {Finish: Rule(ENDS.breaches, finish, JUDGE_STATES, "9", (Turn,)), **TIME.chapter}
