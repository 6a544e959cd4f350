"""Records of games in play, cached in memory between two entries.

A record is checked out of the cache while it is in use, so that two threads never share one. A cached record is used only if its
line and head are those of the database and it can tell what would be undone; otherwise it is rebuilt from the newest snapshot.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

import msgspec

from games.kernel.lines import Header, read_header
from games.kernel.record import OutOfReach, Record, replay_trusted, resume
from games.kernel.record import Snapshot as RecordSnapshot
from games.registry import game
from referee.models import GameRecord

MOST_RECORDS = 1_200
"""A worker may meet every table of a hall. Each takes 50 to 110 KiB; one that was evicted is read from its snapshot with its
next entry.
"""

_records: OrderedDict[int, Record] = OrderedDict()
_lock = Lock()


@contextmanager
def checkout(row: GameRecord) -> Iterator[Record]:
    """The record in the database's state, for this block alone: afterwards another thread may change it."""
    record = _pop(row) or load(row)
    try:
        yield record
    finally:
        store(row.pk, record)  # also after a refusal, which changed nothing


def _pop(row: GameRecord) -> Record | None:
    with _lock:
        cached = _records.pop(row.pk, None)
    if cached is None or (cached.seq, cached.head) != (row.seq, row.head):
        return None
    return cached if has_undoable(cached) else None


def has_undoable(record: Record) -> bool:
    """Whether the record can tell what would be undone: one from a snapshot cannot, once all that it knows was taken back."""
    return record.reaches_start or record.last_undoable is not None


def store(row_id: int, record: Record) -> None:
    """Return the record to the cache, unless a newer one is there."""
    with _lock:
        cached = _records.pop(row_id, record)
        _records[row_id] = cached if cached.seq > record.seq else record
        while len(_records) > MOST_RECORDS:
            _records.popitem(last=False)


def clear() -> None:
    with _lock:
        _records.clear()


def load(row: GameRecord, *, skip: int = 0) -> Record:
    """From the newest snapshot, or from one `skip` steps before it; from the header when there is none so old.

    Right after a turn's end that is the snapshot before it: the page must be able to offer the turn's last act for undoing.
    """
    base = row.snapshots.order_by("-seq")[skip : skip + 1].first()
    if base is None:
        return rebuild(row)
    try:
        record = resume(game(row.game), header_of(row), read_snapshot(base.snapshot), _lines(row, base.seq, row.seq))
    except OutOfReach:
        return load(row, skip=skip + 1)
    except msgspec.ValidationError:  # stored in an older form of the game's positions
        return rebuild(row)
    return record if has_undoable(record) else load(row, skip=skip + 1)


def load_back(row: GameRecord, lines: int) -> Record:
    """A record of the caller's own that reaches back over so many lines of the table, where it has them."""
    skip = 0
    while True:
        record = load(row, skip=skip)
        if record.reaches_start or len(record.standing) >= lines:
            return record
        skip += 1


def rebuild(row: GameRecord, *, until: int | None = None) -> Record:
    """Every entry replayed from the header: what the cached record, the digest and the head are compared with.

    `until` stops after that line.
    """
    record = Record(game(row.game), header_of(row))
    record.adopt_header_line(row.header.encode())
    replay_trusted(record, _lines(row, 0, row.seq if until is None else until))
    return record


def is_sound(row: GameRecord) -> bool:
    """Whether the cached record is the fold of the entries on disk: the same head, public digest and state."""
    rebuilt = rebuild(row)
    with checkout(row) as cached:
        same = (cached.head, cached.digest(), cached.state) == (rebuilt.head, rebuilt.digest(), rebuilt.state)
    return same and rebuilt.head == row.head


def header_of(row: GameRecord) -> Header:
    return read_header(row.header.encode())


def _lines(row: GameRecord, after: int, until: int) -> list[bytes]:
    lines = row.entries.filter(seq__gt=after, seq__lte=until).order_by("seq").values_list("line", flat=True)
    return [line.encode() for line in lines]


# JSON, because a snapshot carries acts that were seen and taken back as the JSON in which they were written.
def write_snapshot(snapshot: RecordSnapshot) -> bytes:
    return msgspec.json.encode(snapshot)


def read_snapshot(stored: bytes | memoryview) -> RecordSnapshot:
    return msgspec.json.decode(bytes(stored), type=RecordSnapshot)
