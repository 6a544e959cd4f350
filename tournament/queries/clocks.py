"""The reading of a round's clock, for the whole hall or for one table with minutes of its own."""

from collections.abc import Iterable
from datetime import datetime

from tournament.core import clock
from tournament.models import ClockEvent, Round, Table, TableStatus
from tournament.states import TableState


def allowed_kinds(round_: Round) -> tuple[str, ...]:
    return clock.allowed(_hall_events(round_.clock_events.all()))


def clock_of(round_: Round, *, now: datetime) -> clock.ClockReading:
    """The clock of the hall at `now`. Reads `clock_events`, which a list should prefetch."""
    return _read(_hall_events(round_.clock_events.all()), round_, now)


def clock_of_table(table: Table, *, now: datetime) -> clock.ClockReading:
    """The table's own clock: with its additional minutes, and stopped while it pauses."""
    reading = clock_without_pause(table, now=now)
    pause = pause_of(table)
    return clock.standing_still(reading, pause.paused_after) if pause else reading


def pause_of(table: Table) -> TableStatus | None:
    """The status of a table in play that pauses by agreement."""
    status = getattr(table, "status", None)
    return status if status and status.paused_at and table.state == TableState.PLAYING else None


def own_minutes(table: Table) -> int:
    """The table's additional minutes. Reads `clock_events` of the table, which a list should prefetch."""
    return sum(event.seconds for event in table.clock_events.all()) // 60


def clock_without_pause(table: Table, *, now: datetime) -> clock.ClockReading:
    """The hall's clock with this table's additional minutes."""
    events = [event for event in table.round.clock_events.all() if event.table_id in (None, table.pk)]
    return _read(_pure(events), table.round, now)


def clock_then(table: Table, *, moment: datetime) -> clock.ClockReading:
    """The table's clock as it stood at a moment that is past: nothing that happened since counts."""
    events = [one for one in table.round.clock_events.all() if one.table_id in (None, table.pk) and one.at <= moment]
    return _read(_pure(events), table.round, moment)


def _read(events: list[clock.ClockInput], round_: Round, now: datetime) -> clock.ClockReading:
    return clock.read(events, round_.minutes, now, pre_alarm=round_.tournament.rules.pre_alarm)


def _hall_events(events: Iterable[ClockEvent]) -> list[clock.ClockInput]:
    return _pure(event for event in events if event.table_id is None)


def _pure(events: Iterable[ClockEvent]) -> list[clock.ClockInput]:
    return [clock.ClockInput(kind=event.kind, at=event.at, seconds=event.seconds) for event in events]
