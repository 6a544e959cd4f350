"""Sheets as workbooks: figures stay figures, texts stay texts even where they look like a formula."""

import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from decimal import Decimal

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font

from tournament.core.formatting import moment
from tournament.core.translation import translated as _
from tournament.documents.sheets import (
    ScoreRow,
    ScoreSheetPage,
    SeatingSheet,
    SeatingTable,
    SeatRow,
    StandingsRow,
    StandingsSheet,
)
from tournament.documents.table import FORMULA_MARKS, Page, Value
from tournament.exports.sheet_setup import WIDEST, WRAPPED, set_up, widths_of

HEAD = Font(bold=True)
ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)


def seatings_xlsx(sheet: SeatingSheet) -> bytes:
    """One row a seat, in table order; a second sheet by name."""
    head = (_("Tavolo"), _("Sedia"), _("Giocatore"), _("Club"), *((_("Sala"),) if sheet.has_halls else ()))
    by_table = [_seat_row(sheet, seat, table) for table in sheet.tables for seat in table.seats]
    by_name = [_seat_row(sheet, seat, table) for seat, table in sheet.by_name()]
    facts: list[tuple[str, Value]] = [
        (_("Torneo"), sheet.tournament),
        (_("Turno"), sheet.round_name),
        (_("Sorteggio"), sheet.draw_number),
    ]
    facts += [(_("Seme"), sheet.seed), (_("Stampato il"), moment(sheet.made_at)), (_("Note"), sheet.note)]
    heading = f"{sheet.tournament} · {sheet.round_name}"
    pages = [Page(_("Tavoli"), head, by_table, 3, heading), Page(_("Per nome"), head, by_name, 3, heading)]
    return workbook([*pages, facts_page(facts, heading)], sheet.made_at)


def _seat_row(sheet: SeatingSheet, seat: SeatRow, table: SeatingTable) -> tuple:
    return (table.number, seat.position, seat.name, seat.club, *((table.hall,) if sheet.has_halls else ()))


def standings_xlsx(sheet: StandingsSheet) -> bytes:
    """One row an entrant, the points as numbers."""
    head = (_("Pos."), _("Giocatore"), _("Nick"), _("Club"), _("Categoria"), _("Turno raggiunto"))
    head += (*sheet.rounds, _("Penalità"), _("Totale"), _("Vittorie"), _("Scarti"), _("Perché prima di chi segue"))
    rows = [_standings_row(row, len(sheet.rounds), sheet.has_reached) for row in sheet.rows]
    facts = [(_("Torneo"), sheet.tournament), (_("Regolamento"), sheet.regulation)]
    facts += [(_("Classifica"), sheet.state_in_words)]
    facts += [(_("Manca"), ", ".join(sheet.pending))] if sheet.pending else []
    facts += [(_("Tavoli chiusi"), sheet.tables_closed), (_("Tavoli"), sheet.tables)]
    facts += [(_("Stampato il"), moment(sheet.made_at)), (_("Note"), sheet.note)]
    title = _("Classifica")
    heading = f"{sheet.tournament} · {title} {sheet.state_in_words}"
    return workbook([Page(title, head, rows, 2, heading), facts_page(facts, heading)], sheet.made_at)


def score_sheets_xlsx(pages: Sequence[ScoreSheetPage], made_at: datetime) -> bytes:
    """One row a player of every table, tables in the order given."""
    names = max((page.tiebreak_heads for page in pages), key=len, default=())
    head = (_("Turno"), _("Tavolo"), _("Sedia"), _("Giocatore"), _("Punti"), *names)
    head += (_("Piazzamento"), _("Eliminato"), _("Fine"), _("Codice di controllo"))
    rows = [_score_row(page, row, len(names)) for page in pages for row in page.rows]
    heading = pages[0].tournament if pages else ""
    return workbook([Page(_("Referti"), head, rows, 4, heading)], made_at)


def _standings_row(row: StandingsRow, rounds: int, has_reached: bool) -> tuple[Value, ...]:
    who = (row.rank, row.name, row.nick, row.club, row.category, row.reached_in_words if has_reached else "")
    discarded = ", ".join(map(str, row.discarded))
    return (*who, *_as_many(row.per_round, rounds), row.penalty, row.total, row.wins, discarded, row.why)


def _score_row(page: ScoreSheetPage, row: ScoreRow, tiebreaks: int) -> tuple[Value, ...]:
    who = (page.round_name, page.table, row.seat, row.name)
    eliminated = _("sì") if row.eliminated else ""
    return (*who, row.points, *_as_many(row.tiebreaks, tiebreaks), row.rank, eliminated, page.ended_by, page.chain_head)


def _as_many(figures: Sequence[Decimal | None], many: int) -> tuple[Decimal | None, ...]:
    return (*figures, *[None] * many)[:many]


def facts_page(facts: Sequence[tuple[str, Value]], heading: str) -> Page:
    """What the other sheets are about: a name and its value in each row."""
    return Page(_("Dati"), facts[0], facts[1:], 1, heading)


def workbook(pages: Iterable[Page], made_at: datetime) -> bytes:
    book = Workbook()
    book.remove(book.active)
    for page in pages:
        _fill(book.create_sheet(page.title), page)
    out = io.BytesIO()
    book.save(out)
    return _undated(out.getvalue(), made_at)


def _fill(sheet, page: Page) -> None:
    rows = [page.head, *page.rows]
    set_up(sheet, page, widths_of(rows))
    for line, row in enumerate(rows, start=1):
        for column, value in enumerate(row, start=1):
            _write(sheet.cell(line, column), value)
    for cell in sheet[1]:
        cell.font = HEAD


def _write(cell, value: Value) -> None:
    if not isinstance(value, str):
        cell.value = value
        return
    cell.value = ILLEGAL_CHARACTERS_RE.sub("", value)
    cell.data_type = "s"
    cell.quotePrefix = value.startswith(FORMULA_MARKS)
    if len(value) > WIDEST:
        cell.alignment = WRAPPED


def _undated(data: bytes, made_at: datetime) -> bytes:
    """The same archive with the sheet's moment in place of the clock's, in its parts and properties."""
    stamp = made_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for part in source.infolist():
            content = source.read(part)
            if part.filename == "docProps/core.xml":
                content = re.sub(rb"(<dcterms:\w+[^>]*>)[^<]*(</dcterms)", rb"\g<1>" + stamp + rb"\g<2>", content)
            plain = zipfile.ZipInfo(part.filename, date_time=ZIP_EPOCH)
            plain.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(plain, content)
    return out.getvalue()
