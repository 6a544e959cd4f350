"""A list as a table of values, to be written as a workbook or CSV."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal

Value = str | int | Decimal | None
Page = tuple[str, Sequence[str], Iterable[Sequence[Value]]]
"""The sheet's title, its head, its rows."""

FORMULA_MARKS = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet reads a text that begins with one of these as a formula."""


def moment_text(at: datetime | None) -> str:
    return at.strftime("%Y-%m-%d %H:%M") if at else ""
