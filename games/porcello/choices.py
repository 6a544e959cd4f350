"""What the judge may enter next: one question at a time, with its legal answers only."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.acts import JUDGE
from games.kernel.breaches import Unreadable
from games.kernel.choices import Ask, Choice, Partial, ready
from games.kernel.seats import ACTIVE
from games.kernel.words import Words, seat_words
from games.porcello import labels
from games.porcello.ends import ENDS
from games.porcello.moments import MOMENTS
from games.porcello.state import Rules, State
from games.porcello.turns import has_enough

WHICH = Words("Che cosa succede?", "What happens?")
DIE = Words("Quanto segna il dado?", "What does the die show?")


def choices(rules: Rules, state: State, partial: Partial) -> Ask:
    """The next question. Raises `Unreadable` when the partial act names what cannot be asked for."""
    by = MOMENTS[type(state.awaits)].by(rules, state)
    if "type" not in partial:
        return Ask("act", WHICH, by, "type", tuple(_acts(rules, state)))
    kind = str(partial["type"])
    if kind not in [choice.value for choice in _acts(rules, state)]:
        raise Unreadable("ora non si può: {what}", "not possible now: {what}", what=kind)
    words = labels.ACT_WORDS[kind]
    if kind == "throw" and "dice" not in partial:
        return Ask("dice", DIE, by, "dice", partial=partial)
    if kind == "finish":
        return ENDS.ask(rules, state, partial, labels.ENDINGS)
    if kind in ("first", "abandon"):
        return _seat(state, partial, words)
    return ready(JUDGE if kind in ("time_up", "time_not_up") else by, partial, words)


def _acts(rules: Rules, state: State) -> Iterator[Choice]:
    """The likely acts, then those of the judge in a group of their own."""
    if not state.giro:
        yield _act("first")
    elif not state.ended:
        if not (rules.enough == "stop" and has_enough(rules, state)):
            yield _act("throw")
        if state.throws:
            yield _act("stop")
        yield _act("abandon", "judge")
        if ENDS.open_ways(rules, state):
            yield _act("finish", "judge")
        yield _act("time_not_up" if state.last_giro else "time_up", "judge")


def _act(name: str, group: str = "") -> Choice:
    return Choice(name, labels.ACT_WORDS[name], {"type": name}, group)


def _seat(state: State, partial: Partial, words: Words) -> Ask:
    if "seat" in partial:
        return ready(JUDGE, partial, words)
    seats = [Choice(seat, seat_words(seat), {"seat": seat}) for seat, how in enumerate(state.standing) if how == ACTIVE]
    return Ask("pick", words, JUDGE, "seat", tuple(seats), partial=partial)
