"""Figures as people write them: `1234,5` or `1234.5`, and never a guess where a mark can be read in two ways."""

import re
from collections.abc import Iterable
from decimal import Decimal

from tournament.core.formatting import decimal_mark
from tournament.core.translation import translated as _

MOST = 100_000_000
DECIMALS = 4
FIGURE = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
MINUS = str.maketrans("−–", "--")
THREE_DIGITS = re.compile(r"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}")
"""One thousand, or one with three decimals: only the mark can tell."""


class BadFigure(ValueError):
    """A text that is no figure, or that reads as two; the message quotes it and says how to write it."""


def read_figure(text: str, mark: str = "") -> Decimal:
    """The exact figure; `mark` is the decimal mark of the column that the text stands in, else the reader's. Raises BadFigure."""
    written = text.strip().translate(MINUS)
    if not FIGURE.fullmatch(written):
        raise BadFigure(_("«%s» non è un numero.") % text[:30])
    if THREE_DIGITS.fullmatch(written) and (mark or decimal_mark()) not in written:
        whole, decimals = re.split(r"[.,]", written)
        raise BadFigure(
            _("«%(text)s» si legge in due modi: scrivi %(whole)s, oppure %(exact)s.")
            % {"text": text.strip(), "whole": whole + decimals, "exact": f"{whole}{mark or decimal_mark()}{decimals}"}
        )
    value = Decimal(written.replace(",", "."))
    if abs(value) >= MOST:
        raise BadFigure(_("«%s» è troppo grande per un punteggio.") % text[:30])
    if len(written.replace(",", ".").partition(".")[2].rstrip("0")) > DECIMALS:
        raise BadFigure(_("«%(text)s» ha più di %(most)d decimali.") % {"text": text[:30], "most": DECIMALS})
    return value + 0


def mark_of_column(texts: Iterable[str]) -> str:
    """The decimal mark of a column of figures, from those that read in one way; empty where none of them tells.

    Raises BadFigure where some are written with a comma and some with a point.
    """
    clear = [text.strip() for text in texts if _has_clear_mark(text.strip().translate(MINUS))]
    by_mark = {mark: next((text for text in clear if mark in text), "") for mark in ",."}
    if all(by_mark.values()):
        raise BadFigure(
            _("nella stessa colonna ci sono «%(comma)s» e «%(point)s»: usa un segno solo per i decimali")
            % {"comma": by_mark[","], "point": by_mark["."]}
        )
    return next((mark for mark, text in by_mark.items() if text), "")


def _has_clear_mark(text: str) -> bool:
    has_mark = "," in text or "." in text
    return has_mark and FIGURE.fullmatch(text) is not None and THREE_DIGITS.fullmatch(text) is None
