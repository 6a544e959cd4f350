"""A position, and what the table waits for. Everything is a value: tuples by territory or by seat, no history, no clock, no secret."""

from __future__ import annotations

from msgspec import Struct

from games.kernel.seats import ACTIVE

NOBODY = -1
USED = -1
DNA, MINIBOMBA, SOCIALISTA = range(3)
NONE_SUFFERED = (0, 0, 0)


class Awaits(Struct, frozen=True, tag_field="awaits", gc=False):
    """What comes next at this table."""


# -- setting up


class DrawLot(Awaits, frozen=True, tag="lot"):
    """The one draw that settles seats and order."""


class ReadStandings(Awaits, frozen=True, tag="standings"):
    """The seats from the last in the standings to the first, who choose their places in the order."""


class PickPlace(Awaits, frozen=True, tag="pick_place"):
    """`seats` still choose, the first of them now; `places` holds the seat at each place of the order so far."""

    seats: tuple[int, ...]
    places: tuple[int, ...]


class PickColour(Awaits, frozen=True, tag="colour"):
    seat: int


class DealHand(Awaits, frozen=True, tag="deal"):
    seat: int


class Auctioning(Awaits, frozen=True, tag="auction"):
    """`by_lot` is the territory that nobody bid for under sealed bids."""

    by_lot: int = NOBODY


class AuctionThrow(Awaits, frozen=True, tag="auction_throw"):
    dst: int
    bid: int
    seats: tuple[int, ...]


class DealObjectives(Awaits, frozen=True, tag="objectives"):
    pass


class PlaceFactory(Awaits, frozen=True, tag="factory"):
    """`is_fresh` until anything followed the deal of the objectives, which may still be void."""

    seat: int
    is_fresh: bool = False


class PlaceFirst(Awaits, frozen=True, tag="place_first"):
    """Three at a time: `stock` is what each seat still holds."""

    seat: int
    stock: tuple[int, ...]
    is_fresh: bool = False


# -- the turn


class Reinforce(Awaits, frozen=True, tag="reinforce"):
    """`left` armies to place, then the moves of the preparation; `is_fresh` until the seat has done anything in its turn."""

    left: int
    is_fresh: bool = False


class Fight(Awaits, frozen=True, tag="fight"):
    """The attack phase. `src` and `dst` are the attack declared last, which goes on without a new declaration.

    `dice` is how many were declared, 0 for all; `fleet` the armies still at sea with the Ammiraglio, 0 by land. `is_registered`: the attack
    stands by a ruling, which holds for every throw of it.
    """

    src: int = NOBODY
    dst: int = NOBODY
    dice: int = 0
    fleet: int = 0
    is_registered: bool = False


class Declared(Awaits, frozen=True, tag="declared"):
    """An attack is declared and nobody has thrown: the moment of the defender's cards."""

    src: int
    dst: int
    dice: int = 0
    fleet: int = 0
    is_registered: bool = False


class Closing(Awaits, frozen=True, tag="closing"):
    """The fighting is over: the turn ends."""


AfterAct = Fight | Declared | Closing
"""Where a turn goes on after an act that leaves it as it is."""


class DefenceThrow(Awaits, frozen=True, tag="defence_throw"):
    src: int
    dst: int
    attack: tuple[int, ...]
    roller: int
    dice: int = 0
    fleet: int = 0
    is_registered: bool = False


class Occupation(Awaits, frozen=True, tag="occupy"):
    """`loser` held the territory and may still play the minefield; `fleet` is what came by sea."""

    src: int
    dst: int
    least: int
    loser: int
    fleet: int = 0
    mines: int = 0


class Bombing(Awaits, frozen=True, tag="bombing"):
    """A minibomb is announced on `dst`; the defender may answer before it falls."""

    dst: int
    then: AfterAct


class Spying(Awaits, frozen=True, tag="spying"):
    """A Spia looks at everything that `target` holds and is about to take one card away."""

    target: int
    then: AfterAct


class Count(Awaits, frozen=True, tag="count"):
    """The game is over: objectives are turned up where points hang on them."""


AnyAwaits = (
    DrawLot
    | ReadStandings
    | PickPlace
    | PickColour
    | DealHand
    | Auctioning
    | AuctionThrow
    | DealObjectives
    | PlaceFactory
    | PlaceFirst
    | Reinforce
    | Fight
    | Declared
    | DefenceThrow
    | Occupation
    | Bombing
    | Spying
    | Closing
    | Count
)
UNDER_WAY = (Reinforce, Fight, Declared, Closing)
"""While the table awaits one of these, the seat in turn may still begin something or end its turn."""
IN_PLAY = (*UNDER_WAY, DefenceThrow, Occupation, Bombing, Spying)
"""Between the set-up and the count."""

SETTING_UP = (Auctioning, AuctionThrow, DealObjectives, PlaceFactory, PlaceFirst)
"""Between the deal of the territories and the first turn: whoever leaves now leaves armies behind."""


class Truce(Struct, frozen=True):
    """A Diplomatico: no attack between the two until the turn of `by` in `giro` begins, or ends if it was played at an end."""

    by: int
    seat: int
    giro: int
    at_end: bool

    def binds(self, one: int, other: int) -> bool:
        return {one, other} == {self.by, self.seat}


class Over(Struct, frozen=True, gc=False):
    """The turn that is just over, as far as its player may still do something too much: what held in it and is gone."""

    seat: int
    giro: int
    locked: tuple[int, ...]
    truces: tuple[Truce, ...]
    generals: tuple[int, ...]
    marshals: tuple[int, ...]
    curtains: tuple[int, ...]
    played: tuple[str, ...]
    struck: tuple[int, ...]
    suffered_now: tuple[tuple[int, ...], ...]
    conquests: int
    combinations: int
    has_flown: bool
    has_moved: bool
    has_attacked: bool
    has_drawn: bool
    bombed: tuple[tuple[int, int], ...]


class State(Struct, frozen=True, gc=False):
    """One position.

    By territory: `armies` count everything that stands there, of which `hidden` are hidden armies and `locked` came from the factory
    this turn. Territories can be nobody's. By seat: `kits` by kind of card, `hands` as the deck's epoch in which each card was drawn,
    `objectives` shown so far, `destroyed_by`, `suffered` hostile cards by kind (D.N.A., minibomb, socialist) in the game and in this turn.
    `since` says of each card of the deck since which epoch it can be there or in a hand, `USED` for a card played and laid aside.
    `generals` are the opponents of a Generale and `marshals` the defenders with a Maresciallo in this turn, `curtains` the territories
    closed to the seat in turn, `played` the cards that it played, `struck` where its missiles fell, `unplaced` armies that were due and
    are not on the board although the fighting has begun. `bombed` says of each territory that a minibomb emptied in this turn who held it;
    `taken` is the territory moved into just now and who lost it, until the next act of the turn; `forgot` who ended the turn before
    without the card that was due, `over` that turn. `is_fought_out`: the card or a Diplomatico has ended the fighting of the turn, also
    where an attack was registered after it.
    """

    awaits: AnyAwaits
    owners: tuple[int, ...]
    armies: tuple[int, ...]
    hidden: tuple[int, ...]
    locked: tuple[int, ...]
    standing: tuple[str, ...]
    colours: tuple[str, ...]
    kits: tuple[tuple[int, ...], ...]
    hands: tuple[tuple[int, ...], ...]
    since: tuple[int, ...]
    deck: int
    objectives: tuple[tuple[int, ...], ...]
    destroyed_by: tuple[int, ...]
    suffered: tuple[tuple[int, ...], ...]
    suffered_now: tuple[tuple[int, ...], ...]
    factories: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    truces: tuple[Truce, ...] = ()
    generals: tuple[int, ...] = ()
    marshals: tuple[int, ...] = ()
    curtains: tuple[int, ...] = ()
    played: tuple[str, ...] = ()
    struck: tuple[int, ...] = ()
    epoch: int = 0
    turn: int = 0
    ended: str = ""
    giro: int = 0
    seat: int = NOBODY
    conquests: int = 0
    combinations: int = 0
    has_flown: bool = False
    has_moved: bool = False
    has_attacked: bool = False
    has_drawn: bool = False
    has_pre_alarm: bool = False
    last_giro: int = 0
    winner: int = NOBODY
    left: tuple[int, ...] = ()
    unplaced: int = 0
    bombed: tuple[tuple[int, int], ...] = ()
    taken: tuple[int, ...] = ()
    forgot: int = NOBODY
    over: Over | None = None
    is_fought_out: bool = False

    with_ = Struct.__replace__

    def is_active(self, seat: int) -> bool:
        return seat >= 0 and self.standing[seat] == ACTIVE

    def hand_size(self, seat: int) -> int:
        """How many cards of the deck the seat holds."""
        return len(self.hands[seat])

    def armies_of(self, seat: int) -> int:
        return sum([armies for owner, armies in zip(self.owners, self.armies, strict=True) if owner == seat])

    def territories_of(self, seat: int) -> list[int]:
        return [place for place, owner in enumerate(self.owners) if owner == seat]

    def next_after(self, seat: int) -> int:
        """The next seat of the order that still plays; `seat` itself when nobody else does."""
        here = self.order.index(seat) + 1
        for other in self.order[here:] + self.order[:here]:
            if self.is_active(other):
                return other
        return seat
