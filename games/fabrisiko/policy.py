"""A sensible seeded player for all seats: it takes empty land, gathers for attacks that promise well, and goes for Frazioni Maggiori.

It chooses among what the rules allow. Cards in hands are unknown to everybody, so it plays such as may be there. In tournament mode it
calls time when a real table would; in the traditional game players grow bolder with every global turn until somebody has won.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.fabrisiko import acts, units
from games.fabrisiko.battle import anti_aircraft_breaches, colle_breaches, defenders, is_helpless
from games.fabrisiko.board import FACTIONS, KINDS, PIECES
from games.fabrisiko.bombing import ready_bombers
from games.fabrisiko.cards import CARD, carnival_breaches
from games.fabrisiko.conquest import home_of
from games.fabrisiko.dice import may_reroll
from games.fabrisiko.events import PER_STRUCTURE, rebellious, refugees, refuges, shaken
from games.fabrisiko.fire import RANKS, Hits, fallen, standing
from games.fabrisiko.legal import affordable, events, exchangeable, placeable, playable, raids, reroller, targets
from games.fabrisiko.movement import invade_breaches, is_own, next_places, sites_against
from games.fabrisiko.rules import (
    BOMBARDIERE,
    CACCIA,
    CARRO,
    COMPLESSO,
    COST,
    FANTERIA,
    FIRE,
    GROUND,
    PLANES,
    SITO_AA,
    Rules,
)
from games.fabrisiko.state import (
    BUYING,
    EVENT,
    INVASION,
    MOVES,
    NOBODY,
    Betrayal,
    DrawSheet,
    Falling,
    Fleeing,
    Group,
    Heat,
    Prelude,
    Quake,
    Rebels,
    State,
    Swapping,
)
from games.fabrisiko.state import (
    CARDS as PHASE_CARDS,
)
from games.fabrisiko.throws import BY_AWAITS
from games.fabrisiko.turns import battlefields, cards_due
from games.kernel.acts import CLOCK, JUDGE, Act, TimeUp
from games.kernel.game import Move as Proposal
from games.kernel.lines import Header
from games.kernel.record import Record
from games.kernel.vault import Vault

EARLIEST, LATEST = 5, 11
P_TIME = 0.05
P_CARD = 0.25
P_EVENT = 0.6
P_CLIMB = 0.3
P_REROLL = 0.35
P_AGAINST_PLANES = 0.5
P_PENALTY = 0.0005
BUILDING_SITE = 14
NOTHING_AHEAD = 99


def deal(header: Header, rng: Random) -> Vault:
    """Nothing is dealt in secret by a system: hands are counts."""
    return Vault()


def showing(rules: Rules, state: State, seat: int, vault: Vault) -> Act | None:
    return None


def is_done(rules: Rules, state: State) -> bool:
    return bool(state.ended)


def propose(record: Record, rng: Random, vault: Vault) -> Proposal:
    """The next entry of a plausible game."""
    rules, state = record.rules, record.state
    return _clock(rules, state, rng) or _answer(rules, state, rng) or _turn(rules, state, rng)


def _clock(rules: Rules, state: State, rng: Random) -> Proposal | None:
    if not rules.is_tournament or state.giro < EARLIEST:
        return None
    if rng.random() < P_PENALTY:
        return Proposal(JUDGE, acts.Penalty(rng.randrange(rules.seats), rng.randint(5, 10)))
    if not state.last_giro and (rng.random() < P_TIME / rules.seats or state.giro > LATEST):
        return Proposal(CLOCK, TimeUp())
    return None


def _roll(rng: Random, dice: int) -> tuple[int, ...]:
    return tuple(rng.randint(1, 10) for _ in range(dice))


# -- what the table waits for outside the phases


def _answer(rules: Rules, state: State, rng: Random) -> Proposal | None:
    awaits = state.awaits
    if state.open is not None and may_reroll(state.open, reroller(state)) and rng.random() < P_REROLL:
        return Proposal(reroller(state), acts.Reroll(rng.randrange(len(state.thrown)), rng.randint(1, 10)))
    if type(awaits) in BY_AWAITS:
        cast = BY_AWAITS[type(awaits)]
        due = cast.due(rules, state)
        return Proposal(due.by, cast.act(_roll(rng, due.dice)))
    if isinstance(awaits, DrawSheet):
        free = [faction for faction in FACTIONS if faction not in state.factions]
        return Proposal(awaits.seat, acts.Sheet(rng.choice(free)))
    if isinstance(awaits, Rebels):
        places = list(rebellious(rules, state))
        worst = max(places, key=lambda place: (rules.board.resources[place], rng.random()))
        return Proposal(awaits.chooser, acts.Revolt(rules.board.ids[worst]))
    if isinstance(awaits, Fleeing):
        return Proposal(state.seat, _flight(rules, state, awaits.at))
    if isinstance(awaits, Quake):
        return Proposal(awaits.seat, _payment(rules, state, awaits))
    if isinstance(awaits, Heat):
        return Proposal(awaits.seat, _disbanded(rules, state, awaits))
    if isinstance(awaits, Prelude):
        return _prelude(rules, state, rng)
    return _of_battle(rules, state, awaits, rng)


def _of_battle(rules: Rules, state: State, awaits: object, rng: Random) -> Proposal | None:
    if isinstance(awaits, Betrayal):
        assert state.fray is not None
        cheapest = min(state.fray.of(awaits.seat), key=lambda one: (one.kind, one.is_aa))
        return Proposal(awaits.seat, acts.Betray("fanteria_aa" if cheapest.is_aa else KINDS[cheapest.kind]))
    if isinstance(awaits, Falling):
        assert state.fray is not None
        ways = fallen(Hits(awaits.ground, awaits.air, awaits.any), standing(state.fray.of(awaits.seat)))
        shares = max(ways)
        named = {RANKS[place]: count for place, count in enumerate(shares) if count}
        return Proposal(awaits.seat, acts.Losses(named))
    return None


def _flight(rules: Rules, state: State, place: int) -> acts.Flee:
    for one in refugees(state, place):
        for refuge in refuges(rules, state, place, one.kind):
            return acts.Flee(rules.board.ids[refuge], {KINDS[one.kind]: one.count})
    return acts.Flee()


def _payment(rules: Rules, state: State, awaits: Quake) -> acts.Pay:
    """Everything that can be paid for is kept."""
    held = shaken(state, awaits.places, awaits.seat)
    short = sum(held.values()) - state.resources[awaits.seat] // PER_STRUCTURE
    lost: dict[str, int] = {}
    for (place, kind), count in held.items():
        gone = min(count, max(0, short))
        short -= gone
        if gone:
            lost[f"{('complesso', 'sito_aa')[kind]}@{rules.board.ids[place]}"] = gone
    return acts.Pay(lost)


def _disbanded(rules: Rules, state: State, awaits: Heat) -> acts.Disband:
    due, gone = awaits.due, dict[str, int]()
    for one in sorted(state.groups, key=lambda group: (group.kind, group.at)):
        if one.seat == awaits.seat and due:
            name, count = f"{KINDS[one.kind]}@{rules.board.ids[one.at]}", min(one.count, due)
            gone[name] = gone.get(name, 0) + count
            due -= count
    return acts.Disband(gone)


def _prelude(rules: Rules, state: State, rng: Random) -> Proposal:
    fray = state.fray
    assert fray is not None
    if len(fray.cards) < 2 and rng.random() < P_CARD:
        plays = list(playable(rules, state))
        if plays:
            seat, card, unit = rng.choice(plays)
            return Proposal(seat, acts.Strategy(card, unit))
    if not any(colle_breaches(rules, state, fray.defender, acts.ColleAmeno())):
        return Proposal(fray.defender, acts.ColleAmeno())
    foot = sum(one.kind == FANTERIA for one in defenders(fray))
    if foot > 1 and not any(one.is_aa for one in fray.fighters) and rng.random() < P_AGAINST_PLANES:
        act = acts.AntiAircraft(1)
        if not any(anti_aircraft_breaches(rules, state, fray.defender, act)):
            return Proposal(fray.defender, act)
    if is_helpless(rules, state):
        return Proposal(state.seat, acts.Engage())
    return Proposal(fray.attacker, acts.AttackDice(_roll(rng, len(fray.of(fray.attacker)))))


# -- the turn


def _turn(rules: Rules, state: State, rng: Random) -> Proposal:
    by = state.seat
    if isinstance(state.awaits, Swapping) and rng.random() < 0.8:
        cards = list(exchangeable(rules, state, ()))
        return Proposal(by, acts.Swap((rng.choice(cards),)))
    if state.phase == PHASE_CARDS:
        return Proposal(by, acts.Draw(cards_due(rules, state)))
    if state.phase == EVENT:
        return Proposal(by, _event(rules, state, rng))
    for step in (_placed, _bought, _mission, _invasion, _fight, _march):
        act = step(rules, state, rng)
        if act is not None:
            return Proposal(by, act)
    return Proposal(by, acts.EndTurn())


def _event(rules: Rules, state: State, rng: Random) -> Act:
    if not any(carnival_breaches(rules, state, state.seat)) and rng.random() < 0.7:
        return acts.Carnival(_roll(rng, 1))
    may = [card for card in events(rules, state) if card != "caldo" or _stands_the_heat(state)]
    if not may or rng.random() > P_EVENT:
        return acts.NoEvent()
    left = [rules.board.cards[card] - state.discards[CARD[card]] for card in may]
    card = rng.choices(may, left)[0]
    if card != "terremoto":
        return acts.Event(card)
    own = [place for place, owner in enumerate(state.owners) if owner == state.seat and place != rules.board.city]
    return acts.Event(card, rules.board.ids[rng.choice(own)])


def _stands_the_heat(state: State) -> bool:
    """Nobody chooses a Caldo estremo that would cost him units."""
    return state.resources[state.seat] >= units.counted(state, state.seat)


def _placed(rules: Rules, state: State, rng: Random) -> Act | None:
    if state.phase >= BUYING or not any(state.bought[state.seat]):
        return None
    pairs = list(placeable(rules, state))
    if not pairs:
        return None
    ahead = _ahead(rules, state)
    piece = pairs[0][1]
    places = [place for place, other in pairs if other == piece]
    best = min(places, key=lambda place: (ahead.get(place, NOTHING_AHEAD), rng.random()))
    count = state.bought[state.seat][piece]
    return acts.Place(rules.board.ids[best], {PIECES[piece]: count if piece < len(KINDS) else 1})


def _bought(rules: Rules, state: State, rng: Random) -> Act | None:
    """Mostly tanks and infantry, planes now and then, a structure when there is money for it."""
    if state.phase > BUYING:
        return None
    may = affordable(rules, state)
    if not may:
        return None
    wanted = [piece for piece in may if piece in GROUND]
    if state.resources[state.seat] > BUILDING_SITE:
        wanted += [piece for piece in may if piece in (CACCIA, BOMBARDIERE)]
        if rng.random() < 0.15:
            wanted += [piece for piece in may if piece in (COMPLESSO, SITO_AA)]
    if not wanted:
        return None
    piece = rng.choice(wanted)
    most = min(may[piece], 3 if COST[piece] < COST[CACCIA] else 1)
    return acts.Buy({PIECES[piece]: rng.randint(1, most)})


def _mission(rules: Rules, state: State, rng: Random) -> Act | None:
    """Bombers over enemy land without units have a structure to hit, or a player's resources."""
    if not any(ready_bombers(state, one.at) for one in state.groups if one.seat == state.seat):
        return None
    busy = set(battlefields(state))
    for place, name in targets(rules, state):
        if place not in busy or rng.random() < 0.2:
            return acts.Bomb(rules.board.ids[place], name)  # type: ignore[arg-type]
    for place in raids(rules, state):
        if place not in busy:
            return acts.Raid(rules.board.ids[place])
    return None


def _fight(rules: Rules, state: State, rng: Random) -> Act | None:
    places = battlefields(state)
    return acts.Battle(rules.board.ids[places[0]]) if places else None


# -- invasions


def _invasion(rules: Rules, state: State, rng: Random) -> Act | None:
    if state.phase > INVASION or state.palio or state.seat in state.sagra:
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
    return owner not in (state.seat, *state.sagra) and not (place == rules.board.city and state.city_barred)


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


def _ahead(rules: Rules, state: State) -> dict[int, int]:
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


def _march(rules: Rules, state: State, rng: Random) -> Act | None:
    """Planes fly home; ground units in the rear come forward."""
    if state.phase > MOVES or battlefields(state):
        return None
    ahead = _ahead(rules, state)
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
