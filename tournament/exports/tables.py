"""Lists as workbooks and CSV of any length: rows are streamed."""

import csv
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import chain, islice
from typing import IO

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font

from games.kernel.score import decimal_text
from tournament.documents.table import FORMULA_MARKS, Page, Value
from tournament.exports.sheet_setup import WIDEST, WRAPPED, set_up, widths_of

HEAD = Font(bold=True)
MEASURED = 500
"""Rows by which columns get their widths, which a streamed sheet wants before its first row."""


def workbook(pages: Iterable[Page]) -> IO[bytes]:
    """A temporary file, deleted when it is closed. Texts stay texts even where they look like a formula."""
    book = Workbook(write_only=True)
    for page in pages:
        sheet, rows = book.create_sheet(page.title), iter(page.rows)
        first = list(islice(rows, MEASURED))
        set_up(sheet, page, widths_of([page.head, *first]))
        sheet.append([_cell(sheet, text, is_head=True) for text in page.head])
        for row in chain(first, rows):
            sheet.append([_cell(sheet, value) for value in row])
    file = tempfile.TemporaryFile()  # noqa: SIM115 whoever answers with it closes it
    book.save(file)
    file.seek(0)
    return file


def _cell(sheet, value: Value, *, is_head: bool = False):
    if not isinstance(value, str):
        return value
    cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", value))
    cell.data_type = "s"
    if value.startswith(FORMULA_MARKS):
        cell.quotePrefix = True
    if is_head:
        cell.font = HEAD
    if len(value) > WIDEST:
        cell.alignment = WRAPPED
    return cell


class _Echo:
    """A file-like object whose `write` returns the text."""

    def write(self, text: str) -> str:
        return text


def csv_lines(head: Sequence[str], rows: Iterable[Sequence[Value]]) -> Iterator[bytes]:
    """Line by line, in UTF-8 with its mark and semicolons, as Excel in Italian opens it at a click."""
    writer = csv.writer(_Echo(), delimiter=";")
    yield "\ufeff".encode() + writer.writerow(head).encode()
    for row in rows:
        yield writer.writerow([_plain(value) for value in row]).encode()


def _plain(value: Value) -> str:
    """Figures without trailing zeros. A spreadsheet reads a text that begins with a formula mark as a formula: an apostrophe keeps it
    a text."""
    if isinstance(value, Decimal):
        return decimal_text(value).replace(".", ",")
    text = "" if value is None else str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(FORMULA_MARKS) else text
