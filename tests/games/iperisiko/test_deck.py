"""What can be in a closed hand: a dealer who sees every card plays on, and what is true must never be called impossible."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from games.iperisiko import deck
from games.iperisiko.rules import Rules
from games.iperisiko.setting_up import start
from games.iperisiko.state import USED, State

FIGURES = ("generale", "maresciallo", "diplomatico", "ammiraglio", "spia")


class Dealer:
    """The deck as it really lies, shuffled whenever something goes back into it."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        self.rules, self.rng = rules, rng
        self.cards = list(rules.deck)
        self.hands: list[list[str]] = [[], [], [], []]
        self.aside: list[str] = []
        rng.shuffle(self.cards)

    def draw(self, seat: int) -> None:
        self.hands[seat].append(self.cards.pop())
        self._remake()

    def play(self, seat: int, cards: list[str]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            (self.cards if card in FIGURES else self.aside).append(card)
        self.rng.shuffle(self.cards)
        self._remake()

    def leave(self, seat: int) -> None:
        self.cards += self.hands[seat]
        self.hands[seat] = []
        self.rng.shuffle(self.cards)

    def _remake(self) -> None:
        if not self.cards:
            self.cards, self.aside = self.aside, []
            self.rng.shuffle(self.cards)


def step(dealer: Dealer, state: State, rng: Random) -> State:
    rules, seat = dealer.rules, rng.randrange(4)
    if rng.random() < 0.02:
        dealer.leave(seat)
        return deck.returned(state, seat)
    if dealer.hands[seat] and rng.random() < 0.45:
        cards = rng.sample(dealer.hands[seat], rng.randint(1, min(4, len(dealer.hands[seat]))))
        assert deck.can_hold(rules, state, seat, cards)
        dealer.play(seat, cards)
        return deck.played(rules, state, seat, cards)
    if dealer.cards:
        dealer.draw(seat)
        return deck.drawn(state, seat)
    return state


@pytest.mark.parametrize("seed", range(12))
def test_whatever_a_hand_holds_is_possible(rules_of: Callable[..., Rules], seed: int) -> None:
    rules, rng = rules_of(jollies=seed % 3, rinforzi=3 + seed), Random(seed)
    dealer, state = Dealer(rules, rng), start(rules)
    for _ in range(600):
        state = step(dealer, state, rng)
        assert state.deck == len(dealer.cards)
        assert [len(hand) for hand in state.hands] == [len(hand) for hand in dealer.hands]
        assert sorted(dealer.aside) == sorted(
            card for card, since in zip(rules.deck, state.since, strict=True) if since == USED
        )
        for seat, hand in enumerate(dealer.hands):
            assert deck.can_hold(rules, state, seat, hand)


def test_a_figure_that_went_back_can_only_be_drawn_again(rules_of: Callable[..., Rules]) -> None:
    rules = rules_of()
    state = start(rules)
    for seat in (0, 0, 1):
        state = deck.drawn(state, seat)
    for seat in (0, 0):
        state = deck.played(rules, state, seat, ("generale",))

    assert not deck.can_hold(rules, state, 1, ("generale",))
    assert deck.can_hold(rules, state, 1, ("spia",))
    assert deck.can_hold(rules, deck.drawn(state, 1), 1, ("generale",))


def test_three_of_a_kind_of_which_there_are_two_are_impossible(rules_of: Callable[..., Rules]) -> None:
    rules = rules_of()
    state = start(rules)
    for _ in range(3):
        state = deck.drawn(state, 0)

    assert deck.can_hold(rules, state, 0, ("spia", "spia"))
    assert not deck.can_hold(rules, state, 0, ("spia", "spia", "spia"))


def test_a_card_laid_aside_is_impossible_until_the_deck_is_made_anew(rules_of: Callable[..., Rules]) -> None:
    rules = rules_of()
    state = deck.played(rules, deck.drawn(start(rules), 0), 0, ("siam",))
    state = deck.drawn(state, 0)
    assert not deck.can_hold(rules, state, 0, ("siam",))

    while state.deck > 1:
        state = deck.drawn(state, 1)
    state = deck.drawn(state, 2)
    assert state.deck == 1
    assert not deck.can_hold(rules, state, 0, ("siam",))
    assert deck.can_hold(rules, deck.drawn(state, 0), 0, ("siam",))
