"""The results of the drills in `bench/results.md`: one section a drill, replaced by each long run with `--write`.

`make bench` writes the part above the drills and leaves this one unchanged.
"""

import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

RESULTS = Path(__file__).resolve().parents[2] / "bench" / "results.md"
TITLE = "# Drills\n"
INTRO = "\nEach section is from the last long run of its drill; `make drills` runs them all.\n"


def write_section(name: str, command: str, figures: Mapping[str, object], *, path: Path = RESULTS) -> None:
    """Replace the section of one drill: when, on what, by which command, and its figures as a table."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    above, sections = split(text)
    sections[name] = _section(command, figures)
    path.write_text(above.rstrip("\n") + "\n\n" + _joined(sections), encoding="utf-8")


def split(text: str) -> tuple[str, dict[str, str]]:
    """The part above the drills, and each drill's section by its name."""
    above, _title, below = text.partition(TITLE)
    parts = below.split("\n## ")[1:]
    return above, {name: body.strip("\n") for name, _line, body in (part.partition("\n") for part in parts)}


def drills_part(text: str) -> str:
    """The drills' part of a report, to be appended to a new one; empty where there is none."""
    _above, sections = split(text)
    return _joined(sections) if sections else ""


def _joined(sections: Mapping[str, str]) -> str:
    return TITLE + INTRO + "".join(f"\n## {name}\n\n{sections[name]}\n" for name in sorted(sections))


def _section(command: str, figures: Mapping[str, object]) -> str:
    when = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC: Python {platform.python_version()}, {os.cpu_count()} cores, "
    lines = [f"`{command}` on {when}load {os.getloadavg()[0]:.1f}.", "", "| | |", "|---|---|"]
    lines += [f"| {name} | {_cell(value)} |" for name, value in figures.items()]
    return "\n".join(lines)


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "**no**"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list):
        return "; ".join(map(str, value)) or "none"
    return str(value)
