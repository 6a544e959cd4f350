"""A list as a table of values, to be written as a workbook or CSV."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

Value = str | int | Decimal | None


class Page(NamedTuple):
    """A sheet of a workbook. Its first `names` columns say of whom or of what a row is; `heading` stands over its printed pages."""

    title: str
    head: Sequence[Value]
    rows: Iterable[Sequence[Value]]
    names: int = 1
    heading: str = ""


FORMULA_MARKS = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet reads a text that begins with one of these as a formula."""


def moment_text(at: datetime | None) -> str:
    return at.strftime("%Y-%m-%d %H:%M") if at else ""
