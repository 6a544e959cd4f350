"""Words of a season's ranking, for its page and its files."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.formatting import format_figure
from tournament.core.ordinals import ordinal
from tournament.core.ranking.season import SeasonTie
from tournament.models import Season


def tie_in_words(tie: SeasonTie | None, decimals: int = 0) -> str:
    """What parts a line from the one before it at the same total; empty where that has another."""
    if tie is None:
        return ""
    if not tie.event:
        return _("pari in tutto")
    theirs = format_figure(tie.points_before, decimals)
    if tie.points is None:
        return _("miglior torneo n. %(rank)s: nessuno contro %(theirs)s") % {"rank": tie.event, "theirs": theirs}
    mine = format_figure(tie.points, decimals)
    return _("miglior torneo n. %(rank)s: %(mine)s contro %(theirs)s") % {
        "rank": tie.event, "mine": mine, "theirs": theirs,
    }  # fmt: skip


def formula_in_words(season: Season) -> str:
    """“somma dei punti · contano i migliori 5”: how the ranking of this season counts."""
    parts = [season.get_formula_display()]
    if season.formula == Season.Formula.PLACES:
        parts.append(_("a pari merito %s") % season.get_level_ranks_display())
    if season.best:
        parts.append(_("contano i migliori %(n)d") % {"n": season.best})
    if season.discards:
        parts.append(ngettext("%(n)d scarto", "%(n)d scarti", season.discards) % {"n": season.discards})
    return " · ".join(parts)


def points_of_places(places: Sequence[str]) -> list[tuple[str, str]]:
    """The places in words with their points; places beside each other that give the same are one."""
    given = [Decimal(points) for points in places]
    found, first = [], 1
    for points, same in groupby(given):
        last = first + len(list(same)) - 1
        words = ordinal(first) if first == last else f"{ordinal(first)}–{ordinal(last)}"
        found.append((words, format_figure(points)))
        first = last + 1
    return found
