"""How a game is over (art. 1), and what is said of the time."""

from __future__ import annotations

from games.iperisiko.acts import EndTurn, Finish
from games.iperisiko.cards import CHAPTER as CARDS
from games.iperisiko.closing import last_giro, pre_alarm, time_not_up, time_up
from games.iperisiko.moments import MOMENTS
from games.iperisiko.rules import AS_NAMED, AS_THE_TABLE_STANDS, GIRO_IS_COMPLETE, LATE_TIME_CLOSES
from games.iperisiko.state import IN_PLAY, Declared, Reinforce
from games.iperisiko.table import finish
from games.kernel.endings import End, Endings
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import JUDGE_STATES
from games.kernel.timekeeping import Timekeeping
from games.kernel.words import Words

NOT_THE_LAST = Words("non è l'ultimo giro", "this is not the last giro")
ENDS = Endings(
    act=Finish,
    ways={"time": End("1", lambda rules, state: int(state.last_giro), NOT_THE_LAST)},
    moments=MOMENTS,
    turn_end=EndTurn(),
    rule=CARDS[EndTurn],
    unless=(Declared,),
    is_fresh=lambda rules, state: isinstance(state.awaits, Reinforce) and state.awaits.is_fresh,
    order=lambda rules, state: [seat for seat in state.order if state.is_active(seat)],
    asked_from=AS_NAMED,
    alone_from=AS_THE_TABLE_STANDS,
    since=GIRO_IS_COMPLETE,
    closes_from=LATE_TIME_CLOSES,
)
TIME = Timekeeping("1", ENDS, lambda state: int(state.last_giro), time_up, time_not_up, finish, last_giro, pre_alarm)
CHAPTER: Chapter = {Finish: Rule(ENDS.breaches, finish, JUDGE_STATES, "1", IN_PLAY), **TIME.chapter}
