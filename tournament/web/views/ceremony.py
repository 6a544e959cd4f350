"""The prize giving on a screen: places opened by a key, from the last to the first, in the order of groups that the organizer sets.

After the champion stands the last board of the final with its curve, where the final was recorded, and then the podium for the photograph.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.core.formatting import points_in_words
from tournament.documents.sheets import PrizeGroup, PrizeRow
from tournament.hooks.ceremony import EndOfGame, end_of_game
from tournament.models import Tournament
from tournament.queries.prizes import prize_sheet
from tournament.queries.results import computed_once, ends_the_event
from tournament.queries.sheets import standings_sheet
from tournament.queries.tables import tables_of
from tournament.queries.teams import standings_of_teams
from tournament.states import TableState
from tournament.web.views import access

MOST_TEAMS = ON_PODIUM = 3


@dataclass(frozen=True)
class Step:
    """A place that a key opens."""

    group: str
    place: int
    name: str
    club: str
    prize: str
    points: str


@require_safe
@computed_once()
def ceremony(request: HttpRequest, slug: str) -> HttpResponse:
    """`g` are the numbers of the groups in their order: the address holds it, so that it can be rehearsed and opened again."""
    tournament = access.for_organizer(request, slug)
    groups = _groups(tournament)
    totals = _totals(tournament)
    order = _order(request.GET.getlist("g"), len(groups))
    whole = [group for group in groups if group.title == _whole()]
    context = {
        "tournament": tournament,
        "groups": [(groups[number].title, _earlier(order, at)) for at, number in enumerate(order)],
        "steps": [step for number in order for step in _steps(groups[number], totals)],
        "podium": [step for group in whole for step in _steps(group, totals)[::-1] if step.place <= ON_PODIUM],
        "end": _end_of_the_final(tournament),
    }
    return render(request, "tournament/ceremony.html", context)


def _groups(tournament: Tournament) -> list[PrizeGroup]:
    """Categories, teams, and last the whole field, whose first place ends the day."""
    whole = _whole()
    groups = prize_sheet(tournament, made_at=timezone.now()).groups
    categories = [group for group in groups if group.title != whole]
    field = [group for group in groups if group.title == whole]
    teams = []
    if tournament.rules.teams is not None:
        first = [line for line in standings_of_teams(tournament) if line.rank <= MOST_TEAMS]
        teams = [PrizeGroup(_("Squadre"), tuple(PrizeRow(line.rank, line.team) for line in first))]
    return [group for group in (*categories, *teams, *field) if any(row.name for row in group.rows)]


def _whole() -> str:
    """The title of the prizes of the whole field."""
    return _("Classifica assoluta")


def _end_of_the_final(tournament: Tournament) -> EndOfGame | None:
    """None where several tables ended the event, or the final was played on paper or is not counted."""
    last = tournament.rounds.visible().last()
    tables = list(tables_of(last)) if last and ends_the_event(last) else []
    is_counted = len(tables) == 1 and tables[0].state in (TableState.COUNTED, TableState.SIGNED)
    return end_of_game(tables[0]) if is_counted else None


def _order(given: Sequence[str], many: int) -> list[int]:
    """The numbers given, then those left out."""
    wanted = [int(one) for one in given if one.isascii() and one.isdigit() and int(one) < many]
    return list(dict.fromkeys([*wanted, *range(many)]))


def _earlier(order: list[int], at: int) -> str:
    """The query with this group one place earlier; empty for the first."""
    if at == 0:
        return ""
    moved = [*order[: at - 1], order[at], order[at - 1], *order[at + 1 :]]
    return urlencode([("g", number) for number in moved])


def _steps(group: PrizeGroup, totals: Mapping[tuple[str, str], Decimal]) -> list[Step]:
    rows = sorted((row for row in group.rows if row.name), key=lambda row: -row.place)
    return [
        Step(group.title, row.place, row.name, _club(row), row.title, _points(totals.get((row.name, row.club))))
        for row in rows
    ]


def _club(row: PrizeRow) -> str:
    """Empty where the name has it already, to tell namesakes apart."""
    return "" if row.name.endswith(f"({row.club})") else row.club


def _points(total: Decimal | None) -> str:
    return "" if total is None else points_in_words(total)


def _totals(tournament: Tournament) -> dict[tuple[str, str], Decimal]:
    rows = standings_sheet(tournament, made_at=timezone.now(), explained=()).rows
    return {(row.name, row.club): row.total for row in rows}
