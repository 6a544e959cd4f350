"""Choosing the format and its tables: the rounds from the present field to the final."""

from collections.abc import Sequence

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.actions import regulations
from tournament.actions.base import claim, record
from tournament.core.formats import Format, NoFormat, possible_formats
from tournament.core.log_verbs import log_verb
from tournament.errors import BadDraw, NotNow
from tournament.labels.regulation import PAIRINGS
from tournament.models import Tournament
from tournament.queries.drawing import formats_with, legal_splits, splits_offered
from tournament.queries.results import format_of
from tournament.queries.tables import tables_in_words
from tournament.queries.teams import field_size
from tournament.states import RoundState, TournamentState


def _format_name(key: str) -> str:
    """A format's key in words: 5x4.2_1x4-1x5 is 5×4, 1×4+1×5, and swiss-5 a Swiss of five rounds."""
    kind, _sep, many = key.rpartition("-")
    if kind in PAIRINGS:
        rounds = ngettext("%(n)s turno", "%(n)s turni", int(many)) % {"n": many}
        return f"{PAIRINGS[kind]}, {rounds}"
    tables = (stage.partition(".")[0] for stage in key.split("_"))
    return ", ".join(tables).replace("x", "×").replace("-", "+")


CHOOSE = log_verb("plan.choose", gettext_lazy("ha scelto la formula"), subject_text=_format_name)
CHOOSE_TABLES = log_verb("plan.choose_tables", gettext_lazy("ha scelto i tavoli %s"), round_case="of")


@transaction.atomic
def choose(tournament: Tournament, *, key: str, by) -> Format:
    """Take one of the formats for those present; before the first draw only, lest a format change under a draw."""
    if tournament.state == TournamentState.FINISHED or tournament.rounds.exists():
        raise NotNow(_("C'è già un sorteggio: annulla la bozza per cambiare formula."))
    format_ = _offered(tournament, key)
    if format_of(tournament) == format_:
        return format_
    claim(tournament)
    tournament.format = msgspec.to_builtins(format_)
    tournament.save(update_fields=["format"])
    record(tournament, CHOOSE, by=by, subject=format_.key)
    return format_


@transaction.atomic
def choose_tables(tournament: Tournament, *, sizes: Sequence[int], by, key: str = "") -> None:
    """Take one split of those present for the next draw, from the adviser.

    Before the first draw it is the format that begins with these tables, or that of this key; where the regulation does not
    know a size, it learns it by a version of its own. Later, while everybody plays on, it is the next round's tables alone.
    """
    sizes = tuple(sizes)
    if tournament.rounds.exists():
        _set_next(tournament, sizes, by)
        return
    _allow(tournament, sizes, by)
    candidates = formats_with(tournament, sizes)
    found = next((format_ for format_ in candidates if key in ("", format_.key)), None)
    if found is None:
        raise BadDraw(_("Il regolamento non ha una formula che cominci con %s.") % tables_in_words(sizes))
    choose(tournament, key=found.key, by=by)


def _allow(tournament: Tournament, sizes: tuple[int, ...], by) -> None:
    if sizes not in legal_splits(tournament, field_size(tournament)):
        raise BadDraw(_("Questi tavoli non vanno per %d giocatori: scegli di nuovo.") % field_size(tournament))
    sizes_allowed = tournament.rules.table_sizes
    more = tuple(sorted(set(sizes) - set(sizes_allowed)))
    if more:
        regulations.change_part(
            tournament,
            table_sizes=(*sizes_allowed, *more),
            reason=_("per i presenti servono tavoli da %s") % ", ".join(map(str, more)),
            by=by,
            verb=regulations.CHANGE,
            subject="",
        )


def _set_next(tournament: Tournament, sizes: tuple[int, ...], by) -> None:
    number = tournament.rounds.last().number + 1
    if tournament.rounds.exclude(state=RoundState.CLOSED).exists() or sizes not in splits_offered(tournament, number):
        raise NotNow(_("I tavoli del prossimo turno ora non si scelgono: li dice la formula, o c'è già un sorteggio."))
    claim(tournament)
    was = tournament.format["stages"][number - 1]["tables"]
    tournament.format["stages"][number - 1]["tables"] = list(sizes)
    tournament.save(update_fields=["format"])
    record(tournament, CHOOSE_TABLES, by=by, subject=number, tables=list(sizes), was=list(was))


def _offered(tournament: Tournament, key: str) -> Format:
    present = field_size(tournament)
    try:
        offered = {format_.key: format_ for format_ in possible_formats(present, tournament.rules)}
    except NoFormat as none:
        raise BadDraw(str(none)) from None
    if key not in offered:
        raise BadDraw(_("Questa formula non va per i %d presenti: scegline una della pagina.") % present)
    return offered[key]
