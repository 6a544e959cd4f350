"""Units on the board: counting them, taking them up, setting them down, losing them. No rule of its own, shared by the chapters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, compress
from operator import add, attrgetter

from games.fabrisiko.board import KIND, KINDS, PIECES, STRUCTURES, Holdings
from games.fabrisiko.rules import AS_NAMED, BOX, COLOURS_IN_BOX, FANTERIA, MOVEMENT, PLANES, Rules
from games.fabrisiko.state import NOBODY, FlakThrow, Fray, Group, State, added
from games.kernel.breaches import Lookup
from games.kernel.latest import latest_same
from games.kernel.values import changed, put
from games.kernel.words import Words

PIECE = Lookup(Words("pezzo", "piece"), PIECES)
IN_THE_AIR = frozenset(PLANES)
GROWTH, GROWTH_OF_CITY = 1, 3

Army = tuple[Group, ...]
"""The groups of one place, tidy: those that are alike put together, in a fixed order, so that equal positions are equal values."""


_likeness = attrgetter("seat", "kind", "origin", "points", "is_spent")


def tidy(groups: Iterable[Group]) -> Army:
    """Groups of one place as they come."""
    return among((), groups)


def among(here: Army, more: Iterable[Group]) -> Army:
    """An army with other groups of its place put among its own."""
    after = [*here]
    for one in more:
        if one.count > 0:
            _join(after, one)
    return tuple(after)


def _join(army: list[Group], one: Group) -> None:
    key = _likeness(one)
    for place, other in enumerate(army):
        known = _likeness(other)
        if known >= key:
            if known == key:
                army[place] = one.with_(count=other.count + one.count)
            else:
                army.insert(place, one)
            return
    army.append(one)


def walked(one: Group, to: int, steps: int) -> Group:
    """A group that comes to another place in so many steps."""
    left = one.points - steps
    return Group(one.seat, to, one.kind, one.count, one.origin, left if left > 0 else 0, one.is_spent)


def joined(here: Army, hand: Army, to: int, steps: int) -> Army:
    """An army with groups that come to its place in so many steps."""
    if not here and len(hand) == 1:
        return (walked(hand[0], to, steps),)
    after = [*here]
    for one in hand:
        _join(after, walked(one, to, steps))
    return tuple(after)


def less(here: Army, gone: Group) -> Army:
    """An army without some units of one of its groups."""
    if gone in here:
        left = [*here]
        left.remove(gone)
        return tuple(left)
    key = _likeness(gone)
    return tuple([one.with_(count=one.count - gone.count) if _likeness(one) == key else one for one in here])


def fresh(seat: int, at: int, kind: int, count: int) -> Group:
    """Units that have not moved yet."""
    return Group(seat, at, kind, count, at, MOVEMENT[kind])


def rested(armies: tuple[Army, ...]) -> tuple[Army, ...]:
    """All units where they stand, with their whole movement before them.

    Those that are where they rested when a turn began last are not looked at again.
    """
    after = [*armies]
    for place in changed(armies, _AT_REST[0]):
        here = armies[place]
        for one in here:
            if one.points != MOVEMENT[one.kind] or one.origin != place or one.is_spent:
                after[place] = _rested(here)
                break
    _AT_REST[0] = result = tuple(after)
    return result


_AT_REST: list[tuple[Army, ...]] = [()]


def _rested(here: Army) -> Army:
    after: list[Group] = []
    for one in here:
        count = one.count
        if after and after[-1].kind == one.kind and after[-1].seat == one.seat:
            count += after.pop().count
        after.append(Group(one.seat, one.at, one.kind, count, one.at, MOVEMENT[one.kind]))
    return tuple(after)


def counted(state: State, seat: int, kind: int | None = None, at: int | None = None) -> int:
    """How many units a seat has, of one kind, in one place. Those of a battle under way count where it is fought."""
    places, fray = state.armies, state.fray
    if at is not None:
        places = (state.armies[at],)
        fray = fray if fray and fray.at == at else None
    owned = troops(places, fray, len(state.resources))[seat]
    return sum(owned) if kind is None else owned[kind]


@latest_same
def troops(armies: tuple[Army, ...], fray: Fray | None, seats: int) -> tuple[tuple[int, ...], ...]:
    """By seat and kind, how many units stand in some places or fight."""
    counts = [[0] * len(KINDS) for _ in range(seats)]
    for one in chain.from_iterable(filter(None, armies)):
        counts[one.seat][one.kind] += one.count
    for fighter in fray.fighters if fray else ():
        counts[fighter.seat][fighter.kind] += 1
    return tuple(map(tuple, counts))


@latest_same
def structures(owners: tuple[int, ...], built: tuple[tuple[int, int], ...], seats: int) -> tuple[tuple[int, ...], ...]:
    """By seat, how many complessi and siti AA stand on its territories."""
    counts = [[0] * len(STRUCTURES) for _ in range(seats)]
    for owner, (complessi, siti) in compress(zip(owners, built, strict=True), map(any, built)):
        if owner >= 0:
            counts[owner][0] += complessi
            counts[owner][1] += siti
    return tuple(map(tuple, counts))


def pieces_on_board(state: State, seat: int, piece: int) -> int:
    if piece < len(KINDS):
        return counted(state, seat, piece)
    return structures(state.owners, state.structures, len(state.resources))[seat][piece - len(KINDS)]


def left_in_box(rules: Rules, state: State, seat: int, piece: int) -> int:
    """Pieces of one's colour that are neither on the board nor bought; whoever holds them, no more than the box has in all."""
    counts, most = in_play(state, piece), BOX[piece]
    own, of_all = most // COLOURS_IN_BOX - counts[seat], most - sum(counts)
    return own if own < of_all or rules.revision < AS_NAMED else of_all


def in_play(state: State, piece: int) -> list[int]:
    """By seat, how many pieces of one kind it has on the board, in the air and on its sheet.

    All seats together: whoever buys is held against the whole box, and the board is looked through once for it.
    """
    seats = len(state.resources)
    if piece < len(KINDS):
        on_board = [owned[piece] for owned in troops(state.armies, state.fray, seats)]
    else:
        on_board = [built[piece - len(KINDS)] for built in structures(state.owners, state.structures, seats)]
    counts = [*map(add, on_board, [bought[piece] for bought in state.bought])]
    if type(state.awaits) is FlakThrow:
        for one in state.awaits.flying:
            counts[one.seat] += one.count * (one.kind == piece)
    return counts


def read_units(units: Mapping[str, int]) -> dict[int, int]:
    """Names of units to kinds. Raises `Unreadable` for a name that is none."""
    found: dict[int, int] = {}
    for name, count in units.items():
        found[KIND[name]] = count
    return found


def enemies(state: State, place: int, seat: int) -> list[Group]:
    return [one for one in state.armies[place] if one.seat != seat]


def has_enemies(state: State, place: int, seat: int) -> bool:
    here = state.armies[place]
    return bool(here) and (here[0].seat != seat or here[-1].seat != seat)


def enemy_kinds(state: State, place: int, seat: int) -> set[int]:
    return {one.kind for one in enemies(state, place, seat)}


def is_air(kinds: Iterable[int]) -> bool:
    return IN_THE_AIR.issuperset(kinds)


def available(state: State, seat: int, src: int, kind: int) -> list[Group]:
    """Units that a move may take up, those that can still go farthest first. Bombers that flew a mission may still fly home."""
    return sorted([one for one in state.armies[src] if one.kind == kind and one.seat == seat], key=_farthest)


def _farthest(one: Group) -> tuple[int, ...]:
    return (-one.points, one.is_spent, one.origin)


def in_hand(here: Army, seat: int, kind: int, count: int, origin: int = NOBODY) -> tuple[Army, Army]:
    """Who stays when units of a kind are taken up for a move, and the units in hand: those that can still go farthest first,
    as many as there are.
    """
    ready = []
    for one in here:
        if one.kind == kind and one.seat == seat and (origin == NOBODY or one.origin == origin):
            ready.append(one)
    ready.sort(key=_farthest)
    stay, hand = [*here], []
    for one in ready:
        if one.count > count:
            if count:
                stay[stay.index(one)] = one.with_(count=one.count - count)
                hand.append(one.with_(count=count))
            break
        stay.remove(one)
        hand.append(one)
        count -= one.count
    return tuple(stay), tuple(hand)


def without(state: State, gone: Iterable[Group]) -> State:
    armies = [*state.armies]
    for one in gone:
        armies[one.at] = less(armies[one.at], one)
    return state.with_(armies=tuple(armies))


def taken_up(state: State, seat: int, src: int, units: Mapping[int, int]) -> tuple[State, tuple[Group, ...]]:
    """The board without these units, and the units in hand."""
    stay = state.armies[src]
    hand: Army = ()
    for kind, count in sorted(units.items()):
        stay, taken = in_hand(stay, seat, kind, count)
        hand += taken
    return state.with_(armies=put(state.armies, src, stay)), hand


def set_down(state: State, groups: Iterable[Group]) -> State:
    armies = [*state.armies]
    for one in groups:
        armies[one.at] = among(armies[one.at], (one,))
    return state.with_(armies=tuple(armies))


def withdrawn(groups: Iterable[Group]) -> tuple[Group, ...]:
    """Invaders back where they stood when the turn began."""
    return tuple([one.with_(at=one.origin) for one in groups])


def buried(rules: Rules, state: State, kind: int, count: int) -> State:
    """Units that fell: while Il Marchigiano is about, each infantry brings the seat in turn one resource."""
    if state.lasting.undertaker and kind == FANTERIA and count:
        return income_to(rules, state, state.seat, count)
    return state


def destroyed(rules: Rules, state: State, groups: Iterable[Group]) -> State:
    """Units of the board that fall."""
    gone = tuple(groups)
    state = without(state, gone)
    for one in gone:
        state = buried(rules, state, one.kind, one.count)
    return state


def holdings(rules: Rules, state: State) -> Holdings:
    """By seat, how many territories it holds, and what all of them bring."""
    return rules.board.holdings(rules.seats, state.owners)


def growth_of(rules: Rules, state: State, seat: int) -> int:
    """What Crescita economica adds to the land of a seat: three for the city, one for any other territory."""
    is_citys = state.owners[rules.board.city] == seat
    return GROWTH * holdings(rules, state)[0][seat] + (GROWTH_OF_CITY - GROWTH) * is_citys


def has_sheet(rules: Rules, state: State, seat: int) -> bool:
    """Whether the seat holds its own Frazione Maggiore, and with it its sheet."""
    faction = state.factions[seat]
    return faction != "" and state.owners[rules.board.homes[faction]] == seat


def gains(state: State, seat: int, more: int) -> State:
    return state.with_(resources=added(state.resources, seat, more))


def income_to(rules: Rules, state: State, seat: int, more: int) -> State:
    """Resources go onto the sheet; without a sheet they are lost."""
    return gains(state, seat, more) if has_sheet(rules, state, seat) else state
