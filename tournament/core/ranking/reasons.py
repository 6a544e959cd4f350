"""Why one line of the standings stands before another, in a sentence."""

from collections.abc import Callable, Sequence
from typing import Any

from tournament.core.results import Standing
from tournament.core.tie_breaks import TIE_BREAKS
from tournament.core.translation import translated as _


def why_ahead(
    one: Standing, other: Standing, name: str, order: Sequence[str], round_title: Callable[[int], str]
) -> str:
    """Why `one`, ranked before or level, is ahead of `other`, who has this name; `order` is the regulation's.

    `round_title` names a round by its number.
    """
    place = deciding(one, other)
    if place == 0:
        return _("Prima di %(name)s, che non ha giocato le partite necessarie.") % {"name": name}
    if place is not None:
        return _by_key(order[place - 1], one.merit[place], other.merit[place], name, place > 1, round_title)
    return _("A pari merito con %(name)s: il regolamento non confronta altro.") % {"name": name}


def why_behind(
    one: Standing, other: Standing, name: str, order: Sequence[str], round_title: Callable[[int], str]
) -> str:
    """Why `one` stands after `other`, who is ranked before or level and has this name."""
    place = deciding(one, other)
    if place == 0:
        return _("Dopo %(name)s: mancano le partite necessarie.") % {"name": name}
    if place is None:
        return _("A pari merito con %(name)s: il regolamento non confronta altro.") % {"name": name}
    words = _figures(order[place - 1], one.merit[place], other.merit[place], name, round_title)
    if place > 1:
        return _("Dopo %(name)s, a parità di ciò che conta prima: %(what)s, %(mine)s contro %(theirs)s.") % words
    return _("Dopo %(name)s: %(what)s, %(mine)s contro %(theirs)s.") % words


def deciding(one: Standing, other: Standing) -> int | None:
    """The first figure of their merit that parts them: 0 is whether they have played enough, 1 the first key of the order."""
    pairs = zip(one.merit, other.merit, strict=False)
    return next((place for place, (mine, theirs) in enumerate(pairs) if mine != theirs), None)


def _by_key(
    key: str, mine: Any, theirs: Any, name: str, is_level_before: bool, round_title: Callable[[int], str]
) -> str:
    words = _figures(key, mine, theirs, name, round_title)
    if is_level_before:
        return _("Prima di %(name)s, a parità di ciò che conta prima: %(what)s, %(mine)s contro %(theirs)s.") % words
    return _("Prima di %(name)s: %(what)s, %(mine)s contro %(theirs)s.") % words


def _figures(key: str, mine: Any, theirs: Any, name: str, round_title: Callable[[int], str]) -> dict[str, str]:
    tie_break = TIE_BREAKS[key]
    in_words = round_title if tie_break.is_round else tie_break.describe
    return {
        "name": name,
        "what": str(tie_break.label),
        "mine": in_words(mine),
        "theirs": in_words(theirs),
    }
