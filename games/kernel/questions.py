"""The shapes of a game's questions: each is asked until the partial act holds its answer, and is then ready."""

from __future__ import annotations

from collections.abc import Iterable

from games.kernel.acts import By
from games.kernel.choices import Ask, Choice, Partial, ready
from games.kernel.words import Words


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
