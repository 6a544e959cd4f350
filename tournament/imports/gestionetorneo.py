"""The spreadsheet of GestioneTorneo, another tournament program: its sheet of entrants.

Entrants are listed from the fourth row of «Iscritti»: number, name, surname, nick, club, whether they take part, region, date
of birth. Rows of people who do not take part are skipped; numbers and dates are not stored.
"""

import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import xlrd

from tournament.core.translation import translated as _

ENTRANTS, EVENT = "Iscritti", "TORNEO"
FIRST_ROW = 4
HEADER = ["Nome", "Cognome", "Nick", "Club", "Regione"]
NAME, SURNAME, NICK, CLUB, TAKES_PART, REGION = 1, 2, 3, 4, 5, 6
ROSTER_COLUMNS = (NAME, SURNAME, NICK, CLUB, REGION)
YES = ("si", "sì", "s", "x", "1")

Line = tuple[int, list[Any]]


def is_its_book(titles: Sequence[str]) -> bool:
    return {ENTRANTS, EVENT} <= set(titles)


def entrants(rows: Sequence[Sequence[Any]], text: Callable[[Any], Any]) -> tuple[list[Line], list[str]]:
    """The sheet as a roster with a header of its own; `text` converts a cell to what the roster reader expects."""
    lines: list[Line] = [(FIRST_ROW - 1, list(HEADER))]
    staying = 0
    for number, row in enumerate(rows, start=1):
        cells = [*row, *[None] * 8][:8]
        if number < FIRST_ROW or not any(_word(cells[place]) for place in (NAME, SURNAME, NICK)):
            continue
        if _word(cells[TAKES_PART]) and _word(cells[TAKES_PART]) not in YES:
            staying += 1
            continue
        lines.append((number, [text(cells[place]) for place in ROSTER_COLUMNS]))
    notices = [_("Foglio «Iscritti» di GestioneTorneo")]
    if staying:
        notices.append(_("Non partecipano, e non li ho letti: %d") % staying)
    return lines, notices


def _word(value: Any) -> str:
    value = getattr(value, "value", value)
    return "" if value is None else str(value).strip().casefold()


# The older format of workbooks, .xls


def open_xls(data: bytes) -> xlrd.Book:
    """Reads a sheet on demand, without padding up to a far cell. Raises what xlrd raises for a file that is no
    workbook or has a password.
    """
    return xlrd.open_workbook(file_contents=data, logfile=io.StringIO(), on_demand=True, ragged_rows=True)


def rows_of_xls(sheet: xlrd.sheet.Sheet, most_columns: int) -> Iterator[list[Any]]:
    """Every row as values of one width; a blank row is empty."""
    width = min(sheet.ncols, most_columns)
    for number in range(sheet.nrows):
        values = [_plain(cell) for cell in sheet.row_slice(number, 0, width)]
        yield [] if all(value is None for value in values) else [*values, *[None] * (width - len(values))]


def _plain(cell: xlrd.sheet.Cell) -> Any:
    """Text unchanged, whole numbers as integers; the reader refuses dates, errors and truth values."""
    if cell.ctype in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK):
        return None
    if cell.ctype == xlrd.XL_CELL_NUMBER:
        return int(cell.value) if cell.value == int(cell.value) else cell.value
    if cell.ctype in (xlrd.XL_CELL_BOOLEAN, xlrd.XL_CELL_ERROR):
        return bool(cell.value)
    return cell.value
