"""What the judge does: who begins (art. 2), who leaves (art. 8), time (art. 7), and a turn or a result told as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.kernel.acts import By, TimeNotUp, TimeUp
from games.kernel.breaches import Breach, impossible, missing
from games.kernel.endings import after_the_last
from games.kernel.game import Chapter, Rule
from games.kernel.seats import ABANDONED, ACTIVE, read_seat
from games.kernel.speakers import JUDGE_SAYS, JUDGE_SHOWS, JUDGE_STATES
from games.kernel.values import put
from games.porcello.acts import Abandon, Finish, First, Shown
from games.porcello.state import AS_NAMED, GIRO_IS_COMPLETE, ONE_FORM, Rules, State, Turn, WhoBegins
from games.porcello.turns import banked, end_game, pass_on


def first_breaches(rules: Rules, state: State, by: By, act: First) -> Iterable[Breach]:
    read_seat(rules.seats, act.seat)
    return ()


def first(rules: Rules, state: State, by: By, act: First) -> State:
    return state.with_(first=act.seat, seat=act.seat, giro=1)


def abandon_breaches(rules: Rules, state: State, by: By, act: Abandon) -> Iterator[Breach]:
    read_seat(rules.seats, act.seat)
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
        read_seat(rules.seats, seat)
    if state.ended:
        yield impossible("la partita è finita", "the game is over")
    if not state.giro and act.turn is None:
        yield missing("turn", "manca chi comincia", "who begins is missing", "2")
    if act.turn is not None and state.standing[act.turn] != ACTIVE:
        yield impossible("ha lasciato il tavolo", "this player has left", "8")
    if rules.revision >= ONE_FORM:
        yield from after_the_last("7", state.last_giro, state.giro, act.giro)


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


def finish(rules: Rules, state: State, by: By, act: Finish) -> State:
    """Points of the turn under way are banked: whoever says that the giro is complete has stopped."""
    return end_game(banked(state) if rules.revision >= GIRO_IS_COMPLETE else state, act.how)


# -- the clock


def time_up(rules: Rules, state: State, by: By, act: TimeUp) -> State:
    return state.with_(last_giro=act.giro or max(1, state.giro))


def time_not_up(rules: Rules, state: State, by: By, act: TimeNotUp) -> State:
    return state.with_(last_giro=0)


CHAPTER: Chapter = {
    First: Rule(first_breaches, first, JUDGE_SAYS, "2", (WhoBegins,)),
    Abandon: Rule(abandon_breaches, abandon, JUDGE_STATES, "8", (Turn,)),
    Shown: Rule(shown_breaches, shown, JUDGE_SHOWS),
}
