"""A position, and what the table waits for. Everything is a value: tuples by seat or by kind of card, no history, no clock, no secret."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from games.kernel.seats import ACTIVE
from games.kernel.values import put

NOBODY = -1
EMPTY = -1
DECK = 5
"""The place of treasures that lie in their deck; places 0 to 4 are the seats' piles."""
Counts = bytes
"""How many there are of each kind of card, a byte a kind: there are 70 cards in all."""
Hidden = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, tuple[int, ...]], ...]]
"""Kinds of treasure face down, one entry a treasure, sorted: by place, and where it is in doubt by the places (a bit each) that can be."""
Row = tuple[int, int, int]
Rows = tuple[Row, Row]
NO_ROW: Row = (EMPTY, EMPTY, EMPTY)
NO_ROWS: Rows = (NO_ROW, NO_ROW)
ENCHANT, STEAL, PLAY, THREE_STARS, TRIMAGIE, REFILL = range(6)
"""The steps of a turn, in this order (sintesi): 1, 2, 3, A, B, C."""


class Awaits(Struct, frozen=True, tag_field="awaits", gc=False):
    """What comes next at this table."""


class PickFirst(Awaits, frozen=True, tag="first"):
    pass


class DealCharacters(Awaits, frozen=True, tag="characters"):
    pass


class FirstDisplay(Awaits, frozen=True, tag="display"):
    pass


class Turn(Awaits, frozen=True, tag="turn"):
    """The seat's own part of the turn: 1, 2 and 3, at `step`."""

    step: int


TURNS = tuple(Turn(step) for step in (ENCHANT, STEAL, PLAY))


class AwaitEffect(Awaits, frozen=True, tag="effect"):
    card: int


class AwaitSurplus(Awaits, frozen=True, tag="surplus"):
    count: int


class AwaitTake(Awaits, frozen=True, tag="take"):
    pass


class AwaitTurnUp(Awaits, frozen=True, tag="turn_up"):
    pass


class AwaitTrimagia(Awaits, frozen=True, tag="trimagia"):
    rows: tuple[int, ...]


class AwaitAim(Awaits, frozen=True, tag="aim"):
    pass


class AwaitStrike(Awaits, frozen=True, tag="strike"):
    """The trimagia acts on the player aimed at; what it is stands in the state's `strike`."""


class AwaitDiscard(Awaits, frozen=True, tag="discard"):
    count: int


class AwaitUnmask(Awaits, frozen=True, tag="unmask"):
    seat: int


class AwaitShare(Awaits, frozen=True, tag="share"):
    seat: int


class AwaitTally(Awaits, frozen=True, tag="tally"):
    seats: tuple[int, ...]


class AwaitReveal(Awaits, frozen=True, tag="reveal"):
    seats: tuple[int, ...]


class AwaitKeep(Awaits, frozen=True, tag="keep"):
    seats: tuple[int, ...]


class Count(Awaits, frozen=True, tag="count"):
    """The game is over: treasures are turned up, and characters where a tie needs them."""


AnyAwaits = (
    PickFirst
    | DealCharacters
    | FirstDisplay
    | Turn
    | AwaitEffect
    | AwaitSurplus
    | AwaitTake
    | AwaitTurnUp
    | AwaitTrimagia
    | AwaitAim
    | AwaitStrike
    | AwaitDiscard
    | AwaitUnmask
    | AwaitShare
    | AwaitTally
    | AwaitReveal
    | AwaitKeep
    | Count
)


AT_ITS_END = (AwaitTake, AwaitTrimagia, AwaitDiscard)
"""A, B and C of a turn that draws to a close."""
THE_TURN = (Turn, AwaitEffect, AwaitSurplus, *AT_ITS_END, AwaitTurnUp, AwaitAim, AwaitStrike)
IN_PLAY = (*THE_TURN, AwaitUnmask, AwaitShare, AwaitTally, AwaitReveal, AwaitKeep)
"""Between the set-up and the count."""
TAKE, TURN_UP, AIM, STRIKE = AwaitTake(), AwaitTurnUp(), AwaitAim(), AwaitStrike()


class Strike(Struct, frozen=True, gc=False):
    """A trimagia under way: on `power` cards for each target, `left` still to come for this one; `again`: a second target follows."""

    row: int
    kind: str
    power: int
    again: bool
    target: int = NOBODY
    left: int = 0
    done: tuple[int, ...] = ()


class Window(Struct, frozen=True, gc=False):
    """Who may interpose what before the next main act: `screen` a Schermo Elementale, `claim` the victory over a rival."""

    what: str
    seat: int


class Side(Struct, frozen=True, gc=False):
    """What a seat has. Of cards there are counts by deck epoch: in the `hand`, set `aside`, and just `drawn` in a paid change.

    Treasures: how many lie face down in the `pile`, which ones `face_up`, and what the seat has shown of its pile in a count (`tally`).
    """

    standing: str = ACTIVE
    hand: tuple[int, ...] = (0,)
    aside: tuple[int, ...] = (0,)
    drawn: tuple[int, ...] = (0,)
    rows: Rows = NO_ROWS
    pile: int = 0
    face_up: tuple[int, ...] = ()
    character: str = ""
    is_revealed: bool = False
    tally: tuple[int, ...] | None = None
    points: int = 0

    with_ = Struct.__replace__


class State(Struct, frozen=True, gc=False):
    """One position: what each seat has (`sides`), and what lies between them.

    Cards: `unseen` are, by deck epoch, how many of each kind nobody has shown since that deck was made; `discards` lie face up.
    Treasures: `hidden` says of those face down in which places they can be; `above` the Queen's packet and in it (`packet`) lies the deck.
    `level`: who left at one moment with the one before in `left`. `claims`: who, in disguise, put whom out. `is_deck_kept`: a deck at its
    end is made anew only when a card is needed.
    """

    awaits: AnyAwaits
    sides: tuple[Side, ...]
    unseen: tuple[Counts, ...]
    discards: Counts
    deck: int
    display: tuple[int, ...]
    hidden: Hidden
    bottom: tuple[int, ...]
    above: int
    packet: int
    stage: str = ""
    smazzata: int = 1
    giro: int = 0
    turn: int = 0
    seat: int = NOBODY
    first: int = NOBODY
    step: int = ENCHANT
    played: int = 0
    surplus: int = 0
    enchantment: int = EMPTY
    strike: Strike | None = None
    worked: Strike | None = None
    worked_in: int = -1
    taken_in: int = -1
    pending: tuple[Window, ...] = ()
    leaving: tuple[int, ...] = ()
    estates: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    just_out: tuple[int, ...] = ()
    level: tuple[int, ...] = ()
    claims: tuple[tuple[int, int], ...] = ()
    is_deck_kept: bool = False
    last_giro: int = 0
    ended: str = ""
    winner: int = NOBODY

    with_ = Struct.__replace__

    # -- one seat

    def is_active(self, seat: int) -> bool:
        return self.sides[seat].standing == ACTIVE

    def hand_size(self, seat: int) -> int:
        """How many cards the seat has in its hand; those set aside are not in it yet."""
        return sum(self.sides[seat].hand)

    def set_aside(self, seat: int) -> int:
        return sum(self.sides[seat].aside) + sum(self.sides[seat].drawn)

    def treasures_of(self, seat: int) -> int:
        return self.sides[seat].pile + len(self.sides[seat].face_up)

    def seat_with(self, seat: int, side: Side) -> State:
        """Where one seat has something else."""
        return self.with_(sides=put(self.sides, seat, side))

    # -- all seats

    def each_with(self, **columns: Iterable[Any]) -> State:
        """Where every seat has something else, each column in the order of the seats."""
        rows = zip(self.sides, *columns.values(), strict=True)
        return self.with_(sides=tuple([side.with_(**dict(zip(columns, row, strict=True))) for side, *row in rows]))

    @property
    def actives(self) -> list[int]:
        return [seat for seat, side in enumerate(self.sides) if side.standing == ACTIVE]

    @property
    def standing(self) -> tuple[str, ...]:
        return tuple([side.standing for side in self.sides])

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        return tuple([side.hand for side in self.sides])

    @property
    def rows(self) -> tuple[Rows, ...]:
        return tuple([side.rows for side in self.sides])

    @property
    def piles(self) -> tuple[int, ...]:
        return tuple([side.pile for side in self.sides])

    @property
    def face_up(self) -> tuple[tuple[int, ...], ...]:
        return tuple([side.face_up for side in self.sides])

    @property
    def tally(self) -> tuple[tuple[int, ...] | None, ...]:
        return tuple([side.tally for side in self.sides])

    @property
    def points(self) -> tuple[int, ...]:
        return tuple([side.points for side in self.sides])

    @property
    def characters(self) -> tuple[str, ...]:
        return tuple([side.character for side in self.sides])
