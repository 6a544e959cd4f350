"""How a spreadsheet is looked at and printed: on A4, as wide as the paper, its head on every page, names in sight.

Openpyxl writes a sheet as it streams its rows in one of two kinds, and both have what is set here; it is set before the first row.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter

from tournament.documents.table import Page, Value

PORTRAIT_WIDTH = 95
"""In characters at the usual size: what is wider lies on the long side of the paper."""
A4 = "9"
"""Its number in the file format (ECMA-376, `ST_PaperSize`)."""
MARGIN = 0.4
"""In inches."""


WIDEST, NARROWEST = 40, 8
"""Of a column, in characters: longer texts take several lines."""
WRAPPED = Alignment(wrap_text=True, vertical="top")


def widths_of(rows: Iterable[Sequence[Value]]) -> list[float]:
    """The width of each column of these rows, in characters."""
    longest: list[int] = []
    for row in rows:
        longest += [0] * (len(row) - len(longest))
        longest = [
            max(most, len(str(value))) for most, value in zip(longest, [*row, *[""] * len(longest)], strict=False)
        ]
    return [min(max(many + 2, NARROWEST), WIDEST) for many in longest]


def set_up(sheet: Any, page: Page, widths: Sequence[float]) -> None:
    """`sheet`: one of openpyxl's two kinds. The page's head is the first row; its names stay in sight when the sheet is moved sideways."""
    for number, width in enumerate(widths, 1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    sheet.page_setup.fitToPage = True
    sheet.page_setup.paperSize = A4
    is_wide = sum(widths) > PORTRAIT_WIDTH
    sheet.page_setup.orientation = "landscape" if is_wide else "portrait"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.page_margins.left = sheet.page_margins.right = MARGIN
    sheet.print_title_rows = "1:1"
    sheet.freeze_panes = f"{get_column_letter(page.names + 1)}2"
    if page.heading:
        # An ampersand begins a code of the format.
        sheet.oddHeader.left.text = page.heading.replace("&", "&&")
    sheet.oddFooter.right.text = "&P / &N"
