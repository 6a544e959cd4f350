"""Formatting of figures and moments on sheets."""

from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal

from django.core.exceptions import ImproperlyConfigured
from django.utils.formats import date_format, get_format
from django.utils.translation import get_language

from tournament.core.translation import translated_plural as ngettext


def date_in_words(day: date, pattern: str = "l j F Y") -> str:
    """ "sabato 14 marzo 2026", "Saturday 14 March 2026": Italian writes days and months in lower case."""
    words = date_format(day, pattern)
    return words if get_language() == "en" else words.lower()


def plain_decimal(points: Decimal) -> Decimal:
    """The same number as one writes it: no trailing zeros, no minus before zero, no exponent."""
    digits = f"{points:f}"
    short = digits.rstrip("0").rstrip(".") if "." in digits else digits
    return Decimal(0) if short in ("", "-", "-0") else Decimal(short)


def format_figure(points: Decimal | None, decimals: int = 0) -> str:
    """The exact figure with at least so many decimals, as its column has them, and the reader's decimal mark; nothing where
    there is none."""
    if points is None:
        return ""
    plain = plain_decimal(points)
    return f"{plain:.{max(decimals, _decimals(plain))}f}".replace(".", decimal_mark())


def decimals_of(figures: Iterable[Decimal | None]) -> int:
    """How many decimals a column of these figures has: those of the one with the most."""
    return max((_decimals(plain_decimal(points)) for points in figures if points is not None), default=0)


def _decimals(plain: Decimal) -> int:
    return max(0, -int(plain.as_tuple().exponent))


def with_minus_sign(figure: str) -> str:
    """For people: a hyphen before a figure is easily overlooked."""
    return figure.replace("-", "−")


def decimal_mark() -> str:
    """The reader's."""
    try:
        return str(get_format("DECIMAL_SEPARATOR"))
    except ImproperlyConfigured:
        return ","


def moment(at: datetime) -> str:
    return at.strftime("%d/%m/%Y %H:%M")


def points_in_words(points: Decimal) -> str:
    """A figure with its noun: “1 punto”, “0,5 punti”."""
    number = 1 if points == 1 else 2
    return ngettext("%s punto", "%s punti", number) % with_minus_sign(format_figure(points))
