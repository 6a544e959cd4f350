"""What may be done now: sets of cards, targets, dice, moves, objectives, asked of the same `breaches` that check the record."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from games.risiko import acts
from games.risiko.attack import (
    attack_breaches,
    attack_dice_breaches,
)
from games.risiko.board import JOLLIES, JOLLY
from games.risiko.counting import holds
from games.risiko.movement import garrison, move_breaches
from games.risiko.reinforcement import can_hold, card_bits, may_play, must_play, worth
from games.risiko.rules import MOST_DICE, Rules
from games.risiko.state import (
    AttackThrow,
    CloseThrow,
    Closing,
    Fight,
    Reinforce,
    State,
)


def unseen_cards(rules: Rules, state: State) -> list[str]:
    """Cards that can be in the hand of the seat in turn, as far as anybody can know."""
    bits = [bit for bit in range(rules.board.size + JOLLIES) if can_hold(state, state.seat, (bit,))]
    names = [rules.board.ids[bit] if bit < rules.board.size else JOLLY for bit in bits]
    return list(dict.fromkeys(names))


def completes(rules: Rules, state: State, chosen: tuple[str, ...]) -> bool:
    """Whether these cards can still become a set that the hand may hold."""
    options = [*unseen_cards(rules, state), JOLLY]
    return any(
        worth(rules, (*chosen, *rest)) and is_holdable(rules, state, (*chosen, *rest))
        for rest in combinations(options, 3 - len(chosen))
    )


def is_holdable(rules: Rules, state: State, cards: tuple[str, ...]) -> bool:
    bits = card_bits(rules, state, cards)
    return bits is not None and can_hold(state, state.seat, bits)


def can_play_set(rules: Rules, state: State) -> bool:
    if state.hand_size(state.seat) < 3 or not may_play(rules, state):
        return False
    if rules.several_tris == "one" and state.sets and not must_play(rules, state):
        return False
    return completes(rules, state, ())


def legal_targets(rules: Rules, state: State, src: int) -> list[int]:
    ids = rules.board.ids
    return [
        dst
        for dst in rules.board.borders[src]
        if state.owners[dst] != state.seat
        and not any(attack_breaches(rules, state, state.seat, acts.Attack(ids[src], ids[dst])))
    ]


def attack_sources(rules: Rules, state: State) -> Iterator[int]:
    return (
        src for src in state.territories_of(state.seat) if state.armies[src] > 1 and legal_targets(rules, state, src)
    )


def dice_counts(rules: Rules, state: State) -> Iterator[int]:
    """With how many dice the declared attack may be thrown."""
    for count in range(1, MOST_DICE + 1):
        if not any(attack_dice_breaches(rules, state, state.seat, acts.AttackDice((1,) * count))):
            yield count


def movable(rules: Rules, state: State, src: int) -> int:
    return state.armies[src] - garrison(rules, state, src, state.seat)


def move_targets(rules: Rules, state: State, src: int) -> list[int]:
    ids = rules.board.ids
    if movable(rules, state, src) < 1:
        return []
    return [
        dst
        for dst in rules.board.borders[src]
        if state.owners[dst] == state.seat
        and not any(move_breaches(rules, state, state.seat, acts.Move(ids[src], ids[dst], 1)))
    ]


def move_sources(rules: Rules, state: State) -> Iterator[int]:
    return (src for src in state.territories_of(state.seat) if move_targets(rules, state, src))


def claimable(rules: Rules, state: State) -> Iterator[tuple[int, int]]:
    """Seats and the objectives whose territories they hold: public, since it says nothing of any card."""
    if isinstance(state.awaits, (Reinforce, Fight, AttackThrow, Closing, CloseThrow)):
        for seat in range(rules.seats):
            for number, objective in rules.board.objectives.items():
                if state.is_active(seat) and number not in state.objectives and holds(state, seat, objective):
                    yield seat, number
