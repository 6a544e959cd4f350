"""What can happen at the table, as it stands in a record. Places go by their ids, a mountain border by `one/other`; pieces by their kind.

Every throw is an act of its own, with the ten-sided dice in the order in which the table waits for them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from games.fabrisiko.board import EVENTS, FACTIONS, KINDS, PIECES, STRATEGIC, STRUCTURES
from games.kernel.acts import EACH_SEAT, PLACE, SEAT_KEY, Act, Index, IndexOrNone, one_of

Die = Annotated[int, Meta(ge=1, le=10)]
Dice = Annotated[tuple[Die, ...], Meta(min_length=1, max_length=60)]
Number = Annotated[int, Meta(ge=0, le=1000)]
Count = Annotated[int, Meta(ge=1, le=100)]
Owner = IndexOrNone
PlaceId = Annotated[str, PLACE]
Path = Annotated[tuple[str, ...], Meta(max_length=12)]
Unit = Annotated[str, one_of(*KINDS)]
Units = dict[Unit, Count]
Pieces = dict[Annotated[str, one_of(*PIECES)], Count]
Fallen = dict[Annotated[str, one_of(*KINDS, "fanteria_aa")], Count]
UnitsAt = dict[Annotated[str, one_of(*KINDS, at_place=True)], Count]
StructuresAt = dict[Annotated[str, one_of(*STRUCTURES, at_place=True)], Count]
Structures = dict[Annotated[str, one_of(*STRUCTURES)], Number]


class Throw(Act, frozen=True):
    """Dice of one throw."""

    dice: Dice


# -- setting up


class Sheet(Act, frozen=True):
    """The seat drew the sheet of this faction."""

    faction: Annotated[str, one_of(*FACTIONS)]


class StartDice(Throw, frozen=True):
    """One die each of the seats that throw for the first turn, in seat order."""


# -- phase 1


class Draw(Act, frozen=True):
    """Cards drawn in phase 1-A, one for every three territories."""

    cards: Count


class Carnival(Throw, frozen=True):
    """Carnevale di Marischio: one die."""


class Swap(Act, frozen=True):
    """Cards put on the discards and as many drawn, after the Carnevale."""

    cards: Annotated[tuple[str, ...], Meta(min_length=1, max_length=2)]


class Event(Act, frozen=True):
    """The event card of the turn; `at` is the frazione that a Terremoto strikes."""

    card: Annotated[str, one_of(*EVENTS)]
    at: str = ""


class NoEvent(Act, frozen=True):
    """The seat holds no event card (or only what a limit bars)."""


class Revolt(Act, frozen=True):
    """The player on the left chooses where the Ribellione breaks out."""

    at: str


class Flee(Act, frozen=True):
    """Units leave the rebellious frazione for an own one beside it; without `dst` those left are destroyed."""

    dst: str = ""
    units: Units = {}


class Pay(Act, frozen=True):
    """Terremoto: which structures are not paid for (`complesso@place`), the others cost two each."""

    lose: StructuresAt = {}


class Disband(Act, frozen=True):
    """Caldo estremo: units given up for resources that cannot be paid (`fanteria@place`)."""

    units: UnitsAt


class FindDice(Throw, frozen=True):
    """Reperti archeologici: one die for the table, then those that it gives."""


class TradeDice(Throw, frozen=True):
    """Scambi commerciali: a die, halved, for each Frazione Maggiore."""


# -- phases 2 and 3


class Place(Act, frozen=True):
    """Pieces bought earlier, put on one own territory."""

    at: str
    units: Pieces


class Buy(Act, frozen=True):
    units: Pieces


# -- phase 4


class Invade(Act, frozen=True):
    """Units move into a territory that is not one's own; `path` are the steps, the last one the place invaded.

    Ground units and planes move by acts of their own. `origin`: only units that stood there when the turn began.
    """

    src: str
    path: Path
    units: Units
    origin: str = ""


class FlakDice(Throw, frozen=True):
    """One die for each plane over a sito AA, in the order in which they fly."""


class CityDice(Throw, frozen=True):
    """Fabriano vicina: one die."""


class CaptureDice(Throw, frozen=True):
    """One die for each structure of a conquered territory, complessi first."""


class RecoverDice(Throw, frozen=True):
    """One die, halved, for each structure of which something is recovered."""


class Bomb(Act, frozen=True):
    """One bomber attacks a structure."""

    at: str
    target: Literal["complesso", "sito_aa"]


class Raid(Act, frozen=True):
    """One bomber makes the strategic attack."""

    at: str


class BombDice(Throw, frozen=True):
    """The bomber's die."""


class RaidDice(Throw, frozen=True):
    """The resources that a strategic attack destroys."""


class Battle(Act, frozen=True):
    """The battle for an invaded place begins."""

    at: str


class Strategy(Act, frozen=True):
    """A strategic card played before the battle; `unit` is the kind that gets the Arma segreta."""

    card: Annotated[str, one_of(*STRATEGIC)]
    unit: Unit = ""


class Betray(Act, frozen=True):
    """The opponent of a Tradimento chooses his unit that changes side."""

    unit: Unit


class PlagueDice(Throw, frozen=True):
    """Arma biologica: one die for each ground unit, the attacker's first."""


class AntiAircraft(Act, frozen=True):
    """Infantry of the defender set apart against planes."""

    infantry: Count


class ColleAmeno(Act, frozen=True):
    """The defender from Collamato uses Colle ameno in this battle."""


class Engage(Act, frozen=True):
    """No more cards: the battle begins."""


class AttackDice(Throw, frozen=True):
    """One die for each attacking unit, in the order in which they stand."""


class DefenceDice(Throw, frozen=True):
    """One die for each defending unit, those in Perdite included."""


class Losses(Act, frozen=True):
    """Which units fall, chosen by their owner; infantry set against planes is `fanteria_aa`."""

    units: Fallen


class Reroll(Act, frozen=True):
    """Come un gambero di fiume: one die of the throw just made, counted from 0, thrown again."""

    die: Number
    value: Die


class Move(Act, frozen=True):
    """Units move among own territories (4-C); planes fly home."""

    src: str
    path: Path
    units: Units
    origin: str = ""


# -- phase 5 and the judge


class EndTurn(Act, frozen=True):
    """Resources are collected and the turn ends."""


class IndustryDice(Throw, frozen=True):
    """Dominio industriale: one die."""


class Penalty(Act, frozen=True):
    """The referee takes points for cheating or offence (tournament mode); 0 takes the penalty back."""

    seat: Index
    points: Number


class Decide(Act, frozen=True):
    """The referee says who comes first of those level on points and territories."""

    seat: Index


class Abandon(Act, frozen=True):
    """A player leaves the table."""

    seat: Index


class Shown(Act, frozen=True):
    """What the table shows, by the judge: with it a turn is recorded as a whole, or a wrong state mended.

    `owners` by territory (a seat, -1 for nobody), `units` by place and seat (`{"melano": {"0": {"fanteria": 3}}}`), `structures` by
    territory, `resources`, `hands` one number a seat, `bought` by seat. `turn` is the seat whose turn it is, `giro` its global turn;
    `turn_over` says that the turn ends without more income than is shown. `factions`: the sheets by seat, where the table is shown before
    they were recorded; on such a board nothing stands but what is named.
    """

    owners: dict[PlaceId, Owner] = {}
    units: dict[PlaceId, dict[Annotated[str, SEAT_KEY], Units]] = {}
    structures: dict[PlaceId, Structures] = {}
    resources: tuple[Number, ...] = ()
    hands: tuple[Number, ...] = ()
    bought: dict[Annotated[str, SEAT_KEY], Pieces] = {}
    turn: Index | None = None
    giro: Count | None = None
    turn_over: bool = False
    factions: Annotated[tuple[str, ...], EACH_SEAT] = ()


class Finish(Act, frozen=True):
    """The game is over as the table says, where only the result is recorded."""

    how: Literal["territories", "time"]
