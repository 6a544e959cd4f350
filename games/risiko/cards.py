"""Article 11: one card a turn if something was conquered, at most seven, the forgotten card, the undue one."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.moments import had_its_card
from games.kernel.speakers import IN_TURN, named
from games.kernel.values import put
from games.risiko.acts import Draw, EndTurn, LateCard, UndueCard
from games.risiko.closing import conclude
from games.risiko.reinforcement import card_readings, must_play, remade, set_first, still_to_place, stocked
from games.risiko.rules import AS_IT_HAPPENED, BORNE_OUT, HAND_LIMIT, IN_MID_FIGHT, Rules
from games.risiko.state import IN_PLAY, NOBODY, UNDER_WAY, CloseThrow, Closing, State
from games.risiko.turns import due, is_entitled, is_stocked, left_behind, pass_on, room


def draw_breaches(rules: Rules, state: State, by: By, act: Draw) -> Iterator[Breach]:
    if state.has_drawn:
        yield infraction("11", "una sola carta a turno: torna nel mazzo", "one card a turn: it goes back into the deck")
    elif not state.conquests:
        yield infraction(
            "11",
            "non ha conquistato nessun territorio: la carta torna nel mazzo",
            "no territory was conquered: the card goes back into the deck",
        )
    yield from hand_breaches(rules, state, state.seat, act.holding)
    yield from unplaced_breaches(rules, state)


def unplaced_breaches(rules: Rules, state: State) -> Iterator[Breach]:
    if (left := due(state)) and room(rules, state, state.seat):
        yield still_to_place(left)


def hand_breaches(rules: Rules, state: State, seat: int, holding: int) -> Iterator[Breach]:
    """The limit of seven, the deck at an end, and the count said aloud."""
    hand_size = state.hand_size(seat)
    if hand_size >= HAND_LIMIT:
        yield infraction(
            "11",
            "ha già {hand_size:carta|carte}",
            "this player holds {hand_size:card|cards} already",
            hand_size=hand_size,
        )
    if not is_stocked(rules, state):
        yield impossible("il mazzo è finito", "the deck is at an end", "11")
    if holding and holding != hand_size + 1:
        yield infraction(
            "11",
            "dichiara {claimed:carta|carte} e ne ha {hand_size}",
            "says {claimed:card|cards} and holds {hand_size}",
            claimed=holding,
            hand_size=hand_size + 1,
        )


def draw(rules: Rules, state: State, by: By, act: Draw) -> State:
    """A card that is not due is shown, given back and shuffled in (art. 11); in earlier revisions it ended the fighting all the same."""
    if rules.revision >= BORNE_OUT and not is_entitled(rules, state):
        return state
    awaits, unplaced = state.awaits if type(state.awaits) is CloseThrow else Closing(), left_behind(rules, state)
    if rules.revision >= AS_IT_HAPPENED and not is_entitled(rules, state):
        return state.with_(awaits=awaits, unplaced=unplaced)
    return drawn(rules, state.with_(awaits=awaits, has_drawn=True, unplaced=unplaced), state.seat)


def drawn(rules: Rules, state: State, seat: int) -> State:
    """One more card of the present deck in the hand; when it was the last, the deck is made anew, by option for the next card."""
    state = stocked(state)
    hand = put(state.hands[seat], len(state.unseen) - 1, state.hands[seat][-1] + 1)
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    return remade(rules, state.with_(hands=hands, deck=state.deck - 1))


def late_card_breaches(rules: Rules, state: State, by: By, act: LateCard) -> Iterator[Breach]:
    if state.late == NOBODY or by != state.late:
        it = "non ha una carta dimenticata da prendere: torna nel mazzo"
        en = "there is no forgotten card to take: it goes back into the deck"
        yield infraction("11", it, en)
    else:
        yield from hand_breaches(rules, state, state.late, act.holding)


def late_card(rules: Rules, state: State, by: By, act: LateCard) -> State:
    assert isinstance(by, int)
    if rules.revision >= AS_IT_HAPPENED and (by != state.late or state.hand_size(by) >= HAND_LIMIT):
        return state
    return had_its_card(drawn(rules, state, by).with_(late=NOBODY), by, is_held=rules.revision >= IN_MID_FIGHT)


def undue_card_breaches(rules: Rules, state: State, by: By, act: UndueCard) -> Iterator[Breach]:
    state = stocked(state)
    from_the_deck = any(state.unseen[-1] >> bit & 1 for (bit,) in card_readings(rules, state, (act.card,)))
    if not from_the_deck or not state.deck:
        yield impossible("quella carta non può venire dal mazzo", "that card cannot come from the deck", "11")


def undue_card(rules: Rules, state: State, by: By, act: UndueCard) -> State:
    """Shown, given back and shuffled in: nothing that anybody holds has changed."""
    return state


def end_turn_breaches(rules: Rules, state: State, by: By, act: EndTurn) -> Iterator[Breach]:
    yield from unplaced_breaches(rules, state)
    if must_play(rules, state):
        yield set_first()


def end_turn(rules: Rules, state: State, by: By, act: EndTurn) -> State:
    """Whoever leaves out the throw that closes, registered as it happened, passes the turn on."""
    return pass_on(rules, state) if type(state.awaits) is CloseThrow else conclude(rules, state)


CHAPTER: Chapter = {
    Draw: Rule(draw_breaches, draw, IN_TURN, "11", (*UNDER_WAY, CloseThrow)),
    LateCard: Rule(late_card_breaches, late_card, named("who forgot it"), "11", IN_PLAY),
    UndueCard: Rule(undue_card_breaches, undue_card, named("who took it"), "11", IN_PLAY),
    EndTurn: Rule(end_turn_breaches, end_turn, IN_TURN, "", UNDER_WAY, late=(CloseThrow,)),
}
