"""Article 14, the card of a conquest, and the end of a turn with its compulsory attack (9)."""

from __future__ import annotations

from collections.abc import Iterator

from games.iperisiko.acts import Draw, EndTurn, LateCard
from games.iperisiko.attack import duty_breaches
from games.iperisiko.deck import drawn
from games.iperisiko.rules import IN_MID_FIGHT, Rules
from games.iperisiko.state import IN_PLAY, NOBODY, UNDER_WAY, Reinforce, State
from games.iperisiko.turns import fought_out, pass_on, unplaced
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.moments import had_its_card
from games.kernel.speakers import IN_TURN, named


def draw_breaches(rules: Rules, state: State, by: By, act: Draw) -> Iterator[Breach]:
    yield from unplaced(state)
    yield from duty_breaches(rules, state)
    if state.has_drawn:
        yield infraction("14", "una sola carta a turno", "one card a turn")
    elif not state.conquests:
        yield infraction("14", "non ha conquistato nessun territorio", "no territory was conquered")
    if state.deck == 0:
        yield impossible("il mazzo è finito", "the deck is at an end", "14")


def draw(rules: Rules, state: State, by: By, act: Draw) -> State:
    return drawn(fought_out(rules, state), state.seat).with_(has_drawn=True)


def end_turn_breaches(rules: Rules, state: State, by: By, act: EndTurn) -> Iterator[Breach]:
    yield from unplaced(state)
    yield from duty_breaches(rules, state)


def end_turn(rules: Rules, state: State, by: By, act: EndTurn) -> State:
    return pass_on(rules, state)


def late_card_breaches(rules: Rules, state: State, by: By, act: LateCard) -> Iterator[Breach]:
    """Forgotten is lost; by option the card may still be taken before the next player begins anything."""
    if state.forgot == NOBODY or by != state.forgot:
        it = "non ha una carta dimenticata: torna nel mazzo"
        en = "there is no forgotten card to take: it goes back into the deck"
        yield infraction("14", it, en, waivable=False)
    elif rules.forgotten_card == "lost":
        yield infraction("14", "la carta dimenticata è persa", "a forgotten card is lost")
    elif not isinstance(state.awaits, Reinforce) or not state.awaits.is_fresh:
        yield infraction("14", "il turno dopo è già cominciato", "the next turn has begun")


def late_card(rules: Rules, state: State, by: By, act: LateCard) -> State:
    assert isinstance(by, int)
    return had_its_card(drawn(state, by).with_(forgot=NOBODY), by, is_held=rules.revision >= IN_MID_FIGHT)


CHAPTER: Chapter = {
    Draw: Rule(draw_breaches, draw, IN_TURN, "14", UNDER_WAY),
    LateCard: Rule(late_card_breaches, late_card, named("who forgot it"), "14", IN_PLAY),
    EndTurn: Rule(end_turn_breaches, end_turn, IN_TURN, "", UNDER_WAY),
}
