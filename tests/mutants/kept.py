"""What the last run of each group found, in `found.json`: so one group can be run anew, or a run cut off, and the page tells of all."""

import datetime
from collections.abc import Iterable
from pathlib import Path

import msgspec

from tests.mutants.field import Group
from tests.mutants.outcome import Outcome

FILE = Path(__file__).with_name("found.json")


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One run of a group of `targets.toml`."""

    group: str
    on: datetime.date
    minutes: float
    python: str
    outcomes: tuple[Outcome, ...]


def kept(groups: Iterable[Group], file: Path = FILE) -> tuple[Run, ...]:
    """The last run of each group that ever ran, in the order of `groups`."""
    runs = {run.group: run for run in _read(file)}
    return tuple(runs[group.name] for group in groups if group.name in runs)


def keep(run: Run, file: Path = FILE) -> None:
    """In place of that group's run before."""
    runs = {one.group: one for one in _read(file)} | {run.group: run}
    written = msgspec.json.encode(sorted(runs.values(), key=lambda one: one.group))
    file.write_bytes(msgspec.json.format(written, indent=1) + b"\n")


def _read(file: Path) -> list[Run]:
    return msgspec.json.decode(file.read_bytes(), type=list[Run]) if file.exists() else []
