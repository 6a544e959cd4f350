"""Who has won an event and who stands beside: the teams of an event of teams, else its people. A site's champions are in `champions.py`."""

from dataclasses import dataclass
from decimal import Decimal

from django.utils import timezone

from tournament.models import Tournament
from tournament.queries.sheets import standings_sheet
from tournament.queries.teams import team_lines

ON_PODIUM = 3


@dataclass(frozen=True)
class PodiumPlace:
    """A person by the entrant's number, or a team with those who have played for it."""

    rank: int
    name: str
    club: str
    total: Decimal
    number: int = 0
    members: tuple[str, ...] = ()


def podium_of(tournament: Tournament, most: int = ON_PODIUM) -> list[PodiumPlace]:
    """The first places; more where they are level. Nobody who has not played."""
    if tournament.rules.teams is not None:
        return [
            PodiumPlace(line.rank, line.team, "", line.total, members=members)
            for line, members in team_lines(tournament)
            if line.rank <= most
        ]
    rows = standings_sheet(tournament, made_at=timezone.now(), explained=()).rows
    first = [row for row in rows if row.is_played and row.rank <= most]
    return [PodiumPlace(row.rank, row.name, row.club, row.total, row.number) for row in first]
