"""Reads a club's roster from CSV or Excel: valid rows and one error for each fault; no file raises another exception."""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

import msgspec

from tournament.core.identity import has_unseen, is_doubtful_name
from tournament.core.roster_fields import COLUMNS, TEXT_FIELDS, WHOLE_NAMES, RosterField, RosterRow
from tournament.core.translation import translated as _
from tournament.documents.table import FORMULA_MARKS
from tournament.imports.spreadsheets import (
    Cell,
    CellFault,
    Line,
    Number,
    UnreadableFile,
    cell_text,
    filled_lines,
    is_filled,
)

SAMPLES = 3
MOST_NAMED = 10
MOST_ABOVE = 10
MOST_SHOWN = 60
"""Characters of a wrong value that an error quotes."""

FIELD_OF = {alias: field.key for field in COLUMNS.values() for alias in field.aliases}
TRUE = frozenset({"si", "s", "x", "1", "yes", "y", "vero", "true"})
FALSE = frozenset({"", "no", "n", "0", "falso", "false"})
WHOLE_NAME_KEYS = tuple(field.key for field in WHOLE_NAMES)
Value = str | bool
MADE_TEXT = tuple(f"'{mark}" for mark in FORMULA_MARKS)
"""The prefix of a text that looks like a formula, in CSV files written by this program."""


class RowError(msgspec.Struct, frozen=True, kw_only=True):
    """One fault of one row. `field` is a field of RosterRow, or empty for a fault of the whole row."""

    line: int
    field: str
    value: str
    message: str


class Column(msgspec.Struct, frozen=True):
    """A column as the file calls it, and the field that it fills: None when it was not recognised."""

    header: str
    field: str | None


class RosterSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a file: `rows` has no row with an error; `notices` are warnings."""

    rows: tuple[RosterRow, ...]
    errors: tuple[RowError, ...]
    columns: tuple[Column, ...]
    notices: tuple[str, ...] = ()
    doubts: tuple[RowError, ...] = ()
    """Of rows that can be imported, what somebody should look at first."""

    def has_column(self, field: str) -> bool:
        return any(column.field == field for column in self.columns)


class UnclearColumns(UnreadableFile):
    """The file has rows, but its columns do not identify people."""


class RosterTable(msgspec.Struct, frozen=True, kw_only=True):
    """The cells of a file before its columns are assigned; the first line is the header."""

    lines: list[Line]
    notices: list[str] = []

    @property
    def titles(self) -> list[str]:
        return [cell_text(cell) for cell in self.lines[0][1]]

    def samples(self, column: int) -> list[str]:
        """The first value of a column, shown where its field is chosen."""
        cells = [cells[column] for _number, cells in self.lines[1:] if column < len(cells)]
        return [_shortened(cell_text(cell)) for cell in cells if is_filled(cell)][:SAMPLES]


def read_roster(data: bytes, filename: str) -> RosterSheet:
    """Reads the roster. Raises UnreadableFile when the file has no table of people."""
    table = read_table(data, filename)
    return sheet_of(table, columns_by_title(table))


def read_table(data: bytes, filename: str) -> RosterTable:
    """The non-empty lines of a file. Raises UnreadableFile when there are none, or too many."""
    lines, notices = filled_lines(data, filename)
    above = _lines_above_header(lines)
    if above:
        notices = [
            *notices,
            _("Ignorate le righe sopra l'intestazione: %s") % ", ".join(str(n) for n, _c in lines[:above]),
        ]
    return RosterTable(lines=lines[above:], notices=notices)


def _lines_above_header(lines: Sequence[Line]) -> int:
    """How many lines stand above the header: a spreadsheet often begins with the name of the event.

    The header is the first line with two titles that are known, or the first of the file where no line near the top has them.
    """
    for place, (_number, cells) in enumerate(lines[:MOST_ABOVE]):
        if len({FIELD_OF.get(folded(cell_text(cell))) for cell in cells} - {None}) >= 2:
            return place
    return 0


def columns_by_title(table: RosterTable) -> tuple[str | None, ...]:
    """The field of each column by its title; None for an unknown title."""
    return tuple(FIELD_OF.get(folded(title)) for title in table.titles)


def header_digest(table: RosterTable) -> str:
    """The digest of a header: the same for the same titles in the same order, whatever their case and accents."""
    return hashlib.sha256("\n".join(map(folded, table.titles)).encode()).hexdigest()


def sheet_of(table: RosterTable, fields: Sequence[str | None]) -> RosterSheet:
    """The people of a file with assigned columns. Raises UnclearColumns."""
    columns = _columns(table, fields)
    return _sheet(columns, table.lines[1:], table.notices)


# The header


def _columns(table: RosterTable, chosen: Sequence[str | None]) -> tuple[Column, ...]:
    number, titles = table.lines[0][0], table.titles
    columns = tuple(Column(title, field) for title, field in zip(titles, chosen, strict=True))
    fields = [column.field for column in columns if column.field]
    _refuse_double_columns(number, fields, columns)
    if not {"surname", "nick", *WHOLE_NAME_KEYS} & set(fields):
        raise UnclearColumns(
            _("Riga %(line)d: manca la colonna «cognome» o «nick»; le colonne trovate sono: %(found)s")
            % {"line": number, "found": ", ".join(filter(None, map(_shortened, titles)))[:400]}
        )
    return columns


def _refuse_double_columns(number: int, fields: list[str], columns: tuple[Column, ...]) -> None:
    for field in fields:
        doubles = [column.header for column in columns if column.field == field]
        if len(doubles) > 1:
            raise UnclearColumns(
                _("Riga %(line)d: più colonne per lo stesso dato: %(found)s")
                % {"line": number, "found": ", ".join(map(_shortened, doubles))}
            )
    if set(fields) & set(WHOLE_NAME_KEYS) and len(set(fields) & {"surname", "name", *WHOLE_NAME_KEYS}) > 1:
        raise UnclearColumns(
            _("Riga %d: il nome completo e il cognome o il nome stanno in colonne diverse: tieni solo le seconde")
            % number
        )


def folded(title: str) -> str:
    """A header without case, accents, punctuation or double spaces."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", title.casefold()) if not unicodedata.combining(c))
    return " ".join(re.findall(r"[^\W_]+", plain))


# Rows


def _sheet(columns: tuple[Column, ...], lines: list[Line], notices: list[str]) -> RosterSheet:
    rows: list[RosterRow] = []
    errors: list[RowError] = []
    for number, cells in lines:
        row, faults = _row(number, cells, columns)
        errors += faults
        rows += [row] if row else []
    rows, doubles = _without_doubles(rows)
    return RosterSheet(
        rows=tuple(rows),
        errors=tuple(sorted(errors + doubles, key=lambda error: error.line)),
        columns=columns,
        doubts=tuple(doubt for row in rows for doubt in _doubts(row)),
        notices=tuple(notices + _unknown_columns(columns) + _nicks_alone(rows)),
    )


def _unknown_columns(columns: tuple[Column, ...]) -> list[str]:
    unknown = [_shortened(column.header) for column in columns if column.header and not column.field]
    return [_("Colonne ignorate: %s") % ", ".join(unknown)] if unknown else []


def _nicks_alone(rows: list[RosterRow]) -> list[str]:
    alone = [row.nick for row in rows if not row.surname]
    if not alone:
        return []
    named = ", ".join(map(_shortened, alone[:MOST_NAMED])) + ("…" if len(alone) > MOST_NAMED else "")
    return [_("Senza cognome, iscritti con il solo nick (%(many)d): %(named)s") % {"many": len(alone), "named": named}]


def _row(number: int, cells: list[Cell], columns: tuple[Column, ...]) -> tuple[RosterRow | None, list[RowError]]:
    values, errors = _values(number, cells, columns)
    errors += _surplus(number, cells, columns)
    if not errors:
        errors += _split_whole_name(number, values)
    if not errors:
        errors += _faults(number, values)
    return (None if errors else RosterRow(line=number, **values)), errors


def _values(number: int, cells: list[Cell], columns: tuple[Column, ...]) -> tuple[dict[str, Value], list[RowError]]:
    values: dict[str, Value] = {}
    errors: list[RowError] = []
    for column, cell in zip(columns, cells, strict=False):
        if column.field:
            field = COLUMNS[column.field]
            values[field.key], fault = PARSERS[field.kind](field, cell)
            errors += [_error(number, field.key, cell, fault)] if fault else []
    return values, errors


def _text(field: RosterField, cell: Cell) -> tuple[str, str]:
    """The cell's text with single spaces, and its fault."""
    if isinstance(cell, CellFault):
        return "", cell.message
    if isinstance(cell, Number):
        return cell.cell_text, _("è un numero e non un nome") if field.is_name else ""
    text = unicodedata.normalize("NFC", cell.strip())
    text = text[1:] if text.startswith(MADE_TEXT) else text
    if has_unseen(text):
        return "", _("contiene caratteri di controllo o invisibili")
    return " ".join(text.split()), ""


def _yes_or_no(field: RosterField, cell: Cell) -> tuple[bool, str]:
    """A spreadsheet's true and false count as such; an empty cell is a no."""
    word, is_yes = folded(cell_text(cell)), folded(cell_text(cell)) in TRUE.union(field.yes)
    if (is_yes or word in FALSE) and not cell_text(cell).startswith("="):
        return is_yes, ""
    return False, cell.message if isinstance(cell, CellFault) else _("scrivi sì o no")


PARSERS: dict[type, Callable[[RosterField, Cell], tuple[Value, str]]] = {str: _text, bool: _yes_or_no}
"""The reader of a cell for each kind of field: its value, and its fault."""


def _surplus(number: int, cells: list[Cell], columns: tuple[Column, ...]) -> list[RowError]:
    surplus = [cell for cell in cells[len(columns) :] if is_filled(cell)]
    if not surplus:
        return []
    return [_error(number, "", surplus[0], _("la riga ha più celle dell'intestazione"))]


def _split_whole_name(number: int, values: dict[str, Value]) -> list[RowError]:
    """Fills surname and name from a whole name with one reading only: two words, or a comma after the surname."""
    given = {key: values.pop(key) for key in WHOLE_NAME_KEYS if key in values}
    field = next((key for key in given if given[key]), None)
    if field is None:
        return []
    whole = given[field]
    words = [part.strip() for part in whole.split(",")] if "," in whole else whole.split()
    if len(words) != 2 or not all(words):
        message = _("non si capisce qual è il cognome: usa due colonne, o «Cognome, Nome»")
        return [_error(number, "surname", whole, message)]
    is_surname_first = "," in whole or field == "surname_name"
    values["surname"], values["name"] = words if is_surname_first else words[::-1]
    return []


def _faults(number: int, values: dict[str, Value]) -> list[RowError]:
    errors = [error for field in TEXT_FIELDS for error in _field_faults(number, field, values.get(field.key, ""))]
    if not values.get("surname") and not values.get("nick"):
        errors.append(_error(number, "surname", values.get("name", ""), _("mancano sia il cognome sia il nick")))
    elif not values.get("surname") and values.get("name"):
        message = _("c'è il nome e manca il cognome: scrivilo, o lascia il nick da solo")
        errors.append(_error(number, "surname", values["name"], message))
    return errors


def _field_faults(number: int, field: RosterField, value: str) -> Iterator[RowError]:
    if len(value) > field.longest:
        yield _error(number, field.key, value, _("è più lungo di %d caratteri") % field.longest)
    if value.startswith("="):
        yield _error(number, field.key, value, _("è una formula: incolla i valori"))
    elif field.is_name and value and not any(c.isalpha() for c in value):
        yield _error(number, field.key, value, _("non contiene nemmeno una lettera"))


def _doubts(row: RosterRow) -> Iterator[RowError]:
    """Names with digits or signs: a slip of the keys, or two columns exchanged."""
    for field in ("surname", "name"):
        if is_doubtful_name(value := getattr(row, field)):
            yield _error(row.line, field, value, _("è scritto giusto? Un nome ha di rado cifre o segni"))


def _error(number: int, field: str, cell: Cell, message: str) -> RowError:
    return RowError(line=number, field=field, value=_shortened(cell_text(cell)), message=message)


def _shortened(text: str) -> str:
    visible = "".join(c if c.isprintable() else "·" for c in text)
    return visible if len(visible) <= MOST_SHOWN else visible[: MOST_SHOWN - 1] + "…"


# The same person twice


def _without_doubles(rows: list[RosterRow]) -> tuple[list[RosterRow], list[RowError]]:
    """The first row of each person. Homonyms are two people when their nicks or their clubs differ."""
    seen: dict[tuple, RosterRow] = {}
    first_rows: list[RosterRow] = []
    errors: list[RowError] = []
    for row in rows:
        same = [seen[key] for key in _possible_keys(row) if key in seen]
        if same:
            errors.append(_double(row, min(same, key=lambda other: other.line)))
            continue
        first_rows.append(row)
        for key in _identity_keys(row):
            seen.setdefault(key, row)
    return first_rows, errors


def already_listed(rows: Iterable[RosterRow], known: Iterable[RosterRow]) -> list[RosterRow]:
    """The rows whose person is in the tournament already, compared as within one file."""
    keys = {key for one in known for key in _identity_keys(one)}
    return [row for row in rows if any(key in keys for key in _possible_keys(row))]


def _identity_keys(row: RosterRow) -> Iterator[tuple]:
    """Every key under which a later row may look for this one; None stands for any nick, any club."""
    return product([_identity(row)], (row.nick.casefold(), None), (row.club.casefold(), None))


def _possible_keys(row: RosterRow) -> Iterator[tuple]:
    """A nick or club that one of the two rows lacks distinguishes nobody."""
    nicks = (row.nick.casefold(), "") if row.nick else (None,)
    clubs = (row.club.casefold(), "") if row.club else (None,)
    return product([_identity(row)], nicks, clubs)


def _identity(row: RosterRow) -> tuple[str, str]:
    return (folded(row.surname), folded(row.name)) if row.surname else ("", row.nick.casefold())


def _double(row: RosterRow, first: RosterRow) -> RowError:
    field = "surname" if row.surname else "nick"
    value = " ".join(filter(None, (row.surname, row.name))) or row.nick
    message = _("è già alla riga %(first)d (questa è la %(line)d)") % {"first": first.line, "line": row.line}
    return _error(row.line, field, value, message)


def field_label(field: str) -> str:
    """The label of an error's field; the whole row when it is empty."""
    return COLUMNS[field].local_label if field else _("riga")


def write_errors(errors: Iterable[RowError]) -> str:
    """One line an error, for a terminal."""
    return "\n".join(
        _("riga %(line)d, %(field)s «%(value)s»: %(message)s")
        % {"line": e.line, "field": field_label(e.field), "value": e.value, "message": e.message}
        for e in errors
    )
