"""The hall for judges: every table of the round, calls, open decisions, judges who play."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from referee.models import Flag, GameRecord, Quarantined
from referee.permissions import may_direct, may_organize
from referee.records import clocks
from tournament.core.clock import ClockReading
from tournament.models import Table
from tournament.queries.clocks import clock_of, clock_of_table
from tournament.queries.hall import Tile, tile_of, tiles_of
from tournament.states import RoundState, TableState
from tournament.web.support.htmx import is_htmx
from tournament.web.support.leaves import leaf_sought
from tournament.web.views.access import for_staff

TABLES_OF_PAGE = 60


@dataclass(frozen=True)
class Watched:
    """One table for a floor judge; `waited` is the waiting time of its call, `reading` its clock where that is not the hall's."""

    table: Table
    tile: Tile
    record: GameRecord | None
    reading: ClockReading | None
    waited: int | None
    flags: int
    late: int
    is_mine: bool

    @property
    def is_calling(self) -> bool:
        return self.waited is not None


@require_safe
@never_cache
def page(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = for_staff(request, slug)
    round_ = tournament.rounds.filter(state=RoundState.RUNNING).order_by("-number").first()
    leaf = leaf_sought(_in_order(request.user, round_) if round_ else [], request.GET, TABLES_OF_PAGE)
    calling = _calling(round_) if round_ else []
    watched = (
        {one.table.pk: one for one in _watched(request.user, tournament, round_, {*leaf.items, *calling})}
        if round_
        else {}
    )
    now = timezone.now()
    context = {
        "tournament": tournament,
        "round": round_,
        "now": now,
        "reading": clock_of(round_, now=now) if round_ else None,
        "many": round_.tables.count() if round_ else 0,
        "signed": round_.tables.filter(state=TableState.SIGNED).count() if round_ else 0,
        "leaf": leaf,
        "tables": [watched[key] for key in leaf.items],
        "calls": sorted((watched[key] for key in calling), key=lambda one: -(one.waited or 0)),
        "may_direct": may_direct(tournament.roles),
        "may_organize": may_organize(tournament.roles),
        **(_who_plays(tournament) if may_organize(tournament.roles) else {}),
    }
    return render(request, "referee/_floor.html" if is_htmx(request) else "referee/floor.html", context)


def _in_order(user, round_) -> list[int]:
    """The primary keys of the tables: those of this judge first, of these and of the others the most urgent."""
    tiles = tiles_of(round_, now=timezone.now())
    return [one.table.pk for one in sorted(tiles, key=lambda one: one.table.judge_id != user.pk)]


def _calling(round_) -> list[int]:
    """The primary keys of the tables that call the head judge, on whatever page they are."""
    return list(round_.tables.filter(status__called_at__isnull=False).values_list("pk", flat=True))


def _watched(user, tournament, round_, wanted: set[int]) -> list[Watched]:
    """The tables of these primary keys."""
    now = timezone.now()
    round_.tournament = tournament
    rows = GameRecord.objects.filter(table__round=round_, table__in=wanted).select_related("holder")
    records = {row.table_id: row for row in rows}
    flags = _counts(Flag, records)
    late = _counts(Quarantined, records)
    events = list(round_.clock_events.all())
    round_._prefetched_objects_cache = {"clock_events": events}
    hall = clock_of(round_, now=now)
    found = []
    for table in round_.tables.with_seats().filter(pk__in=wanted):
        table.round = round_
        row = records.get(table.pk)
        if row:
            row.table = table
        called_at = table.status.called_at
        reading = clocks.clock_of(row, now=now) if row else clock_of_table(table, now=now)
        found.append(
            Watched(
                table,
                tile_of(table, now=now),
                row,
                None if reading == hall else reading,
                int((now - called_at).total_seconds() // 60) if called_at else None,
                flags.count(row.pk) if row else 0,
                late.count(row.pk) if row else 0,
                table.judge_id == user.pk,
            )
        )
    return found


def _counts(model, records: dict[int, GameRecord]) -> list[int]:
    """The records of the rows that wait for a decision, by primary key."""
    waiting = model.objects.filter(record__in=[row.pk for row in records.values()], settled_at=None)
    return list(waiting.values_list("record_id", flat=True))


# -- who also plays


def _who_plays(tournament) -> dict:
    """Each person once, whatever roles they have."""
    members = tournament.memberships.exclude(entrant=None).select_related("user", "entrant").order_by("pk")
    return {"playing": list({member.user_id: member for member in members}.values())}
