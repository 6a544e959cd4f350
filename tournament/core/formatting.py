"""Formatting of figures and moments on sheets."""

from datetime import datetime
from decimal import Decimal

from django.core.exceptions import ImproperlyConfigured
from django.utils.formats import get_format


def format_figure(points: Decimal | None) -> str:
    """The exact figure without trailing zeros, with the reader's decimal mark; nothing where there is none."""
    if points is None:
        return ""
    digits = f"{points:f}"
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return digits.replace(".", _decimal_mark())


def _decimal_mark() -> str:
    try:
        return str(get_format("DECIMAL_SEPARATOR"))
    except ImproperlyConfigured:
        return ","


def moment(at: datetime) -> str:
    return at.strftime("%d/%m/%Y %H:%M")
