"""The turn of play: its phases in order, how it begins and how it passes on (articles turno, termini)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.fabrisiko.rules import (
    CARDS_PER_TERRITORIES,
    CARRO,
    COMPLESSO,
    GROUND,
    MOVEMENT,
    WHO_LEFT_PLAYS_NOTHING,
    Rules,
)
from games.fabrisiko.state import (
    BATTLES,
    CARDS,
    EVENT,
    FREE,
    MOVES,
    PHASES,
    PLACING,
    Group,
    Lasting,
    State,
    Turn,
)
from games.fabrisiko.units import Army, holdings, rested, tidy
from games.kernel.acts import By
from games.kernel.breaches import Breach, infraction, standing
from games.kernel.seats import in_order
from games.kernel.words import seat_words

FRESH_FROM_THE_FIRST_MOVE = 3
"""The revision from which, where movement is had anew in 4-C, the first move has it too, and who is crossing mountains does not."""


def begin_turn(rules: Rules, state: State, seat: int, giro: int, turn: int) -> State:
    """A new turn: units rested, the skills of the turn ready; in a new global turn the events that lasted for the old one end."""
    return state.with_(
        awaits=Turn(),
        seat=seat,
        giro=giro,
        turn=turn,
        phase=first_to_do(rules, state, seat, CARDS),
        armies=rested(state.armies),
        lasting=_lasting(rules, state.lasting, giro != state.giro),
        is_touched=False,
    )


def _lasting(rules: Rules, before: Lasting, is_new_giro: bool) -> Lasting:
    """What still lasts in the next turn."""
    if is_new_giro:
        return Lasting(rerolls=1)
    if rules.once_a_turn == "each_turn":
        return Lasting(before.palio, before.heat, before.sagra, rerolls=1)
    return Lasting(before.palio, before.heat, before.sagra, colle_used=before.colle_used, rerolls=before.rerolls)


def first_to_do(rules: Rules, state: State, seat: int, phase: int) -> int:
    """Phases in which there is nothing to do go by of themselves: no cards due, none in the hand."""
    if phase == CARDS and not cards_due(rules, state, seat):
        phase = EVENT
    return PLACING if phase == EVENT and not state.hands[seat] else phase


def cards_due(rules: Rules, state: State, seat: int) -> int:
    """One card for every three territories, as far as there are cards (1-A)."""
    due = holdings(rules, state)[0][seat] // CARDS_PER_TERRITORIES
    return due if due <= state.deck else min(due, state.deck + sum(state.discards))


def order(rules: Rules, state: State, first: int) -> list[int]:
    return list(in_order(first, rules.seats, rules.direction))


def is_free(state: State) -> bool:
    return type(state.awaits) in FREE


def has_left(rules: Rules, state: State, by: By) -> bool:
    """Whether this seat left the table. What it must throw or choose is told under its seat all the same."""
    return by in state.left and rules.revision >= WHO_LEFT_PLAYS_NOTHING


def absence_breaches(rules: Rules, state: State, by: By) -> list[Breach]:
    """Nobody plays the cards of who left, nor uses a skill for him."""
    if not (state.left and isinstance(by, int) and has_left(rules, state, by)):
        return []
    it = "il {seat} ha lasciato il tavolo: nessuno gioca per lui, e si disfa"
    en = "{seat} has left the table: nobody plays for that seat, and it is taken back"
    return [infraction("base.leaving", it, en, waivable=False, seat=seat_words(by))]


def phase_breaches(rules: Rules, state: State, phase: int, late: str = "turno") -> Sequence[Breach]:
    """Whether an act of this phase may come now, by their order. `late` is the article that an act breaks whose phase is over."""
    now = state.phase
    if PLACING < now <= phase <= BATTLES:  # as nearly always: nothing can be owed
        return ()
    has_to_fight = phase > BATTLES and bool(battlefields(state))
    owes = now <= PLACING < phase and rules.placing == "must" and placing_due(rules, state)
    if EVENT < now <= phase and not has_to_fight and not owes:
        return ()
    found = list[Breach]()
    if owes:
        found.append(
            standing("2", "prima si piazza ciò che era stato acquistato", "what had been bought is placed first")
        )
    if now <= EVENT:
        found += early_breaches(state, phase)
    if now > phase:
        found.append(infraction(late, "si è già alla fase {now}", "phase {now} has begun already", now=PHASES[now]))
    if has_to_fight:
        found.append(standing("4-B", "ci sono battaglie da risolvere", "there are battles to be fought"))
    return found


def placing_due(rules: Rules, state: State) -> bool:
    """Whether anything of what the seat in turn bought earlier can be placed: tanks and planes only beside a complesso."""
    bought, works = (
        state.bought[state.seat],
        [built[0] for owner, built in zip(state.owners, state.structures, strict=True) if owner == state.seat],
    )
    needs_works = bought[CARRO:COMPLESSO]
    return bool(works) and ((any(bought) and any(works)) or sum(bought) > sum(needs_works))


def early_breaches(state: State, phase: int) -> Iterator[Breach]:
    """What comes before this phase: the cards drawn, the event played."""
    if state.phase == CARDS and phase > CARDS:
        yield standing("1-A", "prima si pescano le carte", "the cards are drawn first")
    if state.phase <= EVENT < phase and state.hands[state.seat]:
        yield standing(
            "1-B",
            "prima si gioca una carta evento, o si dichiara di non averne",
            "first an event card is played, or the player says that he holds none",
        )


def entered(rules: Rules, state: State, phase: int) -> State:
    """The phase has begun; by option ground units have their movement anew in 4-C."""
    if state.phase >= phase:
        return state if type(state.awaits) is Turn else state.with_(awaits=Turn())
    if state.phase < MOVES <= phase and rules.movement_points == "fresh":
        state = _refreshed(rules, state)
    return state.with_(phase=phase, awaits=Turn())


def ready_to_move(rules: Rules, state: State) -> State:
    """The position that a move of 4-C starts from: by option ground units have their movement anew."""
    if rules.movement_points != "fresh" or rules.revision < FRESH_FROM_THE_FIRST_MOVE:
        return state
    return entered(rules, state, MOVES)


def begun(state: State, phase: int) -> int:
    """The phase that the turn has come to with an act of this one, where no option asks for more than that."""
    return phase if phase > state.phase else state.phase


def _refreshed(rules: Rules, state: State) -> State:
    armies = [
        tidy([one.with_(points=MOVEMENT[one.kind]) if _moves_anew(rules, state, one) else one for one in here])
        for here in state.armies
    ]
    return state.with_(armies=tuple(armies))


def _moves_anew(rules: Rules, state: State, one: Group) -> bool:
    """Ground units of the seat in turn; infantry that climbed in this turn is two turns on its way (montagne)."""
    is_crossing = rules.board.is_ridge(one.at) and one.origin != one.at
    if is_crossing and rules.revision >= FRESH_FROM_THE_FIRST_MOVE:
        return False
    return one.kind in GROUND and one.seat == state.seat


def battlefields(state: State) -> list[int]:
    """Places where the seat in turn still has to fight: units of its own that can, beside units of others."""
    found = []
    for here in filter(None, state.armies):
        if len(here) > 1 and here[0].seat != here[-1].seat and is_battlefield(state, here):
            found.append(here[0].at)
    return found


def is_battlefield(state: State, here: Army) -> bool:
    if not here or here[0].seat == here[-1].seat:
        return False
    return any(one.seat == state.seat and not one.is_spent for one in here)
