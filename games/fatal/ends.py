"""How a game is over (fine-partita), and what is said of the time (gioco)."""

from __future__ import annotations

from collections.abc import Iterator

from games.fatal.acts import EndPlay, Finish
from games.fatal.moments import MOMENTS
from games.fatal.rules import (
    AS_NAMED,
    AT_ANY_MOMENT,
    GIRO_IS_COMPLETE,
    LATE_TIME_CLOSES,
    TIME_IS_NOTED,
    TOLD_IS_HELD,
    Rules,
)
from games.fatal.state import ENCHANT, IN_PLAY, State, Turn
from games.fatal.table import finish, time_not_up, time_up
from games.fatal.visions import CHAPTER as VISIONS
from games.kernel.breaches import Breach, impossible
from games.kernel.endings import End, Endings
from games.kernel.game import Chapter, Rule
from games.kernel.seats import playing
from games.kernel.speakers import JUDGE_STATES
from games.kernel.timekeeping import Timekeeping
from games.kernel.words import Words


def _cannot(rules: Rules, state: State, act: Finish) -> Iterator[Breach]:
    if act.how == "queen" and state.smazzata == 1:
        yield impossible("la Regina chiude la seconda smazzata", "the Queen closes the second smazzata", "fine-partita")


def _above(rules: Rules, state: State, act: Finish) -> Words | None:
    """What lies above the Queen; also where the result is told alone: a second smazzata is told with its treasures.

    Up to the ninth revision that was asked only once a pile was told.
    """
    is_told = state.turn or rules.revision >= (AT_ANY_MOMENT if any(state.piles) else TOLD_IS_HELD)
    words = Words(
        "{n:c'è # tesoro|ci sono # tesori} sopra quelli della Regina",
        "{n:# treasure lies|# treasures lie} above hers",
    )
    return words.fill({"n": state.above}) if state.above and is_told else None


def _only_noted(rules: Rules, state: State, act: Finish) -> Words | None:
    """By this option a time that is called ends nothing."""
    words = Words(
        "il tempo si nota soltanto: si gioca fino alla Regina", "time is only noted: play goes on until the Queen"
    )
    return words if rules.time_called == "noted" and rules.revision >= TIME_IS_NOTED else None


def _noted_alone(rules: Rules, state: State, act: Finish) -> Words | None:
    """Nor does it where the result is told alone, but up to the ninth revision."""
    return _only_noted(rules, state, act) if rules.revision >= TOLD_IS_HELD else None


def _last_giro(rules: Rules, giro: int) -> int:
    return 0 if rules.time_called == "noted" and rules.revision >= TIME_IS_NOTED else giro


def _is_fresh(rules: Rules, state: State) -> bool:
    return type(state.awaits) is Turn and state.step == ENCHANT and not state.played


ENDS = Endings(
    act=Finish,
    ways={
        "queen": End("fine-partita", needs=_above, at_once=lambda rules: True),
        "time": End("fine-partita", lambda rules, state: int(state.last_giro), lacks=_only_noted, needs=_noted_alone),
    },
    moments=MOMENTS,
    turn_end=EndPlay(),
    rule=VISIONS[EndPlay],
    is_fresh=_is_fresh,
    order=lambda rules, state: playing(state.first, state.standing, rules.direction),
    asked_from=AS_NAMED,
    alone_from=GIRO_IS_COMPLETE,
    since=GIRO_IS_COMPLETE,
    closes_from=LATE_TIME_CLOSES,
    cannot=_cannot,
)
TIME = Timekeeping("gioco", ENDS, lambda state: int(state.last_giro), time_up, time_not_up, finish, _last_giro)
CHAPTER: Chapter = {Finish: Rule(ENDS.breaches, finish, JUDGE_STATES, "fine-partita", IN_PLAY), **TIME.chapter}
