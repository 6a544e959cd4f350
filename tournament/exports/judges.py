"""The judge's page of reminders as a PDF."""

from html import escape

from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Paragraph, Spacer

from tournament.core.translation import translated as _
from tournament.documents.judges_guide import guide
from tournament.exports.paper import HEADING, TEXT, document, heading, register_fonts

# Read at a glance while the other hand holds the tablet.
LARGE = ParagraphStyle("large", parent=TEXT, fontSize=11, leading=14.5, leftIndent=4 * mm)
LARGE_HEADING = ParagraphStyle("large-heading", parent=HEADING, fontSize=13, leading=18)


def judges_guide_pdf(title: str, footer: str) -> bytes:
    register_fonts()
    story: list[Flowable] = heading(_("Promemoria dell'arbitro"), title)
    for name, sentences in guide():
        lines = [Paragraph(escape(one), LARGE, bulletText="•") for one in sentences]
        story += [KeepTogether([Paragraph(escape(name), LARGE_HEADING), *_apart(lines)]), Spacer(0, 3.5 * mm)]
    return document(story, _("Promemoria dell'arbitro"), footer)


def _apart(lines: list[Paragraph]) -> list[Flowable]:
    return [part for line in lines for part in (Spacer(0, 1.4 * mm), line)]
