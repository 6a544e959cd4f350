"""A position, and what the table waits for. Everything is a value: tuples by territory or by seat, no history, no clock, no secret."""

from __future__ import annotations

from msgspec import Struct

from games.kernel.seats import ACTIVE

NOBODY = -1


class Awaits(Struct, frozen=True, tag_field="awaits", gc=False):
    """What comes next at this table."""


class StartThrow(Awaits, frozen=True, tag="start_throw"):
    seats: tuple[int, ...]


class PickColour(Awaits, frozen=True, tag="colour"):
    seat: int


class DealCard(Awaits, frozen=True, tag="deal"):
    """`due` is whose card it is, after `skipped` cards that he could not take; `turns` counts the cards that each seat's turns used up."""

    due: int
    skipped: int
    turns: tuple[int, ...]


class DealObjectives(Awaits, frozen=True, tag="objectives"):
    pass


class PlaceFirst(Awaits, frozen=True, tag="place_first"):
    """Three at a time: `stock` is what each seat still holds."""

    seat: int
    stock: tuple[int, ...]


class Reinforce(Awaits, frozen=True, tag="reinforce"):
    """`left` armies to place; `is_fresh` until the seat has done anything in its turn."""

    left: int
    is_fresh: bool = False


class Fight(Awaits, frozen=True, tag="fight"):
    """Attack, move, draw or end; `src` and `dst` are the attack declared last, which goes on without a new declaration.

    `is_registered`: its last throw stands by a ruling, which holds for the next ones.
    """

    src: int = NOBODY
    dst: int = NOBODY
    is_registered: bool = False


class AttackThrow(Awaits, frozen=True, tag="attack_throw"):
    src: int
    dst: int


class DefenceThrow(Awaits, frozen=True, tag="defence_throw"):
    src: int
    dst: int
    attack: tuple[int, ...]
    roller: int
    is_registered: bool = False


class Occupation(Awaits, frozen=True, tag="occupy"):
    src: int
    dst: int
    least: int


class Closing(Awaits, frozen=True, tag="closing"):
    """The fighting is over: a card if one is due, then the turn ends. `src` and `dst` are the attack that was under way."""

    src: int = NOBODY
    dst: int = NOBODY


class CloseThrow(Awaits, frozen=True, tag="close_throw"):
    threshold: int
    is_last: bool


class Count(Awaits, frozen=True, tag="count"):
    """The game is over: objectives are turned up."""


AnyAwaits = (
    StartThrow
    | PickColour
    | DealCard
    | DealObjectives
    | PlaceFirst
    | Reinforce
    | Fight
    | AttackThrow
    | DefenceThrow
    | Occupation
    | Closing
    | CloseThrow
    | Count
)
UNDER_WAY = (Reinforce, Fight, AttackThrow, Closing)
"""While the table awaits one of these, the seat in turn may still begin something or end its turn."""
IN_PLAY = (*UNDER_WAY, DefenceThrow, Occupation, CloseThrow)
"""Between the set-up and the count."""


class Over(Struct, frozen=True, gc=False):
    """The turn that is just over, as far as its player may still do something too much: who had it, in which giro, what it held."""

    seat: int
    giro: int
    conquests: int
    sets: int
    has_drawn: bool
    has_moved: bool


class State(Struct, frozen=True, gc=False):
    """One position.

    `hands` are counts by deck epoch: a card drawn after the deck was made anew can only be one that was in it. `unseen` are, by epoch, the
    cards (as bits) that nobody has shown since; `used` the cards played for armies; `late` who may still take a forgotten card;
    `unplaced` armies that were due and are not on the board although the fighting has begun.
    `ladder_from` is the seat that ended the last giro, with which the sdadata began. `over` is the turn before, unless a throw ended it.
    `level`: who left at one moment with the one before in `left`.
    """

    awaits: AnyAwaits
    owners: tuple[int, ...]
    armies: tuple[int, ...]
    standing: tuple[str, ...]
    colours: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]
    unseen: tuple[int, ...]
    deck: int
    used: int
    objectives: tuple[int, ...]
    turn: int = 0
    ended: str = ""
    giro: int = 0
    seat: int = NOBODY
    first: int = NOBODY
    conquests: int = 0
    sets: int = 0
    has_drawn: bool = False
    has_moved: bool = False
    late: int = NOBODY
    last_giro: int = 0
    extra_giri: int = 0
    winner: int = NOBODY
    left: tuple[int, ...] = ()
    level: tuple[int, ...] = ()
    tie_dice: tuple[int, ...] = ()
    unplaced: int = 0
    ladder_from: int = NOBODY
    over: Over | None = None

    with_ = Struct.__replace__

    def is_active(self, seat: int) -> bool:
        return self.standing[seat] == ACTIVE

    def hand_size(self, seat: int) -> int:
        """How many cards the seat holds."""
        return sum(self.hands[seat])

    def armies_of(self, seat: int) -> int:
        return sum([armies for owner, armies in zip(self.owners, self.armies, strict=True) if owner == seat])

    def territories_of(self, seat: int) -> list[int]:
        return [place for place, owner in enumerate(self.owners) if owner == seat]
