"""The prize giving on a screen: places opened by a key, from the last to the first, in the order of groups that the organizer sets.

After the champion stands the last board of the final with its curve, where the final was recorded, and then the podium for the photograph.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.core.formatting import points_in_words
from tournament.documents.sheets import PrizeGroup, PrizeRow, PrizeSheet
from tournament.hooks.ceremony import EndOfGame, end_of_game
from tournament.models import Tournament
from tournament.queries.podium import ON_PODIUM
from tournament.queries.prizes import prize_sheet
from tournament.queries.results import computed_once, ends_the_event
from tournament.queries.tables import tables_of
from tournament.states import TableState
from tournament.web.views import access

MOST_STEPS = 5
"""Side by side on the podium; where more people are level it is a list."""


@dataclass(frozen=True)
class Step:
    """A place that a key opens."""

    group: str
    place: int
    name: str
    club: str
    prize: str
    points: str
    members: str


@require_safe
@computed_once()
def ceremony(request: HttpRequest, slug: str) -> HttpResponse:
    """`g` are the numbers of the groups in their order: the address holds it, so that it can be rehearsed and opened again."""
    tournament = access.for_organizer(request, slug)
    sheet = prize_sheet(tournament, made_at=timezone.now())
    groups = _groups(sheet)
    order = _order(request.GET.getlist("g"), len(groups))
    podium = [step for step in _steps(sheet.main)[::-1] if step.place <= ON_PODIUM] if sheet.main else []
    context = {
        "tournament": tournament,
        "has_steps": len(podium) <= MOST_STEPS,
        "groups": [(groups[number].title, _earlier(order, at)) for at, number in enumerate(order)],
        "steps": [step for number in order for step in _steps(groups[number])],
        "podium": podium,
        "is_provisional": sheet.is_provisional,
        "end": _end_of_the_final(tournament),
    }
    return render(request, "tournament/ceremony.html", context)


def _groups(sheet: PrizeSheet) -> list[PrizeGroup]:
    """Last the group whose first place has won the event, which ends the day: before it the others from the last to the first."""
    field = [group for group in sheet.groups if group.kind == "field"]
    others = [group for group in sheet.groups if group.kind == "category"]
    teams = [group for group in sheet.groups if group.kind == "teams"]
    return [group for group in (*others, *field, *teams) if any(row.name for row in group.rows)]


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


def _steps(group: PrizeGroup) -> list[Step]:
    rows = sorted((row for row in group.rows if row.name), key=lambda row: -row.place)
    return [
        Step(group.title, row.place, row.name, _club(row), row.title, _points(row.total), ", ".join(row.members))
        for row in rows
    ]


def _club(row: PrizeRow) -> str:
    """Empty where the name has it already, to tell namesakes apart."""
    return "" if row.name.endswith(f"({row.club})") else row.club


def _points(total: Decimal | None) -> str:
    return "" if total is None else points_in_words(total)
