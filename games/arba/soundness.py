"""What cannot stand on a table of Arba vs Sedilis: fewer pieces than none."""

from __future__ import annotations

from collections.abc import Iterator

from games.arba.rules import Rules
from games.arba.state import State
from games.kernel.breaches import Breach, impossible


def unsound(rules: Rules, state: State) -> Iterator[Breach]:
    if any(min(row) < 0 for rows in state.pieces for row in rows) or min(state.cannons) < 0:
        yield impossible("non ci sono tanti pezzi", "there are not so many pieces")
