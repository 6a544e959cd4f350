"""What can be asked next: one question at a time, with its legal answers, so that one page serves every game.

A partial act is a dict: `{}` asks which act, `{"type": "attack"}` from where, and so on, until an `Ask` of kind `ready` carries the
whole act. A random game is a walk over choices.
"""

from __future__ import annotations

from random import Random
from typing import Any, Literal

from msgspec import Struct

from games.kernel.acts import By
from games.kernel.words import Words

Partial = dict[str, Any]
ONTO = "onto"
"""Where a finger was dragged that began the act: no field of an act, it answers the question for the destination once that is asked."""
HELPERS = ("by", "more", ONTO)
Kind = Literal["act", "pick", "several", "dice", "number", "spread", "ready"]


class Choice(Struct, frozen=True, omit_defaults=True):
    """One legal answer. `sets`: the fields that it settles (else the question's own); `group` sorts the page; `main` is likeliest.

    `ends`: nothing more is to be added to the several answers that were given one by one; it stays in sight whatever the others are.
    `marks`: what a person sees on it (effect, symbol, colour), by names of the scene's headings, to find it in a long list.
    """

    value: str | int
    words: Words
    sets: Partial = {}
    group: str = ""
    main: bool = False
    marks: tuple[str, ...] = ()
    ends: bool = False


class DiceGroup(Struct, frozen=True, omit_defaults=True):
    """So many dice of a throw, one after another, that are thrown for the same pieces of the same seat; `words` name the pieces."""

    words: Words
    count: int
    seat: int = -1


class Ask(Struct, frozen=True, omit_defaults=True):
    """The next question.

    `pick` one of `choices` · `several`: from `least` to `most` of them · `dice`: so many with `faces` · `number` from `least` to `most` ·
    `spread`: a total from `least` to `most` over `choices`, at most `cap` on each where it is not 0 · `ready`: nothing to ask, `act` is
    whole. `offer`: dice that were taken back, to be entered again as they were. `throwers`: whose each die is, where every seat throws one.
    `dice_groups`: all of the dice in their order, where they are thrown for pieces of several kinds or seats.
    `is_single`: the act holds the face of its one die, not a list of dice.
    """

    kind: Kind
    words: Words
    by: By
    field: str = ""
    choices: tuple[Choice, ...] = ()
    least: int = 1
    most: int = 1
    faces: int = 6
    partial: Partial = {}
    offer: tuple[int, ...] = ()
    cap: int = 0
    throwers: tuple[int, ...] = ()
    dice_groups: tuple[DiceGroup, ...] = ()
    is_single: bool = False

    @property
    def act(self) -> Partial:
        """The act as it goes into the record: the partial without what only helped to ask."""
        return {key: value for key, value in self.partial.items() if key not in HELPERS}

    @property
    def is_gathering(self) -> bool:
        """Whether answers were given that go into the record together with those that still follow, and are lost with another act."""
        return self.kind != "ready" and any(value for value in self.partial.values() if isinstance(value, (list, dict)))

    @property
    def is_begun(self) -> bool:
        """Whether more was answered than which act it is, and whose."""
        return any(name not in ("type", "by") for name in self.partial)

    def answered(self, value: Any) -> Partial:
        """The partial act with this question answered."""
        if self.kind in ("act", "pick"):
            choice = next(one for one in self.choices if one.value == value)
            return {**self.partial, **(choice.sets or {self.field: value})}
        rest = {key: old for key, old in self.partial.items() if key != "more"}
        if self.kind == "spread":
            value = _together(rest.get(self.field, {}), value)
        elif self.is_single:
            (value,) = value
        return {**rest, self.field: value}


def _together(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return {key: one.get(key, 0) + other.get(key, 0) for key in (*one, *(key for key in other if key not in one))}


def ready(by: By, partial: Partial, words: Words) -> Ask:
    return Ask("ready", words, by, partial=partial)


def any_answer(ask: Ask, rng: Random) -> Any:
    """A random legal answer to `ask`, for random play and for tests."""
    if ask.kind in ("act", "pick"):
        return rng.choice(ask.choices).value
    count = rng.randint(ask.least, ask.most)
    if ask.kind == "number":
        return count
    if ask.kind == "dice":
        return [rng.randint(1, ask.faces) for _ in range(count)]
    if ask.kind == "several":
        return [choice.value for choice in rng.sample(ask.choices, count)]
    spread: dict[str, int] = {}
    for _ in range(count):
        free = [choice for choice in ask.choices if not ask.cap or spread.get(str(choice.value), 0) < ask.cap]
        place = str(rng.choice(free).value)
        spread[place] = spread.get(place, 0) + 1
    return spread
