"""The last run of each group, stored in `found.json`: one group can run again, or a run be cut off, and the report stays complete."""

import datetime
from collections.abc import Iterable
from pathlib import Path

import msgspec

from tests.mutants.outcome import Outcome
from tests.mutants.targets import Group

FILE = Path(__file__).with_name("found.json")


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One run of a group of `targets.toml`."""

    group: str
    on: datetime.date
    minutes: float
    python: str
    outcomes: tuple[Outcome, ...]


def last_runs(groups: Iterable[Group], file: Path = FILE) -> tuple[Run, ...]:
    """The last run of each group that has run, in the order of `groups`."""
    runs = {run.group: run for run in _read(file)}
    return tuple(runs[group.name] for group in groups if group.name in runs)


def store_run(run: Run, file: Path = FILE) -> None:
    """Replaces the group's previous run."""
    runs = {one.group: one for one in _read(file)} | {run.group: run}
    encoded = msgspec.json.encode(sorted(runs.values(), key=lambda one: one.group))
    file.write_bytes(msgspec.json.format(encoded, indent=1) + b"\n")


def _read(file: Path) -> list[Run]:
    return msgspec.json.decode(file.read_bytes(), type=list[Run]) if file.exists() else []
