"""Appending an entry to a record: who may write, used keys, and what changes with the line.

An append is one transaction: entry, chain, snapshot, the table's status and the live version. Its cost does not grow with the record.
"""

from collections.abc import Callable
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache

import msgspec
from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext as _

from games.kernel.acts import JUDGE, Act, By, Note, PreAlarm
from games.kernel.breaches import Refused, Unreadable
from games.kernel.game import Status
from games.kernel.lines import split_head
from games.kernel.record import OutOfReach, Record, snapshot
from games.kernel.vault import Vault
from referee.errors import BadKey, Conflict, LeaseLost, NotPlaying
from referee.models import KEY_LENGTH, Entry, GameRecord, SealedVault, Snapshot
from referee.records import beside
from referee.records import cache as record_cache
from tournament import live
from tournament.actions import tables
from tournament.models import Seat, Table, TableStatus
from tournament.prepared import Prepared, insert, update
from tournament.states import TableState

# Lines that do not change the board and its questions, so that pages stay valid.
QUIET = tuple(f'"act":{{"type":"{one.__struct_config__.tag}"' for one in (Note, PreAlarm))


@dataclass(frozen=True)
class EntryRequest:
    """An entry to write. `apply` writes its line into the record, `after` changes the rows beside it in the same transaction.

    `expected_seq` is None for whom does not look at the board: the clock, and the direction of the hall. `lease` is None for writers
    that are no tablet.
    """

    client_key: str
    expected_seq: int | None
    apply: Callable[[Record], bytes]
    by_seat: By = JUDGE
    lease: int | None = None
    after: Callable[[GameRecord], None] | None = None
    level: str = TableStatus.Level.MOVE


@dataclass(frozen=True)
class EntryReceipt:
    """The answer to an entry, the same each time that its key is sent. `until` is the last line written with it.

    `stands` is the row at the end of the entry's transaction, one of `beside.marked`; None where that has to be read.
    """

    seq: int
    head: str
    at: datetime
    is_repeat: bool = False
    until: int = 0
    stands: GameRecord | None = field(default=None, compare=False, repr=False)


class _Overtaken(Exception):
    """The table is no longer as the request read it."""


def append_entry(row: GameRecord, request: EntryRequest, *, by) -> EntryReceipt:
    """Write the entry, and behind it what the system then announces by itself."""
    receipt, announcement = _append(row, request, by)
    if announcement is None:
        return receipt
    until = receipt.until
    with suppress(Conflict):  # another entry came in between: the next one announces
        while announcement is not None:
            announced, announcement = _append(row, announcement, by)
            until = announced.until
    return replace(receipt, until=until, stands=None)


def _append(row: GameRecord, request: EntryRequest, by) -> tuple[EntryReceipt, EntryRequest | None]:
    """The receipt, and the system's announcement that follows from this entry, if any."""
    _refuse_bad_key(request.client_key)
    try:
        if _is_due(row, request):
            # Whoever was overtaken or refused is judged again, with nobody else writing.
            with suppress(_Overtaken, Conflict, Refused, Unreadable):
                return _append_at_once(copy(row), request, by)
        with transaction.atomic(), live.gathered():
            lock(row)
            row = _refetch_in_round(row)
            # A used key cannot belong to a request that expects the current last line, so the lookup is skipped.
            if request.expected_seq != row.seq and (used := find_by_client_key(row, request.client_key)):
                return used, None
            _refuse_writer(row, request)
            with record_cache.checkout(row) as record:
                return _write(row, record, request, by)
    except (Conflict, IntegrityError):
        # Another request came first: perhaps with this very key.
        if used := find_by_client_key(row, request.client_key):
            return used, None
        raise


def _is_due(row: GameRecord, request: EntryRequest) -> bool:
    """Whether the row, with its table and round as the request read them, takes the entry."""
    table = _table_with_round(row)
    is_next = request.expected_seq == row.seq and request.lease in (None, row.lease)
    return is_next and table is not None and table.state == TableState.PLAYING


def _append_at_once(row: GameRecord, request: EntryRequest, by) -> tuple[EntryReceipt, EntryRequest | None]:
    """Without a lock and a second reading before it. The row is claimed by its line and lease, and is this transaction's from there; what
    else the entry was judged by is compared at the end, when nobody can change it any more. Raises Conflict or _Overtaken.
    """
    with transaction.atomic(), live.gathered():
        with record_cache.checkout(row) as record:
            receipt, announcement = _write(row, record, request, by)
        (stands,) = beside.marked_by_id(row.pk)
        if _judged_by(stands) != _judged_by(row):
            raise _Overtaken
        return replace(receipt, stands=stands), announcement


def _judged_by(row: GameRecord) -> tuple[object, ...]:
    """Beside line and lease. The table's version rises with its state, and when its seats change; without a table nothing is written."""
    table = row.table
    return (row.level, table.pk, table.state, table.version) if table else ()


def _refuse_bad_key(client_key: str) -> None:
    if not client_key or len(client_key) > KEY_LENGTH or not client_key.isprintable():
        raise BadKey


def _write(row: GameRecord, record: Record, request: EntryRequest, by) -> tuple[EntryReceipt, EntryRequest | None]:
    turn, before = record.state.turn, record.game.status(record.rules, record.state)
    record, line = _apply(row, record, request)
    receipt = _insert(row, record, line, request, before, by)
    if record.state.turn > turn:
        Snapshot.objects.create(record=row, seq=record.seq, snapshot=record_cache.write_snapshot(snapshot(record)))
    if request.after is not None:
        request.after(row)
    update_status(row, record, receipt)
    due = announcement_due(row, record)
    record_cache.store(row.pk, record)
    return receipt, _announcement(receipt, *due) if due else None


def _apply(row: GameRecord, record: Record, request: EntryRequest) -> tuple[Record, bytes]:
    """The line of the act; an undo that reaches behind the newest snapshot starts from an older one."""
    skip = 0
    while True:
        try:
            return record, request.apply(record)
        except OutOfReach:
            skip += 1
            record = record_cache.load(row, skip=skip)


def _insert(row: GameRecord, record: Record, line: bytes, request: EntryRequest, before: Status, by) -> EntryReceipt:
    claim(row, record)
    entry = Entry(
        record=row,
        seq=record.seq,
        client_key=request.client_key,
        line=line.decode(),
        seat=request.by_seat if isinstance(request.by_seat, int) else None,
        actor=by,
        giro=before.giro,
        in_turn=before.seat,
        level=request.level,
    )
    insert(entry)
    return EntryReceipt(entry.seq, record.head, entry.at, until=entry.seq)


def claim(row: GameRecord, record: Record) -> None:
    """Claim the row at the record's line. Raises Conflict when somebody else wrote first."""
    before = row.seq
    as_read = {"id": row.pk, "seq": before, "lease": row.lease}
    if not update(GameRecord, where=as_read, to={"seq": record.seq, "head": record.head}):
        raise Conflict(before, GameRecord.objects.values_list("seq", flat=True).get(pk=row.pk))
    row.seq, row.head = record.seq, record.head


def announcement_due(row: GameRecord, record: Record) -> tuple[int, Act] | None:
    """By option the system shows a reached objective that it dealt: the seat, and the act."""
    if record.ended_by or not record.game.announces(record.rules):
        return None
    vault = vault_of(row)
    for seat in range(len(record.header.seats)) if vault else ():
        act = record.game.showing(record.rules, record.state, seat, vault)
        if act is not None and not record.breaches(seat, act):
            return seat, act
    return None


def _announcement(receipt: EntryReceipt, seat: int, act: Act) -> EntryRequest:
    return EntryRequest(f"announced-{receipt.seq}", receipt.seq, lambda record: record.play(seat, act), by_seat=seat)


def lock(row: GameRecord) -> None:
    """Until the transaction ends nobody else writes to this record, nor counts or signs it.

    Over SQLite every transaction that writes holds the whole database from its start.
    """
    if connection.features.has_select_for_update:
        GameRecord.objects.select_for_update().filter(pk=row.pk).values_list("pk").first()


_with_table = Prepared(lambda pk: GameRecord.objects.select_related("table").filter(pk=pk), int)


def _refetch_in_round(row: GameRecord) -> GameRecord:
    """The row and its table, read again; round and tournament are the caller's, if it has them."""
    table = _table_with_round(row)
    if table is None:
        return refetch(row)
    (current,) = _with_table(row.pk)
    if current.table is None:
        raise NotPlaying
    current.table.round = table.round
    return current


def _table_with_round(row: GameRecord) -> Table | None:
    """The table where it came with the row, and its round with it."""
    table = row.table if GameRecord.table.is_cached(row) else None
    return table if table is not None and Table.round.is_cached(table) else None


def refetch(row: GameRecord) -> GameRecord:
    """The row as it stands now. One that was archived has no table, and nothing is written in it."""
    row = GameRecord.objects.select_related("table__round__tournament").get(pk=row.pk)
    if row.table is None:
        raise NotPlaying
    return row


def find_by_client_key(row: GameRecord, client_key: str) -> EntryReceipt | None:
    entry = row.entries.filter(client_key=client_key).first()
    return EntryReceipt(entry.seq, head_of(entry), entry.at, is_repeat=True) if entry else None


def head_of(entry: Entry) -> str:
    """The head of the chain after this line."""
    return split_head(entry.line.encode())[1]


def _refuse_writer(row: GameRecord, request: EntryRequest) -> None:
    if request.lease is not None and request.lease != row.lease:
        raise LeaseLost
    if row.table.state != TableState.PLAYING:
        raise NotPlaying
    if request.expected_seq is not None and not is_still_at(row, request.expected_seq):
        raise Conflict(request.expected_seq, row.seq)


def is_still_at(row: GameRecord, seq: int) -> bool:
    """Whether a page made at line `seq` is still valid: only quiet lines came after it."""
    if seq >= row.seq:
        return seq == row.seq
    later = row.entries.filter(seq__gt=seq).values_list("line", flat=True)[: len(QUIET) * 4 + 1]
    return len(later) == row.seq - seq and all(is_quiet(line) for line in later)


def is_quiet(line: str) -> bool:
    return any(mark in line for mark in QUIET)


def update_status(row: GameRecord, record: Record, receipt: EntryReceipt | None = None) -> None:
    """Store the public status of the table, in the entry's transaction."""
    entry = {"last_entry": receipt.seq, "last_entry_at": receipt.at} if receipt else {}
    tables.record_status(row.table, **status_of(row, record), **entry)


def status_of(row: GameRecord, record: Record) -> dict[str, object]:
    """The table's status as the record has it now."""
    now = record.game.status(record.rules, record.state)
    return {
        "giro": _("Giro %d") % now.giro if now.giro else "",
        "seat_in_turn_id": seat_at(row, record, now.seat),
        "phase_it": now.phase.it[:80],
        "phase_en": now.phase.en[:80],
        "closing_threshold": now.closing or None,
        "is_last_giro": now.is_last_giro,
        "is_over": now.is_over,
        "level": row.level,
    }


_seats_at = Prepared(
    lambda table: Seat.objects.filter(table=table).values_list("pk", "record_alias", "entrant__public_id"), int
)


def seat_at(row: GameRecord, record: Record, seat: int | None) -> int | None:
    """The id of the tournament's seat behind a seat of the record."""
    table = row.table
    if table is None or seat is None or not 0 <= seat < len(record.header.seats):
        return None
    return _seats_of(table.pk, table.version, tuple(record.header.seats))[seat]


@lru_cache(2_048)
def _seats_of(table: int, version: int, names: tuple[str, ...]) -> tuple[int | None, ...]:
    """The seats whom a record knows by these names. Whoever changes the seats of a table in play claims the table: `version` is another."""
    known = {record_alias or entrant: pk for pk, record_alias, entrant in _seats_at(table)}
    return tuple(map(known.get, names))


def vault_of(row: GameRecord) -> Vault | None:
    sealed = SealedVault.objects.filter(record=row).first()
    return msgspec.json.decode(sealed.vault, type=Vault) if sealed else None
