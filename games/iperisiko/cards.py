"""Article 14, the card of a conquest, and the end of a turn with its compulsory attack (9)."""

from __future__ import annotations

from collections.abc import Iterator

from games.iperisiko.acts import Draw, EndTurn
from games.iperisiko.attack import duty_breaches
from games.iperisiko.deck import drawn
from games.iperisiko.rules import Rules
from games.iperisiko.state import UNDER_WAY, Closing, State
from games.iperisiko.turns import going_on, pass_on, unplaced
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import IN_TURN


def draw_breaches(rules: Rules, state: State, by: By, act: Draw) -> Iterator[Breach]:
    yield from unplaced(state)
    yield from duty_breaches(rules, state)
    if state.has_drawn:
        yield infraction("14", "una sola carta a turno", "one card a turn")
    elif not state.conquests:
        yield infraction("14", "non ha conquistato nessun territorio", "no territory was conquered")
    if state.deck == 0:
        yield impossible("il mazzo è finito", "the deck is at an end", "14")


def draw(rules: Rules, state: State, by: By, act: Draw) -> State:
    return drawn(going_on(rules, state, Closing()), state.seat).with_(has_drawn=True)


def end_turn_breaches(rules: Rules, state: State, by: By, act: EndTurn) -> Iterator[Breach]:
    yield from unplaced(state)
    yield from duty_breaches(rules, state)


def end_turn(rules: Rules, state: State, by: By, act: EndTurn) -> State:
    return pass_on(rules, state)


def may_draw(state: State) -> bool:
    return state.conquests > 0 and not state.has_drawn and state.deck > 0


CHAPTER: Chapter = {
    Draw: Rule(draw_breaches, draw, IN_TURN, "14", UNDER_WAY),
    EndTurn: Rule(end_turn_breaches, end_turn, IN_TURN, "", UNDER_WAY),
}
