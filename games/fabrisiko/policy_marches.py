"""Where the units of the seeded player go: it takes empty land, gathers where an attack promises well, and brings the rear forward."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.fabrisiko import acts, units
from games.fabrisiko.board import KINDS
from games.fabrisiko.conquest import home_of
from games.fabrisiko.movement import invade_breaches, is_own, next_places, sites_against
from games.fabrisiko.rules import CARRO, FANTERIA, FIRE, GROUND, PLANES, Rules
from games.fabrisiko.state import INVASION, MOVES, NOBODY, Group, State
from games.fabrisiko.turns import battlefields
from games.kernel.acts import Act

P_CLIMB = 0.3
NOTHING_AHEAD = 99


# -- invasions


def invasion(rules: Rules, state: State, rng: Random) -> Act | None:
    if state.phase > INVASION or state.lasting.palio or state.seat in state.lasting.sagra:
        return None
    return _walk_in(rules, state, rng) or _gather(rules, state, rng) or _climb(rules, state, rng)


def _climb(rules: Rules, state: State, rng: Random) -> Act | None:
    """Now and then infantry sets out across mountains towards land that is not one's own."""
    if rng.random() > P_CLIMB:
        return None
    board = rules.board
    for one in state.groups:
        if one.seat == state.seat and one.kind == FANTERIA and one.points and one.count > 1 and one.at < board.size:
            for ridge in (place for place in board.around(one.at) if board.is_ridge(place)):
                if any(not is_own(rules, state, end) for end in board.ends(ridge)):
                    act = acts.Invade(board.ids[one.at], (board.ids[ridge],), {KINDS[FANTERIA]: 1})
                    return _legal(rules, state, act)
    return None


def _may_enter(rules: Rules, state: State, place: int) -> bool:
    if place >= rules.board.size:
        return False
    owner = state.owners[place]
    return owner not in (state.seat, *state.lasting.sagra) and not (
        place == rules.board.city and state.lasting.city_barred
    )


def _walk_in(rules: Rules, state: State, rng: Random) -> Act | None:
    """Empty land, the richest first; one unit is enough."""
    best: tuple[float, int, int, int] | None = None
    for one in state.groups:
        if one.seat != state.seat or one.kind not in GROUND or not one.points:
            continue
        if _guards_home(rules, state, one.at):
            continue
        for place in next_places(rules, one.kind, one.at):
            if _may_enter(rules, state, place) and not units.enemies(state, place, state.seat):
                value = _worth(rules, state, place) + rng.random()
                if best is None or value > best[0]:
                    best = (value, one.at, place, one.kind)
    if best is None:
        return None
    _, src, dst, kind = best
    return _legal(rules, state, acts.Invade(rules.board.ids[src], (rules.board.ids[dst],), {KINDS[kind]: 1}))


def _guards_home(rules: Rules, state: State, place: int) -> bool:
    """One unit stays where the sheet is at stake."""
    is_home = place == rules.board.homes[state.factions[state.seat]] and is_own(rules, state, place)
    return is_home and sum(one.count for one in state.armies[place] if one.kind in GROUND) < 2


def _legal(rules: Rules, state: State, act: acts.Invade) -> acts.Invade | None:
    return None if any(invade_breaches(rules, state, state.seat, act)) else act


def _worth(rules: Rules, state: State, place: int) -> float:
    is_home = place in rules.board.homes.values()
    is_lost = place == home_of(rules, state, state.seat)
    taken_from = 2.0 if state.owners[place] != NOBODY else 0.0
    return (
        rules.board.resources[place] + 6.0 * is_home + 20.0 * is_lost + taken_from + 3.0 * sum(state.structures[place])
    )


def _gather(rules: Rules, state: State, rng: Random) -> Act | None:
    """One step of an attack on defended land: all that can come together must promise well."""
    fronts = sorted(
        {one.at for one in state.groups if one.seat != state.seat and _may_enter(rules, state, one.at)},
        key=lambda place: (-_worth(rules, state, place), place),
    )
    for place in fronts:
        against = sum(FIRE[one.kind] * one.count for one in units.enemies(state, place, state.seat))
        there = sum(FIRE[one.kind] * one.count for one in state.armies[place] if one.seat == state.seat)
        coming = list(_reinforcements(rules, state, place))
        strength = there + sum(FIRE[kind] * count for _, _, kind, count in coming)
        if not coming or there > 2 * against or strength < against * _caution(rules, state):
            continue
        coming.sort(key=lambda one: (one[2] not in PLANES, one[0]))
        for src, path, kind, count in coming:
            act = _legal(
                rules,
                state,
                acts.Invade(rules.board.ids[src], tuple(rules.board.ids[p] for p in path), {KINDS[kind]: count}),
            )
            if act is not None:
                return act
    return None


def _caution(rules: Rules, state: State) -> float:
    """How much stronger one wants to be; less with every global turn."""
    return max(0.7, 1.5 - 0.03 * state.giro)


def _reinforcements(rules: Rules, state: State, place: int) -> Iterator[tuple[int, tuple[int, ...], int, int]]:
    """(from, way, kind, count) of units that can come into a place now and, if planes, home again."""
    for one in state.groups:
        count = one.count - _held_back(rules, state, one)
        if one.seat != state.seat or not one.points or one.at == place or count < 1:
            continue
        way = _way(rules, state, one.at, place, one.kind, one.points // 2 if one.kind in PLANES else one.points)
        if way:
            yield one.at, way, one.kind, count


def _held_back(rules: Rules, state: State, one: Group) -> int:
    """A guard stays at home; whoever has lost it keeps one unit, for without any nothing can be won back."""
    if one.kind not in GROUND:
        return 0
    if units.has_sheet(rules, state, one.seat):
        return int(_guards_home(rules, state, one.at) or one.at == home_of(rules, state, one.seat))
    quiet = (
        other
        for other in state.groups
        if other.seat == one.seat and other.kind in GROUND and not units.enemies(state, other.at, one.seat)
    )
    return int(next(quiet, one) == one)


def _way(rules: Rules, state: State, src: int, dst: int, kind: int, most: int) -> tuple[int, ...]:
    """A shortest way for a unit, through own land on the ground and round siti AA in the air; empty where there is none."""
    ahead: list[tuple[int, ...]] = [(src,)]
    seen = {src}
    while ahead:
        way = ahead.pop(0)
        if len(way) > most:
            continue
        for there in next_places(rules, kind, way[-1]):
            if there == dst:
                return (*way[1:], there)
            may_pass = is_own(rules, state, there) or (kind in PLANES and not sites_against(rules, state, there))
            if there not in seen and may_pass and there < rules.board.size:
                seen.add(there)
                ahead.append((*way, there))
    return ()


# -- moves


def ahead_of(rules: Rules, state: State) -> dict[int, int]:
    """How far each own territory is from the nearest land that is not one's own, on plain ground."""
    own = [place for place, owner in enumerate(state.owners) if owner == state.seat]
    far = {
        place: 1
        for place in own
        if any(state.owners[other] != state.seat for other in next_places(rules, CARRO, place))
    }
    queue = list(far)
    while queue:
        here = queue.pop(0)
        for other in next_places(rules, CARRO, here):
            if state.owners[other] == state.seat and other not in far:
                far[other] = far[here] + 1
                queue.append(other)
    return far


def march(rules: Rules, state: State, rng: Random) -> Act | None:
    """Planes fly home; ground units in the rear come forward."""
    if state.phase > MOVES or battlefields(state):
        return None
    ahead = ahead_of(rules, state)
    for one in state.groups:
        if one.seat != state.seat or not one.points:
            continue
        if one.kind in PLANES:
            act = _home_flight(rules, state, one.at, one.kind, one.points, one.count)
        else:
            act = _forward(rules, state, ahead, one.at, one.kind, one.count)
        if act is not None:
            return act
    return None


def _home_flight(rules: Rules, state: State, at: int, kind: int, points: int, count: int) -> Act | None:
    if is_own(rules, state, at):
        return None
    seen, ahead = {at}, [(at,)]
    ways: list[tuple[int, ...]] = [*ahead]
    while ways:
        way = ways.pop(0)
        if len(way) > 1 and is_own(rules, state, way[-1]):
            path = tuple(rules.board.ids[place] for place in way[1:])
            return acts.Move(rules.board.ids[at], path, {KINDS[kind]: count})
        if len(way) <= points:
            for there in next_places(rules, kind, way[-1]):
                if there not in seen:
                    seen.add(there)
                    ways.append((*way, there))
    return None


def _forward(rules: Rules, state: State, ahead: dict[int, int], at: int, kind: int, count: int) -> Act | None:
    if at >= rules.board.size:
        ends = [place for place in next_places(rules, kind, at) if is_own(rules, state, place)]
        return acts.Move(rules.board.ids[at], (rules.board.ids[ends[0]],), {KINDS[kind]: count}) if ends else None
    here = ahead.get(at, NOTHING_AHEAD)
    for place in next_places(rules, kind, at):
        if is_own(rules, state, place) and ahead.get(place, NOTHING_AHEAD) < here:
            return acts.Move(rules.board.ids[at], (rules.board.ids[place],), {KINDS[kind]: count})
    return None
