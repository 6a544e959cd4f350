"""A table as readers at home see it: the record up to the line that its delay has reached, and nothing behind that line.

The position is the record's, replayed over those lines alone, so that nothing newer can leak into it: neither a board nor the undo of an
act. The vault is never read; notes and rulings are left out. `line_of` is also the version of the page's live topic.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

from django.db.models import Min, Q
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.kernel.acts import Note, Ruling
from games.kernel.record import Record
from games.kernel.scene import Scene
from games.registry import game
from referee.judge_page import board_view
from referee.judge_page.board_view import BoardView, Player
from referee.models import GameRecord
from referee.records import cache as record_cache
from referee.records.figures import Figures, figures_of
from referee.records.moves import Arrow, moves_of
from referee.records.moves import Move as RecordedMove
from referee.records.throws import Throw
from referee.wording import localized
from tournament.core.charts import Chart, Series
from tournament.core.clock import ClockReading, standing_still
from tournament.models import Broadcast, ClockEvent, Table
from tournament.queries.clocks import clock_then
from tournament.states import TableState

MOST_MOVES = 12
LEAST_GIRI = 2
OVER = (TableState.COUNTED, TableState.SIGNED)
NOT_FOR_READERS = (Note, Ruling)


@dataclass(frozen=True)
class Move:
    seq: int
    who: Player | None
    words: str
    throw: Throw | None = None
    losses: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Leader:
    """A player with the figures by which the places are told; those level on all of them share a rank."""

    rank: int
    player: Player
    figures: tuple[str, ...]


@dataclass(frozen=True)
class Ranking:
    """Who would win if the game closed now. `is_final`: by the count of a finished game; else from what lies open, in this order."""

    names: tuple[str, ...]
    rows: tuple[Leader, ...]
    is_final: bool = False


@dataclass(frozen=True)
class LiveClock:
    """The table's clock as late as its board; `now` is the server's time at which it reads so. It flows, or it is that of a turn's end."""

    reading: ClockReading
    now: datetime
    flows: bool


@dataclass(frozen=True)
class LiveTable:
    """`line` is the last one that may be seen; without one the page has not begun. `ground` is the board before the first line, for
    what of its picture never changes.
    """

    table: Table
    line: int
    delay: str
    ground: BoardView | None = None
    board: BoardView | None = None
    phase: str = ""
    giro: int = 0
    is_last_giro: bool = False
    is_over: bool = False
    closing: int = 0
    chance: str = ""
    moves: tuple[Move, ...] = ()
    ranking: Ranking | None = None
    charts: tuple[Chart, ...] = ()
    changed: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()
    """The places of the last move that had any; `arrow` is its way from one to another."""
    arrow: Arrow | None = None
    clock: LiveClock | None = None

    @property
    def name(self) -> str:
        """Makes the ids of the picture unique on the page."""
        return f"live-{self.table.pk}"

    @property
    def in_turn(self) -> Player | None:
        return self.board.in_turn if self.board and not self.is_over else None


# -- how far a reader may see


def line_of(row: GameRecord, broadcast: Broadcast, *, is_public: bool, now: datetime) -> int:
    """The last line that readers may see. `is_public`: the game is counted, and every turn of it may be read."""
    if not broadcast.delay:
        return row.seq
    if broadcast.delay_in == Broadcast.DelayIn.TURNS:
        return row.seq if is_public else _line_of_turn(row, broadcast.delay)
    then = now.astimezone(UTC) - timedelta(minutes=broadcast.delay)  # local time may skip an hour in between
    newer = row.entries.filter(at__gt=then).aggregate(first=Min("seq"))["first"]
    return row.seq if newer is None else newer - 1


def _line_of_turn(row: GameRecord, delay: int) -> int:
    """The end of the turn that lies so many turns back, the one in play included. A turn's end that was taken back is none."""
    standing = row.entries.filter(is_standing=True).values("seq")
    ends = sorted(row.snapshots.filter(seq__in=standing).values_list("seq", flat=True))
    ends = ends if ends[-1:] == [row.seq] else [*ends, row.seq]
    return ends[-1 - delay] if len(ends) > delay else 0


def clock_version(row: GameRecord, broadcast: Broadcast, *, is_public: bool, now: datetime) -> int:
    """Changes when the clock that readers may see is started, stopped or given minutes; a turn's end brings its own."""
    moment = _moment(row, broadcast, 0, is_public=is_public, now=now)
    if moment is None or row.table is None:
        return 0
    own_or_halls = Q(table=None) | Q(table=row.table_id)
    events = ClockEvent.objects.filter(own_or_halls, round=row.table.round_id, at__lte=moment)
    return 2 * events.count() + (row.paused_at is not None and not broadcast.delay)


def _moment(row: GameRecord, broadcast: Broadcast, line: int, *, is_public: bool, now: datetime) -> datetime | None:
    """What time it was at the table in the position that readers see; with a delay in turns, when that turn ended."""
    if not broadcast.delay or (is_public and broadcast.delay_in == Broadcast.DelayIn.TURNS):
        return now
    if broadcast.delay_in == Broadcast.DelayIn.MINUTES:
        return now - timedelta(minutes=broadcast.delay)
    return row.entries.filter(seq=line).values_list("at", flat=True).first()


def _clock(
    table: Table, row: GameRecord, broadcast: Broadcast, line: int, *, is_public: bool, now: datetime
) -> LiveClock | None:
    """None before the clock was started."""
    moment = _moment(row, broadcast, line, is_public=is_public, now=now)
    if moment is None:
        return None
    reading = clock_then(table, moment=moment)
    if row.paused_at is not None and not broadcast.delay:
        reading = standing_still(reading, row.paused_after)
    by_turns = bool(broadcast.delay) and broadcast.delay_in == Broadcast.DelayIn.TURNS and not is_public
    flows = reading.state == "running" and not by_turns
    return None if reading.state == "waiting" else LiveClock(reading, now, flows)


def delay_words(delay: int, unit: str) -> str:
    if not delay:
        return ""
    if unit == Broadcast.DelayIn.TURNS:
        return _("in differita di %d turni") % delay if delay > 1 else _("in differita di un turno")
    return _("in differita di %d minuti") % delay if delay > 1 else _("in differita di un minuto")


# -- what a reader sees


def live_table(
    table: Table, row: GameRecord, broadcast: Broadcast, *, now: datetime, are_whole: bool = False
) -> LiveTable:
    is_public = table.state in OVER
    line = line_of(row, broadcast, is_public=is_public, now=now)
    delay = delay_words(broadcast.delay, broadcast.delay_in)
    seats = list(table.seats.select_related("entrant"))
    ground = board_view.board_of(Record(game(row.game), record_cache.header_of(row)), seats, are_whole=are_whole)
    if not line:
        return LiveTable(table, 0, delay, ground)
    record = record_cache.rebuild(row, until=line)
    board = board_view.board_of(record, seats, are_whole=are_whole)
    status = record.game.status(record.rules, record.state)
    moves = _last_moves(record)
    last, arrow = _where(moves)
    return LiveTable(
        table,
        line,
        delay,
        ground,
        board,
        phase=localized(status.phase),
        giro=status.giro,
        is_last_giro=status.is_last_giro,
        is_over=status.is_over,
        closing=status.closing,
        chance=chance_of(record),
        moves=tuple(_move(one, board) for one in moves),
        ranking=_ranking(record, board),
        charts=tuple(_charts(record, board)),
        changed=_changed(record),
        last=last,
        arrow=arrow,
        clock=None if status.is_over else _clock(table, row, broadcast, line, is_public=is_public, now=now),
    )


def as_data(found: LiveTable) -> dict[str, Any]:
    """What `live_table` found, for other programs; seats count from 1, as chairs do."""
    if found.board is None:
        return {"line": found.line, "delay": found.delay}
    return {
        "line": found.line,
        "delay": found.delay,
        "giro": found.giro,
        "phase": found.phase,
        "is_last_giro": found.is_last_giro,
        "is_over": found.is_over,
        "closing": found.closing,
        "chance": found.chance,
        "clock": _clock_as_data(found.clock),
        "players": [
            {
                "seat": player.number,
                "name": player.name,
                "army": player.army,
                "letter": player.letter,
                "is_in_turn": player.is_in_turn,
                "is_out": player.is_out,
                "lines": player.lines,
            }
            for player in found.board.players
        ],
        "places": {
            place.key: {
                "label": place.label,
                "seat": place.player.number if place.player else None,
                "count": place.count,
            }
            for place in found.board.places.values()
        },
        "moves": [
            {
                "line": move.seq,
                "seat": move.who.number if move.who else None,
                "words": move.words,
                "dice": move.throw.dice if move.throw else [],
                "lost": [{"seat": seat + 1, "count": count} for seat, count in move.losses],
            }
            for move in found.moves
        ],
    }


def _clock_as_data(clock: LiveClock | None) -> dict[str, Any] | None:
    """A clock that flows by the moment at which it will have run out, any other by the seconds that are left."""
    if clock is None:
        return None
    left = clock.reading.remaining
    return {
        "state": clock.reading.state,
        "ends_at": (clock.now + left).astimezone(UTC).isoformat(timespec="seconds") if clock.flows else None,
        "remaining": None if clock.flows else int(left.total_seconds()),
    }


def chance_of(record: Record) -> str:
    """`5/18 (27,8 %)`: the exact chance that the next throw closes the game."""
    return chance_words(record.game.closing_chance(record.rules, record.state))


def chance_words(chance: Fraction | None) -> str:
    if chance is None:
        return ""
    if chance == 1:
        return _("sì, in ogni caso")
    return f"{chance} ({number_format(round(float(100 * chance), 1), 1)} %)"


def _last_moves(record: Record) -> list[RecordedMove]:
    """The last acts that stand, newest first, with what they changed."""
    lines = [one.seq for one in record.standing if not isinstance(one.act, NOT_FOR_READERS)][-MOST_MOVES:]
    many = sum(one.seq >= lines[0] for one in record.standing) if lines else 0
    return [move for move in reversed(moves_of(record, many)) if move.seq in lines] if many else []


def _move(move: RecordedMove, board: BoardView) -> Move:
    return Move(move.seq, board.player(move.by), move.words, move.throw, move.losses)


def _where(moves: Iterable[RecordedMove]) -> tuple[frozenset[str], Arrow | None]:
    """The places of the last move that had any, and its way."""
    move = next((move for move in moves if move.changed or move.arrow), None)
    if move is None:
        return frozenset(), None
    ends = (move.arrow.source, move.arrow.target) if move.arrow else ()
    return frozenset((*(shape.key for shape in move.changed), *ends)), move.arrow


def _changed(record: Record) -> frozenset[str]:
    """The places with another owner than when the turn began; right after a turn's end, of that turn."""
    ends = [one.state for one in record.checkpoints if one.state is not record.state]
    if not ends:
        return frozenset()
    before, now = _owners(_scene(record, ends[-1])), _owners(_scene(record, record.state))
    return frozenset(key for key, seat in now.items() if key in before and before[key] != seat)


def _owners(scene: Scene) -> dict[str, int]:
    return {shape.key: shape.seat for shape in scene.shapes}


def _scene(record: Record, state: Any) -> Scene:
    return record.game.scene(record.rules, state, frozenset())


# -- figures by seat


def _ranking(record: Record, board: BoardView) -> Ranking | None:
    score = record.score()
    if score.rows and all(row.rank is not None for row in score.rows):
        names = (_("punti"), *(localized(name) for name in score.tiebreak_names))
        rows = tuple(
            Leader(row.rank or 0, board.players[row.seat], (row.points or "–", *row.tiebreaks))
            for row in sorted(score.rows, key=lambda row: (row.rank or 0, row.seat))
        )
        return Ranking(names, rows, is_final=True)
    figures = figures_of(board.scene)
    if not board.scene.counted.it or not any(one.counted for one in figures.values()):
        return None
    names, keys = _public_keys(board.scene, figures)
    in_play = [player for player in board.players if not player.is_out]
    ranks = {player.seat: 1 + sum(keys[other.seat] > keys[player.seat] for other in in_play) for player in in_play}
    ordered = sorted(in_play, key=lambda player: (ranks[player.seat], player.seat))
    return Ranking(
        names, tuple(Leader(ranks[one.seat], one, tuple(str(value) for value in keys[one.seat])) for one in ordered)
    )


def _public_keys(scene: Scene, figures: dict[int, Figures]) -> tuple[tuple[str, ...], dict[int, tuple[int, ...]]]:
    """What lies open, the weightiest first: value where places have one, then places, then what stands on them."""
    has_value = any(one.value is not None for one in figures.values())
    has_standing = bool(scene.standing.it) and any(one.standing for one in figures.values())
    names = (
        *((_("valore"),) if has_value else ()),
        localized(scene.counted),
        *((localized(scene.standing),) if has_standing else ()),
    )
    keys = {
        seat: (
            *((one.value or 0,) if has_value else ()),
            one.counted,
            *((one.standing,) if has_standing else ()),
        )
        for seat, one in figures.items()
    }
    return names, keys


def _charts(record: Record, board: BoardView) -> Iterator[Chart]:
    """What each player had when each giro was over: places, what stands on them, their value. None before the second giro."""
    if not board.scene.counted.it:
        return
    giri = [(giro, figures_of(_scene(record, state))) for giro, state in _ends_of_giri(record)]
    if len(giri) < LEAST_GIRI:
        return
    names, _keys = _public_keys(board.scene, giri[-1][1])
    by_giro = [(giro, _public_keys(board.scene, figures)[1]) for giro, figures in giri]
    for place, name in enumerate(names):
        series = tuple(
            Series(
                player.name,
                tuple(
                    keys[player.seat][place] if len(keys[player.seat]) == len(names) else 0 for _giro, keys in by_giro
                ),
                player.army,
                player.letter,
            )
            for player in board.players
        )
        yield Chart(
            _("%(what)s per giro") % {"what": name.capitalize()},
            tuple(str(giro) for giro, _keys in by_giro),
            series,
            _("Giro"),
        )


def _ends_of_giri(record: Record) -> list[tuple[int, Any]]:
    """Each giro with the position in which it ended, the one in play with the last position."""
    ends: dict[int, Any] = {}
    giro = 0
    for state in (*(one.state for one in record.checkpoints), record.state):
        if giro:
            ends[giro] = state
        giro = state.giro
    if record.state.giro:
        ends[record.state.giro] = record.state
    return sorted(ends.items())
