"""The figures of article 17 that are not dice: Generale, Diplomatico, Spia. The Ammiraglio is in `attack`, the Maresciallo in `answers`."""

from __future__ import annotations

from collections.abc import Iterator

from games.iperisiko.acts import ControSpia, Diplomatico, Generale, Spia, SpiaRemoves
from games.iperisiko.attack import duty_breaches
from games.iperisiko.deck import can_hold, played
from games.iperisiko.rules import AS_MANY_AS_THERE_ARE, AS_THE_TABLE_STANDS, Rules
from games.iperisiko.state import UNDER_WAY, Declared, Fight, Reinforce, Spying, State, Truce
from games.iperisiko.turns import (
    attack_phase,
    due,
    fighting,
    figure_breaches,
    figure_played,
    fought_out,
    going_on,
    in_kit,
    is_final,
    is_kit,
    kit_number,
    unplaced,
)
from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.seats import read_seat
from games.kernel.speakers import IN_TURN, ITS_OWN, named
from games.kernel.values import put


def _opponent_breaches(rules: Rules, state: State, by: By, seat: int) -> Iterator[Breach]:
    read_seat(rules.seats, seat)
    if seat == by or seat not in state.owners:
        yield impossible(
            "si gioca contro un avversario in campo", "it is played against an opponent on the board", "17"
        )


# -- l) Generale


def generale_breaches(rules: Rules, state: State, by: By, act: Generale) -> Iterator[Breach]:
    yield from attack_phase(rules, state)
    yield from _opponent_breaches(rules, state, by, act.seat)
    if act.seat in state.generals:
        yield infraction("17", "il Generale è già in gioco", "the General is in play already")
    yield from figure_breaches(rules, state, by, "generale")


def generale(rules: Rules, state: State, by: By, act: Generale) -> State:
    """Ties go to the attacker for the whole attack, on every front, against this one opponent."""
    assert isinstance(by, int)
    after = figure_played(rules, state, by, "generale")
    if by != state.seat:
        return after  # in defence, registered as it happened: the card is spent and ties stay with the defender
    return going_on(rules, after, fighting(rules, state)).with_(generals=(*state.generals, act.seat))


# -- n) Diplomatico


def diplomatico_breaches(rules: Rules, state: State, by: By, act: Diplomatico) -> Iterator[Breach]:
    yield from _diplomatic_moment(rules, state)
    if is_final(state):
        yield infraction("17", "il Diplomatico è vietato negli ultimi tre turni", "no Diplomat in the last three turns")
    yield from _opponent_breaches(rules, state, by, act.seat)
    if rules.revision >= AS_THE_TABLE_STANDS and not state.is_active(act.seat):
        yield infraction("17", "la tregua si impone a chi gioca ancora", "a truce is imposed on one who still plays")
    yield from figure_breaches(rules, state, by, "diplomatico")


def _diplomatic_moment(rules: Rules, state: State) -> Iterator[Breach]:
    """At the start of a turn, or at its end, when the compulsory attack has been made (9)."""
    if is_at_start(state) or is_amid(rules, state):
        return
    if _is_preparing(rules, state):
        it, en = (
            "il Diplomatico si impiega a inizio o a fine turno",
            "the Diplomat is used at the start or end of a turn",
        )
        yield infraction("17", it, en)
        return
    yield from unplaced(state)
    yield from duty_breaches(rules, state)


def is_at_start(state: State) -> bool:
    return isinstance(state.awaits, Reinforce) and state.awaits.is_fresh


def is_amid(rules: Rules, state: State) -> bool:
    """By option, at any moment of the attack phase."""
    return rules.diplomat_when == "any" and isinstance(state.awaits, (Fight, Declared))


def diplomatico(rules: Rules, state: State, by: By, act: Diplomatico) -> State:
    """A truce that binds both for a full giro; played at the end, it ends the fighting of the turn."""
    is_over = not (is_at_start(state) or is_amid(rules, state) or _is_preparing(rules, state))
    truce = Truce(state.seat, act.seat, state.giro + 1, at_end=_lasts_to_an_end(rules, state))
    agreed = figure_played(rules, state, state.seat, "diplomatico").with_(truces=(*state.truces, truce))
    return fought_out(rules, agreed) if is_over else agreed


def _is_preparing(rules: Rules, state: State) -> bool:
    """Out of its moment, registered as it happened: the turn goes on where it stood."""
    owes_attack = any(duty_breaches(rules, state))
    if isinstance(state.awaits, Reinforce):
        return bool(due(state) or owes_attack) and rules.revision >= AS_THE_TABLE_STANDS
    is_amid = isinstance(state.awaits, Declared) or (isinstance(state.awaits, Fight) and owes_attack)
    return is_amid and rules.revision >= AS_MANY_AS_THERE_ARE


def _lasts_to_an_end(rules: Rules, state: State) -> bool:
    """From the end of a turn to the end of the next; by option to its start ("dalla fine all'inizio")."""
    return rules.truce_end == "end" and not is_at_start(state) and not _is_preparing(rules, state)


# -- p) Spia


def spia_breaches(rules: Rules, state: State, by: By, act: Spia) -> Iterator[Breach]:
    yield from attack_phase(rules, state)
    read_seat(rules.seats, act.seat)
    if act.seat == state.seat or not state.is_active(act.seat):
        yield impossible("si spia un altro giocatore", "another player is spied on", "17")
    yield from figure_breaches(rules, state, by, "spia")


def spia(rules: Rules, state: State, by: By, act: Spia) -> State:
    return going_on(rules, figure_played(rules, state, state.seat, "spia"), Spying(act.seat, fighting(rules, state)))


def contro_spia_breaches(rules: Rules, state: State, by: By, act: ControSpia) -> Iterator[Breach]:
    assert isinstance(state.awaits, Spying)
    if state.awaits.target != by:
        yield impossible("nessuno lo sta spiando", "nobody is spying on this player", "17")
    yield from figure_breaches(rules, state, by, "spia")


def contro_spia(rules: Rules, state: State, by: By, act: ControSpia) -> State:
    assert isinstance(by, int)
    assert isinstance(state.awaits, Spying)
    return figure_played(rules, state, by, "spia").with_(awaits=state.awaits.then)


def spia_removes_breaches(rules: Rules, state: State, by: By, act: SpiaRemoves) -> Iterator[Breach]:
    if act.card and not is_kit(rules, act.card) and act.card not in rules.deck:
        raise Unreadable("carta sconosciuta: {card}", "unknown card: {card}", card=act.card)
    awaits = state.awaits
    assert isinstance(awaits, Spying)
    if not act.card:
        if rules.spy_takes == "must" and has_cards(rules, state, awaits.target):
            yield infraction("17", "la Spia elimina una carta", "the spy takes a card away")
    elif rules.spy_from == "hand" and is_kit(rules, act.card):
        it, en = (
            "la Spia elimina una carta coperta, non una scoperta",
            "the spy takes a closed card away, not an open one",
        )
        yield infraction("17", it, en)
    elif not may_remove(rules, state, awaits.target, act.card):
        yield impossible("quella carta non può essere sua", "that card cannot be this player's", "17")


def has_cards(rules: Rules, state: State, seat: int) -> bool:
    """Whether there is a card that a spy may take away."""
    return bool(state.hands[seat]) or (rules.spy_from == "all" and any(state.kits[seat]))


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
    Generale: Rule(generale_breaches, generale, ITS_OWN, "17", UNDER_WAY),
    Diplomatico: Rule(diplomatico_breaches, diplomatico, IN_TURN, "17", UNDER_WAY),
    Spia: Rule(spia_breaches, spia, IN_TURN, "17", UNDER_WAY),
    ControSpia: Rule(contro_spia_breaches, contro_spia, named("who is spied on"), "17", (Spying,)),
    SpiaRemoves: Rule(spia_removes_breaches, spia_removes, IN_TURN, "17", (Spying,), void=UNDER_WAY),
}
