"""The sections of the report by name, in its order, and the ratios of the baseline; each run in a process of its own."""

import io
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from multiprocessing import get_context
from typing import Any

from bench import (
    acknowledged,
    documents,
    draw,
    growth,
    hall,
    large_event,
    loading,
    memory,
    odds,
    pages,
    rating,
    rules,
    table,
    taps,
)
from bench.measure import Figure, Section

MOST_DRAWN = 1_000


def draw_section() -> Section:
    """The table of `bench/draw.py`, unchanged."""
    result = io.StringIO()
    with redirect_stdout(result):
        draw.whole_table("1", sys.executable, MOST_DRAWN)
    lines = ("```", *result.getvalue().strip("\n").splitlines(), "```")
    return Section("Draw", [], ["The table of `bench/draw.py`:\n\n  " + "\n  ".join(lines)])


SECTIONS: dict[str, Callable[[], Section]] = {
    "rules": rules.section,
    "growth": growth.section,
    "draw": draw_section,
    "table": table.section,
    "taps": taps.section,
    "acknowledged": acknowledged.section,
    "loading": loading.section,
    "pages": pages.section,
    "large-event": large_event.section,
    "memory": memory.section,
    "documents": documents.section,
    "odds": odds.section,
    "rating": rating.section,
}


def section(name: str) -> Section:
    return SECTIONS[name]()


def ratios() -> list[Figure]:
    """The figures of the baseline, measured once."""
    with hall.site():
        of_documents = list(documents.ratios())
    return [*rules.ratios(), *of_documents, *table.ratios()]


def alone(work: Callable[..., Any], *given: Any) -> Any:
    """The result of a function called in a fresh process: Django is set up once a process, over one database."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *given).result()
