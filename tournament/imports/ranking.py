"""A ranking as a file: read with the reader of rosters, written so that it can be read again."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tournament.core.figures import BadFigure, mark_of_column, read_figure
from tournament.core.formatting import format_figure as figure
from tournament.core.identity import has_unseen, key_of
from tournament.core.translation import translated as _
from tournament.imports.roster import folded
from tournament.imports.spreadsheets import Cell, UnreadableFile, cell_text, is_filled, lines_of

COLUMNS = {
    "surname": ("cognome", "surname"),
    "name": ("nome", "name"),
    "club": ("club", "societa"),
    "points": ("punti", "points", "totale", "total"),
}
FIELD_OF = {title: field for field, titles in COLUMNS.items() for title in titles}
HEAD = ("Pos.", "Cognome", "Nome", "Club", "Punti")
MOST_POINTS = Decimal(1_000_000)
MOST_TEXT = 80


@dataclass(frozen=True)
class RankedPerson:
    """One line of a ranking file."""

    surname: str
    name: str
    club: str
    points: Decimal


def read(data: bytes, filename: str) -> list[RankedPerson]:
    """Everybody in the file. Raises UnreadableFile with the faulty row."""
    lines, _notices = lines_of(data, filename)
    filled = [(number, cells) for number, cells in lines if any(map(is_filled, cells))]
    if not filled:
        raise UnreadableFile(_("Il file è vuoto"))
    fields = [FIELD_OF.get(folded(cell_text(title))) for title in filled[0][1]]
    if not {"surname", "points"} <= set(fields):
        raise UnreadableFile(_("Servono almeno le colonne «cognome» e «punti»"))
    rows = [(number, dict(zip(fields, cells, strict=False))) for number, cells in filled[1:]]
    try:
        mark = mark_of_column(cell_text(cells.get("points", "")) for _number, cells in rows if _is_text(cells))
    except BadFigure as bad:
        raise UnreadableFile(_("Colonna «punti»: %s") % bad) from None
    return [_person(number, cells, mark) for number, cells in rows]


def _is_text(cells: dict[str | None, Cell]) -> bool:
    return isinstance(cells.get("points", ""), str)


def _person(number: int, row: dict[str | None, Cell], mark: str) -> RankedPerson:
    """A number of a spreadsheet is what it is; a text is read by the column's decimal `mark`."""
    cells = {field: cell_text(cell).strip() for field, cell in row.items()}
    surname, text = cells.get("surname", ""), cells.get("points", "")
    if not key_of(surname, ""):
        raise UnreadableFile(_("Riga %d: manca il cognome") % number)
    for field in ("surname", "name", "club"):
        if has_unseen(cells.get(field, "")):
            fault = f"«{COLUMNS[field][0]}»: " + _("contiene caratteri di controllo o invisibili")
            raise UnreadableFile(_("Riga %(row)d: %(fault)s") % {"row": number, "fault": fault})
    try:
        points = read_figure(text, mark if _is_text(row) else ".")
    except BadFigure as bad:
        raise UnreadableFile(_("Riga %(row)d: %(fault)s") % {"row": number, "fault": bad}) from None
    if abs(points) >= MOST_POINTS:
        raise UnreadableFile(_("Riga %(row)d: «%(text)s» non è un punteggio") % {"row": number, "text": text[:30]})
    return RankedPerson(
        surname[:MOST_TEXT], cells.get("name", "")[:MOST_TEXT], cells.get("club", "")[:MOST_TEXT], points
    )


def written(rows: Iterable[Sequence[object]]) -> bytes:
    """Rows of place, surname, name, club and points, for any spreadsheet; a text is never read as a formula."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";")
    writer.writerow(HEAD)
    for rank, surname, name, club, points in rows:
        writer.writerow([rank, *map(_safe, (surname, name, club)), figure(points)])
    return out.getvalue().encode("utf-8-sig")


def _safe(text: str) -> str:
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
