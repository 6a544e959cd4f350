"""Reads CSV and Excel files as lines of cells, within bounds: a damaged, oversized or protected file gives a message, no traceback."""

import csv
import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import PurePath
from xml.parsers import expat

import msgspec
import openpyxl
import xlrd

from tournament.core.translation import translated as _
from tournament.imports import gestionetorneo

MOST_ROWS = 5_000
MOST_BYTES = 5 * 1024 * 1024
MOST_UNPACKED = 64 * 1024 * 1024
MOST_PARTS = 500
MOST_COLUMNS = 32
CELL_ELEMENTS = frozenset({"c", "f", "is", "r", "row", "si", "t", "v"})
MOST_CELLS = MOST_COLUMNS * (MOST_ROWS + 1)
"""Cells and rows of one sheet, empty ones included."""
MOST_ELEMENTS = 2 * MOST_CELLS
"""CELL_ELEMENTS of a sheet, or of the texts that all sheets share; a cell has two or three."""
MOST_OTHER_ELEMENTS = 20_000
"""Of a part, such as formats: openpyxl makes objects of all of them before it reads the first row."""
MOST_MARKUP = 64 * 1024
"""Characters of a name, an attribute or a comment. Fed in pieces, as openpyxl does, expat before 2.6.0 takes the square of the
length of one (CVE-2023-52425); here a part is read whole."""
BEGINNING = 64 * 1024
MOST_TEXT = 300
"""Characters of a cell that are read: a longer one is a fault. Putting accents in order takes the square of a text's length."""
MOST_XLS_BYTES = 2 * 1024 * 1024
"""The older format stores a cell in six bytes and is read whole before its rows can be counted."""
LAST_LINE = 1_048_576
"""Excel's last line; a file that claims a later one would be padded without end."""
MOST_LINES_OF_TEXT = 100_000
DELIMITERS = (";", "\t", ",")
TEXT_NAMES = (".csv", ".txt", ".tsv")
SHEET_NAMES = (".xlsx", ".xlsm")
ZIP_MARK, OLE_MARK = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


class UnreadableFile(ValueError):
    """Nothing can be read from this file; the message says why and what to do."""


class CellFault(msgspec.Struct, frozen=True, tag="fault"):
    """A cell without text: a formula, an error, a date."""

    cell_text: str
    message: str


class Number(msgspec.Struct, frozen=True, tag="number"):
    """A number of a spreadsheet: valid as a nickname, not as a surname."""

    cell_text: str


Cell = str | CellFault | Number
Line = tuple[int, list[Cell]]


def cell_text(cell: Cell) -> str:
    return cell.strip() if isinstance(cell, str) else cell.cell_text


def is_filled(cell: Cell) -> bool:
    return bool(cell.strip()) if isinstance(cell, str) else True


def filled_lines(data: bytes, filename: str) -> tuple[list[Line], list[str]]:
    """The non-empty lines, and warnings about the file. Raises UnreadableFile when there are none, or too many."""
    if not data.strip():
        raise UnreadableFile(_("Il file è vuoto"))
    lines, notices = lines_of(data, filename)
    filled = [(number, cells) for number, cells in lines if any(map(is_filled, cells))]
    if not filled:
        raise UnreadableFile(_("Il file è vuoto"))
    if len(filled) - 1 > MOST_ROWS:
        raise UnreadableFile(_too_many_rows())
    return filled, notices


def lines_of(data: bytes, filename: str) -> tuple[list[Line], list[str]]:
    """Lines that may be empty, each of at most MOST_COLUMNS cells. Raises UnreadableFile, also for a file beyond the bounds above."""
    suffix = PurePath(filename).suffix.lower()
    _refuse_larger_than(MOST_BYTES, data)
    if data.startswith(OLE_MARK):
        _refuse_larger_than(MOST_XLS_BYTES, data)
        return _xls_lines(data)
    is_zip = data.startswith(ZIP_MARK)
    if suffix in SHEET_NAMES and not is_zip:
        raise UnreadableFile(_("Il file si chiama %s ma non è un foglio Excel") % suffix)
    if suffix in TEXT_NAMES and is_zip:
        raise UnreadableFile(_("Il file si chiama %s ma non è un file di testo") % suffix)
    return _xlsx_lines(data) if is_zip else (list(_csv_lines(_text(data))), [])


def _refuse_larger_than(most: int, data: bytes) -> None:
    if len(data) > most:
        raise UnreadableFile(_("Il file supera i %d MiB") % (most // 1024**2))


def _text(data: bytes) -> str:
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    for attempt in (encoding, "cp1252"):
        try:
            text = data.decode(attempt)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
        break
    raise UnreadableFile(_("Il file non è un testo leggibile: salvalo come CSV in UTF-8"))


def _csv_lines(text: str) -> Iterator[Line]:
    skipped, text = _without_delimiter_hint(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    line, used = 1, 0
    try:
        for cells in reader:
            filled = _without_blank_end(cells)
            used += bool(filled)
            if used > MOST_ROWS + 1 or line > MOST_LINES_OF_TEXT:
                raise UnreadableFile(_too_many_rows())
            if len(filled) > MOST_COLUMNS:
                where = {"line": line + skipped, "most": MOST_COLUMNS}
                raise UnreadableFile(_("Riga %(line)d: ha più di %(most)d colonne") % where)
            if filled:
                yield line + skipped, [_bounded(cell) for cell in cells[:MOST_COLUMNS]]
            line = reader.line_num + 1
    except csv.Error:
        raise UnreadableFile(_("Riga %d: virgolette aperte e non chiuse, o chiuse male") % (line + skipped)) from None


def _without_blank_end(cells: list[str]) -> list[str]:
    """Spreadsheet programs write the empty cells of a table of theirs, up to its last column."""
    last = next((place for place in range(len(cells), 0, -1) if cells[place - 1].strip()), 0)
    return cells[:last]


def _bounded(text: str) -> Cell:
    return text if len(text) <= MOST_TEXT else CellFault(text[:MOST_TEXT], _("è più lungo di %d caratteri") % MOST_TEXT)


def _without_delimiter_hint(text: str) -> tuple[int, str]:
    """Skips Excel's optional first line `sep=;`, which still counts as a line."""
    hint = re.match(r"sep=.\r?\n", text, re.IGNORECASE)
    return (1, text[hint.end() :]) if hint else (0, text)


def _delimiter(text: str) -> str:
    header = next((line for line in text.splitlines() if line.strip(" \t;,")), "")
    unquoted = re.sub(r'"[^"]*"', "", header)
    return max(DELIMITERS, key=unquoted.count)


def _xlsx_lines(data: bytes) -> tuple[list[Line], list[str]]:
    _refuse_bomb(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True)
            if gestionetorneo.is_its_book(book.sheetnames):
                rows = [row for _number, row in _numbered_rows(book[gestionetorneo.ENTRANTS])]
                return gestionetorneo.entrants(rows, lambda cell: "" if cell is None else _cell(cell))
            return _first_sheet(book)
    except UnreadableFile:
        raise
    except Exception:  # a damaged workbook can fail anywhere in openpyxl, with any type
        raise UnreadableFile(_("Il foglio Excel è danneggiato o non è un foglio Excel")) from None


def _numbered_rows(sheet) -> Iterator[tuple[int, tuple]]:
    """Every row up to the last used one, so that its index is its number."""
    last = 0
    for number, row in _used_rows(sheet):
        yield from ((missing, ()) for missing in range(last + 1, number))
        yield number, row
        last = number


def _xls_lines(data: bytes) -> tuple[list[Line], list[str]]:
    try:
        book = gestionetorneo.open_xls(data)
        titles = book.sheet_names()
        is_gestione = gestionetorneo.is_its_book(titles)
        title = gestionetorneo.ENTRANTS if is_gestione else titles[0]
        rows = _xls_rows(book.sheet_by_name(title))
    except UnreadableFile:
        raise
    except Exception:  # a damaged or protected workbook can fail anywhere in xlrd, with any type
        raise UnreadableFile(
            _("È un vecchio file Excel (.xls) che non si apre, o è protetto da password: salvalo come .xlsx o .csv")
        ) from None
    if is_gestione:
        return gestionetorneo.entrants(rows, _value_cell)
    others = ", ".join(other for other in titles if other != title)
    notice = _("Letto solo il foglio «%(read)s»; ignorati: %(others)s") % {"read": title, "others": others}
    return [(n, [_value_cell(one) for one in row]) for n, row in enumerate(rows, 1)], [notice] if others else []


def _xls_rows(sheet: xlrd.sheet.Sheet) -> list[list]:
    used, rows = 0, []
    for row in gestionetorneo.rows_of_xls(sheet, MOST_COLUMNS):
        used += bool(row)
        if used > MOST_ROWS + 1:
            raise UnreadableFile(_too_many_rows())
        rows.append(row)
    return rows


def _value_cell(value: object) -> Cell:
    if value is None:
        return ""
    if isinstance(value, bool):
        return CellFault(str(value), _("è un valore vero/falso e non un testo"))
    return _bounded(value) if isinstance(value, str) else Number(str(value))


def _refuse_bomb(data: bytes) -> None:
    """zipfile never unpacks more than a part declares, so the declared sizes are a bound."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise UnreadableFile(_("Il foglio Excel è troppo grande una volta aperto"))
            counter = _ElementCounter()
            for part in parts:
                counter.read(archive, part)
    except UnreadableFile:
        raise
    except Exception:  # zipfile fails on damaged archives with BadZipFile, OSError, zlib.error, NotImplementedError…
        raise UnreadableFile(_("Il foglio Excel è danneggiato o non è un foglio Excel")) from None


class _ElementCounter:
    """Counts the elements of XML parts as they are unpacked, before openpyxl makes objects of them.

    Refuses a DOCTYPE: no spreadsheet program writes one, but entity expansion attacks do. Every part counts, whatever its name:
    the workbook itself says which of them are sheets.
    """

    def __init__(self) -> None:
        self.total = 0

    def read(self, archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
        """Raises ExpatError for a part that begins as XML and is none."""
        self.of_cells = self.of_others = self.cells = 0
        reader = expat.ParserCreate()
        reader.StartElementHandler = self._count
        reader.CommentHandler = self._refuse_long
        reader.ProcessingInstructionHandler = self._refuse_long
        reader.StartDoctypeDeclHandler = self._refuse_definitions
        data = archive.read(part)
        try:
            reader.Parse(data[:BEGINNING], len(data) <= BEGINNING)
        except expat.ExpatError:
            if part.filename.endswith((".xml", ".rels")):
                raise
            return  # a picture: openpyxl stops at the same place
        if len(data) > BEGINNING:
            if not self.of_cells + self.of_others:
                raise UnreadableFile(_("Il foglio Excel è danneggiato o non è un foglio Excel"))
            reader.Parse(data[BEGINNING:], True)

    def _refuse_long(self, *texts: str) -> None:
        if max(map(len, texts)) > MOST_MARKUP:
            raise UnreadableFile(_("Il foglio Excel è danneggiato o non è un foglio Excel"))

    def _count(self, name: str, attributes: dict[str, str]) -> None:
        self._refuse_long(name, *attributes, *attributes.values())
        kind = name.rpartition(":")[2]
        is_of_cells = kind in CELL_ELEMENTS
        self.cells += kind in ("c", "row")
        self.of_cells += is_of_cells
        self.of_others += not is_of_cells
        self.total += 1
        is_large = self.cells > MOST_CELLS or self.of_cells > MOST_ELEMENTS or self.total > 3 * MOST_ELEMENTS
        if is_large or self.of_others > MOST_OTHER_ELEMENTS:
            raise UnreadableFile(_("Il foglio Excel ha troppe celle, anche vuote, o troppi formati: salvalo come CSV"))

    def _refuse_definitions(self, *_declared: object) -> None:
        raise UnreadableFile(_("Il foglio Excel contiene definizioni non ammesse"))


def _first_sheet(book: openpyxl.Workbook) -> tuple[list[Line], list[str]]:
    visible = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    if not visible:
        raise UnreadableFile(_("Il foglio Excel è vuoto"))
    lines = [(number, list(map(_cell, row))) for number, row in _used_rows(visible[0])]
    others = ", ".join(sheet.title for sheet in visible[1:])
    notice = _("Letto solo il foglio «%(read)s»; ignorati: %(others)s") % {"read": visible[0].title, "others": others}
    return lines, [notice] if others else []


def _used_rows(sheet) -> Iterator[tuple[int, tuple]]:
    """The non-empty rows. The limit counts rows, not lines: a stray cell far below must not be lost silently."""
    used, blank = 0, None
    sheet.reset_dimensions()  # the declared size may be wrong, and rows beyond it would be lost
    for number, row in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS), start=1):
        if number > LAST_LINE:
            raise UnreadableFile(_too_many_rows())
        if row is blank:  # openpyxl fills a gap with one and the same row, perhaps a million times
            continue
        if all(cell.value is None for cell in row):
            blank = row
            continue
        used += 1
        if used > MOST_ROWS + 1:
            raise UnreadableFile(_too_many_rows())
        yield number, row


def _cell(cell) -> Cell:
    value = cell.value
    if value is None:
        return ""
    if cell.data_type == "f":
        return CellFault(str(value), _("è una formula: incolla i valori"))
    if cell.data_type == "e":
        return CellFault(str(value), _("è l'errore di una formula"))
    if isinstance(value, bool) or cell.data_type == "b":
        return CellFault(str(value), _("è un valore vero/falso e non un testo"))
    if isinstance(value, int | float):
        return Number(str(int(value)) if value == int(value) else str(value))
    return _bounded(value) if isinstance(value, str) else CellFault(str(value), _("è una data e non un testo"))


def _too_many_rows() -> str:
    return _("Il file ha più di %d righe") % MOST_ROWS
