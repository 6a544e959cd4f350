"""A position, and what the table waits for. Everything is a value: tuples by territory or by seat, no clock, no secret.

Units are groups by place: who, what, where they set out this turn and how far they can still go. Cards in hand are counts.
"""

from __future__ import annotations

from itertools import chain
from operator import attrgetter

from msgspec import Struct

NOBODY = -1
PHASES = ("1-A", "1-B", "2", "3", "4-A", "4-B", "4-C", "5")
CARDS, EVENT, PLACING, BUYING, INVASION, BATTLES, MOVES, INCOME = range(8)


class Group(Struct, frozen=True, gc=False):
    """Units of one kind that are alike in everything; `is_spent` marks bombers that flew their mission."""

    seat: int
    at: int
    kind: int
    count: int
    origin: int
    points: int
    is_spent: bool = False

    with_ = Struct.__replace__


class Fighter(Struct, frozen=True, gc=False):
    """One unit on the battle field. `bonus` comes from cards; `is_hit` stands in Perdite; `is_idle` cannot shoot."""

    seat: int
    kind: int
    origin: int
    points: int
    bonus: int = 0
    is_armed: bool = False
    is_aa: bool = False
    is_hit: bool = False
    is_idle: bool = False

    with_ = Struct.__replace__


class Fray(Struct, frozen=True, gc=False):
    """The battle under way: the units of both sides in their ranks, `cards` as (seat, card) in the order announced, `colle` while Colle
    ameno helps.
    """

    at: int
    attacker: int
    defender: int
    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    round: int = 0
    cards: tuple[tuple[int, str], ...] = ()
    colle: bool = False

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        return self.attackers + self.defenders

    def of(self, seat: int) -> tuple[Fighter, ...]:
        """The side of one of the two."""
        return self.attackers if seat == self.attacker else self.defenders

    def against(self, seat: int) -> tuple[Fighter, ...]:
        return self.defenders if seat == self.attacker else self.attackers

    def with_side(self, seat: int, side: tuple[Fighter, ...]) -> Fray:
        return self.with_(attackers=side) if seat == self.attacker else self.with_(defenders=side)

    def played(self, card: str) -> int:
        return [one for _, one in self.cards].count(card)

    with_ = Struct.__replace__


class Awaits(Struct, frozen=True, tag_field="awaits", gc=False):
    """What comes next at this table."""


class DrawSheet(Awaits, frozen=True, tag="sheet"):
    seat: int


class StartThrow(Awaits, frozen=True, tag="start_throw"):
    seats: tuple[int, ...]


class Turn(Awaits, frozen=True, tag="turn"):
    """The seat in turn acts; `State.phase` says how far it has come."""


TURN = Turn()


class Swapping(Awaits, frozen=True, tag="swap"):
    """Up to `most` cards may be exchanged."""

    most: int


class Rebels(Awaits, frozen=True, tag="revolt"):
    chooser: int


class Fleeing(Awaits, frozen=True, tag="flee"):
    at: int


class Quake(Awaits, frozen=True, tag="quake"):
    """`seat` pays for its structures on `places` or loses them; then the others."""

    seat: int
    places: tuple[int, ...]
    others: tuple[int, ...] = ()


class Heat(Awaits, frozen=True, tag="heat"):
    """`seat` gives up `due` units; then the others, (seat, units) each."""

    seat: int
    due: int
    others: tuple[tuple[int, int], ...] = ()


class FindThrow(Awaits, frozen=True, tag="find_throw"):
    """Reperti archeologici: the first die where `dice` is 0, else so many dice and `plus`."""

    dice: int = 0
    plus: int = 0


class TradeThrow(Awaits, frozen=True, tag="trade_throw"):
    dice: int


class FlakThrow(Awaits, frozen=True, tag="flak_throw"):
    """Planes under way, over the siti AA of `over`, one throw each; so many have `fired` before."""

    flying: tuple[Group, ...]
    over: tuple[int, ...]
    fired: int = 0


class CityThrow(Awaits, frozen=True, tag="city_throw"):
    pass


class CaptureThrow(Awaits, frozen=True, tag="capture_throw"):
    at: int
    complessi: int
    siti: int


class RecoverThrow(Awaits, frozen=True, tag="recover_throw"):
    dice: int


class BombThrow(Awaits, frozen=True, tag="bomb_throw"):
    """The bomber's die, against a structure or, by option, for the strategic attack."""

    at: int
    target: str


class RaidThrow(Awaits, frozen=True, tag="raid_throw"):
    at: int


class Prelude(Awaits, frozen=True, tag="prelude"):
    """Before the battle: cards, infantry against planes, Colle ameno, then the attacker's dice."""


class Betrayal(Awaits, frozen=True, tag="betrayal"):
    seat: int


class PlagueThrow(Awaits, frozen=True, tag="plague_throw"):
    dice: int


class AttackThrow(Awaits, frozen=True, tag="attack_throw"):
    pass


class DefenceThrow(Awaits, frozen=True, tag="defence_throw"):
    pass


class Falling(Awaits, frozen=True, tag="losses"):
    """`seat` chooses what falls: `ground` hits only on ground units, `air` only on planes, `any` on whatever."""

    seat: int
    ground: int
    air: int
    any: int


class IndustryThrow(Awaits, frozen=True, tag="industry_throw"):
    pass


class Over(Awaits, frozen=True, tag="over"):
    """The game is over."""


AnyAwaits = (
    DrawSheet
    | StartThrow
    | Turn
    | Swapping
    | Rebels
    | Fleeing
    | Quake
    | Heat
    | FindThrow
    | TradeThrow
    | FlakThrow
    | CityThrow
    | CaptureThrow
    | RecoverThrow
    | BombThrow
    | RaidThrow
    | Prelude
    | Betrayal
    | PlagueThrow
    | AttackThrow
    | DefenceThrow
    | Falling
    | IndustryThrow
    | Over
)
FREE = (Turn, Swapping)
"""The seat in turn may go on with what it likes: an exchange that the Carnevale allows may be left."""
BATTLE = (Prelude, Betrayal, PlagueThrow, AttackThrow, DefenceThrow, Falling)
IN_PLAY = (
    *FREE,
    Rebels,
    Fleeing,
    Quake,
    Heat,
    FindThrow,
    TradeThrow,
    FlakThrow,
    CityThrow,
    CaptureThrow,
    RecoverThrow,
    BombThrow,
    RaidThrow,
    *BATTLE,
    IndustryThrow,
)
"""Between the set-up and the end."""


class Lasting(Struct, frozen=True, gc=False):
    """What cards and skills leave behind for a while. `palio` and `heat` were played in this global turn, `sagra` by whom; the rest is of
    the turn. `has_event`: its event card was played, or there was none; `invaded`: where ground units went in 4-A.
    """

    palio: bool = False
    heat: bool = False
    sagra: tuple[int, ...] = ()
    growth: bool = False
    undertaker: bool = False
    has_carnival: bool = False
    city_barred: bool = False
    colle_used: bool = False
    rerolls: int = 0
    extra_rerolls: int = 0
    has_event: bool = False
    invaded: tuple[int, ...] = ()

    with_ = Struct.__replace__


class State(Struct, frozen=True, gc=False):
    """One position.

    `owners` by territory, `armies` by place (territories, then ridges), `structures` as (complessi, siti AA) by territory, `bought` by seat
    and piece, `discards` by card. `no_events` is how many cards of a hand were said to be no event cards. `open`: the position before the
    throw of a player from Melano, who may throw one die again until the next act; `thrown` are the dice of that throw. `left`: who left
    the table, in that order. `is_touched`: something was played in the turn under way.
    """

    awaits: AnyAwaits
    factions: tuple[str, ...]
    owners: tuple[int, ...]
    armies: tuple[tuple[Group, ...], ...]
    structures: tuple[tuple[int, int], ...]
    resources: tuple[int, ...]
    bought: tuple[tuple[int, ...], ...]
    hands: tuple[int, ...]
    no_events: tuple[int, ...]
    discards: tuple[int, ...]
    deck: int
    penalties: tuple[int, ...]
    lasting: Lasting
    phase: int = 0
    turn: int = 0
    ended: str = ""
    giro: int = 0
    seat: int = NOBODY
    first: int = NOBODY
    last_giro: int = 0
    winner: int = NOBODY
    fray: Fray | None = None
    open: State | None = None
    thrown: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    is_touched: bool = False

    with_ = Struct.__replace__

    def leaving(self, **changes: bool | int | tuple[int, ...]) -> State:
        """With something that lasts for a while."""
        return self.with_(lasting=self.lasting.with_(**changes))

    def territories(self, seat: int) -> int:
        return self.owners.count(seat)

    @property
    def groups(self) -> list[Group]:
        """All units on the board, seat by seat."""
        return sorted(chain.from_iterable(self.armies), key=_by_seat_and_place)


_by_seat_and_place = attrgetter("seat", "at")


def added(values: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    """One count changed; counts never fall below nothing, whatever a ruling let happen."""
    changed = [*values]
    count = changed[place] + more
    changed[place] = count if count > 0 else 0
    return tuple(changed)
