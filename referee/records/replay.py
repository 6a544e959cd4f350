"""A game replayed turn by turn, from the snapshots of each turn's end: any turn costs two states and its own lines.

Nothing here opens the vault: a frame shows what lay open at the table when its turn was over.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
from django.core.cache import cache
from django.utils.translation import gettext as _

from games.kernel.acts import Note, Undo
from games.kernel.lines import read_header
from games.kernel.record import Call, Record
from games.registry import game
from referee.judge_page import board_view
from referee.judge_page.board_view import BoardView, Player
from referee.models import GameRecord, Snapshot
from referee.records import cache as record_cache
from referee.records.broadcast import LEAST_GIRI
from referee.records.moves import Move, moves_from, standing_lines
from referee.wording import localized
from tournament.core.charts import Chart, Series


@dataclass(frozen=True)
class ReplayLine:
    """A line of the turn in words. `is_statement`: the judge said how the table stands, against what the record had."""

    seq: int
    who: Player | None
    words: str
    why: str = ""
    is_statement: bool = False


@dataclass(frozen=True)
class Frame:
    """The table after turn `number` of `last`; `changed` are the places with another owner than one turn before."""

    number: int
    last: int
    board: BoardView
    lines: tuple[ReplayLine, ...]
    changed: frozenset[str]
    is_end: bool

    @property
    def before(self) -> int | None:
        return self.number - 1 if self.number else None

    @property
    def after(self) -> int | None:
        return self.number + 1 if self.number < self.last else None


class Replay:
    """`for_staff`: also notes and reasons, which are the judges' own business."""

    def __init__(self, row: GameRecord, seats: Iterable, *, for_staff: bool = False) -> None:
        self.row, self.seats, self.for_staff = row, list(seats), for_staff
        self.record = Record(game(row.game), read_header(row.header.encode()))

    @cached_property
    def ends(self) -> list[int]:
        """The line that ended each turn, and the last line of all. A turn's end that was taken back is none."""
        standing = self.row.entries.filter(is_standing=True).values("seq")
        ends = sorted(self.row.snapshots.filter(seq__in=standing).values_list("seq", flat=True))
        return ends if ends[-1:] == [self.row.seq] or not self.row.seq else [*ends, self.row.seq]

    @property
    def last(self) -> int:
        return len(self.ends)

    def frame(self, number: int) -> Frame:
        number = max(0, min(number, self.last))
        board = self._board(number)
        lines = self.lines(number, board)
        return Frame(number, self.last, board, lines, self.changed(number, board), number == self.last)

    def changed(self, number: int, board: BoardView) -> frozenset[str]:
        """The places of the board after turn `number` whose owner is another than one turn before."""
        before = self._owners(self._board(number - 1)) if number else {}
        now = self._owners(board)
        return frozenset(key for key, seat in now.items() if key in before and before[key] != seat)

    def _board(self, number: int) -> BoardView:
        self.record.state = self.state(number)
        return board_view.board_of(self.record, self.seats)

    def state(self, number: int):
        """The position after a turn; 0 is the start."""
        if number == 0:
            return self.record.game.start(self.record.rules)
        stored = self._stored(number)
        return self._state_of(stored) if stored else self._current()

    def _stored(self, number: int) -> Snapshot | None:
        return self.row.snapshots.filter(seq=self.ends[number - 1]).first() if number else None

    def _calls(self, number: int) -> tuple[Call, ...]:
        """What the clock said in a giro later than that turn, which was taken back and is told again."""
        stored = self._stored(number)
        return record_cache.read_snapshot(stored.snapshot).calls if stored else ()

    def _state_of(self, stored):
        try:
            return msgspec.msgpack.decode(
                record_cache.read_snapshot(stored.snapshot).state, type=self.record.game.state_type
            )
        except msgspec.ValidationError:  # stored before the game's positions took the form that they have now
            return record_cache.rebuild(self.row, until=stored.seq).state

    def _current(self):
        with record_cache.checkout(self.row) as record:
            return record.state

    @staticmethod
    def _owners(board: BoardView) -> dict[str, int]:
        return {shape.key: shape.seat for shape in board.scene.shapes}

    def lines(
        self, number: int, board: BoardView | None = None, without: tuple[type, ...] = ()
    ) -> tuple[ReplayLine, ...]:
        """The events of a turn in words; notes only for readers who may see all, without the acts of `without`."""
        if number == 0:
            return ()
        board = board or self._board(number)
        after = self.ends[number - 2] if number > 1 else 0
        entries = self.row.entries.filter(is_standing=True, seq__gt=after, seq__lte=self.ends[number - 1])
        lines = standing_lines(self.row, entries.order_by("seq").values_list("line", flat=True))
        hidden = without if self.for_staff else (*without, Note)
        acts = [line for line in lines if not isinstance(line.act, Undo)]
        moves = moves_from(self.record, self.state(number - 1), acts, self._calls(number - 1))
        seen = (move for move, line in zip(moves, acts, strict=True) if not isinstance(line.act, hidden))
        return tuple(self._line(move, board) for move in seen)

    def _line(self, move: Move, board: BoardView) -> ReplayLine:
        why = move.why if self.for_staff else ""
        return ReplayLine(move.seq, board.player(move.by), move.words, why, move.is_statement)

    # -- what grew and shrank

    def counts(self) -> Chart | None:
        """How many territories (places, treasures) each seat had when each giro was over; None where nothing is counted, or too early."""
        board = self._board(self.last)
        by_giro = cache.get_or_set(f"replay-counts-{self.row.pk}-{self.row.head}", self._by_giro) or []
        if not board.scene.counted.it or len(by_giro) < LEAST_GIRI:
            return None
        series = tuple(
            Series(player.name, tuple(counts[player.seat] for _giro, counts in by_giro), player.army, player.letter)
            for player in board.players
        )
        title = _("%(what)s per giro") % {"what": localized(board.scene.counted).capitalize()}
        return Chart(title, tuple(str(giro) for giro, _counts in by_giro), series, _("Giro"))

    def _by_giro(self) -> list[tuple[int, tuple[int, ...]]]:
        """Each giro with the counts by seat when the next one began, the last one with those of the end."""
        stored = {one.seq: one for one in self.row.snapshots.filter(seq__in=self.ends)}
        ends: dict[int, Any] = {}
        giro = 0
        for seq in self.ends:
            state = self._state_of(stored[seq]) if seq in stored else self._current()
            if giro:
                ends[giro] = state
            giro = self.record.game.status(self.record.rules, state).giro
        return [(number, self._counted(state)) for number, state in ends.items()]

    def _counted(self, state) -> tuple[int, ...]:
        scene = self.record.game.scene(self.record.rules, state, frozenset())
        return tuple(mark.count for mark in sorted(scene.seats, key=lambda mark: mark.seat))
