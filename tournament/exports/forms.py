"""Score sheets to be filled in by hand, two to a page of A4, cut across the middle.

They are in cut-stack order: cut the whole pile once, put the upper halves on the lower ones, and the tables are in order.
"""

from collections.abc import Sequence
from math import ceil

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.core.translation import translated as _
from tournament.documents.progress import Progress
from tournament.documents.sheets import ScoreRow, ScoreSheetPage
from tournament.exports.paper import BOLD, MARGIN, drawn, fitted

WIDE, HIGH = A4
HALF = HIGH / 2
ROOM = WIDE - 2 * MARGIN
FIGURES = (("points", 22 * mm), ("ties", 30 * mm), ("rank", 14 * mm), ("signature", 50 * mm))


def score_forms_pdf(pages: Sequence[ScoreSheetPage], progress: Progress | None = None) -> bytes:
    """Known names are printed; a form without a table number is for any table."""
    drawings = [lambda canvas, pair=pair: _page(canvas, pair) for pair in cut_stack(pages)]
    return drawn(pages[0].tournament if pages else "", drawings, progress=progress)


def cut_stack(pages: Sequence[ScoreSheetPage]) -> list[tuple[ScoreSheetPage | None, ...]]:
    """Upper and lower form of each page: the first half of the pile above, the second half below."""
    many = ceil(len(pages) / 2)
    lower = [*pages[many:], *[None] * (many * 2 - len(pages))]
    return list(zip(pages[:many], lower, strict=True))


def _page(canvas: Canvas, pair: tuple[ScoreSheetPage | None, ...]) -> None:
    canvas.setDash(2, 3)
    canvas.line(0, HALF, WIDE, HALF)
    canvas.setDash()
    for page, low in zip(pair, (HALF, 0), strict=True):
        if page is not None:
            _form(canvas, page, low)


def _form(canvas: Canvas, page: ScoreSheetPage, low: float) -> None:
    top = low + HALF - 12 * mm
    fitted(canvas, page.tournament, MARGIN, top, width=ROOM * 0.7, size=11)
    title = f"{page.round_name} · {_table_name(page)}"
    fitted(canvas, title, MARGIN, top - 9 * mm, width=ROOM * 0.72, size=18, font=BOLD)
    canvas.setFont("DejaVuSans", 8)
    canvas.drawRightString(WIDE - MARGIN, top, page.game)
    canvas.drawRightString(WIDE - MARGIN, top - 8 * mm, _("Fine della partita: ______________________"))
    _rows(canvas, page, top - 15 * mm)
    _foot(canvas, page, low + 9 * mm)


def _table_name(page: ScoreSheetPage) -> str:
    return _("Tavolo %d") % page.table if page.table else _("Tavolo ______")


def _rows(canvas: Canvas, page: ScoreSheetPage, top: float) -> None:
    names = (_("Punti"), _("Spareggi"), _("Piazz."), _("Firma"))
    lefts = _lefts()
    canvas.setFont("DejaVuSans", 7.5)
    for x, name in zip(lefts, names, strict=True):
        canvas.drawString(x + 1 * mm, top, name)
    height = min(15 * mm, 88 * mm / max(len(page.rows), 1))
    canvas.setLineWidth(0.5)
    for number, row in enumerate(page.rows):
        _row(canvas, row, top - 2.5 * mm - (number + 1) * height, height, lefts)
    canvas.line(MARGIN, top - 2.5 * mm, WIDE - MARGIN, top - 2.5 * mm)


def _lefts() -> list[float]:
    """Where each column of figures begins; names have what is left."""
    x = WIDE - MARGIN - sum(width for _name, width in FIGURES)
    lefts = []
    for _name, width in FIGURES:
        lefts.append(x)
        x += width
    return lefts


def _row(canvas: Canvas, row: ScoreRow, y: float, height: float, lefts: list[float]) -> None:
    canvas.line(MARGIN, y, WIDE - MARGIN, y)
    for x in lefts:
        canvas.line(x, y, x, y + height)
    canvas.setFont("DejaVuSans", 10)
    canvas.drawString(MARGIN, y + height / 2 - 1.2 * mm, str(row.seat))
    room = lefts[0] - MARGIN - 9 * mm
    fitted(canvas, row.name, MARGIN + 7 * mm, y + height / 2 - 0.2 * mm, width=room, size=11, font=BOLD)
    fitted(canvas, row.club, MARGIN + 7 * mm, y + height / 2 - 4.2 * mm, width=room, size=7.5)


def _foot(canvas: Canvas, page: ScoreSheetPage, y: float) -> None:
    canvas.setLineWidth(0.5)
    judge = _("Giudice di tavolo: %s") % page.judge if page.judge else _("Giudice di tavolo")
    for x, who in ((MARGIN, judge), (WIDE - MARGIN - 70 * mm, _("Arbitro"))):
        canvas.line(x, y + 4 * mm, x + 70 * mm, y + 4 * mm)
        fitted(canvas, who, x, y, width=70 * mm, size=7.5)
