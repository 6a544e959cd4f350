"""A game turn by turn: for its staff while it is played, for everybody once it is counted."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import conditional_page, require_safe
from django.views.decorators.vary import vary_on_headers

from referee.models import GameRecord
from referee.records.replay import Replay
from referee.views.access import table_to_read
from tournament.models import Table
from tournament.permissions import is_staff
from tournament.states import TableState
from tournament.web.views import access

OVER = (TableState.COUNTED, TableState.SIGNED)


@require_safe
@login_not_required
@conditional_page
@vary_on_headers("HX-Request")
def replay(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    table = _table_to_replay(request, slug, number, place)
    row = get_object_or_404(GameRecord, table=table)
    game_replay = Replay(row, table.seats.select_related("entrant"), for_staff=is_staff(table.round.tournament.roles))
    context = {
        "tournament": table.round.tournament,
        "round": table.round,
        "table": table,
        "frame": game_replay.frame(_turn(request)),
    }
    if request.htmx:
        return render(request, "referee/replay/_frame.html", context)
    return render(request, "referee/replay.html", context | {"chart": game_replay.counts()})


def _table_to_replay(request: HttpRequest, slug: str, number: int, place: int) -> Table:
    tournament = access.visible(request, slug)
    table = access.table_in(access.visible_round_in(tournament, number), place)
    if table.state in OVER:
        return table
    if not is_staff(tournament.roles):
        raise Http404
    return table_to_read(request, slug, number, place)


def _turn(request: HttpRequest) -> int:
    raw = request.GET.get("turno", "")
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 7 else 1
