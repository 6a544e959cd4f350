"""A sensible seeded player for all seats: it plays towards one of its objectives, spends its cards, and calls time when a real table would.

It chooses among what the rules allow and never looks at another seat's objectives. Nobody knows what a closed hand holds, so a figure is
played now and then where it can be in the hand.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from random import Random

from games.iperisiko import acts
from games.iperisiko.answers import refuges, windows
from games.iperisiko.attack import defence_dice
from games.iperisiko.counting import OBJECTIVES, is_reached, to_reveal
from games.iperisiko.dealing import auctioned, is_first_auction, is_void, unplaced_of
from games.iperisiko.legal import void_pairs
from games.iperisiko.policy_turn import Goal, placement, roll, turn
from games.iperisiko.rules import BATCH, COLOURS, SEATS, TERRITORIES_EACH, Rules, rules_for
from games.iperisiko.setting_up import is_poor
from games.iperisiko.state import (
    NOBODY,
    Auctioning,
    AuctionThrow,
    Closing,
    Count,
    DealHand,
    DealObjectives,
    DefenceThrow,
    DrawLot,
    Fight,
    PickColour,
    PickPlace,
    PlaceFactory,
    PlaceFirst,
    ReadStandings,
    Reinforce,
    State,
)
from games.kernel.acts import CLOCK, JUDGE, Act, PreAlarm, TimeUp
from games.kernel.game import Move as Proposal
from games.kernel.lines import Header
from games.kernel.record import Record
from games.kernel.vault import SALT_BYTES, Secret, Vault

EARLIEST, LATEST = 5, 8
WARNED_BEFORE = 2
P_LEAVES, P_COCKED, P_VOID = 0.0003, 0.004, 0.4
P_ANSWER = {
    "cortina_di_ferro": 0.04,
    "ripiegamento": 0.03,
    "armate_nascoste": 0.05,
    "maresciallo": 0.02,
    "campo_minato": 0.12,
    "contro_spia": 0.15,
}

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
        return Proposal(awaits.roller, acts.DefenceDice(roll(rng, defence_dice(state.armies[awaits.dst]))))
    if isinstance(awaits, Count):
        return _count(rules, state, vault)
    return Proposal(state.seat, turn(rules, state, rng, goal_of(rules, state, vault, state.seat)))


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
        return acts.AuctionDice(roll(rng, len(state.awaits.seats)))
    if is_first_auction(state) and is_void(rules, state):
        return acts.Redeal()
    assert isinstance(state.awaits, Auctioning)
    by_lot = state.awaits.by_lot
    place = rules.board.ids[by_lot if by_lot != NOBODY else rng.choice(auctioned(state))]
    if rules.auction == "sealed" and by_lot == NOBODY:
        return acts.Bids(place, tuple(rng.randint(0, min(3, unplaced_of(state, seat))) for seat in range(SEATS)))
    winner = rng.choice([seat for seat in range(SEATS) if state.is_active(seat)])
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
    return Proposal(awaits.seat, acts.Place(placement(rules, state, awaits.seat, count, rng, goal)))


# -- the count


def _count(rules: Rules, state: State, vault: Vault) -> Proposal:
    seat = to_reveal(state)[0]
    shown = showing(rules, state, seat, vault)
    assert shown is not None
    return Proposal(seat, shown)


def is_done(rules: Rules, state: State) -> bool:
    return bool(state.ended) and not to_reveal(state)
