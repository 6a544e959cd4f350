"""Why a mutant may live: kept by hand in `survivors.toml`, by the change itself, so that a reason outlives a move of its line."""

import tomllib
from collections.abc import Collection, Iterable
from pathlib import Path

import msgspec

from tests.mutants.outcome import Change

FILE = Path(__file__).with_name("survivors.toml")


class Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of one change in a function; `was` and `now` are the whole lines, without what they are indented by."""

    module: str
    function: str
    was: str
    now: str
    why: str


def reasons(file: Path = FILE) -> tuple[Reason, ...]:
    return tuple(msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")).get("survivor", []), list[Reason]))


def why(change: Change, known: Iterable[Reason]) -> str | None:
    for reason in known:
        if key_of(reason) == key_of(change):
            return reason.why
    return None


def key_of(one: Reason | Change) -> tuple[str, str, str, str]:
    return one.module, one.function, one.was, one.now


def stale(known: Iterable[Reason], modules: Collection[str]) -> list[Reason]:
    """Reasons for a line that their module no longer has."""
    return [reason for reason in known if reason.module not in modules or not _stands(reason)]


def _stands(reason: Reason) -> bool:
    source = " ".join((Path(__file__).resolve().parents[2] / reason.module).read_text(encoding="utf-8").split())
    return reason.was in source
