"""Reporting the count of a table to the tournament, and its signature."""

from dataclasses import replace

from django.db import transaction

from games.kernel.record import Record
from games.kernel.score import Sheet
from referee.actions import entries
from referee.errors import NotCounted, NotPlaying
from referee.models import GameRecord
from referee.records import cache as record_cache
from tournament.actions import results
from tournament.states import TableState


@transaction.atomic
def count(row: GameRecord, *, by) -> GameRecord:
    """Report the count to the tournament with the head of the chain; the record is then closed."""
    entries.lock(row)
    row = entries.refetch(row)
    if row.table.state != TableState.PLAYING:
        raise NotPlaying
    with record_cache.checkout(row) as record:
        sheet = record.score()
        lines = sheet_lines(row, record, sheet)
    results.report(row.table, lines=lines, ended_by=sheet.ended_by or "", by=by, head=row.head)
    return row


@transaction.atomic
def sign(row: GameRecord, *, by) -> None:
    """Sign the count after the players' review."""
    results.sign(count(row, by=by).table, by=by)


def sheet_lines(row: GameRecord, record: Record, sheet: Sheet) -> list[results.ResultLine]:
    """The score sheet in the tournament's form. Raises NotCounted while anything is missing."""
    is_whole = sheet.ended_by and all(one.points is not None and one.rank for one in sheet.rows)
    if not is_whole or sheet.awaits:
        raise NotCounted(tuple(str(words) for words in sheet.awaits))
    chairs = {seat.record_id: seat.position for seat in row.table.seats.select_related("entrant")}
    return [replace(line, position=chairs[record.header.seats[line.position - 1]]) for line in results.lines_of(sheet)]
