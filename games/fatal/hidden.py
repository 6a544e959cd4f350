"""What everybody can work out of closed cards: a card that is shown can only be one that its holder may have drawn.

A deck that is made anew holds the cards then discarded: who drew from it can hold those, who drew before cannot. So hands are counted by
deck epoch, and for each epoch it is known which cards nobody has shown since. Where copies leave a doubt, the epochs are put together:
the engine then allows more, never less, than the table knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add

from games.fatal.state import Counts, State, put

HANDS, ASIDE, DRAWN = "hands", "aside", "drawn"
ZONES = (HANDS, ASIDE, DRAWN)
ONE_EPOCH = (0,)


def plus(values: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    return (values[0] + more,) if len(values) == 1 else put(values, place, values[place] + more)


def draw(state: State, zone: str, seat: int, count: int) -> State:
    """Up to `count` cards from the deck; when it is at an end the discards, shuffled, are the new one (mazzo)."""
    while count and (state.deck or (state := remade(state)).deck):
        some = min(count, state.deck)
        state = _held(state, zone, seat, -1, some, state.unseen, state.deck - some)
        count -= some
    return state if state.deck else remade(state)


def played(state: State, seat: int, kind: int) -> State | None:
    """A card of the hand is shown, and another drawn and set aside for it; None when it cannot have been there.

    Both at once where nothing has to be put together and the deck holds out.
    """
    epochs = _epochs(state, HANDS, seat, kind)
    if len(epochs) != 1 or state.deck < 2:
        shown = expose(state, HANDS, seat, (kind,))
        return draw(shown, ASIDE, seat, 1) if shown is not None else None
    return state.with_(
        hands=put(state.hands, seat, plus(state.hands[seat], epochs[0], -1)),
        aside=put(state.aside, seat, plus(state.aside[seat], -1, 1)),
        unseen=_less(state.unseen, epochs[0], kind),
        deck=state.deck - 1,
    )


def _less(unseen: tuple[Counts, ...], epoch: int, kind: int) -> tuple[Counts, ...]:
    cards = bytearray(unseen[epoch])
    cards[kind] -= 1
    return (bytes(cards),) if len(unseen) == 1 else put(unseen, epoch, bytes(cards))


def _held(state: State, zone: str, seat: int, epoch: int, more: int, unseen: tuple[Counts, ...], deck: int) -> State:
    """The seat has `more` cards of the epoch in the zone, with what is then unseen and left in the deck."""
    zoned = getattr(state, zone)
    counts = put(zoned, seat, plus(zoned[seat], epoch, more))
    if zone == HANDS:
        return state.with_(hands=counts, unseen=unseen, deck=deck)
    if zone == ASIDE:
        return state.with_(aside=counts, unseen=unseen, deck=deck)
    return state.with_(drawn=counts, unseen=unseen, deck=deck)


def remade(state: State) -> State:
    if state.deck or not any(state.discards):
        return state
    fresh = {zone: tuple((*counts, 0) for counts in getattr(state, zone)) for zone in ZONES}
    state = state.with_(
        unseen=(*state.unseen, state.discards),
        deck=sum(state.discards),
        discards=bytes(len(state.discards)),
        **fresh,
    )
    spent = [epoch for epoch, counts in enumerate(state.unseen[:-1]) if not any(counts)]
    return _without(state, spent) if spent else state


def _without(state: State, epochs: Sequence[int]) -> State:
    """Epochs of which every card has been shown since need not be kept."""

    def kept(counts: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(count for epoch, count in enumerate(counts) if epoch not in epochs)

    zones = {zone: tuple(kept(counts) for counts in getattr(state, zone)) for zone in ZONES}
    unseen = tuple(counts for epoch, counts in enumerate(state.unseen) if epoch not in epochs)
    return state.with_(unseen=unseen, **zones)


def together(state: State, epochs: Sequence[int]) -> State:
    """Put epochs together, at the place of the latest."""
    last = max(epochs)

    def summed(counts: tuple[int, ...]) -> tuple[int, ...]:
        return put(counts, last, sum(counts[epoch] for epoch in epochs))

    zones = {zone: tuple(summed(counts) for counts in getattr(state, zone)) for zone in ZONES}
    cards = bytes(map(sum, zip(*(state.unseen[epoch] for epoch in epochs), strict=True)))
    merged = state.with_(unseen=put(state.unseen, last, cards), **zones)
    return _without(merged, [epoch for epoch in epochs if epoch != last])


def expose(state: State, zone: str, seat: int, kinds: Sequence[int]) -> State | None:
    """The state once the seat has shown these cards, which are then nowhere; None when they cannot have been there."""
    for kind in kinds:
        epochs = _epochs(state, zone, seat, kind)
        if not epochs:
            return None
        if len(epochs) > 1:
            state = together(state, epochs)
            epochs = _epochs(state, zone, seat, kind)
        state = _held(state, zone, seat, epochs[0], -1, _less(state.unseen, epochs[0], kind), state.deck)
    return state


def _epochs(state: State, zone: str, seat: int, kind: int) -> Sequence[int]:
    """The epochs of which the seat may have a card of this kind there."""
    held, unseen = getattr(state, zone)[seat], state.unseen
    if len(unseen) == 1:
        return ONE_EPOCH if held[0] > 0 and unseen[0][kind] else ()
    return [epoch for epoch, cards in enumerate(unseen) if held[epoch] > 0 and cards[kind]]


def may_show(state: State, zone: str, seat: int, kind: int) -> bool:
    """Whether the seat may have a card of this kind there, as far as anybody can know."""
    return bool(_epochs(state, zone, seat, kind))


def showable(state: State, zone: str, seat: int) -> list[int]:
    """Kinds of card that the seat may have there, as far as anybody can know."""
    return [kind for kind in range(len(state.discards)) if may_show(state, zone, seat, kind)]


def moved(state: State, source: str, zone: str, seat: int) -> State:
    """Everything that the seat has in one zone goes into another, unseen."""
    left, zoned = getattr(state, source), getattr(state, zone)
    if not any(left[seat]):
        return state
    there = put(zoned, seat, tuple(map(add, left[seat], zoned[seat])))
    emptied = put(left, seat, (0,) * len(left[seat]))
    if (source, zone) == (ASIDE, HANDS):
        return state.with_(aside=emptied, hands=there)
    return state.with_(**{source: emptied, zone: there})


def discarded(state: State, kinds: Iterable[int]) -> State:
    """Cards that were just shown lie face up on the discards."""
    return state.with_(discards=piled(state.discards, kinds))


def piled(discards: Counts, kinds: Iterable[int]) -> Counts:
    cards = bytearray(discards)
    for kind in kinds:
        cards[kind] += 1
    return bytes(cards)


def told(state: State, everything: Sequence[int], hands: Sequence[int], aside: Sequence[int]) -> State:
    """Counts as somebody says them: which cards were drawn when is no longer known, so any card can be anywhere unseen."""
    seen = list(state.discards)
    for row in (row for rows in state.rows for row in rows):
        for kind in row:
            if kind >= 0:
                seen[kind] += 1
    if state.enchantment >= 0:
        seen[state.enchantment] += 1
    unseen = bytes([every - shown if every > shown else 0 for every, shown in zip(everything, seen, strict=True)])
    return state.with_(
        unseen=(unseen,),
        hands=tuple((count,) for count in hands),
        aside=tuple((count,) for count in aside),
        drawn=tuple((0,) for _ in hands),
        deck=sum(unseen) - sum(hands) - sum(aside),
    )
