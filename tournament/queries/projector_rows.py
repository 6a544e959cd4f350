"""Rows of the projector's tables by measure: every name whole, on as many lines as it needs, and so many rows a page as fit.

Lengths are in hundredths of the screen's height at 16 to 9; a narrower screen takes smaller letters, so that lines stay as measured.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.core.columns import balanced
from tournament.core.formatting import format_figure
from tournament.core.letter_widths import lines_of, width_of
from tournament.documents.sheets import StandingsRow, StandingsSheet

LETTERS, HEADS = 3.6, 3.6
"""Of `.screen-rows` and of the heads of its columns."""
LINE, ROW = 1.15, 0.9
"""The height of a line in sizes of the letters, and what a row has besides its lines."""
PAGE, CELL = 168.8, 3.56
"""The width of a page, and what a cell has beside its words."""
SAFE, BOLD = 1.02, 1.05
"""Words are taken to be so much wider than measured; bold figures more."""
LEAST = 4.0
"""A column is never taken to be narrower, in sizes of its letters: a table wider than its page is the organizer's to see."""
SCALES = (1.5, 1.25)
"""How much larger the letters of a page that stands alone may be, where all its rows have room in them."""

LETTERS_OF_LISTS = (3.6, 3.9, 4.2, 4.5, 4.8, 5.1, 5.6, 6.4, 7.2, 8.1, 9.0)
"""As `.screen-columns` sets them."""
DETAILS, FIRST = 0.8, 1.5
"""What is said of somebody, and the first of a list, in sizes of its letters; details are never smaller than `LETTERS`."""
GAP, BESIDE, FIGURES = 5.4, 1.8, 3.0
"""Between two columns, what a column has beside its words, and what stands between these and a figure."""

Measure = Callable[[float], list[int]]
"""The lines of each row at this size of letters."""


@dataclass(frozen=True)
class Paging:
    """How many rows each page has, and the scale of their letters."""

    counts: list[int]
    scale: float


def paged(measure: Measure, *, most: int, letters: float, may_grow: bool) -> Paging:
    """Pages with room for `most` rows of one line in these letters, about equally full."""
    room = most * _height(1, letters)
    counts = balanced([_height(lines, letters) for lines in measure(letters)], room, 1)
    if may_grow and len(counts) == 1:
        for scale in SCALES:
            if sum(_height(lines, letters * scale) for lines in measure(letters * scale)) <= room:
                return Paging(counts, scale)
    return Paging(counts, 1)


def _height(lines: int, letters: float) -> float:
    return lines * LINE * letters + ROW


def _lines(words: str, room: float, letters: float) -> int:
    return lines_of(words, max((room - CELL) / letters / SAFE, LEAST))


def lines_of_standings(sheet: StandingsSheet) -> Measure:
    def measure(letters: float) -> list[int]:
        def column(head: str, figures: Sequence[str]) -> float:
            widest = max((width_of(figure) * BOLD * letters for figure in figures), default=0)
            return max(width_of(head) * HEADS, widest) + CELL

        points = [[format_figure(one, sheet.round_decimals) for one in row.per_round] for row in sheet.rows]
        taken = column("Pos.", [str(row.rank) for row in sheet.rows])
        taken += column("Totale", [total_in_words(row, sheet) for row in sheet.rows])
        taken += sum(
            column(name, [figures[at] for figures in points if at < len(figures)])
            for at, name in enumerate(sheet.rounds)
        )
        if sheet.has_reached:
            taken += column("Turno raggiunto", [row.reached_in_words for row in sheet.rows])
        return [_lines(row.marked_name, PAGE - taken, letters) for row in sheet.rows]

    return measure


def total_in_words(row: StandingsRow, sheet: StandingsSheet) -> str:
    total = format_figure(row.total, sheet.decimals)
    penalty = _("(pen. %(points)s)") % {"points": format_figure(row.penalty)}
    return f"{total} {penalty}" if row.penalty else total


@dataclass(frozen=True)
class WallRow:
    """One line of a list on the wall: who, and what is said of them. The club has room where the list is one column."""

    name: str
    club: str = ""
    words: str = ""
    place: str = ""
    heading: str = ""
    figure: str = ""
    """At the end of the row, under the figures of the others."""
    is_first: bool = False
    """In the largest letters of the list."""
    has_left: bool = False

    @property
    def who(self) -> str:
        return f"{self.place} {self.name}".strip()

    @property
    def club_and_words(self) -> str:
        return " · ".join(filter(None, (self.club, self.words)))

    def details(self, columns: int) -> str:
        return self.club_and_words if columns == 1 else self.words


@dataclass(frozen=True)
class Listing:
    letters: float
    columns: int
    counts: list[int]
    """Rows of each column, down one after the other."""
    fits: bool

    @property
    def pages(self) -> int:
        return -(-len(self.counts) // self.columns)


def listing(rows: Sequence[WallRow], *, room: float, least: float, most_columns: int) -> Listing:
    """On as few pages as may be, there in as few columns, and then in the largest letters that hold every row."""
    ways = [
        _listed(rows, room, letters, columns)
        for letters in LETTERS_OF_LISTS
        if letters >= least
        for columns in range(1, most_columns + 1)
    ]
    ways = [way for way in ways if way.fits] or ways[:1]
    pages = min(way.pages for way in ways)
    return max((way for way in ways if way.pages == pages), key=lambda way: (-way.columns, way.letters))


def _listed(rows: Sequence[WallRow], room: float, letters: float, columns: int) -> Listing:
    inner = (PAGE - GAP * (columns - 1)) / columns - BESIDE
    inner -= _width_of_figures(rows, letters)
    heading = letters * LINE + ROW if any(row.heading for row in rows) else 0
    heights, last = [], ""
    for row in rows:
        heights.append(_height_of_row(row, inner, letters, columns) + (heading if row.heading != last else 0))
        last = row.heading
    room -= heading  # each column begins with the heading under which it stands
    return Listing(letters, columns, balanced(heights, room, columns), max(heights, default=0) <= room)


def _width_of_figures(rows: Sequence[WallRow], letters: float) -> float:
    widest = max((width_of(row.figure) for row in rows), default=0)
    return widest * letters * SAFE * BOLD + FIGURES if widest else 0


def _height_of_row(row: WallRow, inner: float, letters: float, columns: int) -> float:
    size = letters * (FIRST if row.is_first else 1)
    width, details = inner / size / SAFE / BOLD, row.details(columns)
    small = max(DETAILS, LETTERS / size)
    if width_of(row.who) + (1 + width_of(details) * small if details else 0) <= width:
        return size * LINE + ROW
    lines = lines_of(row.who, max(width, LEAST))
    return size * LINE * (lines + (small * lines_of(details, width / small) if details else 0)) + ROW
