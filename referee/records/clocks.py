"""The clock of a table in play: the hall's, with the table's own minutes, and standing still while the table pauses."""

from datetime import datetime

from referee.models import GameRecord
from tournament.core.clock import ClockReading, standing_still
from tournament.queries.clocks import clock_without_pause


def clock_of(row: GameRecord, *, now: datetime) -> ClockReading:
    reading = clock_without_pause(row.table, now=now)
    return reading if row.paused_at is None else standing_still(reading, row.paused_after)
