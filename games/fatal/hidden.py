"""What everybody can work out of closed cards: a card that is shown can only be one that its holder may have drawn.

A deck that is made anew holds the cards then discarded: who drew from it can hold those, who drew before cannot. So hands are counted by
deck epoch, and for each epoch it is known which cards nobody has shown since. Where copies leave a doubt, the epochs are put together:
the engine then allows more, never less, than the table knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import add, sub

from games.fatal.state import Counts, Rows, Side, State
from games.kernel.latest import latest
from games.kernel.values import put

HANDS, ASIDE, DRAWN = "hand", "aside", "drawn"
ZONES = (HANDS, ASIDE, DRAWN)
ONE_EPOCH = (0,)
A_BYTE = [bytes((count,)) for count in range(256)]
"""Each count as one byte."""


def plus(values: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    return (values[0] + more,) if len(values) == 1 else put(values, place, values[place] + more)


def draw(state: State, zone: str, seat: int, count: int) -> State:
    """Up to `count` cards from the deck; when it is at an end the discards, shuffled, are the new one (mazzo)."""
    if state.deck > count:
        zone_cards = plus(getattr(state.sides[seat], zone), -1, count)
        return _zoned(state, zone, seat, zone_cards, state.unseen, state.deck - count)
    while count and (state.deck or (state := remade(state)).deck):
        some = min(count, state.deck)
        zone_cards = plus(getattr(state.sides[seat], zone), -1, some)
        state = _zoned(state, zone, seat, zone_cards, state.unseen, state.deck - some)
        count -= some
    return state if state.deck else at_its_end(state)


def at_its_end(state: State) -> State:
    """The discards are the new deck, where they do not wait for the card that is needed."""
    return state if state.is_deck_kept else remade(state)


def played(state: State, seat: int, kind: int, rows: Rows) -> tuple[tuple[Side, ...], tuple[Counts, ...], int] | None:
    """What the seats have, what is unseen and what is left in the deck once a card that the hand may hold is laid, which makes these
    rows, and another drawn and set aside. None where epochs have to be put together or the deck does not hold out.
    """
    if state.deck < 2:
        return None
    side, unseen = state.sides[seat], state.unseen
    hand, aside = side.hand, side.aside
    if len(unseen) == 1:
        if not (hand[0] and unseen[0][kind]):
            return None
        hand, aside, unseen = (hand[0] - 1,), (aside[0] + 1,), (_less(unseen[0], kind),)
    else:
        epochs = epochs_of(hand, unseen, kind)
        if len(epochs) != 1:
            return None
        epoch = epochs[0]
        unseen = put(unseen, epoch, _less(unseen[epoch], kind))
        hand, aside = put(hand, epoch, hand[epoch] - 1), put(aside, -1, aside[-1] + 1)
    return put(state.sides, seat, side.with_(hand=hand, aside=aside, rows=rows)), unseen, state.deck - 1


def _less(cards: Counts, kind: int) -> Counts:
    """One card of this kind less."""
    return cards[:kind] + A_BYTE[cards[kind] - 1] + cards[kind + 1 :]


def _zoned(
    state: State, zone: str, seat: int, zone_cards: tuple[int, ...], unseen: tuple[Counts, ...], deck: int
) -> State:
    """The seat holds these in the zone, with what is then unseen and left in the deck."""
    return state.with_(
        sides=put(state.sides, seat, _with(state.sides[seat], zone, zone_cards)), unseen=unseen, deck=deck
    )


def _with(side: Side, zone: str, zone_cards: tuple[int, ...]) -> Side:
    if zone == HANDS:
        return side.with_(hand=zone_cards)
    return side.with_(aside=zone_cards) if zone == ASIDE else side.with_(drawn=zone_cards)


def remade(state: State) -> State:
    if state.deck or not any(state.discards):
        return state
    state = state.with_(
        sides=tuple([_each_zone(side, lambda counts: (*counts, 0)) for side in state.sides]),
        unseen=(*state.unseen, state.discards),
        deck=sum(state.discards),
        discards=bytes(len(state.discards)),
    )
    spent = [epoch for epoch, counts in enumerate(state.unseen[:-1]) if not any(counts)]
    return _without(state, spent) if spent else state


def _each_zone(side: Side, counted: Callable[[tuple[int, ...]], tuple[int, ...]]) -> Side:
    return side.with_(hand=counted(side.hand), aside=counted(side.aside), drawn=counted(side.drawn))


def _without(state: State, epochs: Sequence[int]) -> State:
    """Epochs of which every card has been shown since need not be kept."""

    def trimmed(counts: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([count for epoch, count in enumerate(counts) if epoch not in epochs])

    unseen = tuple([counts for epoch, counts in enumerate(state.unseen) if epoch not in epochs])
    return state.with_(sides=tuple([_each_zone(side, trimmed) for side in state.sides]), unseen=unseen)


def together(state: State, epochs: Sequence[int]) -> State:
    """Put epochs together, at the place of the latest."""
    last = max(epochs)

    def summed(counts: tuple[int, ...]) -> tuple[int, ...]:
        return put(counts, last, sum([counts[epoch] for epoch in epochs]))

    cards = bytes(map(sum, zip(*(state.unseen[epoch] for epoch in epochs), strict=True)))
    sides = tuple([_each_zone(side, summed) for side in state.sides])
    merged = state.with_(sides=sides, unseen=put(state.unseen, last, cards))
    return _without(merged, [epoch for epoch in epochs if epoch != last])


@latest
def expose(state: State, zone: str, seat: int, kinds: tuple[int, ...]) -> State | None:
    """The state once the seat has shown these cards, which are then nowhere; None when they cannot have been there."""
    if not kinds:
        return state
    zone_cards, unseen = getattr(state.sides[seat], zone), state.unseen
    if len(unseen) == 1:
        left, cards = zone_cards[0], bytearray(unseen[0])
        for kind in kinds:
            if not (left and cards[kind]):
                return None
            left -= 1
            cards[kind] -= 1
        return _zoned(state, zone, seat, (left,), (bytes(cards),), state.deck)
    for kind in kinds:
        epochs = epochs_of(zone_cards, unseen, kind)
        if not epochs:
            return None
        if len(epochs) > 1:
            state = together(_zoned(state, zone, seat, zone_cards, unseen, state.deck), epochs)
            zone_cards, unseen = getattr(state.sides[seat], zone), state.unseen
            epochs = epochs_of(zone_cards, unseen, kind)
        epoch = epochs[0]
        zone_cards, unseen = plus(zone_cards, epoch, -1), put(unseen, epoch, _less(unseen[epoch], kind))
    return _zoned(state, zone, seat, zone_cards, unseen, state.deck)


def epochs_of(zone_cards: tuple[int, ...], unseen: tuple[Counts, ...], kind: int) -> Sequence[int]:
    """The epochs of which one who holds these may have a card of this kind."""
    if len(unseen) == 1:
        return ONE_EPOCH if zone_cards[0] > 0 and unseen[0][kind] else ()
    return [epoch for epoch, cards in enumerate(unseen) if zone_cards[epoch] > 0 and cards[kind]]


def may_show(state: State, zone: str, seat: int, kind: int) -> bool:
    """Whether the seat may have a card of this kind there, as far as anybody can know."""
    return bool(epochs_of(getattr(state.sides[seat], zone), state.unseen, kind))


def showable(state: State, zone: str, seat: int) -> list[int]:
    """Kinds of card that the seat may have there, as far as anybody can know."""
    return [kind for kind in range(len(state.discards)) if may_show(state, zone, seat, kind)]


def moved(state: State, source: str, zone: str, seat: int) -> State:
    """Everything that the seat has in one zone goes into another, unseen."""
    side = state.sides[seat]
    left = getattr(side, source)
    if not any(left):
        return state
    emptied = _with(side, source, (0,) * len(left))
    return state.seat_with(seat, _with(emptied, zone, tuple(map(add, left, getattr(side, zone)))))


def refilled(side: Side) -> Side:
    """What the seat has set aside goes into its hand."""
    hand, aside = side.hand, side.aside
    if not any(aside):
        return side
    hand = (hand[0] + aside[0],) if len(hand) == 1 else tuple(map(add, hand, aside))
    return side.with_(hand=hand, aside=(0,) * len(aside))


def discarded(state: State, kinds: Iterable[int]) -> State:
    """Cards that were just shown lie face up on the discards."""
    return state.with_(discards=piled(state.discards, kinds))


def piled(discards: Counts, kinds: Iterable[int]) -> Counts:
    cards = bytearray(discards)
    for kind in kinds:
        cards[kind] += 1
    return bytes(cards)


def with_hand_sizes(
    state: State, everything: Sequence[int], hands: Sequence[int], aside: Sequence[int], drawn: Sequence[int]
) -> State:
    """Counts as somebody says them: which cards were drawn when is no longer known, so any card can be anywhere unseen."""
    seen = list(state.discards)
    for side in state.sides:
        for row in side.rows:
            for kind in row:
                if kind >= 0:
                    seen[kind] += 1
    if state.enchantment >= 0:
        seen[state.enchantment] += 1
    left = [*map(sub, everything, seen)]
    unseen = bytes(left) if min(left) >= 0 else bytes([max(0, count) for count in left])
    sizes = zip(state.sides, hands, aside, drawn, strict=True)
    return state.with_(
        sides=tuple([side.with_(hand=(stays,), aside=(apart,), drawn=(new,)) for side, stays, apart, new in sizes]),
        unseen=(unseen,),
        deck=sum(unseen) - sum(hands) - sum(aside) - sum(drawn),
    )
