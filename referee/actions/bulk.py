"""A stretch of a simulated game, written at once: every rule checked, and the rows that its entries would have made one by one.

For demonstrations, benches and tests. What people enter goes entry by entry, through `records.append`.
"""

from collections.abc import Callable

from django.db import transaction

from games.kernel.game import Move, Status
from games.kernel.record import Record, snapshot
from referee.actions import entries, records
from referee.actions.entries import EntryReceipt
from referee.errors import Conflict, NotPlaying
from referee.models import Entry, GameRecord, Snapshot
from referee.records import cache as record_cache
from tournament.states import TableState

Propose = Callable[[Record], Move | None]
"""The next move at this record, or None where the stretch ends."""


@transaction.atomic
def append_moves(row: GameRecord, record: Record, propose: Propose, *, by) -> EntryReceipt | None:
    """Write whatever is proposed. `record` is the caller's own, stands where the row does, and advances. Answers the last receipt.

    Raises `Refused`, `NotPlaying` or `Conflict`; then nothing was written, and `record` is of no use any more.
    """
    entries.lock(row)
    row = entries.refetch(row)
    if row.table.state != TableState.PLAYING:
        raise NotPlaying
    if (record.seq, record.head) != (row.seq, row.head):
        raise Conflict(record.seq, row.seq)
    lines: list[Entry] = []
    snapshots: list[Snapshot] = []
    while (move := _announcement(row, record) or propose(record)) is not None:
        turn, before = record.state.turn, record.game.status(record.rules, record.state)
        line = record.play(move.by, move.act, why=move.why)
        lines.append(_entry(row, record, move, line, before, by))
        if record.state.turn > turn:
            snapshots.append(_snapshot(row, record))
    return _insert(row, record, lines, snapshots) if lines else None


def _announcement(row: GameRecord, record: Record) -> Move | None:
    due = entries.announcement_due(row, record)
    return Move(*due) if due else None


def _snapshot(row: GameRecord, record: Record) -> Snapshot:
    return Snapshot(record=row, seq=record.seq, snapshot=record_cache.write_snapshot(snapshot(record)))


def _entry(row: GameRecord, record: Record, move: Move, line: bytes, before: Status, by) -> Entry:
    return Entry(
        record=row,
        seq=record.seq,
        client_key=records.new_client_key(),
        line=line.decode(),
        seat=move.by if isinstance(move.by, int) else None,
        actor=by,
        giro=before.giro,
        in_turn=before.seat,
        level=records.level_of(move.act),
    )


def _insert(row: GameRecord, record: Record, lines: list[Entry], snapshots: list[Snapshot]) -> EntryReceipt:
    entries.claim(row, record)
    Entry.objects.bulk_create(lines)
    Snapshot.objects.bulk_create(snapshots)
    receipt = EntryReceipt(record.seq, record.head, lines[-1].at, until=record.seq)
    entries.update_status(row, record, receipt)
    return receipt
