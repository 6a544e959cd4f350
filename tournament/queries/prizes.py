"""The prize list for page, projector and print-outs: the organizer's prizes, with the players at their places now."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.documents.sheets import PrizeGroup, PrizeRow, PrizeSheet, StandingsRow, StandingsSheet
from tournament.models import Prize, Tournament
from tournament.queries.sheets import standings_sheet

MOST_OVERALL, MOST_OF_A_CATEGORY = 5, 3
"""Places that are listed without prizes."""


def prize_sheet(tournament: Tournament, *, made_at: datetime) -> PrizeSheet:
    """The prize list, provisional while the standings are. Without prizes the first places of the field and of each category."""
    sheet = standings_sheet(tournament, made_at=made_at, explained=())
    played = _played(sheet)
    prizes = list(tournament.prize_list.all())
    groups = _as_written(prizes, played) if prizes else _first_places(played)
    return PrizeSheet(
        tournament=tournament.name, made_at=made_at, groups=tuple(groups), is_provisional=sheet.is_provisional
    )


def doubtful_prizes(tournament: Tournament, prizes: Iterable[tuple[str, int, str]]) -> list[str]:
    """Why nobody on the roster could win some of these prizes (category, place, title), in words. An empty roster says nothing."""
    categories = [_key(category) for category in tournament.entrants.values_list("category", flat=True)]
    if not categories:
        return []
    players = Counter(filter(None, categories))
    found = []
    for category, place, title in prizes:
        many = players[_key(category)] if category else len(categories)
        if category and not many:
            found.append(_("«%(title)s»: nessun iscritto è della categoria «%(category)s».") % {
                "title": title, "category": category,
            })  # fmt: skip
        elif place > many:
            found.append(_("«%(title)s»: è per il %(place)dº, e gli iscritti che possono vincerlo sono %(many)d.") % {
                "title": title, "place": place, "many": many,
            })  # fmt: skip
    return found


def _played(sheet: StandingsSheet) -> list[StandingsRow]:
    return [row for row in sheet.rows if row.is_played]


def _as_written(prizes: Iterable[Prize], played: list[StandingsRow]) -> list[PrizeGroup]:
    """Tied players share a prize, and the next place is skipped: the organizer decides about its prize."""
    by_category: dict[str, list[Prize]] = {}
    for prize in prizes:
        by_category.setdefault(_key(prize.category), []).append(prize)
    groups = []
    for key, of_category in by_category.items():
        category = of_category[0].category
        field = _placed([row for row in played if not category or _key(row.category) == key])
        rows = [
            row
            for prize in sorted(of_category, key=lambda prize: prize.place)
            for row in [one for one in field if one.place == prize.place] or [PrizeRow(prize.place, "")]
            for row in [PrizeRow(row.place, row.name, row.club, prize.title)]
        ]
        groups.append(PrizeGroup(category or _("Classifica assoluta"), tuple(rows)))
    return groups


def _first_places(played: list[StandingsRow]) -> list[PrizeGroup]:
    groups = [(_("Classifica assoluta"), played, MOST_OVERALL)]
    written = {_key(row.category): row.category for row in reversed(played) if row.category.strip()}
    for key, category in sorted(written.items()):
        groups.append((category, [row for row in played if _key(row.category) == key], MOST_OF_A_CATEGORY))
    found = [(title, tuple(row for row in _placed(field) if row.place <= most)) for title, field, most in groups]
    return [PrizeGroup(title, rows) for title, rows in found if rows]


def _key(category: str) -> str:
    """The same category however it is spaced and capitalized: it is shown as the best placed of it wrote it."""
    return " ".join(category.split()).casefold()


def _placed(rows: list[StandingsRow]) -> list[PrizeRow]:
    """Tied players share a place, and the next one is skipped."""
    return [PrizeRow(1 + sum(other.rank < row.rank for other in rows), row.name, row.club) for row in rows]
