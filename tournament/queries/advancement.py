"""The road to the final: the rounds of the format, with their players as far as they are known."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Round, Tournament
from tournament.queries.results import format_of
from tournament.queries.sheets import qualifier_rows
from tournament.queries.tables import tables_in_words, tables_of
from tournament.states import RoundState


@dataclass(frozen=True)
class AdvancementStep:
    """One round: its tables, its advancement, and the names where they fit on a page."""

    name: str
    tables: str
    rule: str
    state: str
    names: tuple[str, ...]
    more: int = 0
    are_through: bool = False

    def cut(self, most: int) -> "AdvancementStep":
        return replace(self, names=self.names[:most], more=self.more + max(len(self.names) - most, 0))


def advancement_steps(tournament: Tournament, *, most_names: int) -> list[AdvancementStep]:
    """Every round of the format; empty before one is chosen."""
    format_ = format_of(tournament)
    if format_ is None:
        return []
    rounds = {round_.number: round_ for round_ in tournament.rounds.visible()}
    return [
        _step(number, stage, rounds.get(number), tournament, most_names)
        for number, stage in enumerate(format_.stages, 1)
    ]


def _step(number: int, stage, round_: Round | None, tournament: Tournament, most: int) -> AdvancementStep:
    unplayed = Round(number=number, stage={"name": stage.name})
    names, are_through = _names(round_, tournament) if round_ else ((), False)
    return AdvancementStep(
        name=(round_ or unplayed).name,
        tables=tables_in_words(stage.tables),
        rule=rule_of(stage),
        state=RoundState(round_.state).label if round_ else _("da giocare"),
        names=names[:most],
        more=max(len(names) - most, 0),
        are_through=are_through,
    )


def _names(round_: Round, tournament: Tournament) -> tuple[tuple[str, ...], bool]:
    """The qualifiers of a closed round, else its players."""
    round_.tournament = tournament
    through = qualifier_rows(round_) if round_.state == RoundState.CLOSED else []
    if through:
        return tuple(who.name for who in through if not who.has_left), True
    return tuple(str(seat.entrant) for table in tables_of(round_) for seat in table.seats.all()), False


def rule_of(stage) -> str:
    """The advancement from this round, in words."""
    if stage.advancement == "everybody":
        return _("tutti giocano anche il turno seguente")
    if stage.advancement == "by-standings":
        return _by_standings(stage)
    if not stage.through:
        return ""
    first = ngettext("passa il primo di ogni tavolo", "passano i primi %(many)d di ogni tavolo", stage.through)
    rest = ngettext(" e il miglior escluso", " e i %(many)d migliori esclusi", stage.runners_up)
    words = first % {"many": stage.through}
    return words + rest % {"many": stage.runners_up} if stage.runners_up else words


def _by_standings(stage) -> str:
    if stage.direct:
        return _("per classifica: %(direct)d in finale, %(cut)d alle semifinali") % {
            "direct": stage.direct,
            "cut": stage.cut,
        }
    return _("per classifica: passano in %d") % stage.cut
