"""Records of games in play, kept in memory between two entries.

A record is taken off the shelf while somebody works with it and put back afterwards, so that two threads never share one. What comes
off the shelf is trusted only if it stands where the database does; otherwise it is built again from the newest state that was kept.
"""

from collections import OrderedDict
from threading import Lock

import msgspec

from games.kernel.lines import read_header
from games.kernel.record import OutOfReach, Record, Snapshot, replay_trusted, resume
from games.registry import game
from referee.models import GameRecord

MOST = 256

_records: OrderedDict[int, Record] = OrderedDict()
_lock = Lock()


def take(row: GameRecord) -> Record:
    """The record as the database has it. Whoever takes it alone holds it; `put_back` when it is whole."""
    with _lock:
        found = _records.pop(row.pk, None)
    if found is not None and (found.seq, found.head) == (row.seq, row.head):
        return found
    return load(row)


def put_back(row_id: int, record: Record) -> None:
    with _lock:
        _records[row_id] = record
        while len(_records) > MOST:
            _records.popitem(last=False)


def clear() -> None:
    with _lock:
        _records.clear()


def load(row: GameRecord, *, older: int = 0) -> Record:
    """From the newest kept state, or from one `older` steps before it; from the header when there is none so old.

    Right after a turn's end that is the state before it: the page must be able to offer the turn's last act for undoing.
    """
    base = row.kept_states.order_by("-seq")[older : older + 1].first()
    if base is None:
        return rebuild(row)
    try:
        record = resume(game(row.game), header_of(row), read_snapshot(base.snapshot), _lines(row, base.seq, row.seq))
    except OutOfReach:
        return load(row, older=older + 1)
    except msgspec.ValidationError:  # kept before the game's positions took the form that they have now
        return rebuild(row)
    return record if record.last_undoable else load(row, older=older + 1)


def rebuild(row: GameRecord, *, until: int | None = None) -> Record:
    """Every entry told again from the header: what the cached record, the digest and the head are held against.

    `until` stops after that line.
    """
    record = Record(game(row.game), header_of(row))
    record.adopt_header_line(row.header.encode())
    replay_trusted(record, _lines(row, 0, row.seq if until is None else until))
    return record


def is_sound(row: GameRecord) -> bool:
    """Whether the record in memory is the fold of the entries on disk: the same head, public digest and state."""
    kept, told = take(row), rebuild(row)
    put_back(row.pk, kept)
    return (kept.head, kept.digest(), kept.state) == (told.head, told.digest(), told.state) and told.head == row.head


def header_of(row: GameRecord):
    return read_header(row.header.encode())


def _lines(row: GameRecord, after: int, until: int) -> list[bytes]:
    lines = row.entries.filter(seq__gt=after, seq__lte=until).order_by("seq").values_list("line", flat=True)
    return [line.encode() for line in lines]


# JSON, because a snapshot carries acts that were seen and taken back as the JSON they were told in.
def write_snapshot(snapshot: Snapshot) -> bytes:
    return msgspec.json.encode(snapshot)


def read_snapshot(stored: bytes | memoryview) -> Snapshot:
    return msgspec.json.decode(bytes(stored), type=Snapshot)
