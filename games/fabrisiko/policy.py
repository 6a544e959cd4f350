"""A sensible seeded player for all seats: it takes empty land, gathers for attacks that promise well, and goes for Frazioni Maggiori.

It chooses among what the rules allow. Cards in hands are unknown to everybody, so it plays such as may be there. In tournament mode it
calls time when a real table would; in the traditional game players grow bolder with every global turn until somebody has won.
"""

from __future__ import annotations

from random import Random

from games.fabrisiko import acts, units
from games.fabrisiko.battle import anti_aircraft_breaches, colle_breaches, is_helpless
from games.fabrisiko.board import FACTIONS, KINDS, PIECES
from games.fabrisiko.bombing import ready_bombers
from games.fabrisiko.cards import CARD, carnival_breaches
from games.fabrisiko.deciding import is_due, level
from games.fabrisiko.dice import may_reroll
from games.fabrisiko.events import PER_STRUCTURE, rebellious, refugees, refuges, shaken
from games.fabrisiko.fire import RANKS, Hits, fallen, standing
from games.fabrisiko.legal import affordable, events, exchangeable, placeable, playable, raids, reroller, targets
from games.fabrisiko.policy_marches import NOTHING_AHEAD, ahead_of, invasion, march
from games.fabrisiko.rules import (
    BOMBARDIERE,
    CACCIA,
    COMPLESSO,
    COST,
    FANTERIA,
    GROUND,
    SITO_AA,
    Rules,
)
from games.fabrisiko.state import (
    BUYING,
    EVENT,
    Betrayal,
    DrawSheet,
    Falling,
    Fleeing,
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
P_REROLL = 0.35
P_AGAINST_PLANES = 0.5
P_PENALTY = 0.0005
BUILDING_SITE = 14


def deal(header: Header, rng: Random) -> Vault:
    """Nothing is dealt in secret by a system: hands are counts."""
    return Vault()


def showing(rules: Rules, state: State, seat: int, vault: Vault) -> Act | None:
    return None


def is_done(rules: Rules, state: State) -> bool:
    return bool(state.ended) and not is_due(rules, state)


def propose(record: Record, rng: Random, vault: Vault) -> Proposal:
    """The next entry of a plausible game."""
    rules, state = record.rules, record.state
    if is_due(rules, state):
        return Proposal(JUDGE, acts.Decide(rng.choice(level(rules, state))))
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
    if state.open is not None and may_reroll(rules, state.open, reroller(state)) and rng.random() < P_REROLL:
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
    owned = shaken(state, awaits.places, awaits.seat)
    short = sum(owned.values()) - state.resources[awaits.seat] // PER_STRUCTURE
    lost: dict[str, int] = {}
    for (place, kind), count in owned.items():
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
    foot = sum(one.kind == FANTERIA for one in fray.defenders)
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
        return Proposal(by, acts.Draw(cards_due(rules, state, by)))
    if state.phase == EVENT:
        return Proposal(by, _event(rules, state, rng))
    for step in (_placed, _bought, _mission, invasion, _fight, march):
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
    ahead = ahead_of(rules, state)
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
