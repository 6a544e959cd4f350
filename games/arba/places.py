"""Who holds what: possession and contested places (danaro), bonuses that only ordinary troopers give, roads that are open."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import chain, compress

from games.arba.rules import Rules
from games.arba.state import TROOP, Row, State, put
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.latest import latest

PAYING = ("udine_bonus", "bonus")


def out_of_turn(state: State, by: By) -> tuple[Breach, ...]:
    if by == state.seat:
        return ()
    return (infraction("turno", "non è il suo turno", "it is not this player's turn", waivable=False),)


def not_now(it: str, en: str, article: str = "") -> Breach:
    return impossible("ora il tavolo aspetta altro: " + it, "the table waits for something else: " + en, article)


def open_neighbours(rules: Rules, state: State, place: int) -> tuple[int, ...]:
    """Places next to this one: by road, or over a bridge that stands."""
    return rules.board.open_neighbours(state.intact)[place]


def garrisoned(rules: Rules, state: State, side: int, place: int) -> bool:
    """Ordinary troopers stand there; sectors with alpini count for nobody (alpini)."""
    return state.troops(side, place) > 0 and not (state.alpini[place] and place in rules.board.udine)


def _garrisons(rules: Rules, state: State, side: int) -> frozenset[int]:
    board, troops, alpini = rules.board, TROOPERS[side](state.pieces[side][TROOP]), state.alpini
    if not any(board.sectors(alpini)):
        return troops
    return troops.difference([place for place in board.udine if alpini[place]])


@lru_cache(maxsize=256)
def marked(row: Row) -> frozenset[int]:
    """The places at which a row says anything but nothing."""
    return frozenset(compress(range(len(row)), row))


TROOPERS = (latest(marked), latest(marked))
"""Of each side: the other's stay where they are for a whole turn."""


@latest
def barricaded(levels: Row) -> frozenset[int]:
    """The places at which a barricade stands: they stay for many acts, and the same row is told by a glance."""
    return marked(levels)


def held(rules: Rules, state: State, side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places that the side possesses, and the contested ones that it may claim.

    Without troopers on it a place is held along a chain from garrisoned places, over places trod last by the side (conditions 1 to 3);
    next to a garrisoned enemy place it is contested (condition 4). Special places need a trooper.
    """
    return HELD_BY[side](rules, state, side)


def _held(rules: Rules, state: State, side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    own, theirs = set(_garrisons(rules, state, side)), _garrisons(rules, state, 1 - side)
    plain, neighbours, trod, alpini = rules.board.plain, rules.board.neighbours, state.trod, state.alpini
    troops, paras, tractors = state.pieces[1 - side]
    contested: set[int] = set()
    ahead = list(own)
    while ahead:
        for place in neighbours[ahead.pop()]:
            if trod[place] != side or place in own or place in contested:
                continue
            if place not in plain or alpini[place] or troops[place] or paras[place] or tractors[place]:
                continue
            if theirs.isdisjoint(neighbours[place]):
                own.add(place)
                ahead.append(place)
            else:
                contested.add(place)
    return tuple(sorted(own)), tuple(sorted(contested))


HELD_BY = (latest(_held), latest(_held))
"""What a turn's end shows of both sides, the next one asks again of its own."""


def income(rules: Rules, state: State, side: int, claims: Iterable[int]) -> int:
    """Ten for each bonus place, ten for every two others, rounded down, ten more for all of Udine."""
    own, _ = held(rules, state, side)
    counted, kinds = {*own, *claims}, rules.board.kinds
    paying = [place for place in counted if kinds[place] in PAYING]
    return 10 * len(paying) + 10 * ((len(counted) - len(paying)) // 2) + 10 * has_udine(rules, state, side)


def has_udine(rules: Rules, state: State, side: int) -> bool:
    board, troops = rules.board, state.pieces[side][TROOP]
    if not troops[board.udine[0]]:
        return False
    return 0 not in board.sectors(troops) and not any(board.sectors(state.alpini))


def bases_and_outposts(rules: Rules, state: State, side: int) -> list[int]:
    """Where the side may bring pieces in: its base, and outposts with an ordinary trooper of its own."""
    board = rules.board
    troops = state.pieces[side][TROOP]
    return [board.bases[side], *[place for place in board.outposts if troops[place]]]


def most_troops(rules: Rules, state: State, side: int) -> int:
    return rules.max_troops + (rules.palmanova if state.troops(side, rules.board.hospital) else 0)


def troops_in_all(state: State, side: int) -> int:
    return sum(state.pieces[side][TROOP])


def in_contact(rules: Rules, state: State) -> bool:
    """Opposing troops on adjacent places; alpini do not count."""
    near = rules.board.open_neighbours(state.intact)
    ours, theirs = (frozenset().union(*map(marked, rows)) for rows in state.pieces)
    return not (theirs.isdisjoint(ours) and theirs.isdisjoint(chain.from_iterable([near[here] for here in ours])))


def movers_to(rules: Rules, state: State, place: int) -> int:
    """How many unmoved ordinary troopers of the side in turn could still step there."""
    if state.is_hostile(state.seat, place):
        return 0
    return sum(state.unspent(TROOP, other) for other in open_neighbours(rules, state, place))


def can_all_be_reached(rules: Rules, state: State, targets: Collection[int]) -> bool:
    """Whether a different unmoved trooper can step onto each of these places (a matching, by augmenting paths)."""
    if not targets:
        return True
    spare = {place: state.unspent(TROOP, place) for place in range(rules.board.size)}
    used: dict[int, list[int]] = {}

    def seat_one(target: int, tried: set[int]) -> bool:
        for source in open_neighbours(rules, state, target):
            if source in tried or not spare[source]:
                continue
            tried.add(source)
            taken = used.setdefault(source, [])
            if len(taken) < spare[source]:
                taken.append(target)
                return True
            for number, other in enumerate(taken):
                if seat_one(other, tried):
                    taken[number] = target
                    return True
        return False

    return all(movers_to(rules, state, target) and seat_one(target, set()) for target in targets)


def pieces_after(rules: Rules, state: State) -> State:
    """What follows at once from troopers gone: barricades fall, the immediate ten for the first turn with all of Udine."""
    walled = barricaded(state.barricades)
    if walled and (manned := _manned(state, walled)) is not state.barricades:
        state = state.with_(barricades=manned)
    seat = state.seat
    if seat >= 0 and not state.had_udine[seat] and has_udine(rules, state, seat):
        state = state.with_(had_udine=put(state.had_udine, seat, True)).with_money(seat, 10)
    return state


def _manned(state: State, walled: frozenset[int]) -> Row:
    """Barricades by place, without those that no trooper of either side holds."""
    levels, one, other = state.barricades, state.pieces[0][TROOP], state.pieces[1][TROOP]
    for place in [place for place in walled if not one[place] and not other[place]]:
        levels = put(levels, place, 0)
    return levels
