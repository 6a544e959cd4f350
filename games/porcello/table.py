"""What the judge does: who begins (art. 2), who leaves (art. 8), time (art. 7), and a turn or a result told as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import timekeeping
from games.kernel.acts import JUDGE, By, PreAlarm, TimeNotUp, TimeUp
from games.kernel.breaches import Breach, impossible
from games.kernel.game import Chapter, Rule
from games.kernel.seats import ABANDONED, ACTIVE
from games.kernel.speakers import CLOCK_SAYS, JUDGE_SAYS, JUDGE_STATES
from games.porcello.acts import Abandon, Finish, First, Shown
from games.porcello.state import Rules, State, put, read_seat
from games.porcello.turns import end_game, pass_on


def under_way(state: State) -> Iterator[Breach]:
    if not state.giro or state.ended:
        yield impossible("nessuna partita è in corso", "no game is under way")


def first_breaches(rules: Rules, state: State, by: By, act: First) -> Iterator[Breach]:
    read_seat(rules, act.seat)
    if state.giro:
        yield impossible("la partita è cominciata", "the game has begun", "2")


def first(rules: Rules, state: State, by: By, act: First) -> State:
    return state.with_(first=act.seat, seat=act.seat, giro=1)


def abandon_breaches(rules: Rules, state: State, by: By, act: Abandon) -> Iterator[Breach]:
    read_seat(rules, act.seat)
    yield from under_way(state)
    if state.standing[act.seat] != ACTIVE:
        yield impossible("ha già lasciato il tavolo", "this player has left already", "8")


def abandon(rules: Rules, state: State, by: By, act: Abandon) -> State:
    state = state.with_(standing=put(state.standing, act.seat, ABANDONED))
    if state.standing.count(ACTIVE) < 2:
        return end_game(state, "abandoned")
    return pass_on(rules, state) if act.seat == state.seat else state


# -- a turn or a result told as a whole


def shown_breaches(rules: Rules, state: State, by: By, act: Shown) -> Iterator[Breach]:
    for seat in (*act.banked, *(() if act.turn is None else (act.turn,))):
        read_seat(rules, seat)
    if state.ended:
        yield impossible("la partita è finita", "the game is over")
    if not state.giro and act.turn is None:
        yield impossible("manca chi comincia", "who begins is missing", "2")
    if act.turn is not None and state.standing[act.turn] != ACTIVE:
        yield impossible("ha lasciato il tavolo", "this player has left", "8")


def shown(rules: Rules, state: State, by: By, act: Shown) -> State:
    if not state.giro:
        assert act.turn is not None
        state = state.with_(first=act.turn, giro=1)
    state = state.with_(
        banked=tuple(act.banked.get(seat, was) for seat, was in enumerate(state.banked)),
        seat=state.seat if act.turn is None else act.turn,
        giro=act.giro or state.giro,
        turn_points=0,
        throws=0,
    )
    if max(state.banked) >= rules.target:
        return end_game(state, "objective")
    return pass_on(rules, state) if act.turn_over else state


def finish_breaches(rules: Rules, state: State, by: By, act: Finish) -> Iterator[Breach]:
    yield from under_way(state)


def finish(rules: Rules, state: State, by: By, act: Finish) -> State:
    return end_game(state, act.how)


# -- the clock


def time_breaches(rules: Rules, state: State, by: By, act: TimeUp) -> Iterator[Breach]:
    if act.giro and (by != JUDGE or act.giro > max(1, state.giro)):
        yield impossible("il giudice corregge con un giro già giocato", "the judge names a giro that was played", "7")


def time_up(rules: Rules, state: State, by: By, act: TimeUp) -> State:
    """Said twice it changes nothing, unless the judge names the giro."""
    if state.ended or (state.last_giro and not act.giro):
        return state
    return state.with_(last_giro=act.giro or max(1, state.giro))


def time_not_up_breaches(rules: Rules, state: State, by: By, act: TimeNotUp) -> Iterator[Breach]:
    if state.ended or not state.last_giro:
        yield impossible("il tempo non è stato chiamato", "time has not been called", "7")


def time_not_up(rules: Rules, state: State, by: By, act: TimeNotUp) -> State:
    return state.with_(last_giro=0)


def pre_alarm(rules: Rules, state: State, by: By, act: PreAlarm) -> State:
    return state


CHAPTER: Chapter = {
    First: Rule(first_breaches, first, JUDGE_SAYS, "2"),
    Abandon: Rule(abandon_breaches, abandon, JUDGE_STATES, "8"),
    Shown: Rule(shown_breaches, shown, JUDGE_STATES),
    Finish: Rule(finish_breaches, finish, JUDGE_STATES),
    TimeUp: Rule(time_breaches, time_up, CLOCK_SAYS, "7"),
    TimeNotUp: Rule(time_not_up_breaches, time_not_up, JUDGE_SAYS, "7"),
    PreAlarm: Rule(timekeeping.pre_alarm_breaches, pre_alarm, CLOCK_SAYS, "7"),
}
