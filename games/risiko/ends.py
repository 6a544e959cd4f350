"""How a game is over (art. 16), and what is said of the time."""

from __future__ import annotations

from games.kernel.endings import End, Endings
from games.kernel.game import Chapter, Rule
from games.kernel.seats import playing
from games.kernel.speakers import JUDGE_STATES
from games.kernel.timekeeping import Timekeeping
from games.risiko.acts import EndTurn, Finish
from games.risiko.cards import CHAPTER as CARDS
from games.risiko.closing import not_due, not_the_last, time_not_up, time_up
from games.risiko.moments import MOMENTS
from games.risiko.rules import AS_NAMED, GIRO_IS_COMPLETE, LATE_TIME_CLOSES
from games.risiko.state import IN_PLAY, AttackThrow, CloseThrow, Reinforce
from games.risiko.table import finish

THROW = (CloseThrow,)
ENDS = Endings(
    act=Finish,
    ways={"dice": End("16", lacks=not_due, throws=THROW), "time": End("16", lacks=not_the_last, throws=THROW)},
    moments=MOMENTS,
    turn_end=EndTurn(),
    rule=CARDS[EndTurn],
    unless=(AttackThrow,),
    is_fresh=lambda rules, state: isinstance(state.awaits, Reinforce) and state.awaits.is_fresh,
    order=lambda rules, state: playing(state.first, state.standing, rules.direction),
    asked_from=AS_NAMED,
    alone_from=GIRO_IS_COMPLETE,
    since=GIRO_IS_COMPLETE,
    closes_from=LATE_TIME_CLOSES,
)
TIME = Timekeeping("16", ENDS, lambda state: int(state.last_giro), time_up, time_not_up, finish, lambda rules, giro: 0)
CHAPTER: Chapter = {Finish: Rule(ENDS.breaches, finish, JUDGE_STATES, "16", IN_PLAY), **TIME.chapter}
