"""The entries of a table: acts, infractions, undo, calls of the clock, notes.

Its record is begun in `openings.py`, each entry is written in `entries.py`, and its count goes to the tournament in `counts.py`.
"""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel.acts import CLOCK, JUDGE, Act, By, Note, PreAlarm, TimeUp
from games.kernel.breaches import Refused, Unreadable
from games.kernel.record import Record
from referee.actions.entries import EntryReceipt, EntryRequest, append_entry, refetch, vault_of
from referee.errors import TimeNotOver
from referee.models import Flag, GameRecord
from referee.records import clocks
from referee.wording import localized
from tournament.actions import tables
from tournament.actions.base import needed
from tournament.actions.base import record as log
from tournament.core.clock import ClockReading
from tournament.core.log_verbs import log_verb
from tournament.models import TableStatus

ASK_SEALED = log_verb(
    "record.ask_sealed", gettext_lazy("ha chiesto di scoprire un segreto, e non si poteva, al tavolo")
)
LEVEL = log_verb("record.level", gettext_lazy("ha cambiato che cosa si registra al tavolo"))


def append(
    row: GameRecord,
    *,
    client_key: str,
    expected_seq: int | None,
    by_seat: By,
    act: Act,
    by,
    why: str = "",
    lease: int | None = None,
) -> EntryReceipt:
    """Write one act. Raises `Refused` with its breaches, `Unreadable`, `Conflict`, `LeaseLost` or `NotPlaying`, and then writes nothing.
    A used key gets its first receipt again.
    """

    def apply(record: Record) -> bytes:
        return record.play(by_seat, act, why=why)

    request = EntryRequest(client_key, expected_seq, apply, by_seat, lease, level=level_of(act))
    return append_entry(row, request, by=by)


def register_infraction(
    row: GameRecord,
    *,
    client_key: str,
    expected_seq: int | None,
    by_seat: By,
    act: Act,
    by,
    why: str = "",
    lease: int | None = None,
) -> EntryReceipt:
    """Register an act as it happened although it breaks articles: a ruling that names each of them, and a flag to come back to."""
    flag = Flag(record=row, raised_by=by)

    def apply(record: Record) -> bytes:
        was = record.state
        line = record.rule(by_seat, act, why=why)
        flag.giro = record.game.status(record.rules, was).giro
        flag.words = localized(record.game.describe(record.rules, by_seat, act))[:300]
        flag.articles = ", ".join(record.standing[-1].act.waives)[:120]
        return line

    def save_flag(row: GameRecord) -> None:
        flag.seq = row.seq
        flag.save()

    request = EntryRequest(client_key, expected_seq, apply, by_seat, lease, save_flag, level_of(act))
    return append_entry(row, request, by=by)


def level_of(act: Act) -> str:
    """The level of one line: a move, a whole turn, or the result."""
    if act.__struct_config__.tag == "finish":
        return TableStatus.Level.RESULT
    return TableStatus.Level.TURN if getattr(act, "turn_over", False) else TableStatus.Level.MOVE


def undo(
    row: GameRecord, *, client_key: str, expected_seq: int | None, by, why: str = "", lease: int | None = None
) -> EntryReceipt:
    """Undo the last standing act of the table."""
    undone: list[int] = []

    def apply(record: Record) -> bytes:
        last = record.last_undoable
        line = record.undo(why=why)
        undone.append(last.seq)
        return line

    def strike(row: GameRecord) -> None:
        row.entries.filter(seq=undone[-1]).update(is_standing=False)
        row.flags.filter(seq=undone[-1], settled_at=None).update(settled_at=timezone.now(), outcome=_("annullato"))

    return append_entry(row, EntryRequest(client_key, expected_seq, apply, lease=lease, after=strike), by=by)


def call_time(row: GameRecord, *, by, now: datetime) -> EntryReceipt:
    """Call time at the table. Once for each limit; after additional minutes it may be called again."""
    row = refetch(row)
    reading = clocks.clock_of(row, now=now)
    if reading.state != "over":
        raise TimeNotOver
    return _call_clock(row, TimeUp(), time_key(reading), by)


def call_pre_alarm(row: GameRecord, *, by, now: datetime) -> EntryReceipt:
    """Record the warning before the end of time; once for each limit."""
    row = refetch(row)
    reading = clocks.clock_of(row, now=now)
    if not reading.pre_alarm:
        raise TimeNotOver
    return _call_clock(row, PreAlarm(), pre_alarm_key(reading), by)


def _call_clock(row: GameRecord, act: TimeUp | PreAlarm, client_key: str, by) -> EntryReceipt:
    return append_entry(row, EntryRequest(client_key, None, lambda record: record.play(CLOCK, act)), by=by)


def time_key(reading: ClockReading) -> str:
    return f"time-up-{int(reading.limit.total_seconds())}"


def pre_alarm_key(reading: ClockReading) -> str:
    return f"pre-alarm-{int(reading.limit.total_seconds())}"


def note(row: GameRecord, *, text: str, by, article: str = "", seat: int = -1, client_key: str = "") -> EntryReceipt:
    """Write a remark, which does not change the board; the direction of the hall needs no lease for it."""
    remark = Note(needed(text), article, seat)
    request = EntryRequest(client_key or new_client_key(), None, lambda record: record.play(JUDGE, remark))
    return append_entry(row, request, by=by)


def show_sealed(
    row: GameRecord, *, client_key: str, expected_seq: int, seat: int, by, lease: int | None = None
) -> EntryReceipt:
    """Reveal the secret that the system dealt to `seat`, where the game requires it now."""

    def apply(record: Record) -> bytes:
        vault = vault_of(row)
        act = record.game.showing(record.rules, record.state, seat, vault) if vault else None
        if act is None:
            raise Unreadable("non c'è nulla da scoprire", "there is nothing to turn up")
        return record.play(seat, act)

    try:
        return append_entry(row, EntryRequest(client_key, expected_seq, apply, seat, lease), by=by)
    except (Refused, Unreadable):
        # The refusal itself says something about the secret, and no line of the record shows that it was asked for.
        log(row.table.round.tournament, ASK_SEALED, by=by, subject=row.table.place, seat=seat + 1)
        raise


@transaction.atomic
def set_level(row: GameRecord, *, level: str, by) -> GameRecord:
    """Set the level of recording: every move, every turn, or the result alone; it may change during play."""
    row = refetch(row)
    GameRecord.objects.filter(pk=row.pk).update(level=level)
    row.level = level
    tables.record_status(row.table, level=level)
    log(row.table.round.tournament, LEVEL, by=by, subject=row.table.place, level=level)
    return row


def new_client_key() -> str:
    """A client key for an entry that comes from no page."""
    return secrets.token_hex(16)
