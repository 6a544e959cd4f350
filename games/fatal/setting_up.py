"""Preparazione: who begins, a character and four cards each, the Queen with four treasures under the rest, three treasures on display."""

from __future__ import annotations

from collections.abc import Iterator

from games.fatal import hidden, hoards
from games.fatal.acts import Characters, Display, First
from games.fatal.rules import AT_ANY_MOMENT, FIRST_HAND, ON_DISPLAY, WITH_QUEEN, Rules
from games.fatal.state import DECK, NOBODY, DealCharacters, FirstDisplay, PickFirst, Side, State
from games.fatal.turns import begin_turn
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule, unrestricted
from games.kernel.seats import read_seat
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
        is_deck_kept=rules.revision >= AT_ANY_MOMENT and rules.deck_end == "when_needed",
    )


def first_breaches(rules: Rules, state: State, by: By, act: First) -> tuple[Breach, ...]:
    read_seat(rules.seats, act.seat)
    return ()


def first(rules: Rules, state: State, by: By, act: First) -> State:
    return state.with_(awaits=DealCharacters(), first=act.seat, seat=act.seat)


def characters(rules: Rules, state: State, by: By, act: Characters) -> State:
    for seat in range(rules.seats):
        state = hidden.draw(state, hidden.HANDS, seat, FIRST_HAND)
    return state.with_(awaits=FirstDisplay())


def display_breaches(rules: Rules, state: State, by: By, act: Display) -> Iterator[Breach]:
    kinds = [rules.box.hoard[name] for name in act.treasures]
    if any(kinds.count(kind) > rules.in_play.count(kind) for kind in kinds):
        if any(kinds.count(kind) > rules.box.treasures[kind].copies for kind in kinds):
            yield impossible("di quel tesoro non ce ne sono tanti", "there are not so many of that treasure")
        yield infraction(
            "preparazione",
            "si gioca con i soli tesori dei colori presenti: gli altri tornano nella scatola",
            "only treasures of the colours that play are used: the others go back into the box",
            waivable=False,
        )
    if len(kinds) != ON_DISPLAY:
        yield infraction(
            "preparazione",
            "si scoprono tre tesori, non {n}: si rimedia",
            "three treasures are turned up, not {n}: it is put right",
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
    First: Rule(first_breaches, first, JUDGE_SAYS, "preparazione", (PickFirst,)),
    Characters: Rule(unrestricted, characters, JUDGE_SAYS, "preparazione", (DealCharacters,)),
    Display: Rule(display_breaches, display, JUDGE_SAYS, "preparazione", (FirstDisplay,)),
}
