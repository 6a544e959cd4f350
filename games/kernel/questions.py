"""The shapes of a game's questions: each is asked until the partial act holds its answer, and is then ready."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, cast

from msgspec import structs

from games.kernel.acts import JUDGE, By
from games.kernel.breaches import Unreadable
from games.kernel.choices import Ask, Choice, Partial, ready
from games.kernel.words import Words

Asker = Callable[[Any, Any, Partial], Ask]
Awaited = TypeVar("Awaited")
Present = TypeVar("Present")


class NotPossibleNow(LookupError):
    """A question about what the table does not wait for, or about what is not there."""


def next_question(askers: Mapping[str, Asker], rules: Any, state: Any, partial: Partial) -> Ask:
    """What is asked next of an act whose type is chosen.

    Raises `Unreadable` where there is nothing to ask, or the partial act names what cannot be. Any other exception is a bug of the game.
    """
    asker = askers.get(str(partial["type"]))
    if asker is None:
        raise Unreadable("non c'è nulla da chiedere per {what}", "nothing to ask for {what}", what=partial["type"])
    try:
        return asker(rules, state, partial)
    except NotPossibleNow as error:
        raise Unreadable("ora non si può: {what}", "not possible now: {what}", what=partial["type"]) from error


def awaited(state: Any, kind: type[Awaited]) -> Awaited:
    """What the table waits for, where it is of this kind. Raises `NotPossibleNow`."""
    require(isinstance(state.awaits, kind))
    return cast(Awaited, state.awaits)


def present(value: Present | None) -> Present:
    """The value, where there is one. Raises `NotPossibleNow`."""
    require(value is not None)
    return cast(Present, value)


def require(condition: object) -> None:
    """Raises `NotPossibleNow` where the question makes no sense in this state."""
    if not condition:
        raise NotPossibleNow


def has_any(found: Iterable[object]) -> bool:
    """Whether anything is found, were it the territory with the number 0."""
    return any(True for _ in found)


def pick(partial: Partial, by: By, field: str, words: Words, options: Iterable[Choice]) -> Ask:
    """One of the options, for `field`."""
    return ready(by, partial, words) if field in partial else pick_next(partial, by, field, words, options)


def pick_next(partial: Partial, by: By, field: str, words: Words, options: Iterable[Choice]) -> Ask:
    """One of the options, whatever was answered before: a list that grows, or a step on the way."""
    return Ask("pick", words, by, field, tuple(options), partial=partial)


def throw(partial: Partial, by: By, words: Words, least: int, most: int, field: str = "dice") -> Ask:
    """From `least` to `most` dice."""
    return (
        ready(by, partial, words)
        if field in partial
        else Ask("dice", words, by, field, (), least, most, partial=partial)
    )


def single_die(partial: Partial, by: By, words: Words, field: str = "die") -> Ask:
    """One die, for an act that holds its face alone."""
    ask = throw(partial, by, words, 1, 1, field)
    return structs.replace(ask, is_single=True) if ask.kind == "dice" else ask


def one_die_each(partial: Partial, words: Words, seats: tuple[int, ...]) -> Ask:
    """A die of each of these seats, in their order, entered by the judge."""
    ask = throw(partial, JUDGE, words, len(seats), len(seats))
    return structs.replace(ask, throwers=seats) if ask.kind == "dice" else ask


def amount(partial: Partial, by: By, field: str, words: Words, least: int, most: int) -> Ask:
    """A number from `least` to `most`."""
    return (
        ready(by, partial, words)
        if field in partial
        else Ask("number", words, by, field, (), least, most, partial=partial)
    )


def without(partial: Partial, *helpers: str) -> Partial:
    """The partial act without what only helped to ask."""
    return {key: value for key, value in partial.items() if key not in helpers}
