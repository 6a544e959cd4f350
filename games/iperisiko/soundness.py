"""What cannot stand on a table of Iperisiko: land without an army, armies on nobody's land, cards that there are not, a turn of nobody."""

from __future__ import annotations

from collections.abc import Iterator

from games.iperisiko.rules import Rules
from games.iperisiko.state import NOBODY, Occupation, State
from games.kernel.breaches import Breach, impossible
from games.kernel.seats import ACTIVE
from games.kernel.words import seat_words


def unsound(rules: Rules, state: State) -> Iterator[Breach]:
    """Before the first turn nothing is asked: the board is being set up."""
    if not state.giro:
        return
    yield from _land(rules, state)
    if state.deck < 0 or sum(map(state.hand_size, range(rules.seats))) + state.deck > len(rules.deck):
        yield impossible("non ci sono tante carte", "there are not so many cards")
    if not state.ended and state.standing[state.seat] != ACTIVE:
        yield impossible("il {seat} non gioca più", "{seat} plays no longer", seat=seat_words(state.seat))


def _land(rules: Rules, state: State) -> Iterator[Breach]:
    entered = state.awaits.dst if isinstance(state.awaits, Occupation) else NOBODY
    for place, (owner, count) in enumerate(zip(state.owners, state.armies, strict=True)):
        name = rules.board.names[place]
        if owner != NOBODY and count < 1 and place != entered:
            it, en = (
                "{place}: un territorio occupato ha almeno un carro",
                "{place}: an occupied territory holds at least one army",
            )
            yield impossible(it, en, place=name)
        elif owner == NOBODY and count:
            yield impossible(
                "{place}: un territorio di nessuno è vuoto", "{place}: nobody's territory is empty", place=name
            )
