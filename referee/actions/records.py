"""What is told of a table, act by act.

Its record is begun in `openings.py`, each entry is written in `entries.py`, and its count goes to the tournament in `counts.py`.
"""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel.acts import CLOCK, JUDGE, Act, By, Note, PreAlarm, TimeUp
from games.kernel.breaches import Unreadable
from games.kernel.record import Record
from referee.actions import entries
from referee.actions.entries import Told, fresh, vault_of
from referee.errors import TimeNotOver
from referee.models import Flag, GameRecord
from referee.records import clocks
from referee.wording import localized
from tournament.actions import tables
from tournament.actions.base import needed
from tournament.actions.base import record as log
from tournament.core.clock import ClockReading
from tournament.models import TableStatus


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
) -> Told:
    """Tell one act. Raises `Refused` with its breaches, `Unreadable`, `Conflict`, `LeaseLost` or `NotPlaying`; then nothing was written.

    A key that was told before gets its first answer again. `lease` is None only for writers that are no tablet.
    """
    return entries.write(
        row,
        lambda record: record.play(by_seat, act, why=why),
        client_key,
        expected_seq,
        by,
        by_seat=by_seat,
        lease=lease,
        level=level_of(act),
    )


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
) -> Told:
    """Register an act as it happened although it breaks articles: a ruling that names each of them, and a flag to come back to."""
    flag = Flag(record=row, raised_by=by)

    def tell(record: Record) -> bytes:
        flag.giro = record.game.status(record.rules, record.state).giro
        flag.words = localized(record.game.tell(record.rules, by_seat, act))[:300]
        line = record.rule(by_seat, act, why=why)
        flag.articles = ", ".join(record.standing[-1].act.waives)[:120]
        return line

    def keep_in_mind(row: GameRecord) -> None:
        flag.seq = row.seq
        flag.save()

    return entries.write(row, tell, client_key, expected_seq, by, by_seat=by_seat, lease=lease, also=keep_in_mind)


def level_of(act: Act) -> str:
    """What one line tells: a move, a whole turn, or that the game is over as the table says."""
    if act.__struct_config__.tag == "finish":
        return TableStatus.Level.RESULT
    return TableStatus.Level.TURN if getattr(act, "turn_over", False) else TableStatus.Level.MOVE


def undo(
    row: GameRecord, *, client_key: str, expected_seq: int | None, by, why: str = "", lease: int | None = None
) -> Told:
    """Take back the last act of the table that stands."""
    taken_back: list[int] = []

    def tell(record: Record) -> bytes:
        last = record.last_undoable
        line = record.undo(why=why)
        taken_back.append(last.seq)
        return line

    def strike(row: GameRecord) -> None:
        row.entries.filter(seq=taken_back[-1]).update(is_standing=False)
        row.flags.filter(seq=taken_back[-1], settled_at=None).update(settled_at=timezone.now(), outcome=_("annullato"))

    return entries.write(row, tell, client_key, expected_seq, by, lease=lease, also=strike)


def call_time(row: GameRecord, *, by, now: datetime) -> Told:
    """The clock of the round is over for this table. Once for each limit: more minutes, and it may be called again."""
    row = fresh(row)
    reading = clocks.clock_of(row, now=now)
    if reading.state != "over":
        raise TimeNotOver
    return entries.write(row, lambda record: record.play(CLOCK, TimeUp()), time_key(reading), None, by)


def call_pre_alarm(row: GameRecord, *, by, now: datetime) -> Told:
    """The warning before the end of time was given at this table; once for each limit."""
    row = fresh(row)
    reading = clocks.clock_of(row, now=now)
    if not reading.pre_alarm:
        raise TimeNotOver
    return entries.write(row, lambda record: record.play(CLOCK, PreAlarm()), pre_alarm_key(reading), None, by)


def time_key(reading: ClockReading) -> str:
    return f"time-up-{int(reading.limit.total_seconds())}"


def pre_alarm_key(reading: ClockReading) -> str:
    return f"pre-alarm-{int(reading.limit.total_seconds())}"


def note(row: GameRecord, *, text: str, by, article: str = "", seat: int = -1, client_key: str = "") -> Told:
    """A ruling or a remark that changes no board; whoever directs the hall writes it without taking the table over."""
    remark = Note(needed(text), article, seat)
    return entries.write(row, lambda record: record.play(JUDGE, remark), client_key or fresh_key(), None, by)


def show_sealed(
    row: GameRecord, *, client_key: str, expected_seq: int, seat: int, by, lease: int | None = None
) -> Told:
    """Turn up what the system dealt to `seat`, where the game asks for it now."""

    def tell(record: Record) -> bytes:
        vault = vault_of(row)
        shown = record.game.showing(record.rules, record.state, seat, vault) if vault else None
        if shown is None:
            raise Unreadable("non c'è nulla da scoprire", "there is nothing to turn up")
        return record.play(seat, shown)

    return entries.write(row, tell, client_key, expected_seq, by, by_seat=seat, lease=lease)


@transaction.atomic
def set_level(row: GameRecord, *, level: str, by) -> GameRecord:
    """Every move, every turn, or the result alone: may change during play."""
    row = fresh(row)
    GameRecord.objects.filter(pk=row.pk).update(level=level)
    row.level = level
    tables.record_status(row.table, level=level)
    log(row.table.round.tournament, "record.level", by=by, subject=row.table.place, level=level)
    return row


def fresh_key() -> str:
    """A client key for an entry that no page sent."""
    return secrets.token_hex(16)
