"""Why a mutant may survive: `survivors.toml`, written by hand; a reason names the change itself and so survives a move of its line."""

import re
import tomllib
from collections.abc import Collection, Iterable
from pathlib import Path

import msgspec

from tests.mutants.outcome import Change
from tests.mutants.targets import ROOT

FILE = Path(__file__).with_name("survivors.toml")


class Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reason for one change in a function; `was` and `now` are whole lines without indentation."""

    module: str
    function: str
    was: str
    now: str
    why: str


def load_reasons(file: Path = FILE) -> tuple[Reason, ...]:
    return tuple(msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")).get("survivor", []), list[Reason]))


def reason_for(change: Change, reasons: Iterable[Reason]) -> str | None:
    return next((reason.why for reason in reasons if key_of(reason) == key_of(change)), None)


def key_of(one: Reason | Change) -> tuple[str, str, str, str]:
    return one.module, one.function, one.was, one.now


def stale(reasons: Iterable[Reason], modules: Collection[str]) -> list[Reason]:
    """Reasons for a function or a line that their module no longer contains."""
    return [reason for reason in reasons if reason.module not in modules or not is_current(reason)]


def is_current(one: Reason | Change) -> bool:
    """Whether the module still contains the function and the line that was changed."""
    source = (ROOT / one.module).read_text(encoding="utf-8")
    function = one.function.rpartition(".")[2]
    return re.search(rf"\bdef {function}\b", source) is not None and one.was in " ".join(source.split())
