"""A position, and what the table waits for. Places may hold both sides; tuples by side, then by place."""

from __future__ import annotations

from msgspec import Struct

from games.kernel.values import put

NOBODY = -1
TROOP, PARA, TRACTOR = 0, 1, 2
KINDS = ("troop", "para", "tractor")
LOSSES = (PARA, TRACTOR, TROOP)
"""Order in which a side loses pieces, after its alpini (combattimento.ravvicinati)."""

DEPLOY, INCOME, TRACTORS, RANGED, CLOSE, MOVE, BUY, BRIDGES = range(1, 9)

Row = tuple[int, ...]
Rows = tuple[Row, Row, Row]
"""One row for each kind of pieces."""
Pieces = tuple[Rows, Rows]


class Awaits(Struct, frozen=True, tag_field="awaits", gc=False):
    """What comes next at this table."""


class Start(Awaits, frozen=True, tag="start"):
    pass


class Turn(Awaits, frozen=True, tag="turn"):
    """A turn under way; `step` is the furthest step reached, `is_fresh` until the seat has done anything."""

    step: int
    is_fresh: bool = False


class Duel(Awaits, frozen=True, tag="duel"):
    """An attack under way: the attacker throws, or breaks it off once it began. `step`: the later step of the turn from which it was
    registered, 0 for none.
    """

    src: int
    dst: int
    has_begun: bool = False
    step: int = 0


class Reply(Awaits, frozen=True, tag="reply"):
    """The defender throws against `die`."""

    src: int
    dst: int
    die: int
    step: int = 0


class Over(Awaits, frozen=True, tag="over"):
    pass


AnyAwaits = Start | Turn | Duel | Reply | Over
IN_PLAY = (Turn, Duel, Reply)


class State(Struct, frozen=True, gc=False):
    """One position.

    `pieces[side][kind][place]`; `spent[kind][place]` of the side in turn have moved, `fresh[place]` paratroopers landed in this turn.
    `trod[place]` is whose ordinary troopers passed last. `landed` are places where paratroopers came down among enemies and still must
    fight, `landed_by` whose they are, `fought` places fought over in this turn. Alpini are of `alpini_of`, the side that conquered
    the Rifugio last. `held_back` are the kinds that stay out of the attack under way. `kept_barricades` are places
    whose barricade was paid for in this turn; `has_kept_barricades` says that all were.
    """

    awaits: AnyAwaits
    pieces: Pieces
    spent: Rows
    fresh: Row
    spent_cannons: Row
    alpini: Row
    cannons: Row
    barricades: Row
    intact: tuple[bool, ...]
    trod: Row
    money: tuple[int, int]
    missiles: tuple[int, int]
    had_udine: tuple[bool, bool]
    alpini_of: int = NOBODY
    seat: int = NOBODY
    first: int = NOBODY
    giro: int = 0
    turn: int = 0
    ended: str = ""
    winner: int = NOBODY
    has_contact: bool = False
    claims: Row = ()
    landed: Row = ()
    landed_by: Row = ()
    fought: Row = ()
    held_back: Row = ()
    shots: int = 0
    strikes: int = 0
    has_bought_missile: bool = False
    has_kept_barricades: bool = False
    kept_barricades: Row = ()
    time_up_in: int = 0

    with_ = Struct.__replace__

    def count(self, side: int, kind: int, place: int) -> int:
        return self.pieces[side][kind][place]

    def troops(self, side: int, place: int) -> int:
        return self.pieces[side][TROOP][place]

    def unspent(self, kind: int, place: int) -> int:
        """Pieces of the side in turn that have not moved."""
        left = self.pieces[self.seat][kind][place] - self.spent[kind][place]
        return left if left > 0 else 0

    def stands(self, side: int, place: int) -> bool:
        """Whether any piece of the side, alpini apart, is there."""
        troops, paras, tractors = self.pieces[side]
        return bool(troops[place] or paras[place] or tractors[place])

    def is_hostile(self, side: int, place: int) -> bool:
        """Whether any piece there is an enemy of the side, alpini that are not its own included."""
        troops, paras, tractors = self.pieces[1 - side]
        if troops[place] or paras[place] or tractors[place]:
            return True
        return self.alpini[place] > 0 and self.alpini_of != side

    def with_pieces(self, side: int, kind: int, place: int, change: int) -> State:
        row = self.pieces[side][kind]
        return self.with_(pieces=self.pieces_with(side, kind, put(row, place, row[place] + change)))

    def pieces_with(self, side: int, kind: int, row: Row) -> Pieces:
        changed = with_row(self.pieces[side], kind, row)
        return (changed, self.pieces[1]) if side == 0 else (self.pieces[0], changed)

    def with_money(self, side: int, change: int) -> State:
        return self.with_(money=self.money_after(side, change))

    def money_after(self, side: int, change: int) -> tuple[int, int]:
        one, other = self.money
        return (one + change, other) if side == 0 else (one, other + change)


def with_row(rows: Rows, kind: int, row: Row) -> Rows:
    """The rows of the kinds, one of them another."""
    troops, paras, tractors = rows
    if kind == TROOP:
        return row, paras, tractors
    return (troops, row, tractors) if kind == PARA else (troops, paras, row)
