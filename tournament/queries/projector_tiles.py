"""The tables of a round as tiles of the projector, by measure: on as few pages as may be, and there as large as the screen holds.

Lengths are in hundredths of the screen's height at 16 to 9; a narrower screen takes smaller letters, so that lines stay as measured.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from tournament.core.columns import balanced
from tournament.core.identity import key_of
from tournament.core.letter_widths import lines_of, widest_word, width_of
from tournament.models import Seat, Table
from tournament.queries.outside import known_outside
from tournament.queries.projector_rows import LINE, PAGE, SAFE

LETTERS = (3.6, 3.9, 4.2, 4.5, 4.8, 5.1, 5.6, 6.4, 7.2)
"""Of names, as `.screen-tiles` sets them."""
NUMBER, SMALL = 1.5, 0.8
"""The number of the table, and its state and giro, in sizes of those letters; neither is ever smaller than the least of them."""
MOST_COLUMNS = 6
GAP, PADDING, INSIDE = 1.6, 3.2, 1.0
"""Between two tiles, what a tile has beside its words, and above and below them with what parts them."""
STATE, FIGURE, MINUTES = 7.6, 0.66, 5.0
"""The widest state with its dot and its border, a figure, and what is said of a table's own minutes, in sizes of their letters."""
A_LINE_EACH = 1.03
"""So much larger count letters where every name has a line of its own: it is found sooner."""
TILES_AN_OUTLIER = 20
"""Among so many tables one may have a word that is broken; it sets the letters of nobody else."""


@dataclass(frozen=True)
class Tiling:
    letters: float
    columns: int
    is_listed: bool
    """Whether every name has a line of its own; otherwise they follow one another."""
    counts: list[int]
    """Tiles of each page."""
    broken: int
    """Tables with a word that is wider than its tile."""
    fits: bool

    @property
    def worth(self) -> float:
        """Large letters, and no hole where a tile would stand."""
        places = sum(-(-count // self.columns) * self.columns for count in self.counts)
        return self.letters * sqrt(sum(self.counts) / places) * (A_LINE_EACH if self.is_listed else 1)


def tiling(tables: Sequence[Table], halls: Sequence[str], *, room: float, least: float) -> Tiling:
    """`room` is the height of a page, `least` the size of letters that the organizer asks for."""
    sizes = [one for one in LETTERS if one >= least] or [LETTERS[-1]]
    ways = [
        _tiled(tables, halls, room, letters, columns, is_listed)
        for letters in sizes
        for columns in range(1, MOST_COLUMNS + 1)
        for is_listed in (True, False)
        if columns == 1 or _head(tables, letters) <= _inner(columns)
    ]
    ways = [way for way in ways if way.fits] or ways[:1]
    fewest = max(len(tables) // TILES_AN_OUTLIER, min(way.broken for way in ways))
    whole = [way for way in ways if way.broken <= fewest]
    pages = min(len(way.counts) for way in whole)
    return max((way for way in whole if len(way.counts) == pages), key=lambda way: way.worth)


def _tiled(
    tables: Sequence[Table], halls: Sequence[str], room: float, letters: float, columns: int, is_listed: bool
) -> Tiling:
    inner = _inner(columns) / letters / SAFE
    heights = [
        _height(names_at(table), hall, inner, letters, is_listed) for table, hall in zip(tables, halls, strict=True)
    ]
    rows = [max(heights[first : first + columns]) + GAP for first in range(0, len(heights), columns)]
    counts, left = [], len(tables)
    for many in balanced(rows, room + GAP, 1):
        counts.append(min(many * columns, left))
        left -= counts[-1]
    broken = sum(widest_word(" ".join(names_at(table))) > inner for table in tables)
    return Tiling(letters, columns, is_listed, counts, broken, max(rows) <= room + GAP)


def _height(names: Sequence[str], hall: str, inner: float, letters: float, is_listed: bool) -> float:
    """Head, giro with the table's own minutes and hall, names."""
    small = _small(letters)
    about = lines_of(f"{hall} {'0' * round(MINUTES / FIGURE)}" if hall else "", inner / small)
    lines = sum(lines_of(name, inner) for name in names) if is_listed else lines_of(", ".join(names), inner)
    return ((NUMBER + small * about + lines) * LINE) * letters + 2 * INSIDE + PADDING


def _inner(columns: int) -> float:
    return (PAGE - GAP * (columns - 1)) / columns - PADDING


def _head(tables: Sequence[Table], letters: float) -> float:
    highest = max((table.number for table in tables), default=0)
    giri = [width_of(status.giro) for table in tables if (status := known_outside(table))]
    about = max(giri, default=0) + MINUTES
    small = _small(letters)
    return max(len(str(highest)) * FIGURE * NUMBER + 0.5 + STATE * small, about * small) * letters


def _small(letters: float) -> float:
    return max(SMALL, LETTERS[0] / letters)


def names_at(table: Table) -> list[str]:
    return [name_on_wall(seat) for seat in table.seats.all()]


def name_on_wall(seat: Seat) -> str:
    return vars(seat).get("name_on_wall") or seat.entrant.short_name


def tell_apart(tables: Iterable[Table]) -> None:
    """The surname of everybody at these tables; of those who share one with the initial of the name, or the whole name."""
    seats = [seat for table in tables for seat in table.seats.all()]
    same: dict[str, list[Seat]] = {}
    for seat in seats:
        same.setdefault(key_of(seat.entrant.public.surname, ""), []).append(seat)
    for group in same.values():
        initials = [seat.entrant.public.name[:1].upper() for seat in group]
        is_enough = all(initials) and len(set(initials)) == len(initials)
        for seat, initial in zip(group, initials, strict=True):
            if len(group) > 1:
                whole = str(seat.entrant)
                vars(seat)["name_on_wall"] = f"{seat.entrant.public.surname} {initial}." if is_enough else whole
