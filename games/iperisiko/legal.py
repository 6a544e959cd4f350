"""What may be done now: journeys, targets, opponents, cards and objectives, asked of the same `breaches` that check the record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

from games.iperisiko import acts
from games.iperisiko.attack import (
    able_dice,
    ammiraglio_breaches,
    attack_breaches,
    attack_dice_breaches,
    declared,
    due_dice,
    least_fleet,
)
from games.iperisiko.counting import claim_breaches, is_reached
from games.iperisiko.deck import can_hold, possible
from games.iperisiko.figures import diplomatico_breaches, generale_breaches, has_cards, may_remove, spia_breaches
from games.iperisiko.missiles import dna_breaches, minibomba_breaches, socialista_breaches
from games.iperisiko.movement import enter_breaches, move_breaches, reach, trasporto_aereo_breaches
from games.iperisiko.reinforcement import MOST_RINFORZI, may_exchange, riserva_breaches, worth
from games.iperisiko.rules import FLEET, RINFORZO, Rules
from games.iperisiko.setting_up import is_own, is_poor
from games.iperisiko.state import (
    Closing,
    Declared,
    Fight,
    Reinforce,
    Spying,
    State,
)
from games.iperisiko.turns import available, is_valid
from games.kernel.acts import Act, By
from games.kernel.breaches import Breach
from games.kernel.questions import awaited
from games.risiko.board import JOLLY

Breaches = Callable[[Rules, State, By, Any], Iterable[Breach]]
LARGEST = 4


def is_legal(breaches: Breaches, rules: Rules, state: State, act: Act, by: By | None = None) -> bool:
    return not any(breaches(rules, state, state.seat if by is None else by, act))


def void_pairs(rules: Rules, state: State, seat: int) -> Iterator[tuple[int, ...]]:
    """Pairs that may not stand for this seat (5, 16)."""
    for pair in combinations(rules.board.objectives, 2):
        if is_poor(rules, pair) or (rules.own_colour == "redealt" and is_own(rules, state, seat, pair)):
            yield pair


def can_exchange(rules: Rules, state: State) -> bool:
    return (
        may_exchange(state)
        and not state.combinations
        and state.hand_size(state.seat) >= 2
        and completes(rules, state, ())
    )


def exchangeable(rules: Rules, state: State, chosen: tuple[str, ...]) -> list[str]:
    """Cards that can be in the hand beside those chosen, jollies and rinforzi as often as there are copies."""
    kinds = [
        card for card in possible(rules, state, state.seat) if card in rules.board.index or card in (RINFORZO, JOLLY)
    ]
    return [card for card in kinds if can_hold(rules, state, state.seat, (*chosen, card))]


def figure_of(rules: Rules, card: str) -> str:
    return rules.board.symbols[rules.board.index[card]] if card in rules.board.index else ""


def completes(rules: Rules, state: State, chosen: tuple[str, ...]) -> bool:
    """Whether these cards are, or can still become, a combination that the hand may hold."""
    if worth(rules, chosen):
        return can_hold(rules, state, state.seat, chosen)
    if chosen.count(RINFORZO) > MOST_RINFORZI or len(chosen) - chosen.count(RINFORZO) > LARGEST:
        return False
    some = _one_of_each(rules, exchangeable(rules, state, chosen), chosen)
    return any(
        worth(rules, (*chosen, *rest)) and can_hold(rules, state, state.seat, (*chosen, *rest))
        for count in (1, 2, 3)
        for rest in combinations(some, count)
    )


def _one_of_each(rules: Rules, cards: list[str], chosen: tuple[str, ...]) -> list[str]:
    """Two cards of each figure are enough to see whether a combination can come of it."""
    by_figure: dict[str, list[str]] = {}
    for card in cards:
        alike = by_figure.setdefault(figure_of(rules, card) or card, [])
        if len(alike) < 2 and card not in chosen:
            alike.append(card)
    return [card for alike in by_figure.values() for card in alike if card != RINFORZO]


Pairs = Callable[[Rules, State], Iterator[tuple[int, int]]]
Reach = Callable[[Rules, State, int], Iterable[int]]


def _leads(breaches: Breaches, make: Callable[[str, str], Act], within: Reach) -> Pairs:
    """Pairs of territories between which the act is legal; it leads nowhere but `within` reach of the first."""

    def pairs(rules: Rules, state: State) -> Iterator[tuple[int, int]]:
        ids = rules.board.ids
        for src in state.territories_of(state.seat):
            if available(state, src):
                for dst in within(rules, state, src):
                    if dst != src and is_legal(breaches, rules, state, make(ids[src], ids[dst])):
                        yield src, dst

    return pairs


def _anywhere(rules: Rules, _state: State, _src: int) -> Iterable[int]:
    return range(rules.board.size)


def _beside(rules: Rules, _state: State, src: int) -> Iterable[int]:
    return sorted(rules.board.borders[src])


def _joined(rules: Rules, state: State, src: int) -> Iterable[int]:
    return sorted(reach(rules, state, src))


attacks = _leads(attack_breaches, lambda src, dst: acts.Attack(src, dst), _beside)
_alone = _leads(ammiraglio_breaches, lambda src, dst: acts.Ammiraglio(src, dst, 1), _anywhere)
_together = _leads(ammiraglio_breaches, lambda src, dst: acts.Ammiraglio(src, dst, FLEET), _anywhere)
moves = _leads(move_breaches, lambda src, dst: acts.Move(src, dst, 1), _joined)
flights = _leads(trasporto_aereo_breaches, lambda src, dst: acts.TrasportoAereo(src, dst, 1), _anywhere)
entries = _leads(enter_breaches, lambda src, dst: acts.Enter(src, dst, 1), _beside)


def landings(rules: Rules, state: State) -> Iterator[tuple[int, int]]:
    return (_alone if least_fleet(rules) == 1 else _together)(rules, state)


def bribes(rules: Rules, state: State) -> Iterator[tuple[int, int]]:
    ids = rules.board.ids
    for src in range(rules.board.size):
        for dst in rules.board.borders[src]:
            if state.owners[dst] == state.seat and is_legal(
                socialista_breaches, rules, state, acts.Socialista(ids[src], ids[dst])
            ):
                yield src, dst


def _targets(breaches: Breaches, make: Callable[[str], Act]) -> Callable[[Rules, State], list[int]]:
    """Territories on which the card is legal."""

    def places(rules: Rules, state: State) -> list[int]:
        ids = rules.board.ids
        return [place for place in range(rules.board.size) if is_legal(breaches, rules, state, make(ids[place]))]

    return places


reserves = _targets(riserva_breaches, lambda dst: acts.Riserva(dst))
strikes = _targets(dna_breaches, lambda dst: acts.Dna(dst))
bombings = _targets(minibomba_breaches, lambda dst: acts.Minibomba(dst))


def _opponents(breaches: Breaches, make: Callable[[int], Act]) -> Callable[[Rules, State], list[int]]:
    """Seats against which the figure is legal."""

    def seats(rules: Rules, state: State) -> list[int]:
        return [seat for seat in range(rules.seats) if is_legal(breaches, rules, state, make(seat))]

    return seats


facing = _opponents(generale_breaches, lambda seat: acts.Generale(seat))
agreeing = _opponents(diplomatico_breaches, lambda seat: acts.Diplomatico(seat))
spied = _opponents(spia_breaches, lambda seat: acts.Spia(seat))


def removable(rules: Rules, state: State) -> list[str]:
    seat = awaited(state, Spying).target
    if not has_cards(rules, state, seat):
        return [""]
    names = [*(rules.board.cards if rules.spy_from == "all" else ()), *rules.deck]
    able = [card for card in dict.fromkeys(names) if may_remove(rules, state, seat, card)]
    return able if rules.spy_takes == "must" else ["", *able]


def claimable(rules: Rules, state: State) -> Iterator[tuple[int, int]]:
    """Seats and the objectives that they would have reached: public, since it says nothing of any card."""
    if isinstance(state.awaits, (Reinforce, Fight, Declared, Closing)):
        for seat in range(rules.seats):
            for number in rules.board.objectives:
                if is_reached(rules, state, seat, number) and is_legal(
                    claim_breaches, rules, state, acts.Claim((number,)), seat
                ):
                    yield seat, number


def good_pairs(rules: Rules, state: State, seat: int) -> list[tuple[int, ...]]:
    """Pairs that can be the seat's: they may stand, and nobody has shown one of them."""
    others = {number for other, shown in enumerate(state.objectives) if other != seat for number in shown}
    void = set(void_pairs(rules, state, seat))
    free = [pair for pair in combinations(rules.board.objectives, 2) if pair not in void and not others & set(pair)]
    return [pair for pair in free if set(state.objectives[seat]) <= set(pair)]


def has_dice(rules: Rules, state: State) -> bool:
    way = declared(state)
    if way is None:
        return False
    if not able_dice(state, way):  # an attack that was registered with too few armies is thrown as it happened
        return isinstance(way, Declared) and is_valid(state, way.src, way.dst)
    return attack_may_go_on(rules, state)


def attack_may_go_on(rules: Rules, state: State) -> bool:
    way = declared(state)
    return way is not None and is_legal(
        attack_dice_breaches, rules, state, acts.AttackDice((1,) * due_dice(state, way))
    )
