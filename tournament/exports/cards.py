"""Cards that are cut or folded: table cards, badges, diplomas."""

from collections.abc import Sequence

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.core.translation import translated as _
from tournament.documents.progress import Progress
from tournament.documents.sheets import Badge, BadgeSheet, Diploma, SeatingSheet, SeatingTable
from tournament.exports.paper import BOLD, MARGIN, MARK, PLAIN, drawn, fitted, mark, qr

WIDE, HIGH = A4
BADGE = (90 * mm, 55 * mm)
BADGE_COLUMNS, BADGE_ROWS = 2, 5
CUT = 4 * mm
"""The length of the cutting marks in the margin."""


def table_cards_pdf(sheet: SeatingSheet, progress: Progress | None = None) -> bytes:
    """One sheet a table, folded in half and readable from both sides."""
    pages = [lambda canvas, table=table: _table_card(canvas, sheet, table) for table in sheet.tables]
    return drawn(sheet.tournament, pages, progress=progress)


def _table_card(canvas: Canvas, sheet: SeatingSheet, table: SeatingTable) -> None:
    canvas.setDash(2, 3)
    canvas.line(0, HIGH / 2, WIDE, HIGH / 2)
    canvas.setDash()
    _half_card(canvas, sheet, table)
    canvas.saveState()
    canvas.translate(WIDE, HIGH)
    canvas.rotate(180)
    _half_card(canvas, sheet, table)
    canvas.restoreState()


def _half_card(canvas: Canvas, sheet: SeatingSheet, table: SeatingTable) -> None:
    """The lower half of the page, upright."""
    fitted(canvas, sheet.tournament, WIDE / 2, 128 * mm, width=WIDE - 2 * MARGIN, size=13, centred=True)
    fitted(canvas, sheet.round_name, WIDE / 2, 120 * mm, width=WIDE - 2 * MARGIN, size=13, centred=True)
    title = _("Tavolo %d") % table.number
    fitted(canvas, title, WIDE / 2, 84 * mm, width=WIDE - 2 * MARGIN, size=78, font=BOLD, centred=True)
    step = min(11 * mm, 64 * mm / max(len(table.seats), 1))
    for line, seat in enumerate(table.seats):
        fitted(
            canvas, f"{seat.position}  {seat.name}", MARGIN + 12 * mm, 66 * mm - line * step,
            width=WIDE - 2 * MARGIN - 24 * mm, size=min(22, step / mm * 2),
        )  # fmt: skip


def badges_pdf(sheet: BadgeSheet, progress: Progress | None = None) -> bytes:
    """Ten a page with cutting marks; the QR code opens the player's own page."""
    each = BADGE_COLUMNS * BADGE_ROWS
    groups = [sheet.badges[start : start + each] for start in range(0, len(sheet.badges), each)]
    pages = [lambda canvas, group=group: _badge_page(canvas, sheet, group) for group in groups]
    return drawn(sheet.tournament, pages, progress=progress)


def _badge_page(canvas: Canvas, sheet: BadgeSheet, badges: Sequence[Badge]) -> None:
    left, low = (WIDE - BADGE_COLUMNS * BADGE[0]) / 2, (HIGH - BADGE_ROWS * BADGE[1]) / 2
    _cut_marks(canvas, left, low)
    for at, badge in enumerate(badges):
        row, column = divmod(at, BADGE_COLUMNS)
        _badge(canvas, sheet, badge, left + column * BADGE[0], low + (BADGE_ROWS - 1 - row) * BADGE[1])


def _cut_marks(canvas: Canvas, left: float, low: float) -> None:
    canvas.setLineWidth(0.4)
    right, high = left + BADGE_COLUMNS * BADGE[0], low + BADGE_ROWS * BADGE[1]
    for column in range(BADGE_COLUMNS + 1):
        x = left + column * BADGE[0]
        canvas.line(x, low - CUT, x, low - 1)
        canvas.line(x, high + 1, x, high + CUT)
    for row in range(BADGE_ROWS + 1):
        y = low + row * BADGE[1]
        canvas.line(left - CUT, y, left - 1, y)
        canvas.line(right + 1, y, right + CUT, y)


def _badge(canvas: Canvas, sheet: BadgeSheet, badge: Badge, x: float, y: float) -> None:
    side = 26 * mm if badge.address else 0
    room = BADGE[0] - 14 * mm - (side + 4 * mm if side else 0)
    fitted(canvas, sheet.tournament, x + 6 * mm, y + 45 * mm, width=BADGE[0] - 28 * mm, size=9)
    canvas.setFont(BOLD, 12)
    canvas.drawRightString(x + BADGE[0] - 6 * mm, y + 45 * mm, str(badge.number))
    fitted(canvas, badge.surname, x + 6 * mm, y + 29 * mm, width=room, size=22, font=BOLD, least=9)
    fitted(canvas, badge.name, x + 6 * mm, y + 20 * mm, width=room, size=16, least=8)
    fitted(canvas, badge.club, x + 6 * mm, y + 11 * mm, width=room, size=10)
    if badge.address:
        qr(canvas, badge.address, x + BADGE[0] - side - 6 * mm, y + 11 * mm, side)
        canvas.setFont(PLAIN, 6.5)
        canvas.drawRightString(x + BADGE[0] - 6 * mm, y + 6.5 * mm, _("tavolo e risultati sul telefono"))


def diplomas_pdf(diplomas: Sequence[Diploma], progress: Progress | None = None) -> bytes:
    """One a page, on its long side."""
    pages = [lambda canvas, diploma=diploma: _diploma(canvas, diploma) for diploma in diplomas]
    return drawn(diplomas[0].tournament if diplomas else "", pages, wide=True, progress=progress)


def _diploma(canvas: Canvas, diploma: Diploma) -> None:
    wide, high = HIGH, WIDE
    for inset, weight in ((10 * mm, 2.2), (13 * mm, 0.6)):
        canvas.setLineWidth(weight)
        canvas.rect(inset, inset, wide - 2 * inset, high - 2 * inset)
    room, middle = wide - 60 * mm, wide / 2
    fitted(canvas, diploma.tournament, middle, 168 * mm, width=room, size=26, font=BOLD, centred=True)
    where = " · ".join(filter(None, (diploma.place, diploma.day.strftime("%d/%m/%Y"))))
    fitted(canvas, where, middle, 157 * mm, width=room, size=13, centred=True)
    fitted(canvas, _("%dº posto") % diploma.rank, middle, 122 * mm, width=room, size=46, font=BOLD, centred=True)
    fitted(canvas, diploma.group, middle, 110 * mm, width=room, size=16, centred=True)
    fitted(canvas, diploma.name, middle, 82 * mm, width=room, size=38, font=BOLD, least=14, centred=True)
    fitted(canvas, diploma.club, middle, 70 * mm, width=room, size=16, centred=True)
    mark(canvas, middle - MARK / 2, 28 * mm, MARK)
    canvas.setLineWidth(0.6)
    for x, who in ((62 * mm, _("L'organizzatore")), (wide - 62 * mm, _("L'arbitro"))):
        canvas.line(x - 32 * mm, 34 * mm, x + 32 * mm, 34 * mm)
        fitted(canvas, who, x, 28 * mm, width=64 * mm, size=10, centred=True)
