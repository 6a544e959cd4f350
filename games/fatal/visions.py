"""3) Giocare una o due visioni, and how they lie (scopo): the first of a row upright, the second upside down, the third on its side."""

from __future__ import annotations

from games.fatal import hidden
from games.fatal.acts import EndPlay, Play
from games.fatal.contents import LIES, VISIONS
from games.fatal.enchantment import cannot_be_held
from games.fatal.rules import MOST_VISIONS, Rules
from games.fatal.state import (
    AT_ITS_END,
    EMPTY,
    PLAY,
    REFILL,
    THREE_STARS,
    TRIMAGIE,
    TURNS,
    AwaitDiscard,
    AwaitTake,
    AwaitTrimagia,
    Rows,
    State,
    Turn,
)
from games.fatal.turns import closing, free_place, laid, pass_on, redrawn, reopened
from games.kernel.acts import By
from games.kernel.breaches import Breach, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import IN_TURN
from games.kernel.values import put
from games.kernel.words import Words

LIES_WORDS = {
    "upright": Words("dritta", "upright"),
    "upside_down": Words("capovolta", "upside down"),
    "sideways": Words("sul fianco", "on its side"),
}


def play_breaches(rules: Rules, state: State, by: By, act: Play) -> list[Breach]:
    kind, side = rules.box.cards[act.card], state.sides[state.seat]
    found = list[Breach]()
    place = free_place(side.rows[act.row])
    if act.lies and place != EMPTY and act.lies != LIES[place]:
        found.append(_laid_wrong(place))
    if type(state.awaits) is not Turn:
        found.append(_too_late(state))
    if kind >= VISIONS:
        found.append(_goes_back("in una fila vanno solo visioni", "only visions go into a row"))
    if place == EMPTY:
        found.append(_goes_back("quella fila ha già tre visioni", "that row has three visions already"))
    if not hidden.epochs_of(side.hand, state.unseen, kind):
        found.append(_not_in_hand(state, kind))
    return found


def _goes_back(it: str, en: str) -> Breach:
    why = Words(it, en)
    return infraction("3", "{why}: torna in mano", "{why}: it goes back to the hand", waivable=False, why=why)


def _not_in_hand(state: State, kind: int) -> Breach:
    if not hidden.may_show(state, hidden.ASIDE, state.seat, kind):
        return cannot_be_held("3")
    return infraction(
        "C", "una carta messa da parte non è ancora in mano", "a card that was set aside is not in the hand yet"
    )


def _laid_wrong(place: int) -> Breach:
    due = LIES_WORDS[LIES[place]]
    return infraction(
        "scopo",
        "in quel posto la visione va {due}: si gira",
        "there the vision lies {due}: it is turned",
        False,
        due=due,
    )


def _too_late(state: State) -> Breach:
    if state.played < MOST_VISIONS:
        return infraction("sintesi", "ha già smesso di giocare visioni", "this player has stopped laying visions")
    return infraction("3", "al più due visioni a turno", "two visions a turn at most")


def play(rules: Rules, state: State, by: By, act: Play) -> State:
    kind, seat = rules.box.cards[act.card], state.seat
    rows = state.sides[seat].rows
    rows = laid(rows, act.row, rows[act.row].index(EMPTY), kind)
    at_once = None if act.forgot else hidden.played(state, seat, kind, rows)
    if at_once is None:
        state = _step_by_step(state, seat, kind, rows, act.forgot)
        at_once = state.sides, state.unseen, state.deck
    sides, unseen, deck = at_once
    played = state.played + 1
    step = PLAY if played < MOST_VISIONS else THREE_STARS
    if state.step > step:
        step = state.step
    if step < THREE_STARS:
        awaits = TURNS[step]
        return state.with_(awaits=awaits, sides=sides, unseen=unseen, deck=deck, step=step, played=played, pending=())
    after = reopened(rules, state.with_(sides=sides, unseen=unseen, deck=deck, played=played, step=step), state)
    return closing(rules, after, after.step)


def _step_by_step(state: State, seat: int, kind: int, rows: Rows, forgot: bool) -> State:
    """A card of the hand is laid, which makes these rows; then, unless it was forgotten, another is drawn and set aside."""
    shown = hidden.expose(state, hidden.HANDS, seat, (kind,)) or hidden.expose(state, hidden.ASIDE, seat, (kind,))
    assert shown is not None
    after = redrawn(shown, seat, forgot)
    return after.seat_with(seat, after.sides[seat].with_(rows=rows))


def end_play_breaches(rules: Rules, state: State, by: By, act: EndPlay) -> list[Breach]:
    found = list[Breach]()
    if type(state.awaits) is not Turn:
        found.append(_passed_over(state))
    return found


def _passed_over(state: State) -> Breach:
    if isinstance(state.awaits, AwaitTake):
        return infraction("A", "con tre stelle prende un tesoro", "with three stars a treasure is taken")
    if isinstance(state.awaits, AwaitTrimagia):
        return infraction(
            "B", "una fila di tre visioni dà luogo a una trimagia", "a row of three visions makes a trimagia"
        )
    it, en = "ha più di sei carte: scarta quelle in eccesso", "more than six cards: the excess is discarded"
    return infraction("C", it, en)


def end_play(rules: Rules, state: State, by: By, act: EndPlay) -> State:
    """Registered at a later step, it says that the player passed that step over."""
    awaits = type(state.awaits)
    if awaits is AwaitDiscard:
        return pass_on(rules, state, state.sides, state.step)
    if awaits is AwaitTrimagia:
        sides = put(state.sides, state.seat, hidden.refilled(state.sides[state.seat]))
        return closing(rules, state.with_(sides=sides), REFILL)
    return closing(rules, state, TRIMAGIE if awaits is AwaitTake else THREE_STARS)


CHAPTER: Chapter = {
    Play: Rule(play_breaches, play, IN_TURN, "3", (Turn, AwaitTake, AwaitTrimagia), late=(AwaitDiscard,)),
    EndPlay: Rule(end_play_breaches, end_play, IN_TURN, "sintesi", (Turn, *AT_ITS_END)),
}
