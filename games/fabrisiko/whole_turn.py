"""A turn that the judge tells as a whole: the board after it, what was bought for the next one, resources after the income."""

from __future__ import annotations

import msgspec

from games.fabrisiko.acts import Shown
from games.fabrisiko.board import KINDS, PIECES, STRUCTURES
from games.fabrisiko.rules import Rules
from games.fabrisiko.state import DrawSheet, StartThrow, State
from games.fabrisiko.table import calm
from games.fabrisiko.units import counted
from games.kernel.game import TurnSheet
from games.kernel.words import Words

WHY = {
    "resources": Words("dopo la raccolta della fase 5", "after the income of phase 5"),
    "hands": Words("carte strategiche ed evento insieme", "strategic and event cards together"),
    "bought": Words("pezzi sulla scheda, per il turno dopo", "pieces on the sheet, for the next turn"),
}


def sheet(rules: Rules, state: State) -> TurnSheet | None:
    if state.ended or not state.giro or isinstance(state.awaits, (DrawSheet, StartThrow)):
        return None
    return board_sheet(rules, state)


def board_sheet(rules: Rules, state: State) -> TurnSheet | None:
    """The board with what lies beside it, once there is one."""
    if not state.giro:
        return None
    state = calm(rules, state)
    ids, land = rules.board.ids, rules.board.ids[: rules.board.size]
    known = Shown(
        owners=dict(zip(land, state.owners, strict=True)),
        units={name: _units(rules, state, place) for place, name in enumerate(ids)},
        structures={
            name: dict(zip(STRUCTURES, structures, strict=True))
            for name, structures in zip(land, state.structures, strict=True)
        },
        resources=state.resources,
        hands=state.hands,
        bought={str(seat): dict(zip(PIECES, state.bought[seat], strict=True)) for seat in range(rules.seats)},
    )
    return TurnSheet(known, ("owners", "units", "structures"), ("resources", "hands", "bought"), why=WHY)


def _units(rules: Rules, state: State, place: int) -> dict[str, dict[str, int]]:
    """By seat and kind: whoever stands there, and the seat in turn, which may have come."""
    seats = {one.seat for one in state.armies[place]} | {state.seat}
    return {
        str(seat): {name: counted(state, seat, kind, place) for kind, name in enumerate(KINDS)}
        for seat in sorted(seats)
    }


def complete_turn(rules: Rules, state: State, shown: Shown) -> Shown:
    return msgspec.structs.replace(shown, turn_over=True)
