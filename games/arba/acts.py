"""What can happen at the table, as it stands in a record. Places and bridges go by their ids (`a+b` for the bridge between a and b)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.kernel.acts import MOST, PLACE, Act, Index, IndexOrNone

Die = Annotated[int, Meta(ge=1, le=6)]
Count = Annotated[int, Meta(ge=0, le=200)]
Some = Annotated[int, Meta(ge=1, le=200)]
Piece = Literal["troop", "para", "tractor", "alpino", "cannon"]
Without = Literal["", "para", "tractor", "troop", "para+tractor", "para+troop", "tractor+troop"]


# -- inizio del gioco


class Nearest(Act, frozen=True):
    """The table is nearest to this seat's town, so it begins."""

    seat: Index


class StartDice(Act, frozen=True):
    """One die each; seats level throw again."""

    dice: Annotated[tuple[Die, ...], Meta(min_length=2, max_length=2)]


# -- the seven steps


class Deploy(Act, frozen=True):
    """Step 1: new ordinary troopers, by place."""

    troops: dict[str, Some]


class Collect(Act, frozen=True):
    """Step 2: money, with the contested places that are claimed."""

    claims: tuple[str, ...] = ()


class BuyTractor(Act, frozen=True):
    """Step 3."""

    place: str


class Drop(Act, frozen=True):
    """Step 4: a plane of paratroopers, how many on which place."""

    paras: dict[str, Some]


class Hit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Pieces of one kind removed from one place by a ranged attack; `own` says that they are the attacker's."""

    place: str
    piece: Piece
    count: Some = 1
    own: bool = False


class Strike(Act, frozen=True):
    """Step 4: a cannon shot, a missile or the alpine plane; it removes pieces, or breaks one bridge. The plane needs no `src`."""

    weapon: Literal["cannon", "missile", "plane"]
    src: str = ""
    hits: tuple[Hit, ...] = ()
    bridge: str = ""


class Attack(Act, frozen=True):
    """Step 5: a close attack is declared; at two steps it is the tractors', on the same place it is fought where both stand.

    `without` are kinds of pieces that stay out of it.
    """

    src: str
    dst: str
    without: Without = ""


class AttackDie(Act, frozen=True):
    die: Die


class DefenceDie(Act, frozen=True):
    die: Die


class BreakOff(Act, frozen=True):
    """The attacker breaks the attack off, which ends the step."""


class Move(Act, frozen=True):
    """Step 6, or between attacks: pieces that have not moved go one step, tractors up to two. `via` where two ways lead there."""

    src: str
    dst: str
    troops: Count = 0
    paras: Count = 0
    tractors: Count = 0
    cannons: Count = 0
    via: str = ""


class Barricades(Act, frozen=True):
    """Step 7: barricades built, raised or kept up, by place and level; what is not named until the turn ends is given up."""

    levels: dict[str, Annotated[int, Meta(ge=1, le=3)]]


class BuyCannon(Act, frozen=True):
    """Step 7."""

    place: str


class BuyMissile(Act, frozen=True):
    """Step 7, at Marano."""


class BuildBridge(Act, frozen=True):
    """Last of all."""

    bridge: str


class BreakBridge(Act, frozen=True):
    """Last of all, and free."""

    bridge: str


class EndTurn(Act, frozen=True):
    """The seat ends its turn."""


# -- the judge


class Resign(Act, frozen=True):
    """A player gives up."""

    seat: Index


class Finish(Act, frozen=True):
    """The game is over as the table says, where only the result is recorded; `winner` took the enemy base."""

    how: Literal["base", "time", "limit"]
    winner: IndexOrNone = -1


class Cell(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """What stands on one place: pieces by seat, alpini, cannons, the level of a barricade."""

    troops: tuple[Count, Count] = (0, 0)
    paras: tuple[Count, Count] = (0, 0)
    tractors: tuple[Count, Count] = (0, 0)
    alpini: Count = 0
    cannons: Count = 0
    barricade: Annotated[int, Meta(ge=0, le=3)] = 0


class Shown(Act, frozen=True):
    """What the table shows, by the judge: with it a turn is recorded as a whole, or a wrong state mended.

    `places` as they stand; `owners` whose ordinary troopers passed last, by place (-1 for nobody's); `money` and `missiles` one number a
    seat; `broken` the bridges that are down; `alpini_of` whose the alpini are; `turn` the seat whose turn it is, `giro` its number.
    `turn_over` says that the turn ends as shown: no fine and no upkeep is still to come.
    """

    places: dict[Annotated[str, PLACE], Cell] = {}
    owners: dict[Annotated[str, PLACE], IndexOrNone] = {}
    money: tuple[Annotated[int, Meta(ge=-MOST, le=MOST)], ...] = ()
    missiles: tuple[Count, ...] = ()
    broken: tuple[str, ...] | None = None
    alpini_of: IndexOrNone | None = None
    turn: Index | None = None
    giro: Annotated[int, Meta(ge=1, le=1000)] | None = None
    turn_over: bool = False
