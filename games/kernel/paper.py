"""A score sheet filled in on paper: what its lines hold, what the game makes of them, and what it finds wrong with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from games.kernel.score import CountLine, Points, Row
from games.kernel.words import Words

POINTS, RANK, ENDED_BY, ELIMINATED, LEFT = "points", "rank", "ended_by", "eliminated", "left"
"""The fields of every sheet; `LEFT` is a game's own, where the order of leaving ranks those who are out."""
TICKED = "1"
NO_SEAT = -1


class PaperField(Struct, frozen=True):
    """What the sheet holds for each seat: one of some `values`, a box to tick, or a whole number from `least` to `most`.

    Those with `is_tiebreak` are, in their order, the tie-breaks of the engine's score sheet. Where the game sets no `most`, a
    figure above `usual` is looked at twice.
    """

    name: str
    words: Words
    values: tuple[tuple[str, Words], ...] = ()
    is_tick: bool = False
    is_tiebreak: bool = False
    least: int | None = 0
    most: int | None = None
    usual: int = 999


class PaperLine(Struct, frozen=True):
    """What was written of one seat; a field that was left empty is not among `figures`, and empty points and rank are unknown."""

    figures: Mapping[str, str]
    is_eliminated: bool = False
    points: str = ""
    rank: int = 0

    def number(self, name: str) -> int | None:
        """A whole number, also one out of bounds; None where there is none."""
        text = self.figures.get(name, "")
        return int(text) if re.fullmatch(r"-?\d{1,9}", text) else None

    def is_ticked(self, name: str) -> bool:
        return self.figures.get(name) == TICKED

    @property
    def exact_points(self) -> Fraction | None:
        return Fraction(self.points) if self.points else None


class PaperFault(Struct, frozen=True):
    """Something that cannot stand on a sheet: at this field of the line of this seat, or about the table with `NO_SEAT`."""

    seat: int
    words: Words
    field: str = POINTS


class PaperScore(Struct, frozen=True):
    """A row a line, in their order: points are None where the lines do not say enough, and ranks likewise.

    `workings`, by seat, are how points were worked out; empty where they were written.
    """

    rows: tuple[Row, ...]
    faults: tuple[PaperFault, ...] = ()
    workings: tuple[tuple[CountLine, ...], ...] = ()


class PaperLegend(Struct, frozen=True):
    """A table of the game that whoever counts needs. With `has_boxes` there is room beside each entry for who holds it."""

    title: Words
    entries: tuple[tuple[Words, str], ...]
    has_boxes: bool = False


class PaperSheet(Struct, frozen=True):
    """The sheet of one game; every function takes the rules first.

    `score` takes the code of the ending and the lines by seat; it refuses nothing, and names faults. `usual_ending` is offered to
    whoever types, empty where none is usual. `hint` says what may be left empty; `steps` are the count in the order in which it is made.
    With `points_are_written` nothing but a tick or who is out gives points. `throws` are the tie-breaks, by their place, that are
    dice: nought there says that nobody threw them.
    """

    hint: Words
    fields: Callable[[Any], tuple[PaperField, ...]]
    score: Callable[[Any, str, Sequence[PaperLine]], PaperScore]
    steps: Callable[[Any], tuple[Words, ...]]
    usual_ending: Callable[[Any], str] = lambda rules: ""
    legends: Callable[[Any], tuple[PaperLegend, ...]] = lambda rules: ()
    worked: Callable[[Any], tuple[Words, ...]] = lambda rules: ()
    """What is worked out on paper between the figures and the points, a line each; nobody types it."""
    has_elimination: bool = True
    points_are_written: bool = False
    throws: tuple[int, ...] = ()

    def faults(self, rules: Any, ended_by: str, lines: Sequence[PaperLine]) -> tuple[PaperFault, ...]:
        """All that cannot stand: figures out of bounds, what the game finds, points and ranks that do not follow from the rest."""
        found = self.score(rules, ended_by, lines)
        every = (*_out_of_bounds(self.fields(rules), lines), *found.faults, *_disagreeing(lines, found.rows))
        return tuple(dict.fromkeys(every))


# -- what the sheets of the games share


def tiebreaks_of(fields: Iterable[PaperField], line: PaperLine) -> tuple[str, ...]:
    """The tie-breaks that were written, in order, up to the first that was not."""
    found = []
    for field in fields:
        if field.is_tiebreak:
            number = line.number(field.name)
            if number is None:
                break
            found.append(str(number))
    return tuple(found)


class Placing(Struct, frozen=True):
    """Ranks by seat, empty while a tie needs a tie-break that is not written; `missing` are those, as (seat, place of the tie-break)."""

    ranks: Mapping[int, int]
    missing: tuple[tuple[int, int], ...] = ()


def placed(
    keys: Mapping[int, tuple[Points, ...]], breaks: Mapping[int, Sequence[int | None]], needed: int | None = None
) -> Placing:
    """Best first by key and, between equals alone, by tie-breaks in their order; those level on everything share the rank.

    Those after the first `needed` are more throws of the same dice: where none of the equals has thrown again they share the
    rank, and where one has, the throws of the others are missing.
    """
    missing: list[tuple[int, int]] = []

    def parted(level: list[int], at: int) -> Iterator[list[int]]:
        if len(level) == 1 or at == len(breaks[level[0]]):
            yield level
        elif empty := [seat for seat in level if breaks[seat][at] is None]:
            if needed is not None and at >= needed and len(empty) == len(level):
                yield level
                return
            missing.extend((seat, at) for seat in empty)
            yield level
        else:
            for value in sorted({breaks[seat][at] or 0 for seat in level}, reverse=True):
                yield from parted([seat for seat in level if breaks[seat][at] == value], at + 1)

    ranks: dict[int, int] = {}
    for key in sorted(set(keys.values()), reverse=True):
        for level in parted([seat for seat, one in keys.items() if one == key], 0):
            place = len(ranks) + 1
            ranks |= dict.fromkeys(level, place)
    return Placing({} if missing else ranks, tuple(missing))


def missing_tiebreaks(fields: Iterable[PaperField], placing: Placing) -> Iterator[PaperFault]:
    """Of those who are level, what parts them and is not written."""
    breaks = [field for field in fields if field.is_tiebreak]
    for seat, at in placing.missing:
        words = Words("è pari con un altro: manca «{what}»", "level with another: “{what}” is missing")
        field = breaks[min(at, len(breaks) - 1)]
        yield PaperFault(seat, words.fill({"what": field.words}), field.name)


def standing(lines: Sequence[PaperLine]) -> list[int]:
    """Seats that are not out of the game."""
    return [seat for seat, line in enumerate(lines) if not line.is_eliminated]


def leaving_keys(
    lines: Sequence[PaperLine], *, is_shared: bool, may_tie: bool = False
) -> tuple[dict[int, int], list[PaperFault]]:
    """What ranks those who are out: who left later is before, unless they share the place.

    Ranks that are written tell the order as well. Faults where neither is. `may_tie`: several can leave at one moment, by one number.
    """
    out = [seat for seat, line in enumerate(lines) if line.is_eliminated]
    if is_shared or len(out) < 2:
        return dict.fromkeys(out, 0), []
    if all(lines[seat].rank and not lines[seat].figures.get(LEFT) for seat in out):
        return {seat: -lines[seat].rank for seat in out}, []
    order = {seat: lines[seat].number(LEFT) for seat in out}
    words = Words(
        "in che ordine sono usciti? 1 è il primo, senza numeri uguali",
        "in what order did they leave? 1 is the first, no number twice",
    )
    if may_tie:
        words = Words("in che ordine sono usciti? 1 è il primo", "in what order did they leave? 1 is the first")
    numbers = list(order.values())
    wrong = [seat for seat, number in order.items() if number is None or (numbers.count(number) > 1 and not may_tie)]
    return {seat: number or 0 for seat, number in order.items()}, [PaperFault(seat, words, LEFT) for seat in wrong]


def last_one_faults(ended_by: str, lines: Sequence[PaperLine], last_endings: Sequence[str]) -> Iterator[PaperFault]:
    """An ending in which one player is left, with more of them; or another ending with one player."""
    left = len(standing(lines))
    if ended_by in last_endings and left != 1:
        words = Words(
            "{left:resta # giocatore|restano # giocatori} e non uno: segna chi è uscito",
            "{left:# player is|# players are} left, not one: tick those who are out",
        )
        yield PaperFault(NO_SEAT, words.fill({"left": left}), ENDED_BY)


def alone_faults(ended_by: str, lines: Sequence[PaperLine], other_endings: Sequence[str]) -> Iterator[PaperFault]:
    """With one player or none left the game is over as soon as that is so."""
    if ended_by in other_endings and len(standing(lines)) < 2:
        yield PaperFault(NO_SEAT, Words("resta meno di due giocatori", "fewer than two players are left"), ENDED_BY)


def sum_faults(lines: Sequence[PaperLine], name: str, most: int) -> Iterator[PaperFault]:
    """More of something than there is on the board, over all players."""
    found = [(seat, line.number(name)) for seat, line in enumerate(lines)]
    total = sum(number or 0 for _seat, number in found)
    if total > most:
        words = Words("in tutto sono {total}, e ce ne sono {most}", "{total} in all, where there are {most}")
        for seat, number in found:
            if number:
                yield PaperFault(seat, words.fill({"total": total, "most": most}), name)


def not_both(lines: Sequence[PaperLine], name: str, words: Words) -> Iterator[PaperFault]:
    """A box that one player alone may tick."""
    ticked = [seat for seat, line in enumerate(lines) if line.is_ticked(name)]
    if len(ticked) > 1:
        yield from (PaperFault(seat, words, name) for seat in ticked)


def _out_of_bounds(fields: Iterable[PaperField], lines: Sequence[PaperLine]) -> Iterator[PaperFault]:
    own = tuple(fields)
    for seat, line in enumerate(lines):
        for field in own:
            if text := line.figures.get(field.name, ""):
                words = _bounds(field, text, line.number(field.name))
                if words is not None:
                    yield PaperFault(seat, words, field.name)


def _bounds(field: PaperField, text: str, number: int | None) -> Words | None:
    if field.is_tick or field.values:
        known = {TICKED} if field.is_tick else {value for value, _words in field.values}
        return None if text in known else Words("non è tra quelli del gioco", "this is none of the game's")
    if number is None:
        return Words("serve un numero intero", "a whole number is needed")
    if field.least is not None and number < field.least:
        if not field.least:
            return Words("non può essere negativo", "it cannot be negative")
        return Words("il minimo è {n}", "{n} is the least").fill({"n": field.least})
    if field.most is not None and number > field.most:
        return Words("il massimo è {n}", "{n} is the most").fill({"n": field.most})
    if field.most is None and abs(number) > field.usual:
        return Words("oltre {n} si guarda due volte", "above {n} it is looked at twice").fill({"n": field.usual})
    return None


def _disagreeing(lines: Sequence[PaperLine], rows: Sequence[Row]) -> Iterator[PaperFault]:
    """Points and ranks that were written, where the rest of the sheet gives others."""
    for seat, (line, row) in enumerate(zip(lines, rows, strict=True)):
        written = line.exact_points
        if row.points is not None and written is not None and written != Fraction(row.points):
            words = Words("dal resto del referto sono {points}", "by the rest of the sheet they are {points}")
            yield PaperFault(seat, words.fill({"points": row.points.replace(".", ",")}), POINTS)
        if row.rank and line.rank and line.rank != row.rank:
            words = Words("dal resto del referto è {rank}", "by the rest of the sheet it is {rank}")
            yield PaperFault(seat, words.fill({"rank": row.rank}), RANK)
