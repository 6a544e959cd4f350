"""The report of the benches as text: on the screen, and in `bench/results.md` with date and versions."""

import dataclasses
import os
import platform
import re
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bench.measure import Figure, Section
from tests.drills.results import drills_part

RESULTS = Path(__file__).with_name("results.md")
WITH = ("chess", "open_spiel", "Django", "msgspec", "reportlab", "openpyxl", "uvicorn", "psycopg", "playwright")
HEAD = ("", "ours", "beside", "times as fast")


def written(sections: Iterable[Section]) -> str:
    """The whole report in Markdown."""
    return "\n".join(["# Benchmarks", "", *_when(), "", *(part for one in sections for part in _section(one))])


def write(text: str) -> None:
    """Replace the part above the drills."""
    drills = drills_part(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else ""
    RESULTS.write_text(f"{text}\n{drills}" if drills else text, encoding="utf-8")


def replace(sections: Iterable[Section]) -> None:
    """Put these sections, measured without the others, in the place of those of their names, each with its own moment."""
    text = RESULTS.read_text(encoding="utf-8")
    drills = drills_part(text)
    head, *old = re.split(r"(?m)^(?=## )", text.removesuffix(drills).rstrip("\n") + "\n\n")
    found = {part.partition("\n")[0]: part for part in old}
    for one in sections:
        alone = f"Measured by itself on {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, load {os.getloadavg()[0]:.1f}."
        found[f"## {one.title}"] = "\n".join(_section(dataclasses.replace(one, notes=[*one.notes, alone]))) + "\n"
    RESULTS.write_text(head + "".join(found.values()) + drills, encoding="utf-8")


def _section(section: Section) -> list[str]:
    table = [*_table(section.figures), ""] if section.figures else []
    return [f"## {section.title}", "", *table, *(f"- {_indented(note)}" for note in section.notes), ""]


def _indented(note: str) -> str:
    """The further lines of a note, such as a table, belong to its item of the list."""
    first, *others = note.splitlines()
    return "\n".join([first, *(f"  {line.removeprefix('  ')}" if line else "" for line in others)])


def _when() -> list[str]:
    packages = ", ".join(f"{name} {_version(name)}" for name in WITH)
    return [
        f"Written by `make bench` on {datetime.now(UTC):%Y-%m-%d %H:%M} UTC: Python {platform.python_version()}, {os.cpu_count()} cores, "
        f"load {os.getloadavg()[0]:.1f}, ten million steps of a loop in {_loop_seconds():.1f} s. {packages}.",
        "Compare the ratios, measured in turns in the same run; the figures are one machine's. **short** marks a missed limit.",
    ]


def _loop_seconds() -> float:
    """The machine's present speed, which may change by half within hours."""
    began, total = time.process_time(), 0
    for step in range(10_000_000):
        total += step & 3
    return time.process_time() - began


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def _table(figures: Iterable[Figure]) -> list[str]:
    rows = [HEAD, *((figure.what, figure.ours, figure.beside, _ratio(figure)) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    lines = [
        "| " + " | ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    return [lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]]


def _ratio(figure: Figure) -> str:
    if figure.ratio is None:
        return ""
    return f"{figure.ratio:.2f}" + (" **short**" if figure.is_short else "")
