"""The live topic of a broadcast table: it changes when the line that readers may see does, or the clock beside it, and not sooner."""

from collections.abc import Collection

from django.utils import timezone

from referee.models import GameRecord
from referee.records.broadcast import OVER, clock_version, line_of
from tournament import live
from tournament.models import Broadcast
from tournament.states import RoundState

PREFIX = "broadcast-"


def topic_of(slug: str, number: int, place: int) -> str:
    return f"{PREFIX}{slug}.{number}.{place}"


@live.computed(PREFIX)
def versions(topics: Collection[str]) -> dict[str, int]:
    """The line that may be seen, with the delay; 0 where nothing is open."""
    return {topic: _version(*topic.removeprefix(PREFIX).split(".")) for topic in topics}


def _version(slug: str, number: str, place: str) -> int:
    rows = GameRecord.objects.filter(table__number=place, table__round__number=number).exclude(
        table__round__state=RoundState.DRAFT
    )
    row = rows.filter(table__round__tournament__slug=slug).select_related("table__broadcast").first()
    broadcast: Broadcast | None = getattr(row.table, "broadcast", None) if row and row.table else None
    if row is None or row.table is None or broadcast is None or not broadcast.is_open:
        return 0
    is_public = row.table.state in OVER
    now = timezone.now()
    line = line_of(row, broadcast, is_public=is_public, now=now)
    clock = clock_version(row, broadcast, is_public=is_public, now=now)
    return 1 + (
        line << 17
        | (clock & 0xFF) << 9
        | is_public << 8
        | broadcast.delay << 1
        | (broadcast.delay_in == Broadcast.DelayIn.TURNS)
    )
