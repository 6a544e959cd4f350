"""Rows of the projector's tables by measure: every name whole, on as many lines as it needs, and so many rows a page as fit.

Lengths are in hundredths of the screen's height at 16 to 9; a narrower screen takes smaller letters, so that lines stay as measured.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournament.core.columns import balanced
from tournament.core.formatting import format_figure
from tournament.core.letter_widths import lines_of, width_of
from tournament.documents.sheets import PrizeRow, StandingsSheet
from tournament.models import Table
from tournament.queries.outside import known_outside
from tournament.queries.sheets import QualifierRow

LETTERS, HEADS = 3.6, 2.8
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

STATE, MINUTES = 7.0, 5.0
"""The widest word of a table's state, and what is said of its own minutes, in sizes of the letters."""
STEP, BORDER = 3.56, 2.5
"""Between two rounds of the bracket, and what is beside the names of one."""

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
        taken += column("Totale", [_total(row, sheet) for row in sheet.rows])
        taken += sum(
            column(name, [figures[at] for figures in points if at < len(figures)])
            for at, name in enumerate(sheet.rounds)
        )
        if sheet.has_reached:
            taken += column("Turno raggiunto", [row.reached_in_words for row in sheet.rows])
        return [_lines(row.name, PAGE - taken, letters) for row in sheet.rows]

    return measure


def _total(row, sheet: StandingsSheet) -> str:
    total = format_figure(row.total, sheet.decimals)
    return f"{total} (pen. {format_figure(row.penalty)})" if row.penalty else total


def lines_of_prizes(rows: Sequence[PrizeRow]) -> Measure:
    """Place, name, club and prize, the name in two fifths; the club takes the rest where nobody has a prize."""
    has_prizes = any(row.title for row in rows)

    def measure(letters: float) -> list[int]:
        place = max((width_of(f"{row.place}º") * BOLD * letters for row in rows), default=0) + CELL
        rest = PAGE * 0.6 - place
        club = PAGE * 0.3 if has_prizes else rest - CELL
        return [
            max(
                _lines(row.name, PAGE * 0.4, letters),
                _lines(row.club, club, letters),
                _lines(row.title, rest - PAGE * 0.3, letters),
            )
            for row in rows
        ]

    return measure


def lines_of_qualifiers(rows: Sequence[QualifierRow]) -> Measure:
    """Name, club and reason in a third, a quarter and the rest."""

    def measure(letters: float) -> list[int]:
        return [
            max(
                _lines(row.name, PAGE / 3, letters),
                _lines(row.club, PAGE / 4, letters),
                _lines(row.reason, PAGE * 5 / 12, letters),
            )
            for row in rows
        ]

    return measure


def lines_of_tables(tables: Sequence[Table], halls: Sequence[str]) -> Measure:
    """Number, hall, state and giro, then the surnames of all players."""

    def measure(letters: float) -> list[int]:
        giri = [status.giro for table in tables if (status := known_outside(table))]
        giro = max(map(width_of, giri), default=0) + MINUTES
        hall = max(map(width_of, halls), default=0)
        taken = width_of("Tavolo") * HEADS + (STATE + giro + hall) * letters + (4 if hall else 3) * CELL
        return [_lines(names_at(table), PAGE - taken, letters) for table in tables]

    return measure


def names_at(table: Table) -> str:
    return ", ".join(seat.entrant.short_name for seat in table.seats.all())


def lines_of_names(names: Sequence[str], *, columns: int, letters: float) -> int:
    """The lines of these names in a column of the bracket."""
    room = (PAGE - STEP * (columns - 1)) / columns - BORDER
    return sum(lines_of(name, max(room / letters / SAFE, LEAST)) for name in names)
