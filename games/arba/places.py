"""Who holds what: possession and contested places (danaro), bonuses that only ordinary troopers give, roads that are open."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain, compress

from games.arba.board import Board
from games.arba.rules import BASE_IS_SEEN, HELD_BASE_STANDS, UDINE_PAID_ONCE, WHERE_THE_BOOK_PUTS_THEM, Rules
from games.arba.state import TROOP, Row, Rows, State
from games.kernel.breaches import Breach, infraction
from games.kernel.latest import latest, recent
from games.kernel.values import put


def open_neighbours(rules: Rules, state: State, place: int) -> tuple[int, ...]:
    """Places next to this one: by road, or over a bridge that stands."""
    return rules.board.open_neighbours(state.intact)[place]


@latest
def _garrisons(board: Board, one: Row, other: Row, alpini: Row) -> tuple[frozenset[int], frozenset[int]]:
    """Where the ordinary troopers of each side count."""
    foreign = [place for place in board.udine if alpini[place]]
    return marked(one).difference(foreign), marked(other).difference(foreign)


def marked(row: Row) -> frozenset[int]:
    """The places at which a row says anything but nothing."""
    return frozenset(compress(range(len(row)), row))


@latest
def barricaded(levels: Row) -> frozenset[int]:
    """The places at which a barricade stands: they stay for many acts, and the same row is told by a glance."""
    return marked(levels)


def territories_of(rules: Rules, state: State, side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places that the side possesses, and the contested ones that it may claim.

    Without troopers on it a place is held along a chain from garrisoned places, over places trod last by the side (conditions 1 to 3);
    next to a garrisoned enemy place it is contested (condition 4). Special places need a trooper, unless the event counts them in pairs.
    """
    board, enemies = rules.board, state.pieces[1 - side]
    near, by_passing = board.neighbours, board.plain_neighbours
    if rules.broken_bridge == "possession":
        near = board.open_neighbours(state.intact)
        by_passing = board.plain_among(near)
    if rules.empty_special == "pairs":
        by_passing = near
    if rules.stood_upon == "held":
        enemies = (enemies[TROOP], board.nothing, board.nothing)
    garrisons = _garrisons(board, state.pieces[0][TROOP], state.pieces[1][TROOP], state.alpini)
    theirs = garrisons[1 - side]
    is_chain = rules.held_beside == "held"
    return HELD_BY[side](near, by_passing, garrisons[side], theirs, enemies, state.alpini, state.trod, side, is_chain)


def _held(
    near: tuple[tuple[int, ...], ...],
    by_passing: tuple[tuple[int, ...], ...],
    garrisons: frozenset[int],
    theirs: frozenset[int],
    enemies: Rows,
    alpini: Row,
    trod: Row,
    side: int,
    is_chain: bool,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """`near`: by place, those next to it; `by_passing`: of them, those that are held without troopers too.

    `is_chain`: also beside places that are so held.
    """
    troops, paras, tractors = enemies
    own, contested, left = [*garrisons], list[int](), set[int]()
    for place in compress(range(len(trod)), map(side.__eq__, trod)):
        if not (place in garrisons or alpini[place] or troops[place] or paras[place] or tractors[place]):
            left.add(place)
    for here in own if is_chain else garrisons:
        if not left:  # as soon as every place is told whose it is
            break
        for place in left.intersection(by_passing[here]):
            left.remove(place)
            (own if theirs.isdisjoint(near[place]) else contested).append(place)
    return tuple(sorted(own)), tuple(sorted(contested))


TURN_ENDS = 8
"""Of how many turns what their end shows of a side is kept: the next turn asks it again of its own."""
HELD_BY = (recent(TURN_ENDS)(_held), recent(TURN_ENDS)(_held))


def income(rules: Rules, state: State, side: int, claims: Iterable[int]) -> int:
    """Ten for each bonus place with a trooper, ten for every two others, rounded down, ten more for all of Udine."""
    own, _ = territories_of(rules, state, side)
    counted = {*own, *claims}
    paying = len(rules.board.paying & counted)
    if rules.empty_special == "pairs":
        paying = sum(state.troops(side, place) > 0 for place in rules.board.paying & counted)
    return 10 * paying + 10 * ((len(counted) - paying) // 2) + 10 * has_udine(rules, state, side)


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


def money_paid(rules: Rules, state: State, price: int) -> tuple[int, int]:
    """The money of both sides once the one in turn has paid, as far as it goes: what it could not pay, by a ruling, nobody lent it."""
    if rules.revision >= BASE_IS_SEEN:
        price = min(price, max(0, state.money[state.seat]))
    return state.money_after(state.seat, -price)


def takes_base(rules: Rules, state: State, side: int, base: int) -> bool:
    """Whether what the side has in this enemy base wins the game: nothing does while defenders are there."""
    if rules.revision >= HELD_BASE_STANDS and state.stands(1 - side, base):
        return False
    return state.stands(side, base) if rules.base_taken_by == "any" else state.troops(side, base) > 0


def is_won_base(rules: Rules, state: State, place: int, *, is_trooper: bool = True) -> bool:
    """Whether a piece of the side in turn that stood there would have won, without having moved in."""
    is_theirs = place == rules.board.bases[1 - state.seat] and rules.revision >= WHERE_THE_BOOK_PUTS_THEM
    return is_theirs and (is_trooper or rules.base_taken_by == "any")


def taken_off(article: str, *, is_paid: bool = True) -> Breach:
    """What was put straight into the enemy base: a base is conquered by moving in, so that it goes back."""
    it = "nella base nemica si entra solo muovendosi: le pedine si tolgono"
    en = "the enemy base is entered by moving only: the pieces are taken off"
    if is_paid:
        it, en = f"{it}, e torna il danaro", f"{en}, and the money goes back"
    return infraction(article, it, en, waivable=False)


def most_troops(rules: Rules, state: State, side: int) -> int:
    return rules.max_troops + (rules.palmanova if state.troops(side, rules.board.hospital) else 0)


def troops_in_all(state: State, side: int) -> int:
    return sum(state.pieces[side][TROOP])


def mustered(rules: Rules, state: State) -> State:
    """The side in turn has conquered the Rifugio: alpini present are removed, five loyal ones stand in the five sectors, whoever holds
    them.
    """
    board = rules.board
    alpini = tuple(int(place in board.udine) for place in range(board.size))
    return state.with_(alpini=alpini, alpini_of=state.seat)


def passed_refuge(rules: Rules, state: State, place: int) -> State:
    """After ordinary troopers came to a place by a way that only a ruling lets stand: the Rifugio is conquered by it all the same."""
    is_conquest = place == rules.board.refuge and state.alpini_of != state.seat
    return mustered(rules, state) if is_conquest and rules.revision >= WHERE_THE_BOOK_PUTS_THEM else state


def in_contact(rules: Rules, state: State) -> bool:
    """Opposing troops on adjacent places; alpini do not count, unless the event says so."""
    near = rules.board.open_neighbours(state.intact)
    ours, theirs = PRESENT[0](state.pieces[0]), PRESENT[1](state.pieces[1])
    if rules.first_contact == "alpini":
        alpini = marked(state.alpini)
        if not alpini.isdisjoint(chain.from_iterable([near[here] for here in (*ours, *theirs)])):
            return True
    return not (theirs.isdisjoint(ours) and theirs.isdisjoint(chain.from_iterable([near[here] for here in ours])))


def _present(rows: Rows) -> frozenset[int]:
    """The places where pieces of any kind are."""
    return frozenset(chain.from_iterable([marked(row) for row in rows if any(row)]))


PRESENT = (latest(_present), latest(_present))
"""Of each side: the other's stay where they are while one moves."""


def movers_to(rules: Rules, state: State, place: int) -> int:
    """How many unmoved ordinary troopers of the side in turn could still step there."""
    if state.is_hostile(state.seat, place):
        return 0
    return sum(state.unspent(TROOP, other) for other in open_neighbours(rules, state, place))


def can_all_be_reached(rules: Rules, state: State, targets: Collection[int]) -> bool:
    """Whether a different unmoved trooper can step onto each of these places."""
    return not targets or reachable(rules, state, targets) == len(targets)


def reachable(rules: Rules, state: State, targets: Collection[int]) -> int:
    """How many of these places a different unmoved trooper each can step onto (a matching, by augmenting paths)."""
    spare = {place: state.unspent(TROOP, place) for place in marked(state.pieces[state.seat][TROOP])}
    used: dict[int, list[int]] = {}

    def seat_one(target: int, tried: set[int]) -> bool:
        for source in open_neighbours(rules, state, target):
            if source in tried or not spare.get(source):
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

    return sum(bool(movers_to(rules, state, target)) and seat_one(target, set()) for target in targets)


def pieces_after(rules: Rules, state: State) -> State:
    """What follows at once from troopers gone: barricades fall, the immediate ten for the first turn with all of Udine."""
    walled = barricaded(state.barricades)
    if walled and (manned := _manned(state, walled)) is not state.barricades:
        state = state.with_(barricades=manned)
    seat = state.seat
    if seat >= 0 and not state.had_udine[seat] and has_udine(rules, state, seat) and _is_money_taken(rules, state):
        state = state.with_(had_udine=put(state.had_udine, seat, True)).with_money(seat, 10)
    return state


def _is_money_taken(rules: Rules, state: State) -> bool:
    """Before contact there is no money."""
    return state.has_contact or rules.revision < UDINE_PAID_ONCE


def _manned(state: State, walled: frozenset[int]) -> Row:
    """Barricades by place, without those that no trooper of either side holds."""
    levels, one, other = state.barricades, state.pieces[0][TROOP], state.pieces[1][TROOP]
    for place in [place for place in walled if not one[place] and not other[place]]:
        levels = put(levels, place, 0)
    return levels
