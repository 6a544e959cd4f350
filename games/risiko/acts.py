"""What can happen at the table, as it stands in a record. Territories and cards go by their ids; `jolly` is either jolly."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from games.kernel.acts import Act, Index, IndexOrNone

Die = Annotated[int, Meta(ge=1, le=6)]
Dice = Annotated[tuple[Die, ...], Meta(min_length=1, max_length=5)]
Number = Annotated[int, Meta(ge=0, le=1000)]
Armies = Annotated[int, Meta(ge=1, le=1000)]
Side = Literal["attack", "defence"]
VoidCause = Literal["cocked", "undeclared", "order"]
Armies_by_place = dict[str, Armies]


# -- setting up (3, 4)


class StartDice(Act, frozen=True):
    """One die each of the seats that throw for the first turn, in seat order."""

    dice: Dice


class Colour(Act, frozen=True):
    """The seat takes the armies of this colour."""

    colour: str


class Deal(Act, frozen=True):
    """The judge turns up a territory card and gives it to a seat; -1 puts it back into the deck, where an option allows that."""

    card: str
    to: IndexOrNone


class Objectives(Act, frozen=True):
    """The jollies are back in the deck and each player has an objective card."""


class Place(Act, frozen=True):
    """Armies put on the seat's own territories, at the start or as reinforcements."""

    armies: Armies_by_place


# -- the turn (6 to 11, 14, 15)


class Tris(Act, frozen=True):
    """Three cards shown and played for armies."""

    cards: tuple[str, ...]


class Attack(Act, frozen=True):
    """The attack is declared, from and to."""

    src: str
    dst: str


class AttackDice(Act, frozen=True):
    dice: Dice


class DefenceDice(Act, frozen=True):
    dice: Dice


class VoidThrow(Act, frozen=True):
    """A throw that does not count: a die cocked, out of the lid or on another, or thrown before the declaration or out of order."""

    side: Side
    cause: VoidCause = "cocked"


class Occupy(Act, frozen=True):
    """Armies moved into the territory just conquered."""

    armies: Armies


class Move(Act, frozen=True):
    """The strategic move that ends the turn's fighting."""

    src: str
    dst: str
    armies: Armies


class Draw(Act, frozen=True):
    """A card drawn at the end of the turn; `holding` is the count declared aloud, 0 where nobody noted it."""

    holding: Number = 0


class LateCard(Act, frozen=True):
    """The card forgotten at the end of one's own turn, taken before the end of the next player's."""

    holding: Number = 0


class UndueCard(Act, frozen=True):
    """A card taken without right, shown to all, given back and shuffled in."""

    card: str


class EndTurn(Act, frozen=True):
    """The seat ends its turn."""


# -- the end (12, 13, 16, 17)


class CloseDice(Act, frozen=True):
    """Two dice to close the game."""

    dice: Annotated[tuple[Die, ...], Meta(min_length=2, max_length=2)]


class Claim(Act, frozen=True):
    """The seat shows its objective and claims to have reached it; `salt` opens a sealed one."""

    objective: Index
    salt: str = ""


class Reveal(Act, frozen=True):
    """The seat's objective, turned up at the count."""

    objective: Index
    salt: str = ""


class TieDice(Act, frozen=True):
    """One die each of the seats level on every tie-break, in seat order."""

    dice: Dice


class Abandon(Act, frozen=True):
    """A player leaves the game; his armies stay on the board."""

    seat: Index


class Shown(Act, frozen=True):
    """What the table shows, by the judge: with it a turn is recorded as a whole, or a wrong state mended.

    `owners` by territory (a seat each), `armies` by territory, `hands` a count a seat, `left` armies still to place, `conquests` of this
    turn, `turn` the seat whose turn it is, `giro` its number. `card` says that the seat in turn drew its card, which lies in a hand that is
    told, `turn_over` that its turn ends.
    """

    owners: dict[str, Index] = {}
    armies: Armies_by_place = {}
    hands: tuple[Number, ...] = ()
    left: Number | None = None
    conquests: Number | None = None
    turn: Index | None = None
    giro: Armies | None = None
    card: bool = False
    turn_over: bool = False


class Finish(Act, frozen=True):
    """The game is over as the table says, where only the result is recorded."""

    how: Literal["dice", "time"]
