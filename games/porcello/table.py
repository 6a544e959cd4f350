"""What the judge does: who begins (art. 2), who leaves (art. 8), time (art. 7), and a turn or a result told as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.kernel import timekeeping
from games.kernel.acts import JUDGE, By, PreAlarm, TimeNotUp, TimeUp
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.seats import ABANDONED, ACTIVE
from games.kernel.speakers import CLOCK_SAYS, JUDGE_SAYS, JUDGE_SHOWS, JUDGE_STATES
from games.porcello.acts import Abandon, Finish, First, Shown
from games.porcello.state import AS_NAMED, Rules, State, Turn, WhoBegins, put, read_seat
from games.porcello.turns import end_game, pass_on


def first_breaches(rules: Rules, state: State, by: By, act: First) -> Iterable[Breach]:
    read_seat(rules, act.seat)
    return ()


def first(rules: Rules, state: State, by: By, act: First) -> State:
    return state.with_(first=act.seat, seat=act.seat, giro=1)


def abandon_breaches(rules: Rules, state: State, by: By, act: Abandon) -> Iterator[Breach]:
    read_seat(rules, act.seat)
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
    """What is named; the points of the turn under way are lost to nobody unless another's turn begins."""
    is_under_way = act.turn in (None, state.seat) and rules.revision >= AS_NAMED
    if not state.giro:
        assert act.turn is not None
        state = state.with_(first=act.turn, giro=1)
    state = state.with_(
        banked=tuple(act.banked.get(seat, was) for seat, was in enumerate(state.banked)),
        seat=state.seat if act.turn is None else act.turn,
        giro=act.giro or state.giro,
        turn_points=state.turn_points if is_under_way else 0,
        throws=state.throws if is_under_way else 0,
    )
    if max(state.banked) >= rules.target:
        return end_game(state, "objective")
    return pass_on(rules, state) if act.turn_over else state


def finish_breaches(rules: Rules, state: State, by: By, act: Finish) -> Iterator[Breach]:
    if rules.revision < AS_NAMED or not state.turn:
        return
    if act.how == "objective" and max(state.banked) < rules.target:
        yield infraction(
            "1", "nessuno è a {target:punto|punti}", "nobody has {target:point|points}", target=rules.target
        )
    elif act.how == "time" and not state.last_giro:
        yield infraction("7", "il tempo non è stato chiamato", "time has not been called")


def finish(rules: Rules, state: State, by: By, act: Finish) -> State:
    return end_game(state, act.how)


# -- the clock


def time_breaches(rules: Rules, state: State, by: By, act: TimeUp) -> Iterator[Breach]:
    if act.giro and (by != JUDGE or act.giro > max(1, state.giro)):
        yield impossible("il giudice corregge con un giro già giocato", "the judge names a giro that was played", "7")
    elif rules.revision >= AS_NAMED:
        yield from timekeeping.told_late_breaches(by, state, act.giro, "7")


def time_up(rules: Rules, state: State, by: By, act: TimeUp) -> State:
    """Said twice it changes nothing, unless the judge names the giro."""
    if state.ended or (state.last_giro and not act.giro):
        return state
    return state.with_(last_giro=act.giro or max(1, state.giro))


def time_not_up_breaches(rules: Rules, state: State, by: By, act: TimeNotUp) -> Iterator[Breach]:
    is_over = bool(state.ended) and rules.revision >= AS_NAMED
    is_called = bool(state.last_giro) and not state.ended
    return timekeeping.time_not_up_breaches(is_called, "7", is_over=is_over)


def time_not_up(rules: Rules, state: State, by: By, act: TimeNotUp) -> State:
    return state.with_(last_giro=0)


def pre_alarm(rules: Rules, state: State, by: By, act: PreAlarm) -> State:
    return state


CHAPTER: Chapter = {
    First: Rule(first_breaches, first, JUDGE_SAYS, "2", (WhoBegins,)),
    Abandon: Rule(abandon_breaches, abandon, JUDGE_STATES, "8", (Turn,)),
    Shown: Rule(shown_breaches, shown, JUDGE_SHOWS),
    Finish: Rule(finish_breaches, finish, JUDGE_STATES, "9", (Turn,)),
    TimeUp: Rule(time_breaches, time_up, CLOCK_SAYS, "7"),
    TimeNotUp: Rule(time_not_up_breaches, time_not_up, JUDGE_SAYS, "7"),
    PreAlarm: Rule(timekeeping.pre_alarm_breaches, pre_alarm, CLOCK_SAYS, "7"),
}
