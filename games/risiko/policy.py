"""A sensible seeded player for all seats: it plays towards its objective, keeps its borders, and calls time when a real table would.

It chooses among what the rules allow and never looks at another seat's objective.
"""

from __future__ import annotations

from random import Random

from games.kernel.acts import CLOCK, JUDGE, Act, TimeUp
from games.kernel.game import Move as Proposal
from games.kernel.lines import Header
from games.kernel.record import Record
from games.kernel.vault import SALT_BYTES, Vault, seal
from games.risiko import acts
from games.risiko.attack import defence_dice
from games.risiko.counting import OBJECTIVE, holds, tied, to_reveal
from games.risiko.legal import can_play_set, dice_counts, legal_targets, move_sources, move_targets, unseen_cards
from games.risiko.movement import garrison
from games.risiko.reinforcement import can_hold, card_bits, faces_enemy, must_play, worth
from games.risiko.rules import BATCH, COLOURS, Rules
from games.risiko.setting_up import receiver
from games.risiko.state import (
    NOBODY,
    AttackThrow,
    CloseThrow,
    Closing,
    Count,
    DealCard,
    DealObjectives,
    DefenceThrow,
    Fight,
    Occupation,
    PickColour,
    PlaceFirst,
    Reinforce,
    StartThrow,
    State,
)
from games.risiko.turns import is_entitled, room

EARLIEST, LATEST = 7, 13
P_SET = {3: 0.34, 4: 0.81}
P_FORGETS = 0.02
P_LEAVES = 0.0004
P_COCKED = 0.004
P_CONTENT = 0.5


def deal(header: Header, rng: Random) -> Vault:
    """An objective card for each seat, with its salt."""
    numbers = rng.sample(range(1, 17), len(header.seats))
    return seal(OBJECTIVE, map(str, numbers), (rng.randbytes(SALT_BYTES) for _ in numbers))


def propose(record: Record, rng: Random, vault: Vault) -> Proposal:
    """The next entry of a plausible game."""
    rules, state = record.rules, record.state
    return _clock(state, vault) or _misfortune(state, rng) or _step(rules, state, rng, vault)


def showing(rules: Rules, state: State, seat: int, vault: Vault) -> acts.Claim | acts.Reveal | None:
    """The act by which a seat shows the objective that the system dealt: a claim while the game goes on, else its card at the count."""
    dealt = vault.of(seat, OBJECTIVE)
    if not dealt or not state.is_active(seat):
        return None
    number, salt = int(dealt[0].value), dealt[0].salt if rules.sealed else ""
    if isinstance(state.awaits, Count):
        return acts.Reveal(number, salt) if not state.objectives[seat] else None
    return acts.Claim(number, salt)


def _goal(rules: Rules, vault: Vault, seat: int) -> frozenset[int]:
    return rules.board.objectives[int(vault.of(seat, OBJECTIVE)[0].value)].territories


def _clock(state: State, vault: Vault) -> Proposal | None:
    """Time is called in a giro that the salts decide."""
    lot = Random(vault.secrets[0].salt)
    due_giro, due_turn = lot.randint(EARLIEST, LATEST), lot.randint(0, 4)
    if state.last_giro or state.ended or not isinstance(state.awaits, (Fight, Reinforce)):
        return None
    if state.giro > due_giro or (state.giro == due_giro and state.seat >= min(due_turn, len(state.standing) - 1)):
        return Proposal(CLOCK, TimeUp())
    return None


def _misfortune(state: State, rng: Random) -> Proposal | None:
    if isinstance(state.awaits, Fight) and state.giro > 2 and rng.random() < P_LEAVES:
        return Proposal(
            JUDGE, acts.Abandon(rng.choice([seat for seat in range(len(state.standing)) if state.is_active(seat)]))
        )
    if isinstance(state.awaits, DefenceThrow) and rng.random() < P_COCKED:
        return Proposal(state.awaits.roller, acts.VoidThrow("defence"))
    return None


def _step(rules: Rules, state: State, rng: Random, vault: Vault) -> Proposal:
    awaits = state.awaits
    if state.giro == 0:
        return _set_up(rules, state, rng, vault)
    if isinstance(awaits, DefenceThrow):
        return Proposal(awaits.roller, acts.DefenceDice(_roll(rng, defence_dice(state.armies[awaits.dst]))))
    if isinstance(awaits, CloseThrow):
        return Proposal(state.seat, acts.CloseDice(_roll(rng, 2)))
    if isinstance(awaits, Count):
        return _count(rules, state, rng, vault)
    if isinstance(awaits, Occupation):
        return Proposal(state.seat, acts.Occupy(_moving_in(rules, state, awaits, _goal(rules, vault, state.seat))))
    if (
        state.late != NOBODY
        and state.late != state.seat
        and rng.random() < 0.3
        and state.hand_size(state.late) < 7
        and state.deck
    ):
        return Proposal(state.late, acts.LateCard(state.hand_size(state.late) + 1))
    return Proposal(state.seat, _turn(rules, state, rng, _goal(rules, vault, state.seat), vault))


def _roll(rng: Random, dice: int) -> tuple[int, ...]:
    return tuple(rng.randint(1, 6) for _ in range(dice))


# -- setting up


def _set_up(rules: Rules, state: State, rng: Random, vault: Vault) -> Proposal:
    awaits = state.awaits
    if isinstance(awaits, StartThrow):
        return Proposal(JUDGE, acts.StartDice(_roll(rng, len(awaits.seats))))
    if isinstance(awaits, PickColour):
        free = [colour for colour in COLOURS if colour not in state.colours]
        return Proposal(awaits.seat, acts.Colour(rng.choice(free)))
    if isinstance(awaits, DealCard):
        place = rng.choice([place for place, owner in enumerate(state.owners) if owner == NOBODY])
        return Proposal(JUDGE, acts.Deal(rules.board.ids[place], receiver(rules, state, place)))
    if isinstance(awaits, DealObjectives):
        return Proposal(JUDGE, acts.Objectives())
    assert isinstance(awaits, PlaceFirst)
    goal = _goal(rules, vault, awaits.seat)
    count = min(BATCH, awaits.stock[awaits.seat])
    return Proposal(awaits.seat, acts.Place(_placement(rules, state, awaits.seat, count, rng, goal)))


# -- the turn


def _turn(rules: Rules, state: State, rng: Random, goal: frozenset[int], vault: Vault) -> Act:
    objective = int(vault.of(state.seat, OBJECTIVE)[0].value)
    if holds(state, state.seat, rules.board.objectives[objective]):
        shown = showing(rules, state, state.seat, vault)
        assert shown is not None
        return shown
    if _plays_set(rules, state, rng) and (cards := _some_set(rules, state, rng)):
        return acts.Tris(cards)
    awaits = state.awaits
    if isinstance(awaits, Reinforce) and (count := min(awaits.left, room(rules, state, state.seat))):
        return acts.Place(_placement(rules, state, state.seat, count, rng, goal))
    if isinstance(awaits, AttackThrow):
        return _throw(rules, state, rng)
    if isinstance(awaits, (Fight, Reinforce)):
        return _fight(rules, state, rng, goal)
    assert isinstance(awaits, Closing)
    return _end(rules, state, rng)


def _plays_set(rules: Rules, state: State, rng: Random) -> bool:
    if must_play(rules, state):
        return True
    fresh = isinstance(state.awaits, Reinforce) and not state.sets
    return (
        fresh
        and state.hand_size(state.seat) >= 3
        and can_play_set(rules, state)
        and rng.random() < P_SET.get(state.hand_size(state.seat), 1.0)
    )


def _some_set(rules: Rules, state: State, rng: Random) -> tuple[str, ...]:
    """Three cards that the hand may hold and that make a set: nobody, not even this policy, knows which cards were drawn."""
    cards = unseen_cards(rules, state)
    for _ in range(200):
        drawn = tuple(rng.sample(cards, 3)) if len(cards) >= 3 else ()
        bits = card_bits(rules, state, drawn)
        if drawn and bits is not None and worth(rules, drawn) and can_hold(state, state.seat, bits):
            return drawn
    return ()


def _placement(rules: Rules, state: State, seat: int, count: int, rng: Random, goal: frozenset[int]) -> dict[str, int]:
    """Onto borders that matter: next to what the objective still lacks, and where the neighbours are strong."""
    own = state.territories_of(seat)
    edge = [place for place in own if faces_enemy(rules, state, place, seat)] or own
    bare = [place for place in edge if state.armies[place] == 1]
    placed: dict[str, int] = {}
    for number in range(count):
        if rules.garrison == "everywhere" and number < len(bare):
            place = bare[number]
        else:
            place = max(edge, key=lambda one: _interest(rules, state, seat, one, goal) * rng.random())
        placed[rules.board.ids[place]] = placed.get(rules.board.ids[place], 0) + 1
    return placed


def _interest(rules: Rules, state: State, seat: int, place: int, goal: frozenset[int]) -> float:
    enemies = [other for other in rules.board.borders[place] if state.owners[other] != seat]
    wanted = sum(other in goal for other in enemies)
    pressure = sum(state.armies[other] for other in enemies)
    return 1 + 3 * wanted + (2 if place in goal else 0) + pressure / (1 + state.armies[place])


def _fight(rules: Rules, state: State, rng: Random, goal: frozenset[int]) -> Act:
    awaits = state.awaits
    if isinstance(awaits, Fight) and awaits.src >= 0 and _goes_on(rules, state, awaits, rng, goal):
        return _throw(rules, state, rng)
    is_content = state.conquests > 1 and rng.random() < P_CONTENT
    best = None if is_content else _best_attack(rules, state, rng, goal)
    if best:
        return acts.Attack(rules.board.ids[best[0]], rules.board.ids[best[1]])
    return _regroup(rules, state, goal) or _end(rules, state, rng)


def _goes_on(rules: Rules, state: State, awaits: Fight, rng: Random, goal: frozenset[int]) -> bool:
    if not list(dice_counts(rules, state)):
        return False
    lead = state.armies[awaits.src] - state.armies[awaits.dst]
    return lead >= (1 if awaits.dst in goal else 2) or rng.random() < 0.1


def _best_attack(rules: Rules, state: State, rng: Random, goal: frozenset[int]) -> tuple[int, int] | None:
    """The attack with the best lead on something wanted; fewer appetites once a card is earned."""
    best, value = None, 0.5
    for src in state.territories_of(state.seat):
        if state.armies[src] < 3:
            continue
        for dst in legal_targets(rules, state, src):
            lead = state.armies[src] - state.armies[dst] - 1
            need = 2 if dst in goal or not state.conquests else 4
            worthwhile = lead - need + (2.0 if dst in goal else 0.0) + rng.random()
            if lead >= need - 1 and worthwhile > value:
                best, value = (src, dst), worthwhile
    return best


def _throw(rules: Rules, state: State, rng: Random) -> acts.AttackDice | acts.EndTurn:
    """With all the dice it may; an attack that a judge registered although no throw is allowed is given up."""
    counts = list(dice_counts(rules, state))
    return acts.AttackDice(_roll(rng, max(counts))) if counts else acts.EndTurn()


def _moving_in(rules: Rules, state: State, awaits: Occupation, goal: frozenset[int]) -> int:
    """Most of them where the new territory is the front, the least where the old one is."""
    most = max(awaits.least, state.armies[awaits.src] - garrison(rules, state, awaits.src, state.seat))
    ahead = _interest(rules, state, state.seat, awaits.dst, goal)
    behind = _interest(rules, state, state.seat, awaits.src, goal)
    return most if ahead >= behind else awaits.least


def _regroup(rules: Rules, state: State, goal: frozenset[int]) -> Act | None:
    """One strategic move, from a quiet territory with armies to spare towards the front."""
    if isinstance(state.awaits, Reinforce) and state.awaits.left:
        return None
    quiet = [
        src
        for src in move_sources(rules, state)
        if not faces_enemy(rules, state, src, state.seat) and state.armies[src] > 2
    ]
    if not quiet:
        return None
    src = max(quiet, key=lambda place: (state.armies[place], -place))
    dst = max(
        move_targets(rules, state, src), key=lambda place: (_interest(rules, state, state.seat, place, goal), -place)
    )
    return acts.Move(rules.board.ids[src], rules.board.ids[dst], state.armies[src] - 1)


def _end(rules: Rules, state: State, rng: Random) -> Act:
    may_draw = is_entitled(rules, state) and not isinstance(state.awaits, Reinforce)
    if may_draw and rng.random() >= P_FORGETS:
        return acts.Draw(state.hand_size(state.seat) + 1)
    return acts.EndTurn()


# -- the count


def _count(rules: Rules, state: State, rng: Random, vault: Vault) -> Proposal:
    missing = to_reveal(state)
    if missing:
        shown = showing(rules, state, missing[0], vault)
        assert shown is not None
        return Proposal(missing[0], shown)
    return Proposal(JUDGE, acts.TieDice(_roll(rng, len(tied(rules, state)))))


def is_done(rules: Rules, state: State) -> bool:
    return bool(state.ended) and not to_reveal(state) and not tied(rules, state)
