"""What may be done now: cards, pieces, ways, targets, raids, strategies, asked of the same `breaches` that check the record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.fabrisiko import acts, units
from games.fabrisiko.board import CARDS, EVENTS, KINDS, PIECES, STRATEGIC, STRUCTURES
from games.fabrisiko.bombing import bomb_breaches, raid_breaches, ready_bombers
from games.fabrisiko.building import needs_works, place_breaches
from games.fabrisiko.cards import CARD
from games.fabrisiko.events import (
    barred,
    is_frazione,
)
from games.fabrisiko.movement import invade_breaches, is_own, move_breaches, next_places, sites_against
from games.fabrisiko.rules import BOMBARDIERE, COST, FANTERIA, PLANES, Rules
from games.fabrisiko.state import (
    BUYING,
    INVASION,
    NOBODY,
    PLACING,
    State,
)
from games.fabrisiko.strategy import strategy_breaches
from games.fabrisiko.turns import battlefields, is_free, placing_due, ready_to_move
from games.kernel.questions import has_any, present


def exchangeable(rules: Rules, state: State, chosen: tuple[str, ...]) -> Iterator[str]:
    """Cards that may be in the hand besides those already chosen."""
    if len(chosen) >= state.hands[state.seat]:
        return
    for card in CARDS:
        if rules.board.cards[card] - state.discards[CARD[card]] > chosen.count(card):
            yield card


def events(rules: Rules, state: State) -> Iterator[str]:
    """Event cards that may be in the hand and may be played now."""
    if state.hands[state.seat] <= state.no_events[state.seat]:
        return
    for card in EVENTS:
        is_left = rules.board.cards[card] > state.discards[CARD[card]]
        has_place = card != "terremoto" or has_any(frazioni(rules, state))
        if is_left and has_place and card not in barred(state):
            yield card


def frazioni(rules: Rules, state: State) -> Iterator[int]:
    return (place for place in range(rules.board.size) if is_frazione(rules, state, place, state.seat))


def placeable(rules: Rules, state: State) -> Iterator[tuple[int, int]]:
    """(territory, piece) for what was bought and may be placed now."""
    pieces = [piece for piece, count in enumerate(state.bought[state.seat]) if count]
    if not pieces or not is_free(state) or state.phase > PLACING:
        return
    for place in range(rules.board.size):
        if state.owners[place] == state.seat:
            for piece in pieces:
                if state.structures[place][0] or not needs_works(piece):
                    act = acts.Place(rules.board.ids[place], {PIECES[piece]: 1})
                    if not any(place_breaches(rules, state, state.seat, act)):
                        yield place, piece


def affordable(rules: Rules, state: State) -> dict[int, int]:
    """Pieces that may be bought now, with how many."""
    if not is_free(state) or not may_build(rules, state):
        return {}
    money = state.resources[state.seat]
    found = {
        piece: min(money // COST[piece], units.left_in_box(rules, state, state.seat, piece))
        for piece in range(len(PIECES))
    }
    return {piece: count for piece, count in found.items() if count > 0}


def may_build(rules: Rules, state: State) -> bool:
    owes = rules.placing == "must" and state.phase <= PLACING and placing_due(rules, state)
    return state.phase <= BUYING and not owes and units.has_sheet(rules, state, state.seat)


def journeys(rules: Rules, state: State, what: str) -> Iterator[tuple[int, int]]:
    """(place, kind) of units that can make at least one legal invasion or move, from where they stand."""
    if not is_free(state) or (what == "invade" and state.phase > INVASION) or (what == "move" and battlefields(state)):
        return
    seen = set()
    for one in setting_out(rules, state, what).groups:
        if one.seat == state.seat and one.points and (one.at, one.kind) not in seen:
            seen.add((one.at, one.kind))
            if any(endings(rules, state, what, one.at, one.kind)):
                yield one.at, one.kind


def setting_out(rules: Rules, state: State, what: str) -> State:
    """The position from which units would invade, or move."""
    return ready_to_move(rules, state) if what == "move" else state


def endings(rules: Rules, state: State, what: str, src: int, kind: int) -> Iterator[tuple[int, ...]]:
    """Shortest ways to each place that a unit of this kind may invade, or move to; for planes also those round siti AA."""
    ready = units.available(setting_out(rules, state, what), state.seat, src, kind)
    farthest = max((one.points for one in ready), default=0)
    ways = flights(rules, state, src, kind, farthest) if kind in PLANES else marches(rules, state, src, kind, farthest)
    return (way[1:] for way in ways if is_legal(rules, state, what, way, kind))


def marches(rules: Rules, state: State, src: int, kind: int, farthest: int) -> Iterator[tuple[int, ...]]:
    """Shortest ways on the ground, which go on through own land only."""
    reached: set[int] = {src}
    ahead: list[tuple[int, ...]] = [(src,)]
    while ahead:
        way = ahead.pop(0)
        if len(way) > 1:
            yield way
        if len(way) > farthest or (len(way) > 1 and not is_own(rules, state, way[-1])):
            continue
        for there in next_places(rules, kind, way[-1]):
            if there not in reached:
                reached.add(there)
                ahead.append((*way, there))


def flights(rules: Rules, state: State, src: int, kind: int, farthest: int) -> Iterator[tuple[int, ...]]:
    """Ways in the air, the shorter first: to each place the shortest, and every longer one that meets fewer siti AA."""
    fewest = {src: 0}
    ahead: dict[int, tuple[int, tuple[int, ...]]] = {src: (0, (src,))}
    for _ in range(farthest):
        after: dict[int, tuple[int, tuple[int, ...]]] = {}
        for met, way in ahead.values():
            for there in next_places(rules, kind, way[-1]):
                sites = met + sites_against(rules, state, there)
                best = after[there][0] if there in after else fewest.get(there, sites + 1)
                if sites < best:
                    after[there] = (sites, (*way, there))
        fewest |= {there: sites for there, (sites, _) in after.items()}
        yield from (way for _, way in after.values())
        ahead = after


def is_legal(rules: Rules, state: State, what: str, way: tuple[int, ...], kind: int) -> bool:
    ids = rules.board.ids
    fields: Any = {
        "src": ids[way[0]],
        "path": tuple(ids[place] for place in way[1:]),
        "units": {KINDS[kind]: 1},
    }
    if what == "invade":
        is_taken = is_own(rules, state, way[-1]) and way[-1] not in state.lasting.invaded
        if is_taken or (kind in PLANES and not is_worth_a_flight(rules, state, way[-1])):
            return False
        return not any(invade_breaches(rules, state, state.seat, acts.Invade(**fields)))
    if not (is_own(rules, state, way[-1]) or rules.board.is_ridge(way[-1])):
        return False
    return not any(move_breaches(rules, state, state.seat, acts.Move(**fields)))


def is_worth_a_flight(rules: Rules, state: State, place: int) -> bool:
    """Planes alone conquer nothing: the page offers them places where there is something to hit, and any they might see."""
    return bool(units.enemies(state, place, state.seat)) or (
        not rules.board.is_ridge(place) and state.owners[place] not in (NOBODY, state.seat)
    )


def targets(rules: Rules, state: State) -> Iterator[tuple[int, str]]:
    """(place, structure) that a bomber may attack now."""
    for place in bomber_places(state):
        for name in STRUCTURES:
            act = acts.Bomb(rules.board.ids[place], name)  # type: ignore[arg-type]
            if not any(bomb_breaches(rules, state, state.seat, act)):
                yield place, name


def bomber_places(state: State) -> list[int]:
    places = sorted({one.at for one in state.groups if one.seat == state.seat and one.kind == BOMBARDIERE})
    return [place for place in places if ready_bombers(state, place)]


def raids(rules: Rules, state: State) -> Iterator[int]:
    for place in bomber_places(state):
        if not any(raid_breaches(rules, state, state.seat, acts.Raid(rules.board.ids[place]))):
            yield place


def playable(rules: Rules, state: State) -> Iterator[tuple[int, str, str]]:
    """(seat, card, unit) of strategic cards that may be in a hand and may be played now."""
    fray = present(state.fray)
    for seat in (fray.attacker, fray.defender):
        for card in STRATEGIC:
            vehicles = dict.fromkeys(KINDS[one.kind] for one in fray.of(seat) if one.kind != FANTERIA)
            for unit in vehicles if card == "arma_segreta" else ("",):
                if not any(strategy_breaches(rules, state, seat, acts.Strategy(card, unit))):
                    yield seat, card, unit


def reroller(state: State) -> int:
    """The seat from Melano whose throw stands open."""
    return state.factions.index("melano") if state.open is not None and "melano" in state.factions else NOBODY
