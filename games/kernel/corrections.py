"""A line of the record corrected in place, in the notation that there is: what stands from that line on is taken back, the line is entered
as it should have been, and what followed is played again.

Nothing is erased and no act of its own is needed: every reader of records follows a correction as undoes and acts. What an undo keeps
is kept here too: the clock's calls stay in their giri, what was shown stays seen, other dice need a reason. Undone, a correction goes as
one: what it entered is taken back, and what it took back is entered again; which lines those are is read by `games.kernel.history`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Literal, NamedTuple

from msgspec import inspect

from games.kernel.acts import JUDGE, Act, By, Note, Undo
from games.kernel.breaches import Breach, Refused, Unreadable
from games.kernel.choices import Ask
from games.kernel.game import Game
from games.kernel.history import Amendment, History, Line
from games.kernel.lines import line_decoder
from games.kernel.record import Record, Standing
from games.kernel.words import same

REACH = 20
"""How many lines back a judge corrects in place."""
Change = tuple[By, Act] | None
"""A line as it should have been: who did what; None where it never happened."""
Fate = Literal["same", "changed", "struck", "registered", "left out"]


class PlannedEntry(NamedTuple):
    """One line to append: `act` is None for an undo; a `ruling` registers its act with the articles that it breaks."""

    kind: Literal["undo", "act", "ruling"]
    by: By
    act: Act | None
    why: str


class Replayed(NamedTuple):
    """What becomes of a line that is entered again.

    `registered`: by now it breaks articles, and happened all the same. `left out`: it cannot have happened so, and is not entered.
    """

    seq: int
    by: By
    act: Act
    fate: Fate
    breaches: tuple[Breach, ...] = ()


class Correction(NamedTuple):
    """The lines to append, what becomes of each line from the first corrected one on, and the record as it would then stand."""

    entries: tuple[PlannedEntry, ...]
    lines: tuple[Replayed, ...]
    after: Record

    @property
    def is_smooth(self) -> bool:
        """Whether all that followed stands as it did."""
        return all(one.fate in ("same", "changed", "struck") for one in self.lines)


def correctable(record: Record) -> list[Standing]:
    """The last lines that may be corrected, the newest first."""
    found = (one for one in reversed(record.standing) if not record.is_transparent(one))
    return [one for one, _ in zip(found, range(REACH), strict=False)]


def before(record: Record, seq: int, *, why: str = "") -> tuple[Record, list[Standing]]:
    """The record as it stood before a line, and the lines taken back for it, oldest first. Raises `Unreadable`: no such line stands."""
    if seq not in {one.seq for one in correctable(record)}:
        raise Unreadable(
            "la riga {seq} non si può più correggere qui", "line {seq} can no longer be corrected here", seq=seq
        )
    table = record.fork()
    gone: list[Standing] = []
    while not gone or gone[0].seq != seq:
        assert table.last_undoable is not None
        gone.insert(0, table.last_undoable)
        table.undo(why=why)
    return table, gone


def asked_dice(table: Record, by: By, act: Act) -> Ask | None:
    """The question that these dice answered; of dice that the table does not ask for, as an infraction's, one for as many.

    None where the act is not dice alone. `table` stands before it.
    """
    thrown = dice_of(table.game, act)
    if not thrown:
        return None
    tag = str(type(act).__struct_config__.tag)
    try:
        ask = table.choices({"type": tag})
    except Unreadable:
        ask = None
    if ask and ask.kind == "dice" and ask.by == by:
        return ask
    name = type(act).__struct_fields__[0]
    is_single = isinstance(getattr(act, name), int)
    words = table.game.act_words.get(tag, same(tag))
    return Ask(
        "dice", words, by, name, most=len(thrown), faces=_faces(type(act)), partial={"type": tag}, is_single=is_single
    )


def dice_of(game: Game, act: Act) -> tuple[int, ...]:
    """The faces of an act that is nothing but a throw; empty for any other."""
    names = type(act).__struct_fields__
    if str(type(act).__struct_config__.tag) not in game.dice_acts or len(names) != 1:
        return ()
    value = getattr(act, names[0])
    return (value,) if isinstance(value, int) else tuple(value)


def _faces(kind: type[Act]) -> int:
    """The highest face that the act's type allows."""
    shape: Any = inspect.type_info(kind).fields[0].type  # type: ignore[attr-defined]
    while not isinstance(shape, inspect.IntType):
        shape = shape.item_type
    return int(shape.le or 0)


def plan(record: Record, changes: Mapping[int, Change], reason: str, whys: Mapping[int, str]) -> Correction:
    """How the record would go on with these lines as they should have been; the record itself stays as it is.

    `whys` are the reasons that the lines gave, by number. Raises `Unreadable` where a line does not stand or is too far back.
    """
    table, gone = before(record, min(changes), why=reason)
    if not changes.keys() <= {one.seq for one in gone}:
        raise Unreadable("la riga non è tra le ultime", "the line is not among the last ones")
    undoes = tuple(PlannedEntry("undo", JUDGE, None, reason) for _ in gone)
    again: list[PlannedEntry] = []
    lines: list[Replayed] = []
    for one in gone:
        entry, line = _enter_again(table, one, changes, reason, whys.get(one.seq, ""))
        lines.append(line)
        again += [entry] if entry else []
    return Correction((*undoes, *again), tuple(lines), table)


def history_of(record: Record, past: Callable[[], Iterable[str]]) -> History:
    """What undo and redo are about; read from `past`, the lines from the first that was ever taken back, where the record goes on from a
    snapshot.
    """
    if record.history is None:
        record.history = _read_history(record, past())
    return record.history


def _read_history(record: Record, lines: Iterable[str]) -> History:
    decode, known, history = line_decoder(record.game.act_types).decode, dict[int, Any](), History()

    def line(entry: Any) -> Line:
        by, act = record.as_it_happened(entry)
        return Line(entry.seq, by, act, entry.why, act is not entry.act)

    for entry in map(decode, lines):
        if isinstance(entry.act, Undo):
            history.follow_undo(line(known[entry.act.of]), entry.why)
            continue
        known[entry.seq] = entry
        if not history.is_settled and not isinstance(entry.act, Note) and not record.is_transparent(entry):
            history.follow_act(line(entry))
    return history


def to_undo(record: Record, history: History) -> Amendment | None:
    """The correction that an undo takes back as a whole; None where it takes back one line, or nothing."""
    last = record.last_undoable
    return history.amendment_ending_with(last.seq) if last else None


def undo(record: Record, history: History, why: str, again: str) -> tuple[PlannedEntry, ...]:
    """The lines that undo what was done last: a correction as a whole, where what it took back can still stand, else one line.

    `why` is the judge's reason; `again` that of dice and cards told as they had been.
    """
    one = to_undo(record, history)
    exchanged = _exchange(record, one.entered, one.gone, why, again) if one else ()
    return exchanged or (PlannedEntry("undo", JUDGE, None, why),)


def redo(record: Record, history: History, why: str) -> tuple[PlannedEntry, ...]:
    """The lines that enter again what was undone last, with the reasons that they gave; none where there is nothing to redo."""
    one = history.undone
    if isinstance(one, Amendment):
        return _exchange(record, one.gone, one.entered, why or one.reason, one.reason)
    if one is None:
        return ()
    return (PlannedEntry("ruling" if one.is_ruling else "act", one.by, one.act, why or one.why),)


def _exchange(
    record: Record, gone: tuple[Line, ...], entered: tuple[Line, ...], why: str, reason: str
) -> tuple[PlannedEntry, ...]:
    """The lines that take these back and enter those; none where one of them can no longer stand."""
    table, planned = record.fork(), [PlannedEntry("undo", JUDGE, None, why) for _ in gone]
    for one in planned:
        append(table, one)
    for line in entered:
        for entry in _ways(line.by, line.act, line.why, reason):
            with suppress(Refused):
                append(table, entry)
                planned.append(entry)
                break
        else:
            return ()
    return tuple(planned)


def append(record: Record, entry: PlannedEntry) -> bytes:
    """The line of a planned entry. Raises `Refused`."""
    if entry.act is None:
        return record.undo(why=entry.why)
    write = record.rule if entry.kind == "ruling" else record.play
    return write(entry.by, entry.act, why=entry.why)


def _enter_again(
    table: Record, one: Standing, changes: Mapping[int, Change], reason: str, why: str
) -> tuple[PlannedEntry | None, Replayed]:
    by, act = table.as_it_happened(one)
    fate: Fate = "same"
    if one.seq in changes:
        change = changes[one.seq]
        if change is None:
            return None, Replayed(one.seq, by, act, "struck")
        (by, act), fate, why = change, "changed", reason
    broken: tuple[Breach, ...] = ()
    for entry in _ways(by, act, why, reason):
        try:
            append(table, entry)
        except Refused as refused:
            broken = broken or refused.breaches
            continue
        was_ruling = act is not one.act and fate == "same"
        is_new_ruling = entry.kind == "ruling" and not was_ruling
        return entry, Replayed(one.seq, by, act, "registered" if is_new_ruling else fate, broken)
    return None, Replayed(one.seq, by, act, "left out", broken)


def _ways(by: By, act: Act, why: str, reason: str) -> Iterator[PlannedEntry]:
    """As it was; with the correction's reason, where dice that were seen before it changed; registered as it happened."""
    yield PlannedEntry("act", by, act, why)
    if why != reason:
        yield PlannedEntry("act", by, act, reason)
    yield PlannedEntry("ruling", by, act, why or reason)
