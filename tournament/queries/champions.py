"""The champions of the site's events that are over: teams where the event is of teams, else people who may be named across events."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.models import Recognised, Tournament
from tournament.queries.memory import events_that_count, outings
from tournament.queries.outcomes import outcomes_of, team_outcomes_of


@dataclass(frozen=True)
class Champion:
    """A person with the code of the page across events, or a team, which has none."""

    name: str
    code: str = ""


@dataclass(frozen=True)
class Edition:
    """An event of the hall of fame; a champion who did not consent is named on the event's own page alone."""

    tournament: Tournament
    champions: tuple[Champion, ...]


def champions_of(events: Sequence[Tournament]) -> dict[int, tuple[Champion, ...]]:
    """By event that is over, the teams that came first, or the people who came first and may be named elsewhere than there."""
    teams = [one for one in events if one.rules.teams is not None]
    found = {
        key: tuple(Champion(name) for name, rank in lines if rank == 1)
        for key, lines in team_outcomes_of(teams).items()
    }
    for row in _people_first([one for one in events if one.rules.teams is None]):
        champion = Champion(str(row.entrant), row.person.code)
        found[row.entrant.tournament_id] = (*found.get(row.entrant.tournament_id, ()), champion)
    return found


def _people_first(events: Sequence[Tournament]) -> Sequence[Recognised]:
    first = [
        line.entrant for lines in outcomes_of(events).values() for line in lines if line.rank == 1 and line.has_played
    ]
    named = outings().filter(entrant__public_id__in=first)
    return list(named.select_related("entrant", "person").order_by("pk"))


def editions(most: int) -> list[Edition]:
    """The latest events first."""
    events = list(events_that_count().order_by("-day", "-pk")[:most])
    champions = champions_of(events)
    return [Edition(one, champions.get(one.pk, ())) for one in events]
