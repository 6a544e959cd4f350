"""Article 1: the warning after two hours, time called after 165 minutes, and the three final giri, counted out."""

from __future__ import annotations

from collections.abc import Iterator

from games.iperisiko.rules import FINAL_GIRI, Rules
from games.iperisiko.state import State
from games.kernel.acts import CLOCK, JUDGE, By, PreAlarm, TimeNotUp, TimeUp
from games.kernel.breaches import Breach, impossible
from games.kernel.game import Chapter, Rule


def time_up_breaches(rules: Rules, state: State, by: By, act: TimeUp) -> Iterator[Breach]:
    if by not in (CLOCK, JUDGE):
        yield impossible("il tempo lo chiama il cronometro o il giudice", "the clock or the judge calls time", "1")
    if act.giro and (by != JUDGE or not 1 <= act.giro <= max(1, state.giro)):
        yield impossible(
            "solo il giudice corregge il giro, tra quelli giocati",
            "only the judge names a giro, one that was played",
            "1",
        )


def time_up(rules: Rules, state: State, by: By, act: TimeUp) -> State:
    """The giro under way is completed and three more follow; by option it is the first of the three. Said twice it changes nothing."""
    if state.ended or (state.last_giro and not act.giro):
        return state
    giro = act.giro or max(1, state.giro)
    return state.with_(last_giro=giro + FINAL_GIRI - (rules.final_giri == "with_current"))


def time_not_up_breaches(rules: Rules, state: State, by: By, act: TimeNotUp) -> Iterator[Breach]:
    if by != JUDGE:
        yield impossible("solo il giudice corregge il tempo", "only the judge corrects the time", "1")
    if state.ended or not state.last_giro:
        yield impossible("il tempo non è stato chiamato", "time has not been called", "1")


def time_not_up(rules: Rules, state: State, by: By, act: TimeNotUp) -> State:
    return state if state.ended else state.with_(last_giro=0)


def pre_alarm_breaches(rules: Rules, state: State, by: By, act: PreAlarm) -> Iterator[Breach]:
    if by not in (CLOCK, JUDGE):
        yield impossible("il preallarme lo dà il cronometro o il giudice", "the clock or the judge warns", "1")


def pre_alarm(rules: Rules, state: State, by: By, act: PreAlarm) -> State:
    return state if state.ended else state.with_(has_pre_alarm=True)


CHAPTER: Chapter = {
    TimeUp: Rule(time_up_breaches, time_up),
    TimeNotUp: Rule(time_not_up_breaches, time_not_up),
    PreAlarm: Rule(pre_alarm_breaches, pre_alarm),
}
