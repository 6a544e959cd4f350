"""A sensible seeded player for all seats: it plays towards one of its objectives, spends its cards, and calls time when a real table would.

It chooses among what the rules allow and never looks at another seat's objectives. Nobody knows what a closed hand holds, so a figure is
played now and then where it can be in the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from random import Random

from games.iperisiko import acts
from games.iperisiko.answers import refuges, windows
from games.iperisiko.attack import can_attack, declared, defence_dice, due_dice
from games.iperisiko.cards import draw_breaches
from games.iperisiko.counting import OBJECTIVES, is_reached, to_reveal
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
    void_pairs,
)
from games.iperisiko.reinforcement import may_exchange, worth
from games.iperisiko.rules import AIRLIFT, BATCH, COLOURS, FLEET, RINFORZO, SEATS, TERRITORIES_EACH, Rules, rules_for
from games.iperisiko.setting_up import auctioned, is_first_auction, is_poor, is_void, unplaced_of
from games.iperisiko.state import (
    NOBODY,
    Auctioning,
    AuctionThrow,
    Bombing,
    Closing,
    Count,
    DealHand,
    DealObjectives,
    Declared,
    DefenceThrow,
    DrawLot,
    Fight,
    Occupation,
    PickColour,
    PickPlace,
    PlaceFactory,
    PlaceFirst,
    ReadStandings,
    Reinforce,
    Spying,
    State,
)
from games.iperisiko.turns import available, in_kit, is_early
from games.kernel.acts import CLOCK, JUDGE, Act, PreAlarm, TimeUp
from games.kernel.game import Move as Proposal
from games.kernel.lines import Header
from games.kernel.record import Record
from games.kernel.vault import SALT_BYTES, Secret, Vault

EARLIEST, LATEST = 5, 8
WARNED_BEFORE = 2
P_LEAVES, P_COCKED, P_VOID = 0.0003, 0.004, 0.4
P_CONTENT = 0.45
P_EXCHANGE = {2: 0.15, 3: 0.45, 4: 0.8}
P_RINFORZO = 0.3
P_ANSWER = {
    "cortina_di_ferro": 0.04,
    "ripiegamento": 0.03,
    "armate_nascoste": 0.05,
    "maresciallo": 0.02,
    "campo_minato": 0.12,
    "contro_spia": 0.15,
}
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

# -- what the system deals, and how it is shown


def deal(header: Header, rng: Random) -> Vault:
    """Two objectives for each seat, dealt until every pair may stand (5, 16), with their salts."""
    rules = rules_for(header)
    while True:
        numbers = rng.sample(sorted(rules.board.objectives), 2 * SEATS)
        pairs = [tuple(numbers[2 * seat : 2 * seat + 2]) for seat in range(SEATS)]
        if not any(is_poor(rules, pair) or _is_own(rules, seat, pair) for seat, pair in enumerate(pairs)):
            break
    return Vault(
        tuple(
            Secret(seat, OBJECTIVES, str(number), rng.randbytes(SALT_BYTES).hex())
            for seat, pair in enumerate(pairs)
            for number in pair
        )
    )


def _is_own(rules: Rules, seat: int, pair: tuple[int, ...]) -> bool:
    return rules.own_colour == "redealt" and any(rules.board.targets.get(number) == COLOURS[seat] for number in pair)


def pair_of(vault: Vault, seat: int) -> tuple[int, ...]:
    return tuple(int(one.value) for one in vault.of(seat, OBJECTIVES))


def _salts(rules: Rules, vault: Vault, seat: int, numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(one.salt for one in vault.of(seat, OBJECTIVES) if int(one.value) in numbers) if rules.sealed else ()


def showing(rules: Rules, state: State, seat: int, vault: Vault) -> acts.Claim | acts.Reveal | None:
    """The act by which a seat shows what the system dealt: a claim of what is reached, or both cards at the count."""
    pair = pair_of(vault, seat)
    if not pair or not state.is_active(seat):
        return None
    if isinstance(state.awaits, Count):
        return acts.Reveal(pair, _salts(rules, vault, seat, pair)) if seat in to_reveal(state) else None
    reached = tuple(number for number in pair if is_reached(rules, state, seat, number))
    numbers = reached or pair[:1]
    return acts.Claim(numbers, _salts(rules, vault, seat, numbers))


# -- the next entry


def propose(record: Record, rng: Random, vault: Vault) -> Proposal:
    """The next entry of a plausible game."""
    rules, state = record.rules, record.state
    return (
        _clock(state, vault)
        or _misfortune(state, rng)
        or _claim(rules, state, vault)
        or _answer(rules, state, rng)
        or _step(rules, state, rng, vault)
    )


def _clock(state: State, vault: Vault) -> Proposal | None:
    """The warning and the end of time come in giri that the salts decide."""
    lot = Random(vault.secrets[0].salt)
    due_giro, due_turn = lot.randint(EARLIEST, LATEST), lot.randrange(SEATS)
    if state.ended or not isinstance(state.awaits, (Fight, Reinforce)):
        return None
    here = (state.giro, state.order.index(state.seat))
    if not state.has_pre_alarm and here >= (due_giro - WARNED_BEFORE, due_turn):
        return Proposal(CLOCK, PreAlarm())
    if not state.last_giro and here >= (due_giro, due_turn):
        return Proposal(CLOCK, TimeUp())
    return None


def _misfortune(state: State, rng: Random) -> Proposal | None:
    if isinstance(state.awaits, Fight) and state.giro > 2 and rng.random() < P_LEAVES:
        return Proposal(JUDGE, acts.Abandon(rng.choice([seat for seat in range(SEATS) if state.is_active(seat)])))
    if isinstance(state.awaits, DefenceThrow) and rng.random() < P_COCKED:
        return Proposal(state.awaits.roller, acts.VoidThrow("defence"))
    return None


def _claim(rules: Rules, state: State, vault: Vault) -> Proposal | None:
    if not isinstance(state.awaits, (Reinforce, Fight, Closing)):
        return None
    if not any(is_reached(rules, state, state.seat, number) for number in pair_of(vault, state.seat)):
        return None
    shown = showing(rules, state, state.seat, vault)
    assert shown is not None
    return Proposal(state.seat, shown)


def _answer(rules: Rules, state: State, rng: Random) -> Proposal | None:
    """A player under attack interposes a card now and then."""
    for window in windows(rules, state):
        for name in window.acts:
            if rng.random() < P_ANSWER.get(name, 0):
                return Proposal(window.seat, _interposed(rules, state, name, rng))
    return None


def _interposed(rules: Rules, state: State, name: str, rng: Random) -> Act:
    if name == "ripiegamento":
        return acts.Ripiegamento(rules.board.ids[rng.choice(refuges(rules, state))])
    plain: dict[str, Callable[[], Act]] = {
        "cortina_di_ferro": acts.CortinaDiFerro,
        "armate_nascoste": acts.ArmateNascoste,
        "maresciallo": acts.Maresciallo,
        "campo_minato": acts.CampoMinato,
        "contro_spia": acts.ControSpia,
    }
    return plain[name]()


def _step(rules: Rules, state: State, rng: Random, vault: Vault) -> Proposal:
    awaits = state.awaits
    if state.giro == 0 and not state.ended:
        return _set_up(rules, state, rng, vault)
    if isinstance(awaits, DefenceThrow):
        return Proposal(awaits.roller, acts.DefenceDice(_roll(rng, defence_dice(state.armies[awaits.dst]))))
    if isinstance(awaits, Count):
        return _count(rules, state, vault)
    return Proposal(state.seat, _turn(rules, state, rng, goal_of(rules, state, vault, state.seat)))


def _roll(rng: Random, dice: int) -> tuple[int, ...]:
    return tuple(rng.randint(1, 6) for _ in range(dice))


def goal_of(rules: Rules, state: State, vault: Vault, seat: int) -> Goal:
    """The territories of the objective that is nearest to being reached."""
    goals = [_territories(rules, state, number) for number in pair_of(vault, seat)]
    return min(goals, key=lambda goal: (sum(state.owners[place] != seat for place in goal) or 99, sorted(goal)))


def _territories(rules: Rules, state: State, number: int) -> Goal:
    colour = rules.board.targets.get(number)
    if colour is None:
        return rules.board.objectives[number].territories
    return frozenset(state.territories_of(state.colours.index(colour))) if colour in state.colours else frozenset()


# -- setting up


def _set_up(rules: Rules, state: State, rng: Random, vault: Vault) -> Proposal:
    awaits = state.awaits
    if isinstance(awaits, DrawLot):
        return Proposal(JUDGE, acts.Lot(rng.randrange(SEATS)))
    if isinstance(awaits, ReadStandings):
        return Proposal(JUDGE, acts.Standings(tuple(rng.sample(range(SEATS), SEATS))))
    if isinstance(awaits, PickPlace):
        free = [number for number, seat in enumerate(awaits.places, 1) if seat == NOBODY]
        return Proposal(awaits.seats[0], acts.PickPlace(rng.choice(free)))
    if isinstance(awaits, PickColour):
        return Proposal(awaits.seat, acts.Colour(_colours(rules, vault)[awaits.seat]))
    if isinstance(awaits, DealHand):
        cards = rng.sample([rules.board.ids[place] for place in auctioned(state)], TERRITORIES_EACH)
        return Proposal(JUDGE, acts.Deal(awaits.seat, tuple(cards)))
    if isinstance(awaits, (Auctioning, AuctionThrow)):
        return Proposal(JUDGE, _auction(rules, state, rng))
    if isinstance(awaits, DealObjectives):
        return Proposal(JUDGE, acts.Objectives())
    return _lay(rules, state, rng, vault)


def _colours(rules: Rules, vault: Vault) -> tuple[str, ...]:
    """Colours under which nobody holds the objective to destroy his own; at a real table the deal would be repeated."""
    able = [
        order
        for order in permutations(COLOURS)
        if not any(_clashes(rules, vault, seat, order[seat]) for seat in range(SEATS))
    ]
    return Random(vault.secrets[1].salt).choice(able)


def _clashes(rules: Rules, vault: Vault, seat: int, colour: str) -> bool:
    return rules.own_colour == "redealt" and any(rules.board.targets.get(n) == colour for n in pair_of(vault, seat))


def _auction(rules: Rules, state: State, rng: Random) -> Act:
    if isinstance(state.awaits, AuctionThrow):
        return acts.AuctionDice(_roll(rng, len(state.awaits.seats)))
    if is_first_auction(state) and is_void(rules, state):
        return acts.Redeal()
    assert isinstance(state.awaits, Auctioning)
    by_lot = state.awaits.by_lot
    place = rules.board.ids[by_lot if by_lot != NOBODY else rng.choice(auctioned(state))]
    if rules.auction == "sealed" and by_lot == NOBODY:
        return acts.Bids(place, tuple(rng.randint(0, min(3, unplaced_of(state, seat))) for seat in range(SEATS)))
    winner = rng.randrange(SEATS)
    bid = 0 if by_lot != NOBODY or rng.random() < 0.05 else rng.randint(1, min(6, unplaced_of(state, winner)))
    return acts.Auction(place, winner, bid)


def _lay(rules: Rules, state: State, rng: Random, vault: Vault) -> Proposal:
    awaits = state.awaits
    assert isinstance(awaits, (PlaceFactory, PlaceFirst))
    if awaits.is_fresh and not rules.sealed and rng.random() < P_VOID:
        seat = rng.randrange(SEATS)
        return Proposal(seat, acts.VoidObjectives(rng.choice(list(void_pairs(rules, state, seat)))))
    if isinstance(awaits, PlaceFactory):
        own = [place for place in state.territories_of(awaits.seat) if place not in state.factories]
        by = JUDGE if rules.factory_place == "drawn" else awaits.seat
        return Proposal(by, acts.Factory(rules.board.ids[rng.choice(own)]))
    goal = goal_of(rules, state, vault, awaits.seat)
    count = min(BATCH, awaits.stock[awaits.seat])
    return Proposal(awaits.seat, acts.Place(_placement(rules, state, awaits.seat, count, rng, goal)))


# -- the turn


def _turn(rules: Rules, state: State, rng: Random, goal: Goal) -> Act:
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
        return acts.Place(_placement(rules, state, state.seat, awaits.left, rng, goal))
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
    held = state.held(state.seat)
    if held < 2 or state.combinations or not may_exchange(state) or rng.random() >= P_EXCHANGE.get(held, 1.0):
        return ()
    cards = [card for card in exchangeable(rules, state, ()) if card in rules.board.index]
    for _ in range(60):
        size = rng.randint(2, min(4, held))
        drawn = tuple(rng.sample(cards, size)) if len(cards) >= size else ()
        while drawn and len(drawn) < held and rng.random() < P_RINFORZO:
            drawn = (*drawn, RINFORZO)
        if worth(rules, drawn) and can_hold(rules, state, state.seat, drawn):
            return drawn
    return ()


def _placement(rules: Rules, state: State, seat: int, count: int, rng: Random, goal: Goal) -> dict[str, int]:
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
        return acts.AttackDice(_roll(rng, due_dice(state, way)))
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


# -- the count


def _count(rules: Rules, state: State, vault: Vault) -> Proposal:
    seat = to_reveal(state)[0]
    shown = showing(rules, state, seat, vault)
    assert shown is not None
    return Proposal(seat, shown)


def is_done(rules: Rules, state: State) -> bool:
    return bool(state.ended) and not to_reveal(state)
