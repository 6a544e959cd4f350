"""What cannot stand on a table of Porcello: a turn of somebody who has left, a game that goes on with one player."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.breaches import Breach, impossible
from games.kernel.seats import ACTIVE
from games.kernel.words import seat_words
from games.porcello.state import Rules, State


def unsound(rules: Rules, state: State) -> Iterator[Breach]:
    if state.giro and not state.ended and state.standing[state.seat] != ACTIVE:
        yield impossible(
            "il {seat} ha lasciato il tavolo", "{seat} has left the table", "8", seat=seat_words(state.seat)
        )
    if state.giro and not state.ended and state.standing.count(ACTIVE) < 2:
        yield impossible("da solo non si gioca", "nobody plays alone", "8")
