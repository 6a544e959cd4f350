"""Fonts, styles and parts that every sheet shares. A4, black and white; the same content gives the same bytes."""

import io
from collections.abc import Callable, Iterable, Sequence
from html import escape

import segno
from reportlab.lib import colors
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from tournament.core.translation import translated as _
from tournament.documents.progress import Progress
from tournament.exports.typeface import BOLD, PLAIN, register_fonts

MARGIN = 15 * mm
FRAME_PADDING = 6
"""The padding of platypus frames in points, which aligns the heading with its table."""
WIDTH = A4[0] - 2 * MARGIN
MARK, MARK_GAP, HEAD_GAP, RULE = 8 * mm, 3 * mm, 2 * mm, 0.75
NEAR, FAR = 6.5 / 24, 17.5 / 24
PIPS = ((NEAR, NEAR), (NEAR, FAR), (0.5, 0.5), (FAR, NEAR), (FAR, FAR))
GREY = colors.Color(0.88, 0.88, 0.88)

TITLE = ParagraphStyle("title", fontName=BOLD, fontSize=16, leading=20)
SUBTITLE = ParagraphStyle("subtitle", fontName=PLAIN, fontSize=10, leading=14, spaceAfter=4 * mm)
HEADING = ParagraphStyle("heading", fontName=BOLD, fontSize=11, leading=15)
TEXT = ParagraphStyle("text", fontName=PLAIN, fontSize=9, leading=11.5)
STRONG = ParagraphStyle("strong", parent=TEXT, fontName=BOLD)
FIGURE = ParagraphStyle("figure", parent=TEXT, alignment=TA_RIGHT)
FIGURE_HEAD = ParagraphStyle("figure-head", parent=STRONG, alignment=TA_RIGHT)
NARROW_HEAD = ParagraphStyle("narrow-head", parent=FIGURE_HEAD, fontSize=7, leading=9, splitLongWords=0)
SMALL = ParagraphStyle("small", fontName=PLAIN, fontSize=7.5, leading=10)


PADDING = [
    ("TOPPADDING", (0, 0), (-1, -1), 2),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
    ("LEFTPADDING", (0, 0), (-1, -1), 3),
    ("RIGHTPADDING", (0, 0), (-1, -1), 3),
    ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
]


def cell(text: str, style: ParagraphStyle = TEXT) -> Paragraph:
    return Paragraph(escape(text), style)


def figures_head(*titles: str) -> list[Paragraph]:
    return [cell(title, FIGURE_HEAD) for title in titles]


def heading(title: str, subtitle: str) -> list[Flowable]:
    return [Head(title, subtitle)]


class Head(Flowable):
    """The mark, beside it title and subtitle, below them a rule."""

    def __init__(self, title: str, subtitle: str) -> None:
        super().__init__()
        self.lines = [Paragraph(escape(title), TITLE), Paragraph(escape(subtitle), SUBTITLE)]
        self.heights: list[float] = []

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        self.heights = [line.wrap(width - MARK - MARK_GAP, height)[1] for line in self.lines]
        self.height = max(sum(self.heights), MARK) + HEAD_GAP
        return width, self.height + SUBTITLE.spaceAfter

    def draw(self) -> None:
        self.canv.translate(0, SUBTITLE.spaceAfter)
        top = self.height
        mark(self.canv, 0, top - MARK - 1, MARK)
        for line, height in zip(self.lines, self.heights, strict=True):
            line.drawOn(self.canv, MARK + MARK_GAP, top - height)
            top -= height
        self.canv.setLineWidth(RULE)
        self.canv.line(0, 0, self.width, 0)


def mark(canvas: Canvas, x: float, y: float, side: float) -> None:
    """The product's die in black, its lower left corner at x, y: the square and the pips of `static/img/mark.svg`."""
    canvas.saveState()
    canvas.setFillColor(colors.black)
    canvas.roundRect(x, y, side, side, side / 4, stroke=0, fill=1)
    canvas.setFillColor(colors.white)
    for across, up in PIPS:
        canvas.circle(x + across * side, y + up * side, side / 10, stroke=0, fill=1)
    canvas.restoreState()


def grid(rows: Sequence[Sequence[Flowable | str]], widths: list[float], row_height: float | None = None) -> Table:
    """A text is a figure on one line, set to the right: a paragraph costs ten times as long, and there are thousands in a long list."""
    heights = [None, *[row_height] * (len(rows) - 1)] if row_height else None
    table = Table([list(row) for row in rows], colWidths=widths, rowHeights=heights, repeatRows=1)
    lines = [("LINEBELOW", (0, 0), (-1, -1), 0.25, colors.black), ("BACKGROUND", (0, 0), (-1, 0), GREY)]
    figures = [
        ("FONT", (0, 1), (-1, -1), FIGURE.fontName, FIGURE.fontSize, FIGURE.leading),
        ("ALIGN", (0, 1), (-1, -1), "RIGHT"),
    ]
    table.setStyle(TableStyle([*PADDING, *lines, *figures]))
    return table


def document(story: list[Flowable], title: str, footer: str, progress: Progress | None = None) -> bytes:
    many = len(story)
    out = io.BytesIO()
    made = SimpleDocTemplate(
        out,
        pagesize=A4,
        leftMargin=MARGIN - FRAME_PADDING,
        rightMargin=MARGIN - FRAME_PADDING,
        topMargin=MARGIN,
        bottomMargin=MARGIN + 6 * mm,
        title=title,
        author="Sdadata",
        invariant=1,
    )
    draw_footer = _footer(footer)
    if progress:
        made.setProgressCallBack(_page_progress(progress, many))
    made.build(story or [Spacer(0, 0)], onFirstPage=draw_footer, onLaterPages=draw_footer)
    return out.getvalue()


def _page_progress(progress: Progress, many: int) -> Callable[[str, int], None]:
    """Progress that never decreases, although reportlab's own count does when it splits a part."""
    furthest = 0

    def report(kind: str, value: int) -> None:
        nonlocal furthest
        if kind == "PROGRESS" and value > furthest:
            furthest = min(value, many)
            progress(furthest, many)

    return report


def _footer(text: str):
    def draw(canvas, document) -> None:
        draw_footer(canvas, document.page, text)

    return draw


def draw_footer(canvas: Canvas, page: int, text: str) -> None:
    canvas.setFont(PLAIN, 7.5)
    canvas.drawString(MARGIN, MARGIN, text[:110])
    canvas.drawRightString(A4[0] - MARGIN, MARGIN, _("pagina %d") % page)


# Sheets that are drawn by hand: cards, badges, forms to fill in


def drawn(
    title: str, pages: Sequence[Callable[[Canvas], None]], *, wide: bool = False, progress: Progress | None = None
) -> bytes:
    """One page for each function; `wide` lays the sheet on its long side. Where there is none a page says so: to readers of PDF a file
    without a page is damaged."""
    register_fonts()
    out = io.BytesIO()
    size = landscape(A4) if wide else A4
    canvas = Canvas(out, pagesize=size, invariant=1)
    pages = pages or [lambda canvas: _nothing_yet(canvas, top=size[1])]
    canvas.setTitle(title)
    canvas.setAuthor("Sdadata")
    for number, draw in enumerate(pages, 1):
        draw(canvas)
        canvas.showPage()
        if progress:
            progress(number, len(pages))
    canvas.save()
    return out.getvalue()


def _nothing_yet(canvas: Canvas, *, top: float) -> None:
    canvas.setFont(PLAIN, 14)
    canvas.drawString(20 * mm, top - 30 * mm, _("Non c'è ancora niente da stampare."))


def fitted(
    canvas: Canvas,
    text: str,
    x: float,
    y: float,
    *,
    width: float,
    size: float,
    font: str = PLAIN,
    least: float = 6,
    centred: bool = False,
) -> None:
    """The text on one line: smaller where it is too long, and cut with an ellipsis where even that does not help."""
    while size > least and canvas.stringWidth(text, font, size) > width:
        size -= 0.5
    while text and canvas.stringWidth(text, font, size) > width:
        text = text[:-2].rstrip() + "…"
    canvas.setFont(font, size)
    (canvas.drawCentredString if centred else canvas.drawString)(x, y, text)


def qr(canvas: Canvas, text: str, x: float, y: float, side: float) -> None:
    """A QR code in squares of black, its lower left corner at x, y."""
    rows = list(segno.make(text, error="m", micro=False).matrix_iter(border=0))
    unit = side / len(rows)
    for line, row in enumerate(rows):
        for start, length in _runs(row):
            canvas.rect(x + start * unit, y + side - (line + 1) * unit, length * unit, unit, stroke=0, fill=1)


def _runs(row: Iterable[int]) -> Iterable[tuple[int, int]]:
    """Where black begins and how far it goes: one rectangle a run leaves no hairlines between squares."""
    start = None
    for at, dark in enumerate([*row, 0]):
        if dark and start is None:
            start = at
        elif not dark and start is not None:
            yield start, at - start
            start = None


class QrCode(Flowable):
    """A QR code in the flow of a sheet."""

    def __init__(self, text: str, side: float) -> None:
        super().__init__()
        self.text, self.width, self.height = text, side, side

    def draw(self) -> None:
        qr(self.canv, self.text, 0, 0, self.width)
