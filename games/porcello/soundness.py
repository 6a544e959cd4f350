"""What cannot stand on a table of Porcello: a turn of somebody who has left, points that nobody can have, a game that should be over."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.breaches import Breach, impossible
from games.kernel.seats import ACTIVE
from games.kernel.words import seat_words
from games.porcello.state import Rules, State

LEAST, MOST = 2, 6
"""Points of one throw that goes on."""


def unsound(rules: Rules, state: State) -> Iterator[Breach]:
    if not state.giro or state.ended:
        return
    if state.standing[state.seat] != ACTIVE:
        yield impossible(
            "il {seat} ha lasciato il tavolo", "{seat} has left the table", "8", seat=seat_words(state.seat)
        )
    if state.standing.count(ACTIVE) < 2:
        yield impossible("da solo non si gioca", "nobody plays alone", "8")
    if max(state.banked) >= rules.target:
        yield impossible("qualcuno ha già vinto", "somebody has won already", "1")
    if min(state.banked) < 0 or not LEAST * state.throws <= state.turn_points <= MOST * state.throws:
        yield impossible("tanti punti non si fanno", "nobody scores so many points", "4")
