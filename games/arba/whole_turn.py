"""A turn that the judge tells as a whole: places as they stand after it, money and missiles that are left."""

from __future__ import annotations

import msgspec

from games.arba.acts import Cell, Shown
from games.arba.labels import bridge_words
from games.arba.rules import Rules
from games.arba.state import PARA, TRACTOR, TROOP, Over, Start, State
from games.kernel.choices import Choice
from games.kernel.game import Brush, BrushPiece, TurnSheet
from games.kernel.words import Words

WHY = {
    "money": Words("dopo acquisti, barricate e multe", "after purchases, barricades and fines"),
}
BRUSH = Brush(
    "owners",
    (
        BrushPiece("places.{place}.troops.{seat}"),
        *(BrushPiece(f"places.{{place}}.{kind}.{{seat}}", takes=False) for kind in ("paras", "tractors")),
        *(BrushPiece(f"places.{{place}}.{kind}", takes=False) for kind in ("cannons", "barricade", "alpini")),
    ),
    goes_by_pieces=True,
)


def sheet(rules: Rules, state: State) -> TurnSheet | None:
    return None if isinstance(state.awaits, Start) else board_sheet(rules, state)


def board_sheet(rules: Rules, state: State) -> TurnSheet | None:
    """The places with what lies beside them, before the first turn also who begins. At the end nothing on the board counts any more."""
    if isinstance(state.awaits, Over):
        return None
    board = rules.board
    known = Shown(
        places={name: cell_of(state, place) for place, name in enumerate(board.ids)},
        owners=dict(zip(board.ids, state.trod, strict=True)),
        money=state.money,
        missiles=state.missiles,
        broken=tuple(name for name, stands in zip(board.bridge_ids, state.intact, strict=True) if not stands),
        alpini_of=state.alpini_of,
    )
    bridges = tuple(Choice(name, bridge_words(rules, name)) for name in board.bridge_ids)
    return TurnSheet(
        known,
        ("places", "owners"),
        ("money", "missiles"),
        ("broken", "alpini_of", *(("turn",) if isinstance(state.awaits, Start) else ())),
        choices={"broken": bridges},
        why=WHY,
        brush=BRUSH,
    )


def cell_of(state: State, place: int) -> Cell:
    def both(kind: int) -> tuple[int, int]:
        return state.count(0, kind, place), state.count(1, kind, place)

    return Cell(
        both(TROOP),
        both(PARA),
        both(TRACTOR),
        state.alpini[place],
        state.cannons[place],
        state.barricades[place],
    )


def complete_turn(rules: Rules, state: State, shown: Shown) -> Shown:
    """A barricade goes with the last trooper: nobody is asked to take it off the board as well."""
    places = {
        name: cell if any(cell.troops) else msgspec.structs.replace(cell, barricade=0)
        for name, cell in shown.places.items()
    }
    return msgspec.structs.replace(shown, places=places, turn_over=True)
