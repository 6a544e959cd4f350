"""The manuals as one booklet: a part each, with the pictures of the reader's language."""

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.platypus import Flowable, Image, KeepTogether, PageBreak, Paragraph, Spacer

from tournament.core.translation import translated as _
from tournament.documents.manuals import Chapter, Manual
from tournament.exports.paper import HEADING, TEXT, WIDTH, document, heading, register_fonts

READ = ParagraphStyle("manual-text", parent=TEXT, fontSize=10.5, leading=14, leftIndent=4 * mm, spaceBefore=1.2 * mm)
CHAPTER = ParagraphStyle("manual-chapter", parent=HEADING, fontSize=13, leading=18)
BROADEST, TALLEST = WIDTH * 0.72, 82 * mm


def manuals_pdf(manuals: Sequence[Manual], picture: Callable[[str], Path | None]) -> bytes:
    """Each manual begins on a page of its own. `picture` finds the file of a picture's name; a missing one is left out."""
    register_fonts()
    story: list[Flowable] = []
    for manual in manuals:
        story += [*([PageBreak()] if story else []), *heading(manual.title, manual.lead)]
        for chapter in manual.chapters:
            story += [KeepTogether(_chapter(chapter, picture(chapter.picture) if chapter.picture else None))]
    return document(story, _("Manuali"), _("Manuali"))


def _chapter(chapter: Chapter, file: Path | None) -> list[Flowable]:
    lines = [Paragraph(escape(one), READ, bulletText="•") for one in chapter.sentences]
    shown = [Spacer(0, 2 * mm), _picture(file)] if file else []
    return [Paragraph(escape(chapter.title), CHAPTER), *lines, *shown, Spacer(0, 4 * mm)]


def _picture(file: Path) -> Image:
    width, height = ImageReader(str(file)).getSize()
    scale = min(BROADEST / width, TALLEST / height)
    return Image(str(file), width * scale, height * scale)
