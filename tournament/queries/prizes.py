"""The prize list: the first of the standings, then the first of each category."""

from datetime import datetime

from django.utils.translation import gettext as _

from tournament.exports.sheets import PrizeGroup, PrizeRow, PrizeSheet, StandingsRow
from tournament.models import Tournament
from tournament.queries.sheets import standings_sheet

MOST_OVERALL, MOST_OF_A_CATEGORY = 5, 3


def prize_sheet(tournament: Tournament, *, made_at: datetime) -> PrizeSheet:
    """Provisional as long as its standings are."""
    sheet = standings_sheet(tournament, made_at=made_at)
    played = [row for row in sheet.rows if any(points is not None for points in row.per_round)]
    groups = [PrizeGroup(_("Classifica assoluta"), _places(played, MOST_OVERALL))]
    for category in sorted({row.category for row in played if row.category}):
        of_category = [row for row in played if row.category == category]
        groups.append(PrizeGroup(category, _places(of_category, MOST_OF_A_CATEGORY)))
    return PrizeSheet(
        tournament=tournament.name,
        made_at=made_at,
        groups=tuple(group for group in groups if group.rows),
        is_provisional=sheet.is_provisional,
    )


def _places(rows: list[StandingsRow], most: int) -> tuple[PrizeRow, ...]:
    """Those level share a place, and the next one is skipped."""
    placed = [(1 + sum(other.rank < row.rank for other in rows), row) for row in rows]
    return tuple(PrizeRow(place, row.name, row.club) for place, row in placed if place <= most)
