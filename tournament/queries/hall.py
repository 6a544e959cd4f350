"""The tables of a round at a glance: which of them needs somebody first, and what waits to be done there."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from tournament.models import Round, Table, TableStatus
from tournament.states import TableState

SILENT_MINUTES = 5


class Need(IntEnum):
    """What a table needs, the most urgent first."""

    CALL = 0
    SILENT = 1
    COUNT = 2
    PLAY = 3
    START = 4
    NOTHING = 5


@dataclass(frozen=True)
class Tile:
    """A table with what it needs; `minutes` since its last line, while lines are expected of it."""

    table: Table
    need: Need
    minutes: int | None

    @property
    def is_silent(self) -> bool:
        return self.minutes is not None and self.minutes > SILENT_MINUTES


def tile_of(table: Table, *, now: datetime) -> Tile:
    minutes = _minutes(table, now)
    if table.status.called_at:
        return Tile(table, Need.CALL, minutes)
    if table.state == TableState.PLAYING:
        silent = minutes is not None and minutes > SILENT_MINUTES
        return Tile(table, Need.SILENT if silent else Need.PLAY, minutes)
    needs = {TableState.WAITING: Need.START, TableState.SIGNED: Need.NOTHING}
    return Tile(table, needs.get(TableState(table.state), Need.COUNT), None)


def _minutes(table: Table, now: datetime) -> int | None:
    """Neither a table that pauses nor one of which only the result is recorded owes a line.

    A clock that was set back would make the last line one that is yet to come.
    """
    status = table.status
    owes = table.state == TableState.PLAYING and not status.paused_at and status.level != TableStatus.Level.RESULT
    return max(0, int((now - status.last_entry_at).total_seconds() // 60)) if owes and status.last_entry_at else None


def tiles_of(round_: Round, *, now: datetime) -> list[Tile]:
    """The most urgent first; one query."""
    tables = list(round_.tables.with_status())
    for table in tables:
        table.round = round_
    return in_order(tile_of(table, now=now) for table in tables)


def in_order(tiles: Iterable[Tile]) -> list[Tile]:
    return sorted(tiles, key=lambda one: (one.need, one.table.number))
