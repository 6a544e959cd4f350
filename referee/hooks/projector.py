"""A table of the final on the projector: its board, the giro, the throw that may end the game; delayed as the organizer sets it.
Everything here is public at the table: a scene contains no secret, notes, rulings and reasons are left out, the vault is never read.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from games.kernel.acts import Note, Ruling
from referee.judge_page import board_view
from referee.judge_page.board_view import BoardView
from referee.models import GameRecord
from referee.records import clocks
from referee.records.broadcast import chance_of, delay_words
from referee.records.replay import Replay, ReplayLine
from referee.wording import localized
from tournament.core.clock import ClockReading
from tournament.models import ScreenLink, Table
from tournament.queries.clocks import clock_of as clock_of_hall
from tournament.queries.outside import MOST_LIVE_TABLES
from tournament.queries.projector import LEAST_SECONDS, ProjectorView, Slide, register_part
from tournament.states import RoundState, TableState

MOST_LINES = 4
ON_SHOW = (TableState.PLAYING, TableState.COUNTED, TableState.SIGNED)


@dataclass(frozen=True)
class ProjectorTable:
    """`closing` is the threshold in force, 0 for none; `chance` that the throw ends the game, exact and in per cent.

    `clock` is there when it is not the hall's: the table pauses, or has minutes of its own, counted by `extra_minutes`.
    """

    table: Table
    board: BoardView | None
    phase: str = ""
    giro: int = 0
    is_last_giro: bool = False
    is_over: bool = False
    closing: int = 0
    chance: str = ""
    lines: tuple[ReplayLine, ...] = ()
    delay: str = ""
    now: datetime | None = None
    clock: ClockReading | None = None
    extra_minutes: int = 0
    changed: frozenset[str] = frozenset()
    """Places with another owner than at the turn's end before."""

    @property
    def name(self) -> str:
        """Makes the ids of several pictures on one page unique."""
        return f"live-{self.table.pk}"


@register_part("live", template="referee/screen/_projector_table.html")
def slides(hall: ProjectorView) -> list[Slide]:
    """A page for each table of the final that is recorded; none while the hall plays at many tables."""
    if hall.round is None or hall.round.state == RoundState.PUBLISHED or len(hall.tables) > MOST_LIVE_TABLES:
        return []
    rows = {row.table_id: row for row in GameRecord.objects.filter(table__in=hall.tables)}
    on_show = [table for table in hall.tables if table.state in ON_SHOW and table.pk in rows]
    for table in on_show:
        table.round = hall.round
    return [
        Slide(
            key=f"live-{table.pk}",
            kind="live",
            rows=[_table_on_screen(table, rows[table.pk], hall)],
            seconds=_seconds(hall),
        )
        for table in on_show
    ]


def _seconds(hall: ProjectorView) -> int:
    """A board takes longer to read than a list."""
    return max(hall.screen.least_seconds, 3 * LEAST_SECONDS)


def _table_on_screen(table: Table, row: GameRecord, hall: ProjectorView) -> ProjectorTable:
    return projector_table(table, row, now=hall.now, delay=hall.screen.live_delay, unit=hall.screen.live_delay_in)


def projector_table(
    table: Table, row: GameRecord, *, now: datetime, delay: int = 0, unit: str = ScreenLink.DelayIn.MINUTES
) -> ProjectorTable:
    """The table as it was `delay` minutes or turns ago; with a delay, at the turn's end before that moment."""
    replay = Replay(row, table.seats.all())
    number = _turn(replay, row, now, delay, unit)
    about: dict[str, Any] = {"delay": delay_words(delay, unit), **_own_clock(table, row, now)}
    if number == 0:
        return ProjectorTable(table, None, **about)
    record = replay.record
    record.state = replay.state(number)
    board = board_view.board_of(record, replay.seats)
    changed = replay.changed(number, board)
    record.state = replay.state(number)
    status = record.game.status(record.rules, record.state)
    return ProjectorTable(
        table,
        board,
        phase=localized(status.phase),
        giro=status.giro,
        is_last_giro=status.is_last_giro,
        is_over=status.is_over,
        closing=status.closing,
        chance=chance_of(record),
        lines=_last_lines(replay, number),
        changed=changed,
        **about,
    )


def _own_clock(table: Table, row: GameRecord, now: datetime) -> dict[str, Any]:
    """The clock is never delayed, so that the hall sees a pause at once."""
    row.table = table
    own, hall = clocks.clock_of(row, now=now), clock_of_hall(table.round, now=now)
    if (own.state, own.limit) == (hall.state, hall.limit):
        return {}
    return {"now": now, "clock": own, "extra_minutes": int((own.limit - hall.limit) / timedelta(minutes=1))}


def _turn(replay: Replay, row: GameRecord, now: datetime, delay: int, unit: str) -> int:
    if not delay:
        return replay.last
    if unit == ScreenLink.DelayIn.TURNS:
        return max(0, replay.last - delay)
    then = now.astimezone(UTC) - timedelta(minutes=delay)  # local time may skip an hour in between
    latest = row.entries.filter(at__lte=then).order_by("-seq").values_list("seq", flat=True)
    until = latest.first() or 0
    return sum(end <= until for end in replay.ends)


def _last_lines(replay: Replay, number: int) -> tuple[ReplayLine, ...]:
    """The last lines, without those for judges alone."""
    frame = replay.lines(number, without=(Note, Ruling))
    return frame[-MOST_LINES:]
