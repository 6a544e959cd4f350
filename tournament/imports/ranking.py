"""A ranking as a file: read with the reader of rosters, written so that it can be read again."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from tournament.core.formatting import format_figure as figure
from tournament.core.identity import key_of
from tournament.core.translation import translated as _
from tournament.imports.roster import folded
from tournament.imports.spreadsheets import UnreadableFile, cell_text, lines_of

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
    filled = [(number, [cell_text(cell).strip() for cell in cells]) for number, cells in lines]
    filled = [(number, cells) for number, cells in filled if any(cells)]
    if not filled:
        raise UnreadableFile(_("Il file è vuoto"))
    fields = [FIELD_OF.get(folded(title)) for title in filled[0][1]]
    if not {"surname", "points"} <= set(fields):
        raise UnreadableFile(_("Servono almeno le colonne «cognome» e «punti»"))
    return [_person(number, dict(zip(fields, cells, strict=False))) for number, cells in filled[1:]]


def _person(number: int, cells: dict[str | None, str]) -> RankedPerson:
    surname, text = cells.get("surname", ""), cells.get("points", "")
    if not key_of(surname, ""):
        raise UnreadableFile(_("Riga %d: manca il cognome") % number)
    try:
        points = Decimal(text.replace(",", "."))
    except InvalidOperation:
        points = MOST_POINTS
    if not points.is_finite() or abs(points) >= MOST_POINTS or points != round(points, 4):
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
