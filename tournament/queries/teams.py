"""Teams: their members, their line-ups, and the standings of the teams."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max
from django.utils.translation import gettext as _

from games.kernel.words import unstopped
from tournament.core.ranking import event as events
from tournament.core.ranking.scoring import TeamStanding, team_standings
from tournament.errors import NotNow
from tournament.models import Entrant, LineUpEntry, Tournament
from tournament.queries.results import event_of


@dataclass(frozen=True)
class Team:
    """The present members of one team, and its line-up for the round."""

    name: str
    members: tuple[Entrant, ...]
    line_up: tuple[Entrant, ...] = ()


def teams_of(tournament: Tournament, number: int) -> list[Team]:
    """Every team by name; a team without spare members fields everybody without a line-up."""
    chosen = _chosen(tournament, number)
    wanted = tournament.rules.teams.line_up if tournament.rules.teams else 0
    members: dict[str, list[Entrant]] = {}
    for entrant in tournament.entrants.present().exclude(club="").by_surname():
        members.setdefault(entrant.club, []).append(entrant)
    return [
        Team(name, tuple(people), tuple(one for one in people if one.pk in chosen or len(people) == wanted))
        for name, people in sorted(members.items())
    ]


def _chosen(tournament: Tournament, number: int) -> set[int]:
    rows = LineUpEntry.objects.filter(tournament=tournament, round_number=number)
    return set(rows.values_list("entrant_id", flat=True))


def next_round(tournament: Tournament) -> int:
    last = tournament.rounds.last()
    return last.number + 1 if last else 1


def handed_in_by_captains(tournament: Tournament, number: int) -> dict[str, datetime]:
    """When each captain handed in the line-up of this round; line-ups from the desk are not included."""
    rows = LineUpEntry.objects.filter(tournament=tournament, round_number=number, by=None)
    return dict(rows.values_list("team").annotate(at=Max("at")))


def missing_line_ups(tournament: Tournament, number: int) -> list[str]:
    """The teams, by name, of which the draw of this round still needs the line-up; none where nobody plays in teams."""
    if tournament.rules.teams is None:
        return []
    wanted = tournament.rules.teams.line_up
    return [team.name for team in teams_of(tournament, number) if len(team.line_up) != wanted]


def without_team(tournament: Tournament) -> int:
    """How many of those present have no club, and so no team to play in."""
    return tournament.entrants.present().filter(club="").count() if tournament.rules.teams else 0


def line_up_of(tournament: Tournament, number: int) -> list[Entrant]:
    """The line-ups of this round. Raises NotNow with the teams whose line-up is missing."""
    teams, missing = teams_of(tournament, number), missing_line_ups(tournament, number)
    if missing:
        raise NotNow(_("Mancano le formazioni di: %s.") % unstopped(", ".join(missing)))
    return [one for team in teams for one in team.line_up]


def field_size(tournament: Tournament) -> int:
    """The number of players of a round: those present, or the line-up of every team."""
    if tournament.rules.teams is None:
        return tournament.entrants.present().count()
    teams = tournament.entrants.present().exclude(club="").values("club").distinct().count()
    return teams * tournament.rules.teams.line_up


def standings_of_teams(tournament: Tournament) -> tuple[TeamStanding, ...]:
    """The best results of all members of each team, penalties taken off."""
    clubs = dict(tournament.entrants.exclude(club="").values_list("public_id", "club"))
    event = event_of(tournament)
    results, penalties = events.team_results(event, clubs), events.team_penalties(event, clubs)
    return team_standings(results, tournament.rules, penalties)


def team_lines(tournament: Tournament) -> list[tuple[TeamStanding, tuple[str, ...]]]:
    """The teams that have results, best first, each with its people who have played."""
    played = tournament.entrants.filter(seats__result__isnull=False).exclude(club="").by_surname().distinct()
    members: dict[str, list[str]] = {}
    for entrant in played:
        members.setdefault(entrant.club, []).append(str(entrant))
    lines = standings_of_teams(tournament)
    return [(line, tuple(members.get(line.team, ()))) for line in lines if line.results or line.discarded]
