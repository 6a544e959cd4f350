"""A stretch of a made-up game, written at once: every rule checked, and the rows that its entries would have made one by one.

For demonstrations, benches and tests. What people say goes entry by entry, through `records.append`.
"""

from collections.abc import Callable

from django.db import transaction

from games.kernel.game import Move, Status
from games.kernel.record import Record, snapshot
from referee.actions import entries, records
from referee.actions.entries import Told
from referee.errors import Conflict, NotPlaying
from referee.models import Entry, GameRecord, KeptState
from referee.records import cache as record_cache
from tournament.states import TableState

Propose = Callable[[Record], Move | None]
"""The next move at this record, or None where the stretch ends."""


@transaction.atomic
def tell_at_once(row: GameRecord, record: Record, propose: Propose, *, by) -> Told | None:
    """Tell whatever is proposed. `record` is the caller's own, stands where the row does, and goes along. Answers the last entry.

    Raises `Refused`, `NotPlaying` or `Conflict`; then nothing was written, and `record` is of no use any more.
    """
    row = entries.fresh(row)
    if row.table.state != TableState.PLAYING:
        raise NotPlaying
    if (record.seq, record.head) != (row.seq, row.head):
        raise Conflict(record.seq, row.seq)
    lines: list[Entry] = []
    kept: list[KeptState] = []
    while (move := _announced(row, record) or propose(record)) is not None:
        turn, was = record.state.turn, record.game.status(record.rules, record.state)
        line = record.play(move.by, move.act)
        lines.append(_entry(row, record, move, line, was, by))
        if record.state.turn > turn:
            kept.append(KeptState(record=row, seq=record.seq, snapshot=record_cache.write_snapshot(snapshot(record))))
    return _written(row, record, lines, kept) if lines else None


def _announced(row: GameRecord, record: Record) -> Move | None:
    due = entries.announced(row, record)
    return Move(*due) if due else None


def _entry(row: GameRecord, record: Record, move: Move, line: bytes, was: Status, by) -> Entry:
    return Entry(
        record=row,
        seq=record.seq,
        client_key=records.fresh_key(),
        line=line.decode(),
        seat=move.by if isinstance(move.by, int) else None,
        actor=by,
        giro=was.giro,
        in_turn=was.seat,
        level=records.level_of(move.act),
    )


def _written(row: GameRecord, record: Record, lines: list[Entry], kept: list[KeptState]) -> Told:
    claimed = GameRecord.objects.filter(pk=row.pk, seq=row.seq, lease=row.lease)
    if not claimed.update(seq=record.seq, head=record.head):
        raise Conflict(row.seq, record.seq)
    row.seq, row.head = record.seq, record.head
    Entry.objects.bulk_create(lines)
    KeptState.objects.bulk_create(kept)
    told = Told(record.seq, record.head, lines[-1].at, until=record.seq)
    entries.keep_status(row, record, told)
    return told
