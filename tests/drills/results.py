"""What the drills found, kept in `bench/results.md`: a section for each drill, written anew by its last long run.

`make bench` writes the part above the drills and leaves this one as it is.
"""

import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

RESULTS = Path(__file__).resolve().parents[2] / "bench" / "results.md"
TITLE = "# What the drills found\n"
INTRO = "\nEach section by the last long run of its drill; `make drills` runs them all.\n"


def keep(name: str, command: str, figures: Mapping[str, object], *, path: Path = RESULTS) -> None:
    """The section of one drill: when, on what, by which command, and its figures as a table."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    above, sections = split(text)
    sections[name] = _section(command, figures)
    path.write_text(above.rstrip("\n") + "\n\n" + _joined(sections), encoding="utf-8")


def split(text: str) -> tuple[str, dict[str, str]]:
    """What stands above the drills, and each drill's section by its name."""
    above, _title, below = text.partition(TITLE)
    parts = below.split("\n## ")[1:]
    return above, {name: body.strip("\n") for name, _line, body in (part.partition("\n") for part in parts)}


def drills_of(text: str) -> str:
    """The drills' part of a report, to go under a report that is written anew."""
    _above, sections = split(text)
    return _joined(sections) if sections else ""


def _joined(sections: Mapping[str, str]) -> str:
    return TITLE + INTRO + "".join(f"\n## {name}\n\n{sections[name]}\n" for name in sorted(sections))


def _section(command: str, figures: Mapping[str, object]) -> str:
    when = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC: Python {platform.python_version()}, {os.cpu_count()} cores, "
    lines = [f"`{command}` on {when}load {os.getloadavg()[0]:.1f}.", "", "| | |", "|---|---|"]
    lines += [f"| {name} | {_told(value)} |" for name, value in figures.items()]
    return "\n".join(lines)


def _told(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "**no**"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list):
        return "; ".join(map(str, value)) or "none"
    return str(value)
