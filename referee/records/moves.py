"""A whole game line by line: what each act changed on the board, what was thrown, and which lines a reader looks for.

Acts that were taken back are left out. Nothing here opens the vault: a move shows what lay open at the table. A game is read once for all
who look at it (`whole_game`); it holds no name of a person.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from threading import Lock
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.kernel.acts import CLOCK, Act, By, Note, Ruling, Undo
from games.kernel.lines import line_type
from games.kernel.record import Call, Record, Standing
from games.kernel.scene import Scene, SeatMark, Shape
from games.registry import game
from referee.judge_page import board_view
from referee.models import GameRecord
from referee.records import cache as record_cache
from referee.records.throws import Throw, throw_of
from referee.wording import army_letter
from tournament.privacy import copies

MOST_GAMES = 16
"""Games held in memory; one of 650 lines takes about a megabyte."""
CONQUEST, INFRACTION, CLOSING = "conquest", "infraction", "closing"
"""What a reader looks for: a place changed hands, a ruling let an infraction stand, a throw could end the game."""


@dataclass(frozen=True)
class Arrow:
    """From place to place: what each end lost, or how many pieces went across."""

    source: str
    target: str
    source_lost: int = 0
    target_lost: int = 0
    moved: int = 0


@dataclass(frozen=True)
class Move:
    """One line and what it changed: `changed` are the places as they are now, `table` is the scene after it without its places.

    `counts` are by seat what the scene counts; `owners` the places with another owner; `groups` the continents that this act made one
    player's. `threshold` and `chance` are those of a throw that could end the game.
    """

    seq: int
    turn: int
    giro: int
    by: By
    words: str
    why: str
    table: Scene
    changed: tuple[Shape, ...]
    owners: frozenset[str]
    counts: tuple[int, ...]
    throw: Throw | None = None
    arrow: Arrow | None = None
    marks: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    threshold: int = 0
    chance: Fraction | None = None
    is_statement: bool = False
    ends_game: bool = False
    losses: tuple[tuple[int, int], ...] = ()
    """By seat, how many pieces went off the board."""


@dataclass
class _Path:
    """The two places that the acts of a turn are about: dice that follow an attack name none."""

    source: str = ""
    target: str = ""

    def follow(self, act: Act, places: frozenset[str]) -> bool:
        """Whether the act itself names them."""
        named = [one for one in _names(act) if one in places]
        if len(named) > 1:
            self.source, self.target = named[0], named[-1]
        elif named:
            self.source = self.target = ""
        return len(named) > 1


def _names(act: Act) -> Iterator[str]:
    """The texts of an act in the order of its fields, those of a way included."""
    for name in act.__struct_fields__:
        value = getattr(act, name)
        if isinstance(value, str) and name != "origin":
            yield value
        elif name == "path":
            yield from value


class StandingLine(NamedTuple):
    """A line that stands. `call`: in which giro the clock said it, where what came before was taken back since."""

    seq: int
    by: By
    act: Act
    why: str = ""
    call: Call | None = None


def standing_lines(row: GameRecord, texts: Iterable[str]) -> list[StandingLine]:
    """Lines that stand, undoes among them: the whole record is read again where the clock had called before what one of them takes back."""
    decode = msgspec.json.Decoder(line_type(game(row.game).act_types)).decode
    lines: list[Any] = [decode(text) for text in texts]
    calls: dict[int, Call | None] = {}
    if any(one.by == CLOCK and _is_crossed(one.seq, lines) for one in lines):
        calls = {one.seq: one.call for one in record_cache.rebuild(row).standing}
    return [StandingLine(one.seq, one.by, one.act, one.why, calls.get(one.seq)) for one in lines]


def _is_crossed(seq: int, lines: Iterable[Any]) -> bool:
    return any(isinstance(one.act, Undo) and one.act.of < seq < one.seq for one in lines)


@dataclass
class _Telling:
    """The game so far, while its lines are taken one by one."""

    record: Record
    scene: Scene = field(init=False)
    path: _Path = field(default_factory=_Path)

    def __post_init__(self) -> None:
        self.scene = self._scene()

    def _scene(self) -> Scene:
        return self.record.game.scene(self.record.rules, self.record.state, frozenset())

    def take(self, line: StandingLine) -> Move:
        record, before, old = self.record, self.record.state, self.scene
        standing = Standing(line.seq, line.by, line.act, line.call)
        record.take_standing(standing)
        by, act = record.as_it_happened(standing)
        if record.state is not before:
            self.scene = self._scene()
        changed = tuple(new for was, new in zip(old.shapes, self.scene.shapes, strict=True) if was != new)
        is_named = self.path.follow(act, frozenset(shape.key for shape in old.shapes))
        arrow = self._arrow(old, changed, is_named)
        if record.state.turn != before.turn:
            self.path = _Path()
        throw = throw_of(act)
        owners = _other_owners(old, changed)
        losses = _losses(old, changed)
        chance = self._chance(before) if throw else None
        return Move(
            seq=line.seq,
            turn=before.turn + 1,
            giro=record.state.giro,
            by=by,
            words=" · ".join(
                filter(None, (board_view.describe_act(record, line.by, line.act), _in_words(losses, old)))
            ),
            why=line.why,
            table=msgspec.structs.replace(self.scene, shapes=()),
            changed=changed,
            owners=owners,
            counts=_counts(self.scene),
            throw=throw,
            arrow=arrow,
            marks=tuple(self._marks(line, before, old, changed, chance)),
            groups=_made_whole(old, self.scene) if owners and before.giro else (),
            threshold=record.game.status(record.rules, before).closing if chance is not None else 0,
            chance=chance,
            is_statement=is_statement(line.act),
            ends_game=bool(record.state.ended) and not before.ended,
            losses=losses,
        )

    def _marks(
        self, line: StandingLine, before: Any, old: Scene, changed: tuple[Shape, ...], chance: Fraction | None
    ) -> Iterator[str]:
        owners = {shape.key: shape.seat for shape in old.shapes}
        taken = any(shape.seat >= 0 and owners[shape.key] != shape.seat for shape in changed)
        if before.giro and old.links and taken:
            yield CONQUEST
        if isinstance(line.act, Ruling):
            yield INFRACTION
        if chance is not None:
            yield CLOSING

    def _chance(self, before: Any) -> Fraction | None:
        """That the throw, just made, ended the game: of one that ended at least the turn."""
        state = self.record.state
        is_last = state.turn != before.turn or bool(state.ended) != bool(before.ended)
        return self.record.game.closing_chance(self.record.rules, before) if is_last else None

    def _arrow(self, old: Scene, changed: tuple[Shape, ...], is_named: bool) -> Arrow | None:
        source, target = self.path.source, self.path.target
        touched = {shape.key: shape for shape in changed}
        if not target or not (is_named or {source, target} & touched.keys()):
            return None
        was = {shape.key: shape for shape in old.shapes if shape.key in (source, target)}
        now = was | {key: touched[key] for key in was if key in touched}
        lost, gone = (_lost(was[key], now[key]) for key in (source, target))
        goer = was[source].seat
        if lost > 0 and _pieces(now[target], goer) > _pieces(was[target], goer):
            return Arrow(source, target, moved=lost)
        return Arrow(source, target, max(0, lost), max(0, gone))


def _pieces(shape: Shape, seat: int) -> int:
    return sum(piece.count for piece in shape.pieces if piece.seat == seat)


def _lost(was: Shape, now: Shape) -> int:
    """How many pieces of its owner have gone."""
    return _pieces(was, was.seat) - _pieces(now, was.seat)


def _losses(old: Scene, changed: Iterable[Shape]) -> tuple[tuple[int, int], ...]:
    """What went from place to place or changed hands is not lost. Without links nothing stands on a board."""
    gone: dict[str, Counter[int]] = {}
    was = {shape.key: shape for shape in old.shapes} if old.links else {}
    for shape in changed if old.links else ():
        for pieces, sign in ((was[shape.key].pieces, 1), (shape.pieces, -1)):
            for piece in pieces:
                gone.setdefault(piece.kind, Counter())[piece.seat] += sign * piece.count
    lost: Counter[int] = Counter()
    for seats in gone.values():
        if seats.total() > 0:
            lost.update({seat: count for seat, count in seats.items() if count > 0 and seat >= 0})
    return tuple(sorted(lost.items()))


def _in_words(losses: Iterable[tuple[int, int]], scene: Scene) -> str:
    """`R perde 2, V perde 1`: players by their letters, which stand beside their names."""
    marks = {mark.seat: mark for mark in scene.seats}
    letters = {seat: army_letter(mark) if mark.colour else str(seat + 1) for seat, mark in marks.items()}
    clauses = (_("%(who)s perde %(many)d") % {"who": letters[seat], "many": many} for seat, many in losses)
    return ", ".join(one.replace(" ", "\N{NO-BREAK SPACE}") for one in clauses)


def _other_owners(old: Scene, changed: Iterable[Shape]) -> frozenset[str]:
    owners = {shape.key: shape.seat for shape in old.shapes}
    return frozenset(shape.key for shape in changed if owners[shape.key] != shape.seat)


def _made_whole(old: Scene, new: Scene) -> tuple[str, ...]:
    """The areas of a board that are one player's now and were not before."""
    if not (new.has_areas and new.links):
        return ()
    was, now = _owners_of_groups(old), _owners_of_groups(new)
    return tuple(group for group, seats in now.items() if len(seats) == 1 and min(seats) >= 0 and was[group] != seats)


def _owners_of_groups(scene: Scene) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for shape in scene.shapes:
        found.setdefault(shape.group, set()).add(shape.seat)
    return found


def _counts(scene: Scene) -> tuple[int, ...]:
    return tuple(mark.count for mark in sorted(scene.seats, key=lambda mark: mark.seat))


def is_statement(act: Act) -> bool:
    """Whether it is `shown`, but not for a turn that is recorded as a whole."""
    return act.__struct_config__.tag == "shown" and not getattr(act, "turn_over", False)


class WholeGame:
    """`start` is the board before the first line. Players have from the start the colours that they choose in the game."""

    def __init__(self, record: Record, start: Scene, moves: tuple[Move, ...]) -> None:
        marks = {mark.seat: mark for mark in (moves[-1].table if moves else start).seats}
        self.record, self.start = record, _in_colours(start, marks)
        self.moves = tuple(replace(move, table=_in_colours(move.table, marks)) for move in moves)
        self._made: dict[str, Any] = {}

    @cached_property
    def last(self) -> int:
        return self.moves[-1].seq if self.moves else 0

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """The last line of each turn."""
        ends: dict[int, int] = {move.turn: move.seq for move in self.moves}
        return tuple(ends.values())

    def at(self, seq: int) -> Move | None:
        """The last move up to that line; None before the first."""
        return next((move for move in reversed(self.moves) if move.seq <= seq), None)

    def scene_at(self, seq: int) -> Scene:
        """The board after a line."""
        shapes = {shape.key: shape for shape in self.start.shapes}
        table = self.start
        for move in self.moves:
            if move.seq > seq:
                break
            table = move.table
            shapes |= {shape.key: shape for shape in move.changed}
        return msgspec.structs.replace(table, shapes=tuple(shapes.values()))

    def once(self, name: str, make: Callable[["WholeGame"], Any]) -> Any:
        """What is drawn from a game, made for the first who wants it."""
        if name not in self._made:
            self._made[name] = make(self)
        return self._made[name]


def _in_colours(scene: Scene, marks: Mapping[int, SeatMark]) -> Scene:
    seats = (
        msgspec.structs.replace(mark, colour=own.colour, letter=own.letter, hatch=own.hatch)
        for mark in scene.seats
        if (own := marks[mark.seat])
    )
    return msgspec.structs.replace(scene, seats=tuple(seats))


_games: OrderedDict[tuple[Any, ...], WholeGame] = OrderedDict()
_lock = Lock()


@copies.forgotten_by
def clear() -> None:
    with _lock:
        _games.clear()


def whole_game(row: GameRecord, *, for_staff: bool = False) -> WholeGame:
    """The game up to its last line. `for_staff`: also notes and reasons, which are the judges' own business."""
    key = (row.pk, row.head, for_staff, get_language())
    with _lock:
        found = _games.get(key)
    if found is None:
        found = _read(row, for_staff)
        with _lock:
            _games[key] = found
            while len(_games) > MOST_GAMES:
                _games.popitem(last=False)
    return found


def moves_of(record: Record, last: int) -> list[Move]:
    """The last acts of a record that stand, whatever was taken back since: nothing but that record is read, from the turn's end before."""
    position = len(record.standing) - last
    begin = next((one for one in reversed(record.checkpoints) if one.standing <= position), record.checkpoints[0])
    lines = (StandingLine(one.seq, one.by, one.act, call=one.call) for one in record.standing[begin.standing :])
    return moves_from(record, begin.state, lines, begin.calls)[-last:]


def moves_from(record: Record, state: Any, lines: Iterable[StandingLine], calls: tuple[Call, ...] = ()) -> list[Move]:
    """Acts that stand, told from the position before the first of them, which a turn ended, with the calls that wait there."""
    ahead = Record(record.game, record.header)
    ahead.start_from(state, calls)
    telling = _Telling(ahead)
    return [telling.take(line) for line in lines]


def _read(row: GameRecord, for_staff: bool) -> WholeGame:
    record = Record(game(row.game), record_cache.header_of(row))
    telling = _Telling(record)
    start = telling.scene
    entries = row.entries.filter(is_standing=True, seq__lte=row.seq).order_by("seq")
    lines = standing_lines(row, entries.values_list("line", flat=True))
    unseen = Undo if for_staff else (Undo, Note)
    moves = [telling.take(line) for line in lines if not isinstance(line.act, unseen)]
    return WholeGame(record, start, tuple(moves if for_staff else (replace(move, why="") for move in moves)))
