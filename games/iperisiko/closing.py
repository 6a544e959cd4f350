"""Article 1: the warning after two hours, time called after 165 minutes, and the three final giri, counted out."""

from __future__ import annotations

from collections.abc import Iterator

from games.iperisiko.rules import FINAL_GIRI, Rules
from games.iperisiko.state import State
from games.kernel.acts import By, PreAlarm, TimeNotUp, TimeUp
from games.kernel.guide import who_still_plays
from games.kernel.words import Words


def last_giro(rules: Rules, giro: int) -> int:
    """The last giro where time was over in this one: it is completed and three more follow; by option it is the first of the three."""
    return giro + FINAL_GIRI - (rules.final_giri == "with_current")


def time_up(rules: Rules, state: State, by: By, act: TimeUp) -> State:
    return state.with_(last_giro=last_giro(rules, act.giro or max(1, state.giro)))


def time_not_up(rules: Rules, state: State, by: By, act: TimeNotUp) -> State:
    return state.with_(last_giro=0)


def pre_alarm(rules: Rules, state: State, by: By, act: PreAlarm) -> State:
    return state if state.ended else state.with_(has_pre_alarm=True)


# -- what the judge tells the table


def guide(rules: Rules, state: State) -> Iterator[Words]:
    """Nothing before time is called; then how many giri are left, what may no longer be played (17 n, 21), and who still plays."""
    if not state.last_giro or state.ended or not state.giro:
        return
    final = state.giro - (state.last_giro - FINAL_GIRI)
    if final < 1:
        yield Words(
            "Si completa il giro in corso, poi tre giri finali.", "The giro is completed, then three final giri."
        )
    else:
        yield Words(
            "Giro finale {n} di {all}: niente D.N.A. e niente Diplomatico.",
            "Final giro {n} of {all}: no D.N.A. and no Diplomat.",
        ).fill({"n": final, "all": FINAL_GIRI})
    rest = [seat for seat in state.order[state.order.index(state.seat) + 1 :] if state.is_active(seat)]
    yield from who_still_plays(rest, state.seat, is_last_giro=state.giro >= state.last_giro)
