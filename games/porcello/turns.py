"""What a player does: throw (art. 3 to 5) and stop (art. 6); and how the turn passes on."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.acts import By
from games.kernel.breaches import Breach, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.seats import ACTIVE, next_active, place_in_giro
from games.kernel.speakers import IN_TURN
from games.kernel.values import put
from games.porcello.acts import Stop, Throw
from games.porcello.state import ONE_LAW, Rules, State, Turn

BAD = 1


def out_by(rules: Rules, state: State, seat: int) -> str:
    """The article by which a seat plays no longer."""
    return "8" if rules.revision >= ONE_LAW and state.standing[seat] != ACTIVE else ""


def has_enough(rules: Rules, state: State) -> bool:
    return state.banked[state.seat] + state.turn_points >= rules.target


def throw_breaches(rules: Rules, state: State, by: By, act: Throw) -> Iterator[Breach]:
    if rules.enough == "stop" and has_enough(rules, state):
        yield infraction("6", "ha già abbastanza punti per vincere: si ferma", "there are enough points to win: stop")


def throw(rules: Rules, state: State, by: By, act: Throw) -> State:
    if act.dice[0] == BAD:
        return pass_on(rules, state)
    return state.with_(turn_points=state.turn_points + act.dice[0], throws=state.throws + 1)


def stop_breaches(rules: Rules, state: State, by: By, act: Stop) -> Iterator[Breach]:
    if not state.throws:
        yield infraction("4", "non ha ancora tirato", "the die was not thrown yet")


def stop(rules: Rules, state: State, by: By, act: Stop) -> State:
    state = banked(state)
    if state.banked[state.seat] >= rules.target:
        return end_game(state, "objective")
    return pass_on(rules, state)


def banked(state: State) -> State:
    """The turn's points are its player's."""
    seat, turn_points = state.seat, state.turn_points
    return state.with_(
        banked=put(state.banked, seat, state.banked[seat] + turn_points),
        best=put(state.best, seat, max(turn_points, state.best[seat])),
    )


def pass_on(rules: Rules, state: State) -> State:
    """The next player's turn, unless time was up in the giro that is complete now (art. 7)."""
    following = next_active(state.seat, state.standing)
    places = [place_in_giro(seat, state.first, rules.seats) for seat in (state.seat, following)]
    is_new = places[1] <= places[0]
    if is_new and state.last_giro and state.giro >= state.last_giro:
        return end_game(state, "time")
    return state.with_(seat=following, turn_points=0, throws=0, giro=state.giro + is_new, turn=state.turn + 1)


def end_game(state: State, how: str) -> State:
    return state.with_(ended=how, turn_points=0, throws=0, turn=state.turn + 1)


CHAPTER: Chapter = {
    Throw: Rule(throw_breaches, throw, IN_TURN, "3", (Turn,)),
    Stop: Rule(stop_breaches, stop, IN_TURN, "6", (Turn,)),
}
