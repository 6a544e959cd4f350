"""The prize list for page, projector and print-outs: the organizer's prizes, with the players at their places now."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.documents.sheets import PrizeGroup, PrizeKind, PrizeRow, PrizeSheet, StandingsRow, StandingsSheet
from tournament.models import Prize, Tournament
from tournament.queries.podium import ON_PODIUM, podium_of
from tournament.queries.sheets import standings_sheet

MOST_OVERALL, MOST_OF_A_CATEGORY = 5, 3
"""Places that are listed without prizes."""
TEAMS = frozenset({"squadre", "squadra", "teams", "team"})
"""The category of a prize for teams, as an organizer writes it in an event of teams."""


def prize_sheet(tournament: Tournament, *, made_at: datetime) -> PrizeSheet:
    """The prize list, provisional while the standings are. Without prizes the first places of the field and of each category."""
    sheet = standings_sheet(tournament, made_at=made_at, explained=())
    played = _played(sheet)
    prizes = list(tournament.prize_list.all())
    groups = [*_of_teams(tournament, prizes), *_of_people(tournament, prizes, played)]
    return PrizeSheet(
        tournament=tournament.name, made_at=made_at, groups=tuple(groups), is_provisional=sheet.is_provisional
    )


def _of_teams(tournament: Tournament, prizes: Iterable[Prize]) -> list[PrizeGroup]:
    """The first places of an event of teams stand first, whether prizes for them are written or not."""
    if tournament.rules.teams is None:
        return []
    written = sorted((one for one in prizes if _is_for_teams(one.category)), key=lambda one: one.place)
    places = podium_of(tournament, most=max([ON_PODIUM, *(one.place for one in written)]))
    teams = [PrizeRow(one.rank, one.name, "", "", one.total, one.members) for one in places]
    rows = [row for prize in written for row in _winning(prize, teams)] if written else teams
    return [PrizeGroup(_("Squadre"), tuple(rows), "teams")] if rows else []


def _of_people(tournament: Tournament, prizes: Sequence[Prize], played: list[StandingsRow]) -> list[PrizeGroup]:
    if not prizes:
        return _first_places(played)
    has_teams = tournament.rules.teams is not None
    return _as_written([one for one in prizes if not (has_teams and _is_for_teams(one.category))], played)


def _is_for_teams(category: str) -> bool:
    return _key(category) in TEAMS


def _winning(prize: Prize, field: Iterable[PrizeRow]) -> list[PrizeRow]:
    """Whoever has this place, with the prize; nobody has it where others before are level."""
    found = [row for row in field if row.place == prize.place] or [PrizeRow(prize.place, "")]
    return [replace(row, title=prize.title) for row in found]


def doubtful_prizes(tournament: Tournament, prizes: Iterable[tuple[str, int, str]]) -> list[str]:
    """Why nobody on the roster could win some of these prizes (category, place, title), in words. An empty roster says nothing."""
    categories = [_key(category) for category in tournament.entrants.values_list("category", flat=True)]
    if not categories:
        return []
    players = Counter(filter(None, categories))
    if tournament.rules.teams is not None:
        teams = tournament.entrants.exclude(club="").values("club").distinct().count()
        players.update(dict.fromkeys(TEAMS, teams))
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
        rows = [row for prize in sorted(of_category, key=lambda prize: prize.place) for row in _winning(prize, field)]
        groups.append(
            PrizeGroup(category or _("Classifica assoluta"), tuple(rows), "category" if category else "field")
        )
    return groups


def _first_places(played: list[StandingsRow]) -> list[PrizeGroup]:
    groups: list[tuple[str, list[StandingsRow], int, PrizeKind]] = [
        (_("Classifica assoluta"), played, MOST_OVERALL, "field")
    ]
    written = {_key(row.category): row.category for row in reversed(played) if row.category.strip()}
    for key, category in sorted(written.items()):
        field = [row for row in played if _key(row.category) == key]
        groups.append((category, field, MOST_OF_A_CATEGORY, "category"))
    found = [
        PrizeGroup(title, tuple(row for row in _placed(field) if row.place <= most), kind)
        for title, field, most, kind in groups
    ]
    return [group for group in found if group.rows]


def _key(category: str) -> str:
    """The same category however it is spaced and capitalized: it is shown as the best placed of it wrote it."""
    return " ".join(category.split()).casefold()


def _placed(rows: list[StandingsRow]) -> list[PrizeRow]:
    """Tied players share a place, and the next one is skipped."""
    ranks = sorted(row.rank for row in rows)
    return [PrizeRow(1 + bisect_left(ranks, row.rank), row.name, row.club, total=row.total) for row in rows]
