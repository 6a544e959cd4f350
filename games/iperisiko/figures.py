"""The figures of article 17 that are not dice: Generale, Diplomatico, Spia. The Ammiraglio is in `attack`, the Maresciallo in `answers`."""

from __future__ import annotations

from collections.abc import Iterator

from games.iperisiko.acts import ControSpia, Diplomatico, Generale, Spia, SpiaRemoves
from games.iperisiko.attack import duty_breaches
from games.iperisiko.deck import can_hold, played
from games.iperisiko.rules import Rules
from games.iperisiko.state import Closing, Declared, Fight, Reinforce, Spying, State, Truce, put
from games.iperisiko.turns import (
    attack_phase,
    fighting,
    figure_breaches,
    figure_played,
    in_kit,
    is_final,
    is_kit,
    kit_number,
    not_now,
    out_of_turn,
    seat_breaches,
    unplaced,
)
from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import IN_TURN, named


def _opponent_breaches(rules: Rules, state: State, seat: int) -> Iterator[Breach]:
    seat_breaches(rules, seat)
    if seat == state.seat or seat not in state.owners:
        yield impossible(
            "si gioca contro un avversario in campo", "it is played against an opponent on the board", "17"
        )


# -- l) Generale


def generale_breaches(rules: Rules, state: State, by: By, act: Generale) -> Iterator[Breach]:
    yield from out_of_turn(state, by)
    yield from attack_phase(state, "17")
    yield from _opponent_breaches(rules, state, act.seat)
    if act.seat in state.generals:
        yield infraction("17", "il Generale è già in gioco", "the General is in play already")
    yield from figure_breaches(rules, state, by, "generale")


def generale(rules: Rules, state: State, by: By, act: Generale) -> State:
    """Ties go to the attacker for the whole attack, on every front, against this one opponent."""
    return figure_played(rules, state, state.seat, "generale").with_(
        generals=(*state.generals, act.seat), awaits=fighting(state)
    )


# -- n) Diplomatico


def diplomatico_breaches(rules: Rules, state: State, by: By, act: Diplomatico) -> Iterator[Breach]:
    yield from out_of_turn(state, by)
    yield from _diplomatic_moment(rules, state)
    if is_final(state):
        yield infraction("17", "il Diplomatico è vietato negli ultimi tre turni", "no Diplomat in the last three turns")
    yield from _opponent_breaches(rules, state, act.seat)
    yield from figure_breaches(rules, state, by, "diplomatico")


def _diplomatic_moment(rules: Rules, state: State) -> Iterator[Breach]:
    """At the start of a turn, or at its end, when the compulsory attack has been made (9)."""
    awaits = state.awaits
    if not isinstance(awaits, (Reinforce, Fight, Declared, Closing)):
        yield not_now("il Diplomatico si gioca tra un'azione e l'altra", "the Diplomat comes between two actions", "17")
    elif not is_at_start(state) and not is_amid(rules, state):
        yield from unplaced(awaits)
        yield from duty_breaches(rules, state)


def is_at_start(state: State) -> bool:
    return isinstance(state.awaits, Reinforce) and state.awaits.is_fresh


def is_amid(rules: Rules, state: State) -> bool:
    """By option, at any moment of the attack phase."""
    return rules.diplomat_when == "any" and isinstance(state.awaits, (Fight, Declared))


def diplomatico(rules: Rules, state: State, by: By, act: Diplomatico) -> State:
    """A truce that binds both for a full giro; played at the end, it ends the fighting of the turn."""
    truce = Truce(state.seat, act.seat, state.giro + 1, at_end=not is_at_start(state))
    agreed = figure_played(rules, state, state.seat, "diplomatico").with_(truces=(*state.truces, truce))
    return agreed if is_at_start(state) or is_amid(rules, state) else agreed.with_(awaits=Closing())


# -- p) Spia


def spia_breaches(rules: Rules, state: State, by: By, act: Spia) -> Iterator[Breach]:
    yield from out_of_turn(state, by)
    yield from attack_phase(state, "17")
    seat_breaches(rules, act.seat)
    if act.seat == state.seat or not state.is_active(act.seat):
        yield impossible("si spia un altro giocatore", "another player is spied on", "17")
    yield from figure_breaches(rules, state, by, "spia")


def spia(rules: Rules, state: State, by: By, act: Spia) -> State:
    return figure_played(rules, state, state.seat, "spia").with_(awaits=Spying(act.seat, fighting(state)))


def contro_spia_breaches(rules: Rules, state: State, by: By, act: ControSpia) -> Iterator[Breach]:
    if not isinstance(state.awaits, Spying) or state.awaits.target != by:
        yield not_now("nessuno lo sta spiando", "nobody is spying on this player", "17")
    yield from figure_breaches(rules, state, by, "spia")


def contro_spia(rules: Rules, state: State, by: By, act: ControSpia) -> State:
    assert isinstance(by, int)
    assert isinstance(state.awaits, Spying)
    return figure_played(rules, state, by, "spia").with_(awaits=state.awaits.then)


def spia_removes_breaches(rules: Rules, state: State, by: By, act: SpiaRemoves) -> Iterator[Breach]:
    if act.card and not is_kit(rules, act.card) and act.card not in rules.deck:
        raise Unreadable("carta sconosciuta: {card}", "unknown card: {card}", card=act.card)
    yield from out_of_turn(state, by)
    awaits = state.awaits
    if not isinstance(awaits, Spying):
        yield not_now("nessuno sta spiando", "nobody is spying", "17")
    elif not act.card:
        if has_cards(state, awaits.target):
            yield infraction("17", "la Spia elimina una carta", "the spy takes a card away")
    elif not may_remove(rules, state, awaits.target, act.card):
        yield impossible("quella carta non può essere sua", "that card cannot be this player's", "17")


def has_cards(state: State, seat: int) -> bool:
    return bool(state.hands[seat]) or any(state.kits[seat])


def may_remove(rules: Rules, state: State, seat: int, card: str) -> bool:
    return in_kit(rules, state, seat, card) > 0 if is_kit(rules, card) else can_hold(rules, state, seat, (card,))


def spia_removes(rules: Rules, state: State, by: By, act: SpiaRemoves) -> State:
    awaits = state.awaits
    assert isinstance(awaits, Spying)
    seat, then = awaits.target, awaits.then
    if not act.card:
        return state.with_(awaits=then)
    if not is_kit(rules, act.card):
        return played(rules, state, seat, (act.card,)).with_(awaits=then)
    number = kit_number(rules, act.card)
    kit = put(state.kits[seat], number, state.kits[seat][number] - 1)
    return state.with_(kits=put(state.kits, seat, kit), awaits=then)


CHAPTER: Chapter = {
    Generale: Rule(generale_breaches, generale, IN_TURN, "17"),
    Diplomatico: Rule(diplomatico_breaches, diplomatico, IN_TURN, "17"),
    Spia: Rule(spia_breaches, spia, IN_TURN, "17"),
    ControSpia: Rule(contro_spia_breaches, contro_spia, named("who is spied on"), "17"),
    SpiaRemoves: Rule(spia_removes_breaches, spia_removes, IN_TURN, "17"),
}
