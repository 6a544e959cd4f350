"""A position, and what the table waits for. Everything is a value: tuples by seat or by kind of card, no history, no clock, no secret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from games.kernel.seats import ACTIVE

NOBODY = -1
EMPTY = -1
DECK = 5
"""The place of treasures that lie in their deck; places 0 to 4 are the seats' piles."""
Counts = bytes
"""How many there are of each kind of card, a byte a kind: there are 70 cards in all."""
Hidden = tuple[tuple[int, tuple[int, ...]], ...]
"""For each set of places (a bit each) the kinds of treasure face down that can be in any of them, one entry a treasure, sorted."""
Row = tuple[int, int, int]
NO_ROW: Row = (EMPTY, EMPTY, EMPTY)
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


class State(Struct, frozen=True, gc=False):
    """One position.

    Cards: `hands`, `aside` and `drawn` (of a paid change) are counts by seat and deck epoch; `unseen` are, by epoch, how many of each kind
    nobody has shown since that deck was made; `discards` and rows are face up. Treasures: `hidden` says of those face down in which places
    they can be, `piles` how many a seat keeps face down; `above` the Queen's packet and in it (`packet`) lies the deck.
    """

    awaits: AnyAwaits
    standing: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]
    aside: tuple[tuple[int, ...], ...]
    drawn: tuple[tuple[int, ...], ...]
    unseen: tuple[Counts, ...]
    discards: Counts
    deck: int
    rows: tuple[tuple[Row, Row], ...]
    display: tuple[int, ...]
    hidden: Hidden
    piles: tuple[int, ...]
    face_up: tuple[tuple[int, ...], ...]
    bottom: tuple[int, ...]
    above: int
    packet: int
    characters: tuple[str, ...]
    revealed: tuple[bool, ...]
    tally: tuple[tuple[int, ...] | None, ...]
    points: tuple[int, ...]
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
    pending: tuple[Window, ...] = ()
    leaving: tuple[int, ...] = ()
    estates: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    just_out: tuple[int, ...] = ()
    last_giro: int = 0
    ended: str = ""
    winner: int = NOBODY

    with_ = Struct.__replace__

    def is_active(self, seat: int) -> bool:
        return self.standing[seat] == ACTIVE

    @property
    def actives(self) -> list[int]:
        return [seat for seat, standing in enumerate(self.standing) if standing == ACTIVE]

    def held(self, seat: int) -> int:
        """How many cards the seat has in its hand; those set aside are not in it yet."""
        return sum(self.hands[seat])

    def set_aside(self, seat: int) -> int:
        return sum(self.aside[seat]) + sum(self.drawn[seat])

    def treasures_of(self, seat: int) -> int:
        return self.piles[seat] + len(self.face_up[seat])


def put(values: Sequence[Any], place: int, value: Any) -> tuple[Any, ...]:
    changed = list(values)
    changed[place] = value
    return tuple(changed)
