"""The deck and the closed hands (base.deck): what cards anybody can hold, as far as public facts go.

A hand is a list of epochs: when each of its cards was drawn. A card that went back into the deck starts a new epoch, and only cards
drawn since can be that card. Where several of a hand's cards could be the one played, the oldest is taken to be it, and of several copies
of a card the one that went back last: that keeps possible whatever may be true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.iperisiko.board import FIGURE
from games.iperisiko.rules import Rules
from games.iperisiko.state import USED, State
from games.kernel.values import put


def is_figure(rules: Rules, card: str) -> bool:
    return card in rules.board.cards and rules.board.cards[card].kind == FIGURE


def copies(rules: Rules, state: State, card: str) -> list[int]:
    """The card's copies that are in the deck or in a hand, the longest out of sight first."""
    found = [one for one, name in enumerate(rules.deck) if name == card and state.since[one] != USED]
    return sorted(found, key=lambda one: state.since[one])


def can_hold(rules: Rules, state: State, seat: int, cards: Iterable[str]) -> bool:
    """Whether public facts leave it possible that all these cards are in the seat's hand."""
    hand, wanted = sorted(state.hands[seat]), Counter(cards)
    for card, count in wanted.items():
        unseen = copies(rules, state, card)
        if len(unseen) < count:
            return False
        for one in unseen[:count]:
            slot = next((epoch for epoch in hand if epoch >= state.since[one]), None)
            if slot is None:
                return False
            hand.remove(slot)
    return True


def possible(rules: Rules, state: State, seat: int) -> list[str]:
    """Every kind of card that can be in the seat's hand."""
    return [card for card in dict.fromkeys(rules.deck) if can_hold(rules, state, seat, (card,))]


def played(rules: Rules, state: State, seat: int, cards: Iterable[str]) -> State:
    """The cards leave the hand: figures go back into the deck at once (art. 17), the others lie face up until the deck is at an end."""
    for card in cards:
        state = _one_played(rules, state, seat, card)
    return made_anew(state)


def _one_played(rules: Rules, state: State, seat: int, card: str) -> State:
    hand, unseen = sorted(state.hands[seat]), copies(rules, state, card)
    slot = next((epoch for epoch in hand if epoch >= state.since[unseen[0]]), hand[0])
    able = [one for one in unseen if state.since[one] <= hand[-1]]
    hand.remove(slot)
    state = state.with_(hands=put(state.hands, seat, tuple(hand)))
    gone = (able or unseen)[-1]
    return _back(state, gone) if is_figure(rules, card) else _aside(state, gone)


def _back(state: State, card: int) -> State:
    epoch = state.epoch + 1
    return state.with_(epoch=epoch, since=put(state.since, card, epoch), deck=state.deck + 1)


def _aside(state: State, card: int) -> State:
    return state.with_(since=put(state.since, card, USED))


def made_anew(state: State) -> State:
    """When the deck is at an end the cards laid aside are shuffled into a new one."""
    if state.deck or USED not in state.since:
        return state
    epoch = state.epoch + 1
    since = tuple(epoch if one == USED else one for one in state.since)
    return state.with_(epoch=epoch, since=since, deck=state.since.count(USED))


def drawn(state: State, seat: int) -> State:
    hands = put(state.hands, seat, (*state.hands[seat], state.epoch))
    return made_anew(state.with_(hands=hands, deck=state.deck - 1))


def returned(state: State, seat: int) -> State:
    """A whole closed hand goes back into the deck (art. 7): nobody learns which cards it held."""
    deck = state.deck + len(state.hands[seat])
    return state.with_(hands=put(state.hands, seat, ()), deck=deck)


def counted(state: State, hands: tuple[int, ...]) -> State:
    """Hands as counted at the table. In one that has another number there may be any card that was not laid aside.

    Cards that left the hands are taken to be in the deck: nobody said which they were.
    """
    more = sum(hands) - sum(map(len, state.hands))
    both = zip(state.hands, hands, strict=True)
    after = tuple(known if len(known) == count else (state.epoch,) * count for known, count in both)
    return made_anew(state.with_(hands=after, deck=state.deck - more))


def forget(rules: Rules, state: State, hands: tuple[int, ...]) -> State:
    """Hands as counted at the table. Which cards were played is no longer known, so any card can be anywhere."""
    return state.with_(
        hands=tuple((0,) * count for count in hands),
        since=(0,) * len(rules.deck),
        deck=len(rules.deck) - sum(hands),
        epoch=0,
    )
