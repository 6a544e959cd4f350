"""A turn that the judge tells as a whole: the board after it, what was bought for the next one, resources after the income."""

from __future__ import annotations

import msgspec

from games.fabrisiko.acts import Shown
from games.fabrisiko.board import FACTIONS, KINDS, PIECES, STRUCTURES
from games.fabrisiko.conquest import home_of
from games.fabrisiko.labels import FACTION_WORDS
from games.fabrisiko.rules import Rules
from games.fabrisiko.setting_up import opened
from games.fabrisiko.state import DrawSheet, StartThrow, State
from games.fabrisiko.table import calm
from games.fabrisiko.units import counted, has_sheet
from games.kernel.choices import Choice
from games.kernel.game import Brush, BrushPiece, TurnSheet
from games.kernel.words import Words

WHY = {
    "resources": Words("dopo la raccolta della fase 5", "after the income of phase 5"),
    "hands": Words("carte strategiche ed evento insieme", "strategic and event cards together"),
    "bought": Words("pezzi sulla scheda, per il turno dopo", "pieces on the sheet, for the next turn"),
}
PLACES = ("owners", "units", "structures")
BRUSH = Brush(
    "owners",
    (
        *(BrushPiece(f"units.{{place}}.{{seat}}.{kind}") for kind in KINDS),
        *(BrushPiece(f"structures.{{place}}.{kind}") for kind in STRUCTURES),
    ),
)


def sheet(rules: Rules, state: State) -> TurnSheet | None:
    if state.ended or not state.giro or isinstance(state.awaits, (DrawSheet, StartThrow)):
        return None
    return board_sheet(rules, state)


def board_sheet(rules: Rules, state: State) -> TurnSheet | None:
    """The board with what lies beside it. Before the first turn also who begins, and the sheets where none is drawn yet: then the board is
    bare, otherwise the starting pieces stand on it.
    """
    if state.giro or state.ended:
        return TurnSheet(_known(rules, state), PLACES, ("resources", "hands", "bought"), why=WHY, brush=BRUSH)
    if isinstance(state.awaits, DrawSheet):
        known = msgspec.structs.replace(_known(rules, state), factions=state.factions)
        sheets = tuple(Choice(faction, FACTION_WORDS[faction]) for faction in FACTIONS)
        return TurnSheet(known, PLACES, ("factions",), ("turn",), choices={"factions": sheets}, brush=BRUSH)
    known = msgspec.structs.replace(_known(rules, opened(rules, state, 0)), turn=None)
    return TurnSheet(known, PLACES, ("resources",), ("turn",), brush=BRUSH)


def end_sheet(rules: Rules, state: State) -> TurnSheet | None:
    """The count gives points for resources (punti): they are asked for with the sheets."""
    sheet = board_sheet(rules, state)
    if sheet is None or "resources" in sheet.seats:
        return sheet
    return msgspec.structs.replace(sheet, seats=(*sheet.seats, "resources"))


def _known(rules: Rules, state: State) -> Shown:
    state = calm(rules, state)
    ids, land = rules.board.ids, rules.board.ids[: rules.board.size]
    return Shown(
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


def _units(rules: Rules, state: State, place: int) -> dict[str, dict[str, int]]:
    """By seat and kind: on a territory anybody may be; in the mountains who stands there, and the seat in turn, which may have come."""
    seats = set(range(rules.seats))
    if rules.board.is_ridge(place):
        seats &= {state.seat} | {one.seat for one in state.armies[place]}
    return {
        str(seat): {name: counted(state, seat, kind, place) for kind, name in enumerate(KINDS)}
        for seat in sorted(seats)
    }


def complete_turn(rules: Rules, state: State, shown: Shown) -> Shown:
    """Nobody is asked to clear a sheet that is lost with the turn as well."""
    resources, bought = list(shown.resources or state.resources), dict(shown.bought)
    for seat in range(rules.seats):
        home = home_of(rules, state, seat)
        is_lost = has_sheet(rules, state, seat) and shown.owners.get(rules.board.ids[home], seat) != seat
        if is_lost and resources[seat] == state.resources[seat]:
            resources[seat] = 0
        if is_lost and any(state.bought[seat]):
            bought.setdefault(str(seat), {})
    has_changed = shown.resources or tuple(resources) != state.resources
    return msgspec.structs.replace(
        shown, resources=tuple(resources) if has_changed else (), bought=bought, turn_over=True
    )
