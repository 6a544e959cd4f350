"""A game's rulebook for judges on A4, in two columns: small enough for one sheet of paper, both sides at most."""

import io
from collections.abc import Sequence
from html import escape
from typing import Protocol

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph

from tournament.core.translation import translated as _
from tournament.exports.paper import BOLD, MARGIN, MARK, MARK_GAP, PLAIN, draw_footer, mark, register_fonts

GAP, HEAD, FOOT = 6 * mm, 10 * mm, 6 * mm
TITLE = ParagraphStyle(
    "summary-title", fontName=BOLD, fontSize=10, leading=13, spaceBefore=2.2 * mm, spaceAfter=0.8 * mm
)
LEAD = ParagraphStyle("summary-lead", fontName=PLAIN, fontSize=7, leading=8.6, spaceAfter=0.8 * mm)
LINE = ParagraphStyle("summary-line", parent=LEAD, leftIndent=2.5 * mm, firstLineIndent=-2.5 * mm, spaceAfter=0.5 * mm)


class Line(Protocol):
    @property
    def article(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def remark(self) -> str: ...


class Section(Protocol):
    @property
    def title(self) -> str: ...
    @property
    def lead(self) -> str: ...
    @property
    def lines(self) -> Sequence[Line]: ...


def rule_summary_pdf(name: str, sections: Sequence[Section]) -> bytes:
    """The sections in their order, a paragraph a line. Black and white; the same sections give the same bytes."""
    register_fonts()
    title = _("Foglio dell'arbitro")
    width, height = (A4[0] - 2 * MARGIN - GAP) / 2, A4[1] - 2 * MARGIN - HEAD - FOOT
    columns = [
        Frame(MARGIN + place * (width + GAP), MARGIN + FOOT, width, height, 0, 0, 0, 0, id=f"column-{place}")
        for place in range(2)
    ]

    def draw_page(canvas, document) -> None:  # type: ignore[no-untyped-def]
        canvas.setFont(BOLD, 13)
        mark(canvas, MARGIN, A4[1] - MARGIN - 7 * mm, MARK)
        canvas.drawString(MARGIN + MARK + MARK_GAP, A4[1] - MARGIN - 5 * mm, f"{name} · {title}")
        draw_footer(canvas, document.page, name)

    out = io.BytesIO()
    document = BaseDocTemplate(out, pagesize=A4, title=f"{name}, {title}", author="Sdadata", invariant=1)
    document.addPageTemplates(PageTemplate(frames=columns, onPage=draw_page))
    document.build([part for section in sections for part in _parts(section)])
    return out.getvalue()


def _parts(section: Section) -> list[Flowable]:
    head = [Paragraph(escape(section.title), TITLE), Paragraph(escape(section.lead), LEAD)]
    for part in head:
        part.keepWithNext = True
    return [*head, *(Paragraph(_line(line), LINE) for line in section.lines)]


def _line(line: Line) -> str:
    article = f"<font name={BOLD!r}>{escape(line.article)}</font> · " if line.article else ""
    remark = f" – {escape(line.remark)}" if line.remark else ""
    return f"{article}{escape(line.text)}{remark}"
