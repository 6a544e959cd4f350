"""Whether the standings are final, and what is missing."""

from dataclasses import dataclass

from django.db.models import Count, Min, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.documents.standings_progress import StandingsProgress
from tournament.models import Objection, Penalty, Tournament
from tournament.queries.results import COUNTED, has_level_final
from tournament.states import RoundState, TableState, TournamentState


@dataclass(frozen=True)
class Completeness:
    """Signed tables out of those of every published round; one in dispute is not closed. `pending` says in words what keeps
    the standings from being final, `progress` after which round they count."""

    closed: int
    tables: int
    pending: tuple[str, ...]
    progress: StandingsProgress


def completeness_of(tournament: Tournament) -> Completeness:
    signed = Q(tables__state=TableState.SIGNED, tables__is_sub_judice=False)
    is_open, is_counted = ~Q(state=RoundState.CLOSED), Q(tables__state__in=COUNTED)
    found = tournament.rounds.visible().aggregate(
        closed=Count("tables", filter=signed),
        drawn=Count("tables"),
        disputed=Count("tables", filter=Q(tables__is_sub_judice=True)),
        done=Count("pk", filter=Q(state=RoundState.CLOSED), distinct=True),
        rounds=Count("pk", distinct=True),
        under_way=Min("number", filter=is_open & is_counted),
        counted=Count("tables", filter=is_open & is_counted),
        tables_under_way=Count("tables", filter=is_open),
    )
    pending = (
        [*_of_tables(found), *_of_decisions(tournament), *_of_rounds(tournament, found)] if found["rounds"] else []
    )
    progress = StandingsProgress(
        found["done"],
        _rounds_of(tournament, found),
        found["under_way"] or 0,
        found["counted"],
        found["tables_under_way"],
    )
    return Completeness(found["closed"], found["drawn"], tuple(pending), progress)


def _rounds_of(tournament: Tournament, found: dict[str, int]) -> int:
    """How many the event has, those of its format to come included."""
    return len(tournament.format["stages"]) if tournament.format else found["rounds"]


def _of_tables(found: dict[str, int]) -> list[str]:
    unsigned = found["drawn"] - found["closed"] - found["disputed"]
    words = [
        ngettext("un tavolo senza firma", "%(n)d tavoli senza firma", unsigned) % {"n": unsigned}
        if unsigned > 0
        else "",
        ngettext("un tavolo sub judice", "%(n)d tavoli sub judice", found["disputed"]) % {"n": found["disputed"]}
        if found["disputed"]
        else "",
    ]
    return [one for one in words if one]


def _of_decisions(tournament: Tournament) -> list[str]:
    penalties = Penalty.objects.filter(tournament=tournament, revoked_at=None, is_sub_judice=True).count()
    objections = Objection.objects.filter(round__tournament=tournament, answered_at=None).count()
    found = []
    if penalties:
        found.append(ngettext("un ricorso da decidere", "%(n)d ricorsi da decidere", penalties) % {"n": penalties})
    if objections:
        found.append(
            ngettext("un'obiezione senza risposta", "%(n)d obiezioni senza risposta", objections) % {"n": objections}
        )
    return found


def _of_rounds(tournament: Tournament, found: dict[str, int]) -> list[str]:
    """A round in hand, and rounds to go, unless the organizer ended the event without them."""
    stages = _rounds_of(tournament, found)
    if found["done"] >= stages and has_level_final(tournament):
        return [_("la finale è finita in parità")]
    if tournament.state == TournamentState.FINISHED or found["done"] >= stages:
        return []
    return [ngettext("manca un turno", "mancano %(n)d turni", stages - found["done"]) % {"n": stages - found["done"]}]
