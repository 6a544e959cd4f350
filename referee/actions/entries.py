"""One entry of a record, written: who may, what was told already, and what changes with it.

An append is one transaction: entry, chain, kept state, the table's status and the live version. Its cost does not grow with the record.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.kernel.acts import JUDGE, Act, By, Note, PreAlarm
from games.kernel.lines import split_head
from games.kernel.record import OutOfReach, Record, snapshot
from games.kernel.vault import Vault
from referee.errors import BadKey, Conflict, LeaseLost, NotPlaying
from referee.models import KEY_LENGTH, Entry, GameRecord, KeptState, SealedVault
from referee.records import cache as record_cache
from tournament.actions import tables
from tournament.models import Table, TableStatus
from tournament.states import TableState

Tell = Callable[[Record], bytes]
# Lines that leave the board, and what may be asked about it, as they were: they put nobody's page out of date.
QUIET = tuple(f'"act":{{"type":"{one.__struct_config__.tag}"' for one in (Note, PreAlarm))


@dataclass(frozen=True)
class Told:
    """What was answered to an entry; the same for every time that its key comes again. `until` is the last line written with it."""

    seq: int
    head: str
    at: datetime
    is_repeat: bool = False
    until: int = 0


def write(
    row: GameRecord,
    tell: Tell,
    client_key: str,
    expected_seq: int | None,
    by,
    *,
    by_seat: By = JUDGE,
    lease: int | None = None,
    also: Callable[[GameRecord], None] | None = None,
    level: str = TableStatus.Level.MOVE,
) -> Told:
    """`expected_seq` is None for whom does not look at the board: the clock, and the direction of the hall."""
    if not client_key or len(client_key) > KEY_LENGTH or not client_key.isprintable():
        raise BadKey
    try:
        with transaction.atomic():
            row = _again(row)
            # A key that was told stands behind the line that it followed, so one that follows the last line is new.
            if expected_seq != row.seq and (told := _already_told(row, client_key)):
                return told
            _refuse_writer(row, expected_seq, lease)
            record, told = _entered(row, tell, client_key, by_seat, by, level)
            if also is not None:
                also(row)
            keep_status(row, record, told)
    except (Conflict, IntegrityError):
        # Another request came first: perhaps with this very key.
        if told := _already_told(row, client_key):
            return told
        raise
    due = announced(row, record)
    record_cache.put_back(row.pk, record)
    return _with_announced(row, told, *due, by) if due else told


def announced(row: GameRecord, record: Record) -> tuple[int, Act] | None:
    """By option the system, not the player, shows an objective that it dealt once it is reached: whose, and the act."""
    if record.ended_by or not record.game.announces(record.rules):
        return None
    vault = vault_of(row)
    for seat in range(len(record.header.seats)) if vault else ():
        act = record.game.showing(record.rules, record.state, seat, vault)
        if act is not None and not record.breaches(seat, act):
            return seat, act
    return None


def _with_announced(row: GameRecord, told: Told, seat: int, act: Act, by) -> Told:
    """The entry before is written. If another came in between, the next entry announces."""
    with suppress(Conflict):
        more = write(row, lambda record: record.play(seat, act), f"announced-{told.seq}", told.seq, by, by_seat=seat)
        return replace(told, until=more.until)
    return told


def _again(row: GameRecord) -> GameRecord:
    """The row and its table as they stand now; round and tournament are those that the caller has, if it has them."""
    known = row.table if GameRecord.table.is_cached(row) else None
    if known is None or not Table.round.is_cached(known):
        return fresh(row)
    found = GameRecord.objects.select_related("table").get(pk=row.pk)
    if found.table is None:
        raise NotPlaying
    found.table.round = known.round
    return found


def fresh(row: GameRecord) -> GameRecord:
    """The row as it stands now. One that was set aside has no table, and nothing is written in it."""
    row = GameRecord.objects.select_related("table__round__tournament").get(pk=row.pk)
    if row.table is None:
        raise NotPlaying
    return row


def _already_told(row: GameRecord, client_key: str) -> Told | None:
    entry = row.entries.filter(client_key=client_key).first()
    return Told(entry.seq, head_of(entry), entry.at, is_repeat=True) if entry else None


def head_of(entry: Entry) -> str:
    """The head of the chain after this line."""
    return split_head(entry.line.encode())[1]


def _refuse_writer(row: GameRecord, expected_seq: int | None, lease: int | None) -> None:
    if lease is not None and lease != row.lease:
        raise LeaseLost
    if row.table.state != TableState.PLAYING:
        raise NotPlaying
    if expected_seq is not None and not is_still_at(row, expected_seq):
        raise Conflict(expected_seq, row.seq)


def is_still_at(row: GameRecord, seq: int) -> bool:
    """Whether a page made at line `seq` still asks the right question: nothing but quiet lines came after it."""
    if seq >= row.seq:
        return seq == row.seq
    later = row.entries.filter(seq__gt=seq).values_list("line", flat=True)[: len(QUIET) * 4 + 1]
    return len(later) == row.seq - seq and all(is_quiet(line) for line in later)


def is_quiet(line: str) -> bool:
    return any(mark in line for mark in QUIET)


def _entered(row: GameRecord, tell: Tell, client_key: str, by_seat: By, by, level: str) -> tuple[Record, Told]:
    record = record_cache.take(row)
    turn, was = record.state.turn, record.game.status(record.rules, record.state)
    try:
        record, line = _line(row, record, tell)
    except Exception:
        record_cache.put_back(row.pk, record)  # a refused act changed nothing
        raise
    told = _appended(row, record, line, client_key, by_seat, by, giro=was.giro, in_turn=was.seat, level=level)
    if record.state.turn > turn:
        KeptState.objects.create(record=row, seq=record.seq, snapshot=record_cache.write_snapshot(snapshot(record)))
    return record, told


def _line(row: GameRecord, record: Record, tell: Tell) -> tuple[Record, bytes]:
    """The line of the act; an undo that reaches behind the kept state starts from an older one."""
    older = 0
    while True:
        try:
            return record, tell(record)
        except OutOfReach:
            older += 1
            record = record_cache.load(row, older=older)


def _appended(row: GameRecord, record: Record, line: bytes, client_key: str, by_seat: By, by, **how: object) -> Told:
    was = row.seq
    claimed = GameRecord.objects.filter(pk=row.pk, seq=was, lease=row.lease)
    if not claimed.update(seq=record.seq, head=record.head):
        raise Conflict(was, GameRecord.objects.values_list("seq", flat=True).get(pk=row.pk))
    row.seq, row.head = record.seq, record.head
    entry = Entry.objects.create(
        record=row,
        seq=record.seq,
        client_key=client_key,
        line=line.decode(),
        seat=by_seat if isinstance(by_seat, int) else None,
        actor=by,
        **how,
    )
    return Told(entry.seq, record.head, entry.at, until=entry.seq)


def keep_status(row: GameRecord, record: Record, told: Told | None = None) -> None:
    """What desk, screen and phones may know, in the transaction that made it so."""
    entry = {"last_entry": told.seq, "last_entry_at": told.at} if told else {}
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


def seat_at(row: GameRecord, record: Record, seat: int | None) -> int | None:
    """The id of the tournament's seat behind a seat of the record."""
    if seat is None or not 0 <= seat < len(record.header.seats):
        return None
    seats = row.table.seats.values_list("pk", "known_as", "entrant__public_id")
    return next((pk for pk, known_as, entrant in seats if (known_as or entrant) == record.header.seats[seat]), None)


def vault_of(row: GameRecord) -> Vault | None:
    kept = SealedVault.objects.filter(record=row).first()
    return msgspec.json.decode(kept.vault, type=Vault) if kept else None
