"""What can happen at the table, as it stands in a record. Territories and cards go by their ids; the cards keep the rulebook's names.

Acts that are the same as in RisiKo! Torneo are that game's own.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.kernel.acts import MOST, Act, Index, IndexOrNone
from games.risiko.acts import (
    Abandon,
    Armies,
    Armies_by_place,
    AttackDice,
    Colour,
    DefenceDice,
    Dice,
    EndTurn,
    Move,
    Number,
    Objectives,
    Occupy,
    Place,
    VoidThrow,
)

__all__ = [
    "Abandon",
    "Armies",
    "Armies_by_place",
    "AttackDice",
    "Colour",
    "DefenceDice",
    "Dice",
    "EndTurn",
    "Move",
    "Number",
    "Objectives",
    "Occupy",
    "Place",
    "VoidThrow",
]

Declared = Annotated[int, Meta(ge=0, le=3)]
Salts = tuple[str, ...]
Owner = IndexOrNone


# -- setting up (2, 3, 5, 19)


class Lot(Act, frozen=True):
    """The one draw: who sits first; the others follow counter-clockwise."""

    first: Index


class Standings(Act, frozen=True):
    """The seats from the last in the standings of the event to the first."""

    seats: tuple[Index, ...]


class PickPlace(Act, frozen=True):
    """The seat takes this place, from 1, in the starting order."""

    place: Annotated[int, Meta(ge=1, le=MOST)]


class Deal(Act, frozen=True):
    """The ten territories of one seat."""

    to: Index
    cards: tuple[str, ...]


class Redeal(Act, frozen=True):
    """The deal is void: the territories are dealt again."""


class Auction(Act, frozen=True):
    """A territory left over goes to the winner of the auction for so many armies; 0 where nobody bid and the judge drew a lot.

    `short`: armies of the bid that he did not lay.
    """

    dst: str
    winner: Index
    bid: Number
    short: Number = 0


class Bids(Act, frozen=True):
    """Sealed bids for a territory left over, turned up together: one number a seat, 0 for none."""

    dst: str
    bids: tuple[Number, ...]


class AuctionDice(Act, frozen=True):
    """One die each of the seats with equal bids, in seat order."""

    dice: Dice


class VoidObjectives(Act, frozen=True):
    """The seat shows its two objectives, which may not stand: they are dealt again."""

    objectives: tuple[Index, ...]


class Factory(Act, frozen=True):
    """A factory stands on this territory of the seat."""

    dst: str


# -- the turn (9 to 14, 20)


class Combination(Act, frozen=True):
    """Exchange cards shown and played for armies."""

    cards: tuple[str, ...]


class Attack(Act, frozen=True):
    """The attack is declared, from and to; `dice` where fewer than possible are declared."""

    src: str
    dst: str
    dice: Declared = 0


class Enter(Act, frozen=True):
    """Armies moved into a territory that is nobody's."""

    src: str
    dst: str
    armies: Armies


class Draw(Act, frozen=True):
    """The card of a turn with a conquest."""


class LateCard(Act, frozen=True):
    """The card that its player forgot at the end of the turn before."""


# -- cards of the kit (10, 18, 20 to 26)


class Riserva(Act, frozen=True):
    """`also`: armies of the three that were put on other territories, by territory."""

    dst: str
    also: dict[str, Armies] = {}


class Dna(Act, frozen=True):
    dst: str


class TrasportoAereo(Act, frozen=True):
    src: str
    dst: str
    armies: Armies


class Minibomba(Act, frozen=True):
    dst: str


class BombFalls(Act, frozen=True):
    """Nobody stops the minibomb."""


class CortinaDiFerro(Act, frozen=True):
    """The defender closes the territory that is being attacked."""


class ArmateNascoste(Act, frozen=True):
    """The defender shows three armies on the territory that is being attacked."""


class Ripiegamento(Act, frozen=True):
    """The defender withdraws from the territory that is being attacked."""

    dst: str


class CampoMinato(Act, frozen=True):
    """The territory just conquered was mined."""


class Socialista(Act, frozen=True):
    """Two armies of `src` change side, onto `dst`."""

    src: str
    dst: str


# -- figures (17)


class Generale(Act, frozen=True):
    seat: Index


class Maresciallo(Act, frozen=True):
    """By the defender."""


class Diplomatico(Act, frozen=True):
    seat: Index


class Ammiraglio(Act, frozen=True):
    """An attack by sea with so many armies."""

    src: str
    dst: str
    armies: Armies
    dice: Declared = 0


class Spia(Act, frozen=True):
    seat: Index


class ControSpia(Act, frozen=True):
    """Another Spia, played by the player who is spied on."""


class SpiaRemoves(Act, frozen=True):
    """The card that the spy takes away; empty only where there is none."""

    card: str


# -- the end (15, 16)


class Claim(Act, frozen=True):
    """The seat shows the objective that it has reached, or both; `salts` open sealed ones."""

    objectives: tuple[Index, ...]
    salts: Salts = ()


class Reveal(Act, frozen=True):
    """The seat's two objectives, turned up at the count."""

    objectives: tuple[Index, ...]
    salts: Salts = ()


# -- the table


class Spent(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card spent in a turn that is recorded as a whole: by whom and, for a hostile one that had effect, against whom."""

    by: Index
    card: str
    against: Owner = -1


class Shown(Act, frozen=True):
    """What the table shows, by the judge: with it a turn is recorded as a whole, or a wrong state mended.

    `owners` by territory (a seat, or -1 for nobody), `armies` and `hidden` by territory, `hands` a count a seat, `factories` all that
    stand, `left` armies still to place, `conquests` of this turn, `spent` the cards of this turn, `turn` the seat whose turn it is, `giro`
    its number. `card` says that the seat in turn drew its card, which lies in a hand that is told, `turn_over` that its turn ends.
    """

    owners: dict[str, Owner] = {}
    armies: dict[str, Number] = {}
    hidden: dict[str, Number] = {}
    hands: tuple[Number, ...] = ()
    factories: tuple[str, ...] | None = None
    left: Number | None = None
    conquests: Number | None = None
    spent: tuple[Spent, ...] = ()
    turn: Index | None = None
    giro: Armies | None = None
    card: bool = False
    turn_over: bool = False


class Finish(Act, frozen=True):
    """The game is over as the table says, where only the result is recorded."""

    how: Literal["time"]
