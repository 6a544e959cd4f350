"""Phase 1-A and the deck: a card for every three territories, cards shown and put aside, the Carnevale of Marischio."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.fabrisiko.acts import Carnival, Draw, Swap
from games.fabrisiko.board import CARDS as KINDS_OF_CARDS
from games.fabrisiko.rules import WHO_LEFT_PLAYS_NOTHING, Rules
from games.fabrisiko.state import CARDS, EVENT, FREE, State, Swapping, Turn, added
from games.fabrisiko.turns import absence_breaches, cards_due, first_to_do, phase_breaches
from games.kernel.acts import By
from games.kernel.breaches import Breach, Lookup, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import IN_TURN, ITS_OWN
from games.kernel.values import put
from games.kernel.words import Words

CARD = Lookup(Words("carta", "card"), KINDS_OF_CARDS)
NOTHING, ONE = 3, 8


def drawn(state: State, seat: int, cards: int) -> State:
    """Cards from the deck into the hand; when the deck is empty the discards are shuffled into a new one."""
    state = reshuffled(state)
    first = min(cards, state.deck)
    state = state.with_(deck=state.deck - first, hands=added(state.hands, seat, first))
    if first == cards or not sum(state.discards):
        return state
    return drawn(state, seat, cards - first)


def reshuffled(state: State) -> State:
    if state.deck or not sum(state.discards):
        return state
    return state.with_(deck=sum(state.discards), discards=(0,) * len(state.discards))


def shown_breaches(rules: Rules, state: State, seat: int, cards: tuple[str, ...], article: str) -> list[Breach]:
    """Whether these cards can come from this hand: it holds so many, and not all their copies lie on the discards or by a battle."""
    found = []
    if state.hands[seat] < len(cards):
        it, en = "in mano {n:c'è # carta|ci sono # carte}", "{n:# card is|# cards are} in the hand"
        found.append(impossible(it, en, article, n=state.hands[seat]))
    for card in sorted(set(cards)) if len(cards) > 1 else cards:
        used = state.discards[CARD[card]] + (state.fray.played(card) if state.fray else 0)
        if rules.board.cards[card] - used < cards.count(card):
            found.append(impossible("quelle carte sono già uscite tutte", "all those cards are out already", article))
    return found


def discarded(state: State, seat: int, card: str) -> State:
    """A card of the hand on the discards; one that was no event card leaves the count of those, an event card cannot have been in it."""
    return out_of_hand(put_aside(state, card), seat, card)


def out_of_hand(state: State, seat: int, card: str) -> State:
    hands, no_events = added(state.hands, seat, -1), state.no_events
    if no_events[seat]:
        strategic = no_events[seat] - (CARD[card] < FIRST_EVENT)
        no_events = put(no_events, seat, max(0, min(strategic, hands[seat])))
    return state.with_(hands=hands, no_events=no_events)


def put_aside(state: State, card: str) -> State:
    return state.with_(discards=added(state.discards, CARD[card], 1))


FIRST_EVENT = 6


# -- 1-A


def draw_breaches(rules: Rules, state: State, by: By, act: Draw) -> Sequence[Breach]:
    late = "1-A" if rules.revision >= WHO_LEFT_PLAYS_NOTHING else "turno"
    is_turn = by == state.seat
    found = [*phase_breaches(rules, state, CARDS, late)] if is_turn else absence_breaches(rules, state, by)
    due = cards_due(rules, state, _seat(by))
    if act.cards > state.deck + sum(state.discards):
        found.append(impossible("nel mazzo non ci sono tante carte", "there are not so many cards in the deck", "1-A"))
    elif act.cards != due:
        found.append(
            infraction(
                "1-A",
                "{due:gli spetta # carta|gli spettano # carte}, non {cards}",
                "{due:# card is due|# cards are due}, not {cards}",
                due=due,
                cards=act.cards,
            )
        )
    return found


def _seat(by: By) -> int:
    """Whose cards they are: a seat in turn, or one that had forgotten them."""
    assert isinstance(by, int)
    return by


def draw(rules: Rules, state: State, by: By, act: Draw) -> State:
    state = drawn(state, _seat(by), act.cards)
    phase = first_to_do(rules, state, state.seat, max(state.phase, EVENT) if by == state.seat else state.phase)
    return state if phase == state.phase else state.with_(phase=phase)


# -- Carnevale di Marischio, right after 1-A


def carnival_breaches(rules: Rules, state: State, by: By) -> Iterator[Breach]:
    if state.factions[state.seat] != "marischio":
        yield infraction("marischio.carnevale", "il Carnevale è di Marischio", "the Carnevale is Marischio's")
    if state.phase != EVENT:
        yield infraction(
            "marischio.carnevale",
            "il Carnevale viene subito dopo la fase 1-A",
            "the Carnevale comes right after phase 1-A",
        )
    if state.lasting.has_carnival:
        yield infraction("marischio.carnevale", "una volta ogni turno", "once a turn")


def _carnival_breaches(rules: Rules, state: State, by: By, act: Carnival) -> Iterator[Breach]:
    yield from carnival_breaches(rules, state, by)
    if len(act.dice) != 1:
        article, it, en = (
            "marischio.carnevale",
            "si lancia un dado solo: conta il primo",
            "one die is thrown: the first counts",
        )
        yield infraction(article, it, en) if rules.revision >= WHO_LEFT_PLAYS_NOTHING else impossible(it, en, article)


def carnival(rules: Rules, state: State, by: By, act: Carnival) -> State:
    die = act.dice[0]
    most = 0 if die <= NOTHING else 1 if die <= ONE else 2
    state = state.leaving(has_carnival=True)
    return state.with_(awaits=Swapping(most)) if most and state.hands[state.seat] else state


def swap_breaches(rules: Rules, state: State, by: By, act: Swap) -> Iterator[Breach]:
    for card in act.cards:
        CARD[card]
    may = state.awaits.most if isinstance(state.awaits, Swapping) else 0
    if len(act.cards) > may:
        yield infraction(
            "marischio.carnevale",
            "può cambiare {n:carta|carte}",
            "{n:card|cards} may be exchanged",
            n=may,
        )
    yield from shown_breaches(rules, state, state.seat, act.cards, "marischio.carnevale")


def swap(rules: Rules, state: State, by: By, act: Swap) -> State:
    for card in act.cards:
        state = discarded(state, state.seat, card)
    return drawn(state, state.seat, len(act.cards)).with_(awaits=Turn())


CHAPTER: Chapter = {
    Draw: Rule(draw_breaches, draw, ITS_OWN, "1-A", FREE),
    Carnival: Rule(_carnival_breaches, carnival, IN_TURN, "marischio.carnevale", (Turn,)),
    Swap: Rule(swap_breaches, swap, IN_TURN, "marischio.carnevale", (Swapping,), late=(Turn,)),
}
