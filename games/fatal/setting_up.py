"""Preparazione: who begins, a character and four cards each, the Queen with four treasures under the rest, three treasures on display."""

from __future__ import annotations

from collections.abc import Iterator

from games.fatal import hidden, hoards
from games.fatal.acts import Characters, Display, First
from games.fatal.rules import FIRST_HAND, ON_DISPLAY, WITH_QUEEN, Rules
from games.fatal.state import DECK, NOBODY, DealCharacters, FirstDisplay, PickFirst, Side, State
from games.fatal.turns import begin_turn, not_now
from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import JUDGE_SAYS


def start(rules: Rules) -> State:
    """The table before anybody has drawn: the deck shuffled, the treasures of the colours that play face down with the Queen."""
    seats, treasures = rules.seats, rules.in_play
    return State(
        awaits=PickFirst(),
        sides=(Side(),) * seats,
        unseen=(rules.box.copies,),
        discards=bytes(rules.box.kinds),
        deck=sum(rules.box.copies),
        display=(),
        hidden=hoards.in_deck(treasures),
        bottom=(),
        above=len(treasures) - WITH_QUEEN,
        packet=WITH_QUEEN,
    )


def read_seat(rules: Rules, seat: int) -> int:
    if not 0 <= seat < rules.seats:
        raise Unreadable("posto sconosciuto: {seat}", "unknown seat: {seat}", seat=seat)
    return seat


def first_breaches(rules: Rules, state: State, by: By, act: First) -> Iterator[Breach]:
    read_seat(rules, act.seat)
    if not isinstance(state.awaits, PickFirst):
        yield not_now("si sa già chi comincia", "it is known who begins", "preparazione")


def first(rules: Rules, state: State, by: By, act: First) -> State:
    return state.with_(awaits=DealCharacters(), first=act.seat, seat=act.seat)


def characters_breaches(rules: Rules, state: State, by: By, act: Characters) -> Iterator[Breach]:
    if not isinstance(state.awaits, DealCharacters):
        yield not_now("non si danno i personaggi", "no characters are dealt", "preparazione")


def characters(rules: Rules, state: State, by: By, act: Characters) -> State:
    for seat in range(rules.seats):
        state = hidden.draw(state, hidden.HANDS, seat, FIRST_HAND)
    return state.with_(awaits=FirstDisplay())


def display_breaches(rules: Rules, state: State, by: By, act: Display) -> Iterator[Breach]:
    kinds = [rules.box.hoard[name] for name in act.treasures]
    if not isinstance(state.awaits, FirstDisplay):
        yield not_now("i primi tesori sono già scoperti", "the first treasures are not turned up now", "preparazione")
        return
    if any(kinds.count(kind) > rules.in_play.count(kind) for kind in kinds):
        yield infraction(
            "preparazione",
            "si gioca con i soli tesori dei colori presenti",
            "only treasures of the colours that play are used",
            waivable=False,
        )
    if len(kinds) != ON_DISPLAY:
        yield infraction(
            "preparazione",
            "si scoprono tre tesori, non {n}",
            "three treasures are turned up, not {n}",
            False,
            n=len(kinds),
        )


def display(rules: Rules, state: State, by: By, act: Display) -> State:
    kinds = tuple(rules.box.hoard[name] for name in act.treasures)
    turned = hoards.exposed(state, DECK, kinds)
    assert turned is not None
    assert state.first != NOBODY
    return begin_turn(turned.with_(display=kinds), turned.sides, state.first, 1, state.turn)


CHAPTER: Chapter = {
    First: Rule(first_breaches, first, JUDGE_SAYS, "preparazione"),
    Characters: Rule(characters_breaches, characters, JUDGE_SAYS, "preparazione"),
    Display: Rule(display_breaches, display, JUDGE_SAYS, "preparazione"),
}
