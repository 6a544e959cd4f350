"""The typeface of sheets and pictures: that of the pages, and for a letter that it has not a wider one, letter by letter."""

from functools import cache
from itertools import groupby
from pathlib import Path

from reportlab.lib.fonts import addMapping
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import TTFont

FONTS = Path(__file__).with_name("fonts")
PLAIN, BOLD = "Inter-Regular", "Inter-Bold"
WIDER = {PLAIN: "DejaVuSans", BOLD: "DejaVuSans-Bold"}
"""Georgian, Armenian, Hebrew, Arabic, tick boxes and signs."""
OTHER = 1 << 16
"""Subsets of the wider face are counted from here: a font has far fewer."""


class FaceWithFallback(TTFont):
    """A font for reportlab that takes each letter that it has not from another."""

    def __init__(self, name: str, file: Path, wider: TTFont) -> None:
        super().__init__(name, file)
        self.wider = wider

    def _runs(self, text: str | bytes) -> list[tuple[bool, str]]:
        """Stretches of letters that are this font's own, or the other's; letters that neither has are this font's."""
        words = text.decode() if isinstance(text, bytes) else text
        if words.isascii():
            return [(True, words)]
        own, other = self.face.charToGlyph, self.wider.face.charToGlyph
        found = groupby(words, lambda letter: ord(letter) in own or ord(letter) not in other)
        return [(is_own, "".join(run)) for is_own, run in found]

    def stringWidth(self, text: str | bytes, size: float, encoding: str = "utf8") -> float:
        return sum(
            super(FaceWithFallback, self).stringWidth(run, size) if is_own else self.wider.stringWidth(run, size)
            for is_own, run in self._runs(text)
        )

    def splitString(self, text: str | bytes, doc: PDFDocument, encoding: str = "utf-8") -> list[tuple[int, bytes]]:
        found: list[tuple[int, bytes]] = []
        for is_own, run in self._runs(text):
            if is_own:
                found += super().splitString(run, doc)
            else:
                found += [(OTHER + subset, part) for subset, part in self.wider.splitString(run, doc)]
        return found

    def getSubsetInternalName(self, subset: int, doc: PDFDocument) -> str:
        if subset >= OTHER:
            return self.wider.getSubsetInternalName(subset - OTHER, doc)
        return super().getSubsetInternalName(subset, doc)


def register_fonts() -> None:
    """Registers the fonts once a process, at the first sheet."""
    if BOLD in pdfmetrics.getRegisteredFontNames():
        return
    for name, other in WIDER.items():
        wider = TTFont(other, FONTS / f"{other}.ttf")
        for font in (wider, FaceWithFallback(name, FONTS / f"{name}.ttf", wider)):
            pdfmetrics.registerFont(font)
            addMapping(font.fontName, bold=0, italic=0, psname=font.fontName)


@cache
def letters_of(name: str) -> frozenset[int]:
    register_fonts()
    return frozenset(pdfmetrics.getFont(name).face.charToGlyph)


def face_of(letter: str, name: str) -> str:
    """The font of one letter, for those who draw without reportlab."""
    is_wider = ord(letter) not in letters_of(name) and ord(letter) in letters_of(WIDER[name])
    return WIDER[name] if is_wider else name
