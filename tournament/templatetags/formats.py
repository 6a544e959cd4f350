"""Rounds of a format in words: their names, tables, advancement; places as each language writes them."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.formats import Stage
from tournament.core.ordinals import ordinal
from tournament.models import Round, Table, Tournament
from tournament.queries.day_plan import hall_of
from tournament.queries.tables import tables_in_words

register = template.Library()

register.filter(ordinal)


@register.filter
def stage_title(stage: Stage, number: int) -> str:
    return stage.title(number)


@register.filter
def stage_tables(stage: Stage) -> str:
    """Tables, and the number of byes."""
    tables = tables_in_words(stage.tables)
    words = ngettext("%(tables)s, ne riposa uno", "%(tables)s, ne riposano %(n)d", stage.byes)
    return words % {"tables": tables, "n": stage.byes} if stage.byes else tables


@register.filter
def stage_advancement(stage: Stage) -> str:
    """The advancement to the next round; empty after the last."""
    if stage.advancement == "everybody":
        return _("tutti giocano il turno dopo")
    if stage.advancement == "by-standings":
        return _by_standings(stage)
    if not stage.through:
        return ""
    words = (
        _("passano i primi %d di ogni tavolo") % stage.through
        if stage.through > 1
        else _("passa il primo di ogni tavolo")
    )
    if stage.runners_up:
        more = ngettext("più il miglior escluso", "più i %d migliori esclusi", stage.runners_up)
        words += ", " + (more % stage.runners_up if "%" in more else more)
    return words


def _by_standings(stage: Stage) -> str:
    parts = [_("passano i primi %d della classifica") % (stage.direct + stage.cut - stage.wildcards)]
    if stage.direct:
        parts.append(_("di cui %d aspettano la finale") % stage.direct)
    if stage.wildcards:
        wild = ngettext("e una wild card", "e %d wild card", stage.wildcards)
        parts.append(wild % stage.wildcards if "%" in wild else wild)
    return ", ".join(parts)


@register.inclusion_tag("tournament/parts/_resting.html")
def resting(round_: Round | None) -> dict:
    """The byes of a round at tables of two."""
    has_pairs = round_ is not None and round_.stage.get("pairing")
    byes = round_.byes.select_related("entrant") if round_ is not None and has_pairs else ()
    return {"byes": byes, "tournament": round_.tournament if round_ is not None else None}


@register.simple_tag
def hall(tournament: Tournament, table: Table) -> str:
    """The hall of a table, where the tournament has several."""
    return hall_of(tournament, table.number)
