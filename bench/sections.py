"""The sections of the report by name, in its order."""

import io
import sys
from collections.abc import Callable
from contextlib import redirect_stdout

from bench import documents, draw, growth, odds, rules, table
from bench.measure import Section

MOST_DRAWN = 1_000


def draw_section() -> Section:
    """The table of `bench/draw.py` as it stands."""
    told = io.StringIO()
    with redirect_stdout(told):
        draw.whole_table("1", sys.executable, MOST_DRAWN)
    lines = ("```", *told.getvalue().strip("\n").splitlines(), "```")
    return Section("Draw", [], ["The table of `bench/draw.py`:\n\n  " + "\n  ".join(lines)])


SECTIONS: dict[str, Callable[[], Section]] = {
    "rules": rules.section,
    "growth": growth.section,
    "draw": draw_section,
    "table": table.section,
    "documents": documents.section,
    "odds": odds.section,
}


def section(name: str) -> Section:
    return SECTIONS[name]()
