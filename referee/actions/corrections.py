"""Several lines written as one entry of the judge: a line corrected in place with what followed it, or a redo."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

import msgspec
from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel import corrections
from games.kernel.breaches import Refused, impossible
from games.kernel.corrections import PlannedEntry
from games.kernel.record import Record, snapshot
from referee.actions import entries, records
from referee.actions.entries import EntryReceipt
from referee.errors import Conflict, LeaseLost, NotPlaying
from referee.models import Entry, Flag, GameRecord, Snapshot
from referee.records import cache as record_cache
from referee.wording import localized
from tournament.models import TableStatus
from tournament.states import TableState

Plan = Callable[[Record], Iterable[PlannedEntry]]
"""The lines to append to the record, which stands where the row does and reaches back as far as a correction does."""


@dataclass
class _Rows:
    """What changes in the database with the lines."""

    entries: list[Entry] = field(default_factory=list)
    snapshots: list[Snapshot] = field(default_factory=list)
    struck: list[int] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)


def append_planned(
    row: GameRecord, plan: Plan, *, client_key: str, expected_seq: int, by, lease: int | None = None
) -> EntryReceipt:
    """Write all planned lines or none; each has the client key with its number. A used key gets its first receipt again.

    Raises `Refused`, `Unreadable`, `Conflict`, `LeaseLost` or `NotPlaying`, and then writes nothing.
    """
    with transaction.atomic():
        entries.lock(row)
        row = entries.refetch(row)
        if used := entries.find_by_client_key(row, client_key):
            return used
        _refuse_writer(row, expected_seq, lease)
        record = record_cache.load_back(row, corrections.REACH + 1)  # a swap enters a line more
        rows = _Rows()
        for number, entry in enumerate(plan(record)):
            _append(row, record, entry, key_of(client_key, number), rows, by)
        receipt = _insert(row, record, rows)
    record_cache.store(row.pk, record)
    _announce(row, record, receipt, by)
    return receipt


def redo(
    row: GameRecord, *, client_key: str, expected_seq: int, by, why: str = "", lease: int | None = None
) -> EntryReceipt:
    """Enter again what was undone last: a line with the reason that it gave, or a correction as a whole."""

    def plan(record: Record) -> Iterable[PlannedEntry]:
        entries = corrections.redo(record, corrections.history_of(record, partial(past_lines, row)), why)
        if not entries:
            raise Refused((impossible("non c'è nulla da rifare", "there is nothing to redo"),))
        return entries

    return append_planned(row, plan, client_key=client_key, expected_seq=expected_seq, by=by, lease=lease)


def undo(
    row: GameRecord, *, client_key: str, expected_seq: int, by, why: str = "", again: str = "", lease: int | None = None
) -> EntryReceipt:
    """Undo what was done last: a correction as a whole, or the last standing act of the table.

    `again` is the reason of what is then entered as it had been before.
    """
    past = partial(past_lines, row)
    with record_cache.checkout(row) as record:
        amended = corrections.to_undo(record, corrections.history_of(record, past))

    def plan(record: Record) -> Iterable[PlannedEntry]:
        return corrections.undo(record, corrections.history_of(record, past), why, again)

    if amended is not None:
        return append_planned(row, plan, client_key=client_key, expected_seq=expected_seq, by=by, lease=lease)
    return records.undo(row, client_key=client_key, expected_seq=expected_seq, why=why, by=by, lease=lease)


def past_lines(row: GameRecord) -> list[str]:
    """The lines of which undo and redo are: from the first that was ever taken back."""
    lines = row.entries.filter(seq__gte=Subquery(struck_first(row.pk)), seq__lte=row.seq)
    return list(lines.order_by("seq").values_list("line", flat=True))


def struck_first(record: int | OuterRef) -> QuerySet:
    """The number of the first line of a record that was ever taken back; empty where none was."""
    return Entry.objects.filter(record=record, is_standing=False).order_by("seq").values("seq")[:1]


def key_of(client_key: str, number: int) -> str:
    """The key of one of the lines: the first one has the entry's own."""
    return f"{client_key}-{number}" if number else client_key


def reasons_of(row: GameRecord, lines: Iterable[int]) -> dict[int, str]:
    """The reasons that lines gave, by number."""
    stored = row.entries.filter(seq__in=lines).values_list("seq", "line")
    return {seq: msgspec.json.decode(line).get("why", "") for seq, line in stored}


def _refuse_writer(row: GameRecord, expected_seq: int, lease: int | None) -> None:
    if lease is not None and lease != row.lease:
        raise LeaseLost
    if row.table.state != TableState.PLAYING:
        raise NotPlaying
    if not entries.is_still_at(row, expected_seq):
        raise Conflict(expected_seq, row.seq)


def _append(row: GameRecord, record: Record, entry: PlannedEntry, key: str, rows: _Rows, by) -> None:
    before, turn, gone = record.game.status(record.rules, record.state), record.state.turn, record.last_undoable
    line = corrections.append(record, entry)
    if entry.act is None:
        rows.struck.append(gone.seq)
    if entry.kind == "ruling":
        rows.flags.append(_flag(row, record, entry, before.giro, by))
    rows.entries.append(
        Entry(
            record=row,
            seq=record.seq,
            client_key=key,
            line=line.decode(),
            seat=entry.by if isinstance(entry.by, int) else None,
            actor=by,
            giro=before.giro,
            in_turn=before.seat,
            level=records.level_of(entry.act) if entry.act is not None else TableStatus.Level.MOVE,
        )
    )
    if record.state.turn > turn:
        stored = record_cache.write_snapshot(snapshot(record))
        rows.snapshots.append(Snapshot(record=row, seq=record.seq, snapshot=stored))


def _flag(row: GameRecord, record: Record, entry: PlannedEntry, giro: int, by) -> Flag:
    words = localized(record.game.describe(record.rules, entry.by, entry.act))[:300]
    articles = ", ".join(record.standing[-1].act.waives)[:120]
    return Flag(record=row, seq=record.seq, giro=giro, words=words, articles=articles, raised_by=by)


def _insert(row: GameRecord, record: Record, rows: _Rows) -> EntryReceipt:
    entries.claim(row, record)
    Entry.objects.bulk_create(rows.entries)
    Snapshot.objects.bulk_create(rows.snapshots)
    row.entries.filter(seq__in=rows.struck).update(is_standing=False)
    flags = row.flags.filter(seq__in=rows.struck, settled_at=None)
    flags.update(settled_at=timezone.now(), outcome=_("annullato"))
    Flag.objects.bulk_create(rows.flags)
    first, last = rows.entries[0], rows.entries[-1]
    receipt = EntryReceipt(first.seq, entries.head_of(first), first.at, until=last.seq)
    entries.update_status(row, record, EntryReceipt(last.seq, record.head, last.at))
    return receipt


def _announce(row: GameRecord, record: Record, receipt: EntryReceipt, by) -> None:
    """By option the system shows a reached objective that it dealt, also where a correction reaches it."""
    due = entries.announcement_due(row, record)
    if due is None:
        return
    seat, act = due
    with suppress(Conflict):  # another entry came in between: the next one announces
        records.append(
            row, client_key=f"announced-{receipt.until}", expected_seq=receipt.until, by_seat=seat, act=act, by=by
        )
