"""The clock of a table in play: the hall's, with the table's own minutes, and standing still while the table pauses."""

from datetime import datetime, timedelta

import msgspec

from referee.models import GameRecord
from tournament.clock import ClockReading
from tournament.queries.clocks import clock_of_table


def clock_of(row: GameRecord, *, now: datetime) -> ClockReading:
    reading = clock_of_table(row.table, now=now)
    if row.paused_at is None:
        return reading
    played = timedelta(seconds=row.paused_after)
    left = max(reading.limit - played, timedelta())
    return msgspec.structs.replace(reading, state="paused", elapsed=played, remaining=left, ends_at=None)
