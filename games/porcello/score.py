"""The score sheet (art. 9): points banked, then the richest single turn, then a shared place."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.score import CountLine, Row, Sheet, ranked
from games.kernel.vault import Vault
from games.kernel.words import Words
from games.porcello.state import Rules, State

TIEBREAKS = (Words("turno più ricco", "richest turn"),)
UNDER_WAY = Words("la partita è in corso", "the game goes on")


def sheet(rules: Rules, state: State, vault: Vault | None = None) -> Sheet:
    seats = range(rules.seats)
    if not state.ended:
        return Sheet(None, tuple(Row(seat, None, (), None) for seat in seats), TIEBREAKS, (UNDER_WAY,))
    ranks = ranked({seat: (state.banked[seat], state.best[seat]) for seat in seats})
    rows = tuple(
        Row(seat, str(state.banked[seat]), (str(state.best[seat]),), ranks[seat], state.standing[seat])
        for seat in seats
    )
    return Sheet(state.ended, rows, TIEBREAKS)


def counted(rules: Rules, state: State, seat: int) -> Iterator[CountLine]:
    """A player's count, line by line."""
    yield CountLine(Words("punti messi da parte", "points banked"), str(state.banked[seat]))
    yield CountLine(
        Words("turno più ricco, a parità", "richest turn, between equals"), str(state.best[seat]), counts=False
    )
