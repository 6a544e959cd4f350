"""The deal of article 4, thousands of times: how often a card is handed over, and what everybody ends up with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest

from games.kernel.acts import JUDGE
from games.risiko import acts
from games.risiko.rules import Rules
from games.risiko.setting_up import deal, deal_breaches, first_deal, receiver, start
from games.risiko.state import DealCard

DEALS = 2_000


class Dealt(NamedTuple):
    counts: tuple[int, ...]
    hand_overs: int
    longest: int
    over_half: int


def one_deal(rules: Rules, rng: Random) -> Dealt:
    state = start(rules).with_(awaits=first_deal(rules))
    deck = list(rules.board.ids)
    rng.shuffle(deck)
    hand_overs = longest = 0
    while isinstance(state.awaits, DealCard):
        card, awaits = deck.pop(), state.awaits
        to = receiver(rules, state, rules.board.index[card])
        hand_overs += to != awaits.due
        longest = max(longest, awaits.skipped + (to != awaits.due))
        if to < 0:
            deck.append(card)
            rng.shuffle(deck)
            continue
        state = deal(rules, state, JUDGE, acts.Deal(card, to))
    holding = Counter((rules.board.continent_of[place], owner) for place, owner in enumerate(state.owners))
    over = sum(2 * count > len(rules.board.continents[place].territories) for (place, _), count in holding.items())
    counts = sorted(map(state.owners.count, range(rules.seats)), reverse=True)
    return Dealt(tuple(counts), hand_overs, longest, over)


def many(rules: Rules) -> list[Dealt]:
    rng = Random(f"deals for {rules.seats}")
    return [one_deal(rules, rng) for _ in range(DEALS)]


@pytest.mark.parametrize(
    ("seats", "hand_over", "twice", "usual", "share"),
    [(4, 0.57, 0.06, (11, 11, 10, 10), 0.999), (5, 0.34, 0.024, (9, 9, 8, 8, 8), 0.999)],
)
def test_how_often_cards_are_handed_over(
    rules_of: Callable[..., Rules], seats: int, hand_over: float, twice: float, usual: tuple[int, ...], share: float
) -> None:
    """Frequencies of 20,000 deals simulated apart from this engine; four standard deviations either way."""
    found = many(rules_of(seats))

    assert sum(one.hand_overs > 0 for one in found) / DEALS == pytest.approx(hand_over, abs=0.045)
    assert sum(one.longest > 1 for one in found) / DEALS == pytest.approx(twice, abs=0.022)
    assert sum(one.counts == usual for one in found) / DEALS == pytest.approx(share, abs=0.005)
    assert sum(one.over_half for one in found) == 0


def test_with_the_bonus_reading_the_counts_are_uneven_more_often(rules_of: Callable[..., Rules]) -> None:
    found = many(rules_of(4, deal_turn="bonus"))

    assert sum(one.counts == (11, 11, 10, 10) for one in found) / DEALS == pytest.approx(0.86, abs=0.03)


@pytest.mark.parametrize("deal_turn", ["uses_turn", "bonus"])
def test_with_the_reshuffle_nobody_gets_more_than_half(rules_of: Callable[..., Rules], deal_turn: str) -> None:
    found = many(rules_of(4, deal_turn=deal_turn, deal_barred="reshuffle"))

    assert sum(one.over_half for one in found) == 0


@pytest.mark.parametrize("judge", range(4))
def test_without_hand_overs_the_cards_run_counter_clockwise_from_the_judges_right(
    rules_of: Callable[..., Rules], judge: int
) -> None:
    rules = rules_of(4, judge)
    state = start(rules).with_(awaits=first_deal(rules))
    due = []
    for card in ("alaska", "brasile", "egitto", "cina", "siam"):
        assert isinstance(state.awaits, DealCard)
        due.append(state.awaits.due)
        act = acts.Deal(card, state.awaits.due)
        assert list(deal_breaches(rules, state, JUDGE, act)) == []
        state = deal(rules, state, JUDGE, act)

    assert due == [(judge - step) % 4 for step in range(5)]
