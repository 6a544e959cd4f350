"""Score sheets to be filled in by hand, one to a page of A4: boxes for each player, the count, the map's values, notes, signatures."""

import io
from collections.abc import Iterator, Sequence

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader, simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from tournament.core.formatting import moment
from tournament.core.translation import translated as _
from tournament.documents.paper_forms import FormLegend, FormRow, PaperForm
from tournament.documents.progress import Progress
from tournament.exports.paper import BOLD, GREY, MARGIN, MARK, MARK_GAP, PLAIN, drawn, fitted, mark

WIDTH = A4[0] - 2 * MARGIN
HEIGHT = A4[1] - 2 * MARGIN - 11 * mm
LABELS = 52 * mm
ROW, LEAST_ROW, SIGNATURE = 7.6 * mm, 5.2 * mm, 10 * mm
SMALL, LINE = 7, 3.7 * mm
NOTE_LINE = 6.5 * mm
BOX = 2.9 * mm
FOOT = 11 * mm
LOGO = 26 * mm, 14 * mm


def score_forms_pdf(pages: Sequence[PaperForm], progress: Progress | None = None) -> bytes:
    """Known names are printed; a form without a table number is for any table."""
    drawings = [lambda canvas, page=page: draw_form(canvas, page, MARGIN, MARGIN + 6 * mm) for page in pages]
    return drawn(pages[0].tournament if pages else "", drawings, progress=progress)


class FormFlowable(Flowable):
    """A form in the flow of a longer document, which it takes a page of."""

    def __init__(self, page: PaperForm) -> None:
        super().__init__()
        self.page, self.width, self.height = page, WIDTH, HEIGHT

    def draw(self) -> None:
        draw_form(self.canv, self.page, 0, 0)


def draw_form(canvas: Canvas, page: PaperForm, left: float, low: float) -> None:
    canvas.saveState()
    canvas.translate(left, low)
    canvas.setLineWidth(0.5)
    top = _head(canvas, page, HEIGHT)
    top = _endings(canvas, page, top)
    below = _steps_height(page) + sum(map(_legend_height, _columns(page))) + 2 * NOTE_LINE + 5 * mm + FOOT
    top = _ledger(canvas, page, top, room=top - below)
    top = _steps(canvas, page, top)
    for legends in _columns(page):
        top = _legend_row(canvas, legends, top)
    _notes(canvas, top)
    _foot(canvas, page)
    canvas.restoreState()


# -- the head


def _head(canvas: Canvas, page: PaperForm, top: float) -> float:
    x = _logo(canvas, page.logo, top)
    fitted(canvas, page.tournament, x, top - 4 * mm, width=WIDTH - x - 62 * mm, size=11)
    table = _("Tavolo %d") % page.table if page.table else _("Tavolo ______")
    title = f"{page.round_name} · {table}"
    fitted(canvas, title, x, top - 12 * mm, width=WIDTH - x - 62 * mm, size=18, font=BOLD)
    canvas.setFont(PLAIN, 8)
    facts = (page.game, page.hall, moment(page.made_at) if page.table else "")
    for number, text in enumerate(filter(None, facts)):
        canvas.drawRightString(WIDTH, top - 4 * mm - number * 4 * mm, text)
    return top - 17 * mm


def _logo(canvas: Canvas, logo: bytes, top: float) -> float:
    """The club's picture in the corner, as large as it fits, without one the mark; where the text beside it begins."""
    if not logo:
        mark(canvas, 0, top - 10 * mm, MARK)
        return MARK + MARK_GAP
    picture = ImageReader(io.BytesIO(logo))
    wide, high = picture.getSize()
    scale = min(LOGO[0] / wide, LOGO[1] / high)
    canvas.drawImage(picture, 0, top - high * scale, wide * scale, high * scale, mask="auto")
    return wide * scale + 4 * mm


def _endings(canvas: Canvas, page: PaperForm, top: float) -> float:
    """How the game ended, to be ticked."""
    canvas.setFont(BOLD, 8)
    title = _("Come è finita")
    canvas.drawString(0, top, title)
    x, y = canvas.stringWidth(title, BOLD, 8) + 4 * mm, top
    for words in page.endings:
        wide = BOX + 1.5 * mm + canvas.stringWidth(words, PLAIN, 8) + 4 * mm
        if x + wide > WIDTH:
            x, y = 0, y - 5 * mm
        canvas.rect(x, y - 0.5 * mm, BOX, BOX)
        canvas.setFont(PLAIN, 8)
        canvas.drawString(x + BOX + 1.5 * mm, y, words)
        x += wide
    return y - 4 * mm


# -- a column for each player


def _ledger(canvas: Canvas, page: PaperForm, top: float, *, room: float) -> float:
    head, signatures = 10 * mm, sum(row.is_signature for row in page.rows)
    rows = max(1, len(page.rows) - signatures)
    height = max(LEAST_ROW, min(ROW, (room - head - signatures * SIGNATURE) / rows))
    column = (WIDTH - LABELS) / len(page.seats)
    _names(canvas, page, top, column, head)
    y = top - head
    for row in page.rows:
        high = SIGNATURE if row.is_signature else height
        _row(canvas, row, y - high, high, column, len(page.seats))
        y -= high
    for number in range(len(page.seats) + 1):
        x = LABELS + number * column
        canvas.line(x, top, x, y)
    canvas.line(0, top, 0, y)
    return y - 5 * mm


def _names(canvas: Canvas, page: PaperForm, top: float, column: float, head: float) -> None:
    canvas.setFillColor(GREY)
    canvas.rect(0, top - head, WIDTH, head, stroke=0, fill=1)
    canvas.setFillGray(0)
    canvas.line(0, top, WIDTH, top)
    canvas.line(0, top - head, WIDTH, top - head)
    for number, seat in enumerate(page.seats):
        x = LABELS + number * column + 1.5 * mm
        first, *rest = simpleSplit(seat.name, BOLD, 9, column - 8 * mm) or [""]
        second, font = (" ".join(rest), BOLD) if rest else (seat.club, PLAIN)
        fitted(canvas, f"{seat.seat}. {first}", x, top - 4.2 * mm, width=column - 3 * mm, size=9, font=BOLD)
        fitted(canvas, second, x, top - 8.2 * mm, width=column - 3 * mm, size=9 if rest else 7, font=font)


def _row(canvas: Canvas, row: FormRow, y: float, high: float, column: float, seats: int) -> None:
    font = BOLD if row.is_strong else PLAIN
    fitted(canvas, row.words, 1.5 * mm, y + high / 2 - 1 * mm, width=LABELS - 3 * mm, size=8.5, font=font, least=5)
    canvas.line(0, y, WIDTH, y)
    if row.is_tick:
        for number in range(seats):
            x = LABELS + (number + 0.5) * column - BOX / 2
            canvas.rect(x, y + (high - BOX) / 2, BOX, BOX)


# -- what whoever counts needs


def _step_lines(page: PaperForm) -> list[str]:
    return [line for step in page.steps for line in simpleSplit(f"– {step}", PLAIN, SMALL, WIDTH)]


def _steps_height(page: PaperForm) -> float:
    return len(_step_lines(page)) * LINE + 6 * mm if page.steps else 0


def _steps(canvas: Canvas, page: PaperForm, top: float) -> float:
    if not page.steps:
        return top
    canvas.setFont(BOLD, 8)
    canvas.drawString(0, top, _("Come si conta"))
    canvas.setFont(PLAIN, SMALL)
    for number, line in enumerate(_step_lines(page), 1):
        canvas.drawString(0, top - number * LINE, line)
    return top - _steps_height(page) + 1 * mm


def _columns(page: PaperForm) -> Iterator[tuple[FormLegend, ...]]:
    """Legends side by side, three at most; one that stands alone is laid out in columns of its own."""
    for first in range(0, len(page.legends), 3):
        yield page.legends[first : first + 3]


def _grid(legend: FormLegend, width: float) -> tuple[int, int]:
    """Columns and lines of the entries of a legend that has so much room."""
    widest = max((_entry_width(legend, *entry) for entry in legend.entries), default=width)
    columns = max(1, min(len(legend.entries), int(width // widest)))
    return columns, -(-len(legend.entries) // columns)


def _entry_width(legend: FormLegend, words: str, value: str) -> float:
    text = f"{words} {value}".strip()
    box = 2 * BOX + 1.5 * mm if legend.has_boxes else 0
    return box + pdfmetrics.stringWidth(text, PLAIN, SMALL) + 3 * mm


def _legend_height(legends: Sequence[FormLegend]) -> float:
    width = WIDTH / len(legends)
    return max(_grid(legend, width)[1] for legend in legends) * LINE + 6.5 * mm


def _legend_row(canvas: Canvas, legends: Sequence[FormLegend], top: float) -> float:
    width = WIDTH / len(legends)
    for number, legend in enumerate(legends):
        _legend(canvas, legend, number * width, top, width)
    return top - _legend_height(legends)


def _legend(canvas: Canvas, legend: FormLegend, left: float, top: float, width: float) -> None:
    columns, lines = _grid(legend, width)
    fitted(canvas, legend.title, left, top, width=width - 2 * mm, size=8, font=BOLD)
    for number, (words, value) in enumerate(legend.entries):
        x, y = left + number // lines * (width / columns), top - (number % lines + 1) * LINE - 0.6 * mm
        if legend.has_boxes:
            canvas.rect(x, y - 0.6 * mm, 2 * BOX, BOX)
            x += 2 * BOX + 1.5 * mm
        fitted(canvas, f"{words} {value}".strip(), x, y, width=width / columns - 2 * BOX, size=SMALL, least=5)


# -- room to write, and signatures


def _notes(canvas: Canvas, top: float) -> None:
    canvas.setFont(BOLD, 8)
    canvas.drawString(0, top, _("Note"))
    canvas.setDash(1, 2)
    y = top - 2 * mm - NOTE_LINE / 2
    while y > FOOT + 3 * mm:
        canvas.line(0, y, WIDTH, y)
        y -= NOTE_LINE
    canvas.setDash()


def _foot(canvas: Canvas, page: PaperForm) -> None:
    judge = _("Arbitro del tavolo: %s") % page.judge if page.judge else _("Arbitro del tavolo")
    for x, who in ((0, judge), (WIDTH - 70 * mm, _("Capo arbitro"))):
        canvas.line(x, 4 * mm, x + 70 * mm, 4 * mm)
        fitted(canvas, who, x, 0, width=70 * mm, size=7.5)
