"""What cannot stand on a table of RisiKo!, whoever says so: land without an army, cards that there are not, a turn of nobody."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.breaches import Breach, impossible
from games.kernel.seats import ACTIVE
from games.kernel.words import seat_words
from games.risiko.board import JOLLIES
from games.risiko.rules import Rules
from games.risiko.state import NOBODY, Occupation, State


def unsound(rules: Rules, state: State) -> Iterator[Breach]:
    """Before the first turn nothing is asked: the board is being set up."""
    if not state.giro:
        return
    entered = state.awaits.dst if isinstance(state.awaits, Occupation) else NOBODY
    for place, (owner, count) in enumerate(zip(state.owners, state.armies, strict=True)):
        if owner != NOBODY and count < 1 and place != entered:
            yield impossible(
                "{place}: un territorio occupato ha almeno un carro",
                "{place}: an occupied territory holds at least one army",
                place=rules.board.names[place],
            )
    if state.deck < 0 or sum(map(sum, state.hands)) + state.deck + state.used.bit_count() > rules.board.size + JOLLIES:
        yield impossible("non ci sono tante carte", "there are not so many cards")
    if not state.ended and state.standing[state.seat] != ACTIVE:
        yield impossible("il {seat} non gioca più", "{seat} plays no longer", seat=seat_words(state.seat))
