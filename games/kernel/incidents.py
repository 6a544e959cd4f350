"""What goes wrong at a table, and how a judge records it: `incidents.toml` of a game's folder.

Each `[[incident]]` names the article it touches and the acts that record it (`waive` stands for an infraction that is registered and
stays); where a case plays it, its number.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from games.kernel.articles import Rulebook
from games.kernel.words import Words

FILE = "incidents.toml"
WAIVE = "waive"


class Incident(Struct, frozen=True, forbid_unknown_fields=True):
    """`what` happened, `how` it is recorded on the judge's page; `acts` are act types of the notation, or `waive`."""

    article: str
    what: Words
    how: Words
    acts: tuple[str, ...]
    case: str = ""


class _File(Struct, forbid_unknown_fields=True):
    incident: tuple[Incident, ...]


def load(folder: Path) -> tuple[Incident, ...]:
    """The incidents of a game's folder. Raises `ValueError` naming the file for anything else."""
    path = folder / FILE
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File).incident
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ValueError(f"{path.name}: {error}") from error


def table(incidents: tuple[Incident, ...]) -> str:
    """The incidents as a Markdown table."""
    rows = [
        f"| {one.what.en} | {one.how.en} | {', '.join(f'`{act}`' for act in one.acts)} | {one.article or '–'} |"
        for one in incidents
    ]
    return "\n".join(["| What happened | How it is recorded | Acts | Article |", "|---|---|---|---|", *rows]) + "\n"


def faults(
    incidents: tuple[Incident, ...], rulebook: Rulebook, acts: Collection[str], cases: Collection[str]
) -> Iterator[str]:
    """What does not fit the game: a line for each article, act or case that it does not have."""
    for one in incidents:
        where = f"“{one.what.en}”"
        if one.article and one.article not in rulebook:
            yield f"{where}: the rulebook has no article {one.article}"
        if not one.acts:
            yield f"{where}: no act records it"
        yield from (f"{where}: the game has no act {act}" for act in one.acts if act not in (WAIVE, *acts))
        if one.case and one.case not in cases:
            yield f"{where}: there is no case {one.case}"
