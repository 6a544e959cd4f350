"""The turn of the seeded player: where it lays its armies, the cards that it plays, what it moves, whom it attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from games.iperisiko import acts
from games.iperisiko.attack import can_attack, declared, due_dice
from games.iperisiko.cards import draw_breaches
from games.iperisiko.deck import can_hold
from games.iperisiko.legal import (
    agreeing,
    attack_may_go_on,
    attacks,
    bombings,
    bribes,
    entries,
    exchangeable,
    facing,
    flights,
    is_legal,
    landings,
    moves,
    removable,
    reserves,
    spied,
    strikes,
)
from games.iperisiko.reinforcement import may_exchange, worth
from games.iperisiko.rules import AIRLIFT, FLEET, RINFORZO, Rules
from games.iperisiko.state import Bombing, Closing, Declared, Fight, Occupation, Reinforce, Spying, State
from games.iperisiko.turns import available, in_kit, is_early
from games.kernel.acts import Act

P_CONTENT = 0.45
P_EXCHANGE = {2: 0.15, 3: 0.45, 4: 0.8}
P_RINFORZO = 0.3
P_CARD = {
    "diplomatico": 0.02,
    "trasporto_aereo": 0.2,
    "dna": 0.12,
    "riserva": 0.12,
    "minibomba": 0.08,
    "socialista": 0.3,
    "generale": 0.03,
    "ammiraglio": 0.03,
    "spia": 0.02,
}
Goal = frozenset[int]
"""The territories that an objective wants."""


def roll(rng: Random, dice: int) -> tuple[int, ...]:
    return tuple(rng.randint(1, 6) for _ in range(dice))


def turn(rules: Rules, state: State, rng: Random, goal: Goal) -> Act:
    awaits = state.awaits
    if isinstance(awaits, Occupation):
        return acts.Occupy(_moving_in(rules, state, awaits, goal))
    if isinstance(awaits, Bombing):
        return acts.BombFalls()
    if isinstance(awaits, Spying):
        return acts.SpiaRemoves(rng.choice(removable(rules, state)))
    if isinstance(awaits, Reinforce):
        return _prepare(rules, state, awaits, rng, goal)
    if isinstance(awaits, Closing):
        return _end(rules, state, rng)
    return next(_cards(rules, state, rng, goal), None) or _fight(rules, state, rng, goal)


def _may_play(rules: Rules, state: State, card: str, rng: Random) -> bool:
    """A throw of the mind, and whether the card can be there at all."""
    if rng.random() >= P_CARD[card]:
        return False
    is_open = any(one.id == card for one in rules.board.kit)
    return bool(in_kit(rules, state, state.seat, card)) if is_open else can_hold(rules, state, state.seat, (card,))


def _prepare(rules: Rules, state: State, awaits: Reinforce, rng: Random, goal: Goal) -> Act:
    if awaits.is_fresh and _may_play(rules, state, "diplomatico", rng) and (seats := agreeing(rules, state)):
        return acts.Diplomatico(rng.choice(seats))
    if cards := _exchange(rules, state, rng):
        return acts.Combination(cards)
    if awaits.left:
        return acts.Place(placement(rules, state, state.seat, awaits.left, rng, goal))
    if (
        not state.has_flown
        and _may_play(rules, state, "trasporto_aereo", rng)
        and (flight := _flight(rules, state, goal))
    ):
        return flight
    if not state.has_moved and (move := _regroup(rules, state, goal)):
        return move
    if _may_play(rules, state, "dna", rng) and (places := strikes(rules, state)):
        return acts.Dna(rules.board.ids[max(places, key=lambda place: _prize(rules, state, place, goal))])
    return next(_cards(rules, state, rng, goal), None) or _fight(rules, state, rng, goal)


def _cards(rules: Rules, state: State, rng: Random, goal: Goal) -> Iterator[Act]:
    """Cards of the attack phase, now and then."""
    ids = rules.board.ids
    if isinstance(state.awaits, Declared):
        return
    if _may_play(rules, state, "riserva", rng) and (places := reserves(rules, state)):
        yield acts.Riserva(
            ids[max(places, key=lambda place: (_interest(rules, state, state.seat, place, goal), place))]
        )
    if is_early(state) and _may_play(rules, state, "socialista", rng) and (pairs := list(bribes(rules, state))):
        src, dst = rng.choice(pairs)
        yield acts.Socialista(ids[src], ids[dst])
    if _may_play(rules, state, "minibomba", rng) and (places := bombings(rules, state)):
        yield acts.Minibomba(ids[max(places, key=lambda place: _prize(rules, state, place, goal))])
    if _may_play(rules, state, "generale", rng) and (seats := facing(rules, state)):
        yield acts.Generale(rng.choice(seats))
    if _may_play(rules, state, "spia", rng) and (seats := spied(rules, state)):
        yield acts.Spia(rng.choice(seats))
    if _may_play(rules, state, "ammiraglio", rng) and (landing := _landing(rules, state, goal)):
        yield landing
    if empty := list(entries(rules, state)):
        src, dst = max(empty, key=lambda way: (available(state, way[0]), way))
        yield acts.Enter(ids[src], ids[dst], max(1, available(state, src) // 2))


def _prize(rules: Rules, state: State, place: int, goal: Goal) -> tuple[int, int]:
    """What a missile is worth: armies beside one's own, more where the objective lies."""
    is_near = any(state.owners[other] == state.seat for other in rules.board.borders[place])
    return (state.armies[place] * (2 if place in goal else 1) * (3 if is_near else 1), place)


def _landing(rules: Rules, state: State, goal: Goal) -> acts.Ammiraglio | None:
    ways = [way for way in landings(rules, state) if available(state, way[0]) > state.armies[way[1]]]
    if not ways:
        return None
    src, dst = max(ways, key=lambda way: (way[1] in goal, available(state, way[0]) - state.armies[way[1]], way))
    return acts.Ammiraglio(rules.board.ids[src], rules.board.ids[dst], min(FLEET, available(state, src)))


def _exchange(rules: Rules, state: State, rng: Random) -> tuple[str, ...]:
    """A combination that the hand may hold: nobody, not even this policy, knows which cards were drawn."""
    hand_size = state.hand_size(state.seat)
    if hand_size < 2 or state.combinations or not may_exchange(state) or rng.random() >= P_EXCHANGE.get(hand_size, 1.0):
        return ()
    cards = [card for card in exchangeable(rules, state, ()) if card in rules.board.index]
    for _ in range(60):
        size = rng.randint(2, min(4, hand_size))
        drawn = tuple(rng.sample(cards, size)) if len(cards) >= size else ()
        while drawn and len(drawn) < hand_size and rng.random() < P_RINFORZO:
            drawn = (*drawn, RINFORZO)
        if worth(rules, drawn) and can_hold(rules, state, state.seat, drawn):
            return drawn
    return ()


def placement(rules: Rules, state: State, seat: int, count: int, rng: Random, goal: Goal) -> dict[str, int]:
    """Onto borders that matter: next to what the objective still lacks, and where the neighbours are strong."""
    own = state.territories_of(seat)
    edge = [place for place in own if _faces(rules, state, place, seat)] or own
    placed: dict[str, int] = {}
    for _ in range(count):
        place = rules.board.ids[max(edge, key=lambda one: _interest(rules, state, seat, one, goal) * rng.random())]
        placed[place] = placed.get(place, 0) + 1
    return placed


def _faces(rules: Rules, state: State, place: int, seat: int) -> bool:
    return any(state.owners[other] != seat for other in rules.board.borders[place])


def _interest(rules: Rules, state: State, seat: int, place: int, goal: Goal) -> float:
    enemies = [other for other in rules.board.borders[place] if state.owners[other] != seat]
    wanted = sum(other in goal for other in enemies)
    pressure = sum(state.armies[other] for other in enemies)
    return 1 + 3 * wanted + (2 if place in goal else 0) + pressure / (1 + state.armies[place])


# -- moves


def _regroup(rules: Rules, state: State, goal: Goal) -> Act | None:
    """The single move: from a quiet territory with armies to spare along the chain to the front."""
    return _towards_front(rules, state, goal, list(moves(rules, state)), acts.Move, 1000)


def _flight(rules: Rules, state: State, goal: Goal) -> Act | None:
    return _towards_front(rules, state, goal, list(flights(rules, state)), acts.TrasportoAereo, AIRLIFT)


def _towards_front(
    rules: Rules,
    state: State,
    goal: Goal,
    ways: list[tuple[int, int]],
    make: Callable[[str, str, int], Act],
    most: int,
) -> Act | None:
    quiet = [way for way in ways if not _faces(rules, state, way[0], state.seat) and available(state, way[0]) > 1]
    if not quiet:
        return None
    src, dst = max(
        quiet, key=lambda way: (available(state, way[0]), _interest(rules, state, state.seat, way[1], goal), way)
    )
    return make(rules.board.ids[src], rules.board.ids[dst], min(most, available(state, src)))


# -- attacks


def _fight(rules: Rules, state: State, rng: Random, goal: Goal) -> Act:
    way = declared(state)
    if (
        way is not None
        and attack_may_go_on(rules, state)
        and (isinstance(way, Declared) or _goes_on(state, way, rng, goal))
    ):
        return acts.AttackDice(roll(rng, due_dice(state, way)))
    is_content = state.conquests > 1 and rng.random() < P_CONTENT
    best = None if is_content else _best_attack(rules, state, rng, goal)
    if best is None and not state.has_attacked and can_attack(rules, state):
        best = max(attacks(rules, state), key=lambda one: (available(state, one[0]) - state.armies[one[1]], one))
    if best is None:
        return _end(rules, state, rng)
    fewer = 1 if available(state, best[0]) > 1 and rng.random() < 0.03 else 0
    return acts.Attack(rules.board.ids[best[0]], rules.board.ids[best[1]], fewer)


def _goes_on(state: State, way: Fight, rng: Random, goal: Goal) -> bool:
    lead = available(state, way.src) - state.armies[way.dst]
    return lead >= (0 if way.dst in goal else 1) or rng.random() < 0.1


def _best_attack(rules: Rules, state: State, rng: Random, goal: Goal) -> tuple[int, int] | None:
    """The attack with the best lead on something wanted; fewer appetites once a card is earned."""
    best, value = None, 0.5
    for src, dst in attacks(rules, state):
        lead = available(state, src) - state.armies[dst]
        need = 1 if dst in goal or not state.conquests else 3
        worthwhile = lead - need + (2.0 if dst in goal else 0.0) + rng.random()
        if lead >= need - 1 and worthwhile > value:
            best, value = (src, dst), worthwhile
    return best


def _moving_in(rules: Rules, state: State, awaits: Occupation, goal: Goal) -> int:
    """Most of them where the new territory is the front, the least where the old one is."""
    most = available(state, awaits.src)
    most = max(awaits.least, min(most, awaits.fleet) if awaits.fleet else most)
    ahead = _interest(rules, state, state.seat, awaits.dst, goal)
    behind = _interest(rules, state, state.seat, awaits.src, goal)
    return most if ahead >= behind else awaits.least


def _end(rules: Rules, state: State, rng: Random) -> Act:
    if _may_play(rules, state, "diplomatico", rng) and (seats := agreeing(rules, state)):
        return acts.Diplomatico(rng.choice(seats))
    return acts.Draw() if is_legal(draw_breaches, rules, state, acts.Draw()) else acts.EndTurn()
