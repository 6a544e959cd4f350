"""3) Giocare una o due visioni, and how they lie (scopo): the first of a row upright, the second upside down, the third on its side."""

from __future__ import annotations

from collections.abc import Iterator

from games.fatal import hidden
from games.fatal.acts import EndPlay, Play
from games.fatal.contents import LIES
from games.fatal.enchantment import cannot_be_held
from games.fatal.rules import MOST_VISIONS, Rules
from games.fatal.state import (
    EMPTY,
    PLAY,
    REFILL,
    THREE_STARS,
    TRIMAGIE,
    TURNS,
    AwaitDiscard,
    AwaitTake,
    AwaitTrimagia,
    State,
    Turn,
)
from games.fatal.turns import closing, free_place, not_now, out_of_turn, pass_on, rows_with
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.words import Words

LIES_WORDS = {
    "upright": Words("dritta", "upright"),
    "upside_down": Words("capovolta", "upside down"),
    "sideways": Words("sul fianco", "on its side"),
}


def play_breaches(rules: Rules, state: State, by: By, act: Play) -> Iterator[Breach]:
    kind = rules.box.cards[act.card]
    if by != state.seat:
        yield from out_of_turn(state, by)
    place = free_place(state.rows[state.seat][act.row])
    if act.lies and place != EMPTY and act.lies != LIES[place]:
        yield _laid_wrong(place)
    if not isinstance(state.awaits, Turn):
        yield _too_late(state)
    if not rules.box.is_vision(kind):
        yield infraction("3", "in una fila vanno solo visioni", "only visions go into a row", waivable=False)
    if place == EMPTY:
        yield impossible("quella fila è completa", "that row is complete", "3")
    if not hidden.may_show(state, hidden.HANDS, state.seat, kind):
        yield cannot_be_held("3")


def _laid_wrong(place: int) -> Breach:
    due = LIES_WORDS[LIES[place]]
    return infraction("scopo", "in quel posto la visione va {due}", "there the vision lies {due}", False, due=due)


def _too_late(state: State) -> Breach:
    if not isinstance(state.awaits, (AwaitTake, AwaitTrimagia)):
        return not_now("non si giocano visioni", "no vision is laid", "3")
    if state.played < MOST_VISIONS:
        return infraction("sintesi", "ha già smesso di giocare visioni", "this player has stopped laying visions")
    return infraction("3", "al più due visioni a turno", "two visions a turn at most")


def play(rules: Rules, state: State, by: By, act: Play) -> State:
    kind, seat = rules.box.cards[act.card], state.seat
    after = hidden.expose(state, hidden.HANDS, seat, (kind,)) if act.forgot else hidden.played(state, seat, kind)
    assert after is not None
    played = state.played + 1
    rows = rows_with(state, seat, act.row, free_place(state.rows[seat][act.row]), kind)
    step = max(state.step, PLAY if played < MOST_VISIONS else THREE_STARS)
    if step < THREE_STARS:
        return after.with_(rows=rows, played=played, step=step, awaits=TURNS[step], pending=())
    return closing(rules, after.with_(rows=rows, played=played, step=step, pending=()))


def end_play_breaches(rules: Rules, state: State, by: By, act: EndPlay) -> Iterator[Breach]:
    if by != state.seat:
        yield from out_of_turn(state, by)
    if isinstance(state.awaits, AwaitTake):
        yield infraction("A", "con tre stelle prende un tesoro", "with three stars a treasure is taken")
    elif isinstance(state.awaits, AwaitTrimagia):
        yield infraction(
            "B", "una fila di tre visioni dà luogo a una trimagia", "a row of three visions makes a trimagia"
        )
    elif isinstance(state.awaits, AwaitDiscard):
        yield infraction(
            "C", "ha più di sei carte: scarta quelle in eccesso", "more than six cards: the excess is discarded"
        )
    elif not isinstance(state.awaits, Turn):
        yield not_now("il turno volge già al termine", "the turn draws to a close already", "sintesi")


def end_play(rules: Rules, state: State, by: By, act: EndPlay) -> State:
    """Registered at a later step, it says that the player passed that step over."""
    if isinstance(state.awaits, AwaitDiscard):
        return pass_on(rules, state.with_(pending=()))
    if isinstance(state.awaits, AwaitTrimagia):
        refilled = hidden.moved(state, hidden.ASIDE, hidden.HANDS, state.seat)
        return closing(rules, refilled.with_(step=REFILL, pending=()))
    step = TRIMAGIE if isinstance(state.awaits, AwaitTake) else THREE_STARS
    return closing(rules, state.with_(step=step, pending=()))


CHAPTER: Chapter = {Play: Rule(play_breaches, play), EndPlay: Rule(end_play_breaches, end_play)}
