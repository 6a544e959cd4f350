"""Recomputes everything that is derived from the entries of a record, reports differences, and repairs the rows.

Derived are a record's `seq` and `head`, the columns of each entry beside its line, the snapshots, the table's status, and a
result that nobody corrected. Lines, keys, actors and moments are what people did: they are read here and never written.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec
from django.conf import settings
from django.db import transaction
from django.utils import translation

from games.kernel.acts import Ruling, Undo
from games.kernel.lines import read_act
from games.kernel.record import Record, replay_trusted, snapshot
from games.registry import game
from referee.actions import counts, records
from referee.actions.entries import status_of
from referee.errors import NotCounted
from referee.models import Entry, GameRecord, Snapshot
from referee.records import cache as record_cache
from tournament import live
from tournament.models import Result, TableStatus
from tournament.states import TableState

OF_AN_ENTRY = ("is_standing", "seat", "giro", "in_turn", "level")


@dataclass
class Derived:
    """The data derived from the lines of one record."""

    record: Record
    entries: dict[int, dict[str, object]] = field(default_factory=dict)
    snapshots: dict[int, bytes] = field(default_factory=dict)


class HarmedEntry(Exception):
    """Nothing can be derived from this entry: its line was changed by hand, or the disk lost it."""

    def __init__(self, seq: int, line: str, fault: Exception) -> None:
        super().__init__(f"{type(fault).__name__}: {fault}")
        self.seq, self.line = seq, line


class Difference(msgspec.Struct, frozen=True):
    """One derived value that is not what the entries give, or the first entry that gives none; `what` names the row and the field."""

    what: str
    actual: object
    expected: object
    is_mendable: bool = True

    def __str__(self) -> str:
        return f"{self.what}: {self.actual!r}, {self.expected!r}"


def derived(row: GameRecord) -> Derived:
    """Replays every line from the header. Raises HarmedEntry."""
    record = Record(game(row.game), record_cache.header_of(row))
    record.adopt_header_line(row.header.encode())
    found = Derived(record)
    for seq, line in row.entries.order_by("seq").values_list("seq", "line"):
        try:
            _replay(found, seq, line.encode())
        except Exception as fault:  # a line that was trusted once and is harmed now can fail anywhere in the game
            raise HarmedEntry(seq, line, fault) from fault
    return found


def _replay(found: Derived, seq: int, line: bytes) -> None:
    record = found.record
    turn, was = record.state.turn, record.game.status(record.rules, record.state)
    replay_trusted(record, [line])
    by, act = _of_the_line(record, line)
    if isinstance(act, Undo):
        found.entries[act.of]["is_standing"] = False
    is_plain = not isinstance(act, Undo | Ruling)
    speaker = act.by if isinstance(act, Ruling) else by
    found.entries[seq] = {
        "is_standing": True,
        "seat": speaker if isinstance(speaker, int) else None,
        "giro": was.giro,
        "in_turn": was.seat,
        "level": str(records.level_of(act)) if is_plain else str(TableStatus.Level.MOVE),
    }
    if record.state.turn > turn:
        found.snapshots[record.seq] = record_cache.write_snapshot(snapshot(record))


def _of_the_line(record: Record, line: bytes):
    entry = msgspec.json.decode(line)
    return entry["by"], read_act(record.game, entry["act"])


def differences(row: GameRecord) -> Iterator[Difference]:
    """The differences of the database, in the order of the entries; of a record with a damaged entry only that."""
    name = str(row.table or row.archived_from)
    try:
        found = derived(row)
    except HarmedEntry as harmed:
        yield Difference(f"{name}, {harmed.seq}: line", harmed.line[:80], str(harmed), is_mendable=False)
        return
    yield from _unlike(f"{name}: seq", row.seq, found.record.seq)
    yield from _unlike(f"{name}: head", row.head, found.record.head)
    for entry in row.entries.order_by("seq"):
        for field_ in OF_AN_ENTRY:
            yield from _unlike(
                f"{name}, {entry.seq}: {field_}", getattr(entry, field_), found.entries[entry.seq][field_]
            )
    snapshots = {one.seq: bytes(one.snapshot) for one in row.snapshots.all()}
    for seq in sorted(snapshots.keys() | found.snapshots.keys()):
        if snapshots.get(seq) != found.snapshots.get(seq):
            yield Difference(f"{name}, {seq}: snapshot", seq in snapshots, seq in found.snapshots)
    if row.table is not None:
        yield from _of_the_status(row, found, name)
        yield from _of_the_result(row, found, name)


def _unlike(what: str, actual: object, expected: object) -> Iterator[Difference]:
    if actual != expected:
        yield Difference(what, actual, expected)


def _of_the_status(row: GameRecord, found: Derived, name: str) -> Iterator[Difference]:
    status = TableStatus.objects.filter(table=row.table).first()
    for field_, expected in _status(row, found).items():
        actual = getattr(status, field_, None)
        if field_ == "giro" and actual in _in_every_language(row, found):
            continue
        yield from _unlike(f"{name}: {field_}", actual, expected)


def _status(row: GameRecord, found: Derived) -> dict[str, object]:
    expected = status_of(row, found.record)
    last = row.entries.order_by("-seq").first()
    return expected | ({"last_entry": last.seq, "last_entry_at": last.at} if last else {})


def _in_every_language(row: GameRecord, found: Derived) -> Iterator[object]:
    """The giro is stored in the language of the last entry's writer."""
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            yield status_of(row, found.record)["giro"]


def _of_the_result(row: GameRecord, found: Derived, name: str) -> Iterator[Difference]:
    for result, expected in _results(row, found):
        for field_, value in expected.items():
            yield from _unlike(f"{name}, {result.seat.position}: {field_}", getattr(result, field_), value)


def _results(row: GameRecord, found: Derived) -> Iterator[tuple[Result, dict[str, object]]]:
    """Results reported from the present record; corrected and typed results are not derived."""
    if row.table.state not in (TableState.COUNTED, TableState.SIGNED):
        return
    rows = Result.objects.filter(seat__table=row.table, head=found.record.head, revision=1).select_related("seat")
    try:
        lines = counts.sheet_lines(row, found.record, found.record.score())
    except NotCounted:
        return
    expected = {line.position: line for line in lines}
    for result in rows:
        line = expected[result.seat.position]
        yield result, {"points": line.points, "rank": line.rank, "is_eliminated": line.is_eliminated}


@transaction.atomic
def rebuild(row: GameRecord) -> list[Difference]:
    """Repair every derived row of this record. Returns the repaired values, or the entry that cannot be repaired."""
    wrong = list(differences(row))
    if not all(one.is_mendable for one in wrong) or not wrong:
        return wrong
    found = derived(row)
    GameRecord.objects.filter(pk=row.pk).update(seq=found.record.seq, head=found.record.head)
    for seq, expected in found.entries.items():
        Entry.objects.filter(record=row, seq=seq).update(**expected)
    row.snapshots.all().delete()
    Snapshot.objects.bulk_create(
        Snapshot(record=row, seq=seq, snapshot=stored) for seq, stored in found.snapshots.items()
    )
    if row.table is not None:
        TableStatus.objects.update_or_create(table=row.table, defaults=_status(row, found))
        for result, expected in _results(row, found):
            Result.objects.filter(pk=result.pk).update(**expected)
        live.bump(row.table.round.tournament.topic)
    record_cache.clear()
    return wrong
