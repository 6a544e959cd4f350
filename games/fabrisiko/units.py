"""Units on the board: counting them, taking them up, setting them down, losing them. No rule of its own, shared by the chapters."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from operator import attrgetter

from games.fabrisiko.board import KINDS, PIECES
from games.fabrisiko.rules import FANTERIA, GROUND, MOVEMENT, PLANES, Rules
from games.fabrisiko.state import NOBODY, Group, State, added
from games.kernel.breaches import Lookup
from games.kernel.words import Words

KIND = Lookup(Words("unità", "unit"), KINDS)
PIECE = Lookup(Words("pezzo", "piece"), PIECES)


IN_THE_AIR = frozenset(PLANES)

_likeness = attrgetter("seat", "at", "kind", "origin", "points", "is_spent")


def tidy(groups: Iterable[Group]) -> tuple[Group, ...]:
    """Groups that are alike put together, in a fixed order, so that equal positions are equal values."""
    return among((), groups)


def among(tidied: tuple[Group, ...], more: Iterable[Group]) -> tuple[Group, ...]:
    """Tidy groups with others put among them, one after the other; a negative count takes units away."""
    after = list(tidied)
    for one in more:
        key = _likeness(one)
        at = bisect_left(after, key, key=_likeness)
        if at == len(after) or _likeness(after[at]) != key:
            after.insert(at, one)
        else:
            after[at] = one.with_(count=after[at].count + one.count)
        if after[at].count <= 0:
            del after[at]
    return tuple(after)


def fresh(seat: int, at: int, kind: int, count: int) -> Group:
    """Units that have not moved yet."""
    return Group(seat, at, kind, count, at, MOVEMENT[kind])


def rested(groups: Iterable[Group]) -> tuple[Group, ...]:
    """All units where they stand, with their whole movement before them."""
    return tidy(fresh(one.seat, one.at, one.kind, one.count) for one in groups)


def counted(state: State, seat: int, kind: int | None = None, at: int | None = None) -> int:
    """How many units a seat has, of one kind, in one place. Those of a battle under way count where it is fought."""
    on_board = sum(
        [
            one.count
            for one in state.groups
            if one.seat == seat and (kind is None or one.kind == kind) and (at is None or one.at == at)
        ]
    )
    if state.fray is None or (at is not None and at != state.fray.at):
        return on_board
    return on_board + sum(one.seat == seat and (kind is None or one.kind == kind) for one in state.fray.fighters)


def pieces_on_board(state: State, seat: int, piece: int) -> int:
    if piece < len(KINDS):
        return counted(state, seat, piece)
    return sum(
        held[piece - len(KINDS)] for owner, held in zip(state.owners, state.structures, strict=True) if owner == seat
    )


def left_in_box(rules: Rules, state: State, seat: int, piece: int) -> int:
    """Pieces of one's colour that are neither on the board nor bought."""
    return rules.limit(piece) - pieces_on_board(state, seat, piece) - state.bought[seat][piece]


def read_units(units: Mapping[str, int]) -> dict[int, int]:
    """Names of units to kinds. Raises `Unreadable` for a name that is none."""
    return {KIND[name]: count for name, count in units.items()}


def enemies(state: State, place: int, seat: int) -> list[Group]:
    return [one for one in state.groups if one.at == place and one.seat != seat]


def enemy_kinds(state: State, place: int, seat: int) -> set[int]:
    return {one.kind for one in enemies(state, place, seat)}


def has_ground(state: State, place: int, seat: int) -> bool:
    return any(one.at == place and one.seat == seat and one.kind in GROUND for one in state.groups)


def is_air(kinds: Iterable[int]) -> bool:
    return IN_THE_AIR.issuperset(kinds)


def available(state: State, seat: int, src: int, kind: int, origin: int = NOBODY) -> list[Group]:
    """Units that a move may take up, those that can still go farthest first. Bombers that flew a mission may still fly home."""
    found = [
        one
        for one in state.groups
        if one.at == src and one.seat == seat and one.kind == kind and origin in (NOBODY, one.origin)
    ]
    return sorted(found, key=lambda one: (-one.points, one.is_spent, one.origin)) if len(found) > 1 else found


def in_hand(state: State, seat: int, src: int, units: Mapping[int, int], origin: int = NOBODY) -> tuple[Group, ...]:
    """These units as they are taken up for a move; as many as there are."""
    hand: list[Group] = []
    for kind, wanted in sorted(units.items()):
        for group in available(state, seat, src, kind, origin):
            count = min(wanted, group.count)
            wanted -= count
            if count:
                hand.append(group.with_(count=count))
    return tuple(hand)


def without(state: State, gone: Iterable[Group]) -> State:
    return state.with_(groups=among(state.groups, _taken(gone)))


def _taken(gone: Iterable[Group]) -> list[Group]:
    return [one.with_(count=-one.count) for one in gone]


def taken_up(
    state: State, seat: int, src: int, units: Mapping[int, int], origin: int = NOBODY
) -> tuple[State, tuple[Group, ...]]:
    """The board without these units, and the units in hand."""
    hand = in_hand(state, seat, src, units, origin)
    return without(state, hand), hand


def marched(state: State, hand: tuple[Group, ...], to: int, steps: int) -> State:
    """Units in hand gone from where they stood to another place."""
    return state.with_(groups=among(state.groups, (*_taken(hand), *walked(hand, to, steps))))


def set_down(state: State, groups: Iterable[Group]) -> State:
    return state.with_(groups=among(state.groups, groups))


def walked(groups: Iterable[Group], to: int, steps: int) -> tuple[Group, ...]:
    return tuple([one.with_(at=to, points=max(0, one.points - steps)) for one in groups])


def withdrawn(groups: Iterable[Group]) -> tuple[Group, ...]:
    """Invaders back where they stood when the turn began."""
    return tuple([one.with_(at=one.origin) for one in groups])


def buried(rules: Rules, state: State, kind: int, count: int) -> State:
    """Units that fell: while Il Marchigiano is about, each infantry brings the seat in turn one resource."""
    if state.undertaker and kind == FANTERIA and count:
        return income_to(rules, state, state.seat, count)
    return state


def destroyed(rules: Rules, state: State, groups: Iterable[Group]) -> State:
    """Units of the board that fall."""
    gone = tuple(groups)
    state = without(state, gone)
    for one in gone:
        state = buried(rules, state, one.kind, one.count)
    return state


def has_sheet(rules: Rules, state: State, seat: int) -> bool:
    """Whether the seat holds its own Frazione Maggiore, and with it its sheet."""
    faction = state.factions[seat]
    return bool(faction) and state.owners[rules.board.homes[faction]] == seat


def gains(state: State, seat: int, more: int) -> State:
    return state.with_(resources=added(state.resources, seat, more))


def income_to(rules: Rules, state: State, seat: int, more: int) -> State:
    """Resources go onto the sheet; without a sheet they are lost."""
    return gains(state, seat, more) if has_sheet(rules, state, seat) else state
