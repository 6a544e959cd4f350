"""Why one line of the standings stands before another, in a sentence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tournament.core.results import Standing
from tournament.core.tie_breaks import TIE_BREAKS
from tournament.core.translation import translated as _


@dataclass(frozen=True)
class ReasonContext:
    """What a sentence needs beside two lines: the order that is compared, names of rounds by number, and those of the tie-breaks of a
    score sheet, where the game gives them.
    """

    order: Sequence[str]
    round_title: Callable[[int], str]
    sheet_tiebreaks: Sequence[str] = ()


def why_ahead(one: Standing, other: Standing, name: str, context: ReasonContext) -> str:
    """Why `one`, ranked before or level, is ahead of `other`, who has this name."""
    place = deciding(one, other)
    if place == 0:
        return _("Prima di %(name)s, che non ha giocato le partite necessarie.") % {"name": name}
    if place is None:
        return _("A pari merito con %(name)s: il regolamento non confronta altro.") % {"name": name}
    words = _figures(place, one, other, name, context)
    if place > 1:
        return _("Prima di %(name)s, a parità di ciò che conta prima: %(what)s, %(mine)s contro %(theirs)s.") % words
    return _("Prima di %(name)s: %(what)s, %(mine)s contro %(theirs)s.") % words


def why_behind(one: Standing, other: Standing, name: str, context: ReasonContext) -> str:
    """Why `one` stands after `other`, who is ranked before or level and has this name."""
    place = deciding(one, other)
    if place == 0:
        return _("Dopo %(name)s: mancano le partite necessarie.") % {"name": name}
    if place is None:
        return _("A pari merito con %(name)s: il regolamento non confronta altro.") % {"name": name}
    words = _figures(place, one, other, name, context)
    if place > 1:
        return _("Dopo %(name)s, a parità di ciò che conta prima: %(what)s, %(mine)s contro %(theirs)s.") % words
    return _("Dopo %(name)s: %(what)s, %(mine)s contro %(theirs)s.") % words


def deciding(one: Standing, other: Standing) -> int | None:
    """The first figure of their merit that parts them: 0 is whether they have played enough, 1 the first key of the order."""
    pairs = zip(one.merit, other.merit, strict=False)
    return next((place for place, (mine, theirs) in enumerate(pairs) if mine != theirs), None)


def _figures(place: int, one: Standing, other: Standing, name: str, context: ReasonContext) -> dict[str, str]:
    key = context.order[place - 1]
    tie_break = TIE_BREAKS[key]
    what, mine, theirs = str(tie_break.label), one.merit[place], other.merit[place]
    in_words = context.round_title if tie_break.is_round else tie_break.describe
    if key == "tiebreaks" and (named := _first_that_parts(mine, theirs, context.sheet_tiebreaks)):
        what, mine, theirs = f"{what}, {named[0]}", (named[1],), (named[2],)
    words = {"name": name, "what": what, "mine": in_words(mine), "theirs": in_words(theirs)}
    if tie_break.is_of_last_game and one.last and other.last and one.last.round != other.last.round:
        words["mine"] = f"{words['mine']} ({context.round_title(one.last.round)})"
        words["theirs"] = f"{words['theirs']} ({context.round_title(other.last.round)})"
    return words


def _first_that_parts(
    mine: Sequence[Decimal], theirs: Sequence[Decimal], names: Sequence[str]
) -> tuple[str, Decimal, Decimal] | None:
    """The tie-break of a score sheet that decides, by its name."""
    rows = zip(names, mine, theirs, strict=False)
    return next(((name, ours, others) for name, ours, others in rows if ours != others), None)
