"""What may be done now, as far as anybody can know: visions, enchantments, payments, thefts, inheritances, lineages to claim."""

from __future__ import annotations

from itertools import combinations, product

from games.fatal import acts, hidden, hoards
from games.fatal.contents import SCREEN
from games.fatal.elimination import claimants, shared, shares
from games.fatal.enchantment import paid
from games.fatal.leaving import free_lineages
from games.fatal.rules import PAID, Rules
from games.fatal.state import (
    EMPTY,
    AwaitShare,
    State,
)
from games.fatal.stealing import steal_breaches
from games.fatal.treasures import lies_open
from games.fatal.trimagia import robbed
from games.fatal.turns import free_place
from games.kernel.questions import awaited, present, require


def playable(rules: Rules, state: State) -> list[int]:
    """Visions that the seat in turn may lay, as far as anybody can know."""
    if not any(free_place(row) != EMPTY for row in state.sides[state.seat].rows):
        return []
    return [kind for kind in hidden.showable(state, hidden.HANDS, state.seat) if rules.box.is_vision(kind)]


def enchantments(rules: Rules, state: State) -> list[int]:
    return [
        kind
        for kind in hidden.showable(state, hidden.HANDS, state.seat)
        if not rules.box.is_vision(kind) and rules.box.effect(kind) != SCREEN
    ]


def payable(rules: Rules, state: State) -> list[int]:
    kinds = [kind for kind, one in enumerate(rules.box.treasures) if one.value in PAID]
    return [kind for kind in kinds if paid(state, state.seat, kind) is not None]


def steals(rules: Rules, state: State) -> list[acts.Steal]:
    found = [
        acts.Steal(seat, row, to, place)
        for seat in state.actives
        for row, to in product((0, 1), (0, 1))
        for place, kind in enumerate(state.sides[seat].rows[row])
        if seat != state.seat and kind != EMPTY
    ]
    return [act for act in found if not any(steal_breaches(rules, state, state.seat, act))]


def laid_open(rules: Rules, state: State, seat: int, source: int, most: int) -> list[tuple[str, ...]]:
    """Sets of treasures of its own colour that the seat may lay face up out of up to `most` that come from a place."""
    kinds = [kind for kind in hoards.possible(state, source) if lies_open(rules, state, seat, kind)]
    kinds = [kind for kind in kinds for _ in range(rules.box.treasures[kind].copies)]
    found = {chosen for size in range(most + 1) for chosen in combinations(kinds, min(size, len(kinds)))}
    return [tuple(rules.box.treasures[kind].id for kind in chosen) for chosen in sorted(found)]


def thefts(rules: Rules, state: State) -> list[tuple[str, ...]]:
    """What a thief may lay face up of the theft under way; only the empty set for one who keeps everything face down."""
    strike = present(state.strike)
    require(strike.target >= 0)
    victim, most = strike.target, min(strike.power, state.sides[strike.target].pile)
    sets = laid_open(rules, state, state.seat, victim, most)
    hoard = rules.box.hoard
    return [names for names in sets if robbed(rules, state, tuple(hoard[name] for name in names)) is not None]


def inheritances(rules: Rules, state: State) -> list[dict[int, tuple[str, ...]]]:
    """What heirs may lay face up of the treasures that are being shared out."""
    victim = awaited(state, AwaitShare).seat
    whole = state
    for kind in state.sides[victim].face_up:
        whole = hoards.laid_down(whole, victim, kind)
    due = shares(rules, state, victim)
    sets = [[(seat, names) for names in laid_open(rules, whole, seat, victim, count)] for seat, count in due.items()]
    found = [{seat: names for seat, names in chosen if names} for chosen in product(*sets)]
    hoard = rules.box.hoard
    return [
        faced
        for faced in found
        if shared(rules, state, {seat: [hoard[name] for name in names] for seat, names in faced.items()}) is not None
    ]


def claimable(rules: Rules, state: State, seat: int) -> list[str]:
    """The lineages with which the seat may say that it has put its rival out."""
    if rules.sealed:
        return []
    out = claimants(rules, state).get(seat, ())
    return [one for one in free_lineages(rules, state) if rules.rivals[one] in out]
