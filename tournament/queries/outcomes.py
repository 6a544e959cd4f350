"""How events ended for everybody: places and totals of their standings, computed once until something of an event changes."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar

from django.core.cache import cache
from django.db.models import Count, Max, QuerySet, Sum

from tournament import live
from tournament.models import Result, Tournament
from tournament.queries.results import standings_of
from tournament.queries.teams import standings_of_teams

A_DAY = 24 * 3600
Computed = TypeVar("Computed")


@dataclass(frozen=True)
class Outcome:
    """One line of the standings; `entrant` is the public id, and `has_played` says that a table or a bye counted."""

    entrant: str
    rank: int
    total: Decimal
    has_played: bool


def outcomes_of(tournaments: Collection[Tournament]) -> dict[int, tuple[Outcome, ...]]:
    """By the tournament's key, best first: two queries for those that have not changed."""
    return _cached(tournaments, "", _outcomes)


def team_outcomes_of(tournaments: Collection[Tournament]) -> dict[int, tuple[tuple[str, int], ...]]:
    """By the key of an event of teams, each team that has results with its rank, best first."""
    return _cached(tournaments, "teams-", _team_outcomes)


def _outcomes(tournament: Tournament) -> tuple[Outcome, ...]:
    return tuple(Outcome(line.entrant, line.rank, line.total, bool(line.last)) for line in standings_of(tournament))


def _team_outcomes(tournament: Tournament) -> tuple[tuple[str, int], ...]:
    lines = standings_of_teams(tournament)
    return tuple((line.team, line.rank) for line in lines if line.results or line.discarded)


def _cached(
    tournaments: Collection[Tournament], prefix: str, compute: Callable[[Tournament], Computed]
) -> dict[int, Computed]:
    keys = {event: f"{prefix}{key}" for event, key in _keys_of(tournaments).items()}
    cached = cache.get_many(keys.values())
    found = {}
    for tournament in tournaments:
        key = keys[tournament.pk]
        if key not in cached:
            cached[key] = compute(tournament)
            cache.set(key, cached[key], A_DAY)
        found[tournament.pk] = cached[key]
    return found


def _keys_of(tournaments: Collection[Tournament]) -> dict[int, str]:
    """A restored copy has the moments at which its own results were entered."""
    versions = live.versions(one.topic for one in tournaments)
    states = states_of_results(Result.objects.filter(seat__round__tournament__in=[one.pk for one in tournaments]))
    return {
        one.pk: f"outcomes-{one.slug}-{digest(versions[one.topic], states[one.pk])}"
        for one in tournaments
    }  # fmt: skip


def states_of_results(results: QuerySet[Result]) -> dict[int, list]:
    """By tournament, what changes with every result that is entered or corrected; an empty list where there is none."""
    rows = (
        results.order_by()
        .values_list("seat__round__tournament")
        .annotate(Count("pk"), Max("entered_at"), Sum("revision"), Sum("rank"))
    )
    return defaultdict(list, {tournament: facts for tournament, *facts in rows})


def digest(*facts: object) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]
