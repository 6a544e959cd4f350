"""Phase 5 and the end of a turn: planes that are not home are lost, resources are collected, the next player begins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from games.fabrisiko import units
from games.fabrisiko.acts import EndTurn, IndustryDice
from games.fabrisiko.closing import closes, end_game
from games.fabrisiko.dice import Cast, Due, chapter
from games.fabrisiko.movement import is_own
from games.fabrisiko.rules import CACCIA, Rules
from games.fabrisiko.state import FREE, INCOME, IndustryThrow, State
from games.fabrisiko.turns import begin_turn, entered, phase_breaches
from games.fabrisiko.units import gains, growth_of, has_sheet, holdings, income_to
from games.kernel.acts import By
from games.kernel.breaches import Breach
from games.kernel.game import Chapter, Rule
from games.kernel.seats import left_of
from games.kernel.speakers import IN_TURN


def end_turn_breaches(rules: Rules, state: State, by: By, act: EndTurn) -> Sequence[Breach]:
    return phase_breaches(rules, state, INCOME)


def end_turn_act(rules: Rules, state: State, by: By, act: EndTurn) -> State:
    return end_turn(rules, state)


def end_turn(rules: Rules, state: State) -> State:
    """Land conquered in this very turn pays as well (5)."""
    seat = state.seat
    state = grounded(rules, entered(rules, state, INCOME))
    if not has_sheet(rules, state, seat):
        return pass_on(rules, state)
    state = gains(state, seat, income(rules, state, seat))
    return state.with_(awaits=IndustryThrow()) if state.factions[seat] == "albacina" else pass_on(rules, state)


def grounded(rules: Rules, state: State) -> State:
    """Planes of the seat in turn that did not reach a territory of its own are lost."""
    seat, astray = state.seat, []
    for one in chain.from_iterable(filter(None, state.armies)):
        if one.kind >= CACCIA and one.seat == seat and not is_own(rules, state, one.at):
            astray.append(one)
    return units.destroyed(rules, state, astray) if astray else state


def income(rules: Rules, state: State, seat: int) -> int:
    """What a seat's territories bring now, with Crescita economica where it was played this turn."""
    total = holdings(rules, state)[1][seat]
    if state.lasting.growth and seat == state.seat:
        total += growth_of(rules, state, seat)
    return total


def incomes(rules: Rules, state: State) -> Sequence[int]:
    """By seat, what its territories bring now."""
    if state.lasting.growth:
        return [income(rules, state, seat) for seat in range(rules.seats)]
    return holdings(rules, state)[1]


def _industry_due(rules: Rules, state: State) -> Due:
    return Due(state.seat, 1, "albacina.dominio")


def industry(rules: Rules, state: State, dice: tuple[int, ...]) -> State:
    """1 nothing, 2-6 one resource, 7-9 two, 10 three."""
    die = dice[0]
    more = 0 if die == 1 else 1 if die <= 6 else 2 if die <= 9 else 3
    return pass_on(rules, income_to(rules, state, state.seat, more))


def pass_on(rules: Rules, state: State) -> State:
    """The turn of the next player who is still there; after the last one of the global turn, somebody may have won."""
    turn, giro, following = state.turn + 1, state.giro, state.seat
    while True:
        following = left_of(following, rules.seats, rules.direction)
        if following == state.first:
            if how := closes(rules, state):
                return end_game(rules, state.with_(turn=turn), how)
            giro += 1
        if following not in state.left:
            return begin_turn(rules, state, following, giro, turn)


CASTS = (Cast(IndustryDice, IndustryThrow, _industry_due, industry, "albacina.dominio"),)
CHAPTER: Chapter = {EndTurn: Rule(end_turn_breaches, end_turn_act, IN_TURN, "5", FREE), **chapter(*CASTS)}
