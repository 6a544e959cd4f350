"""A score sheet filled in on paper: what its lines hold beside the points, and what the game makes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from games.kernel.score import Row
from games.kernel.words import Words


class PaperField(Struct, frozen=True):
    """A choice that the sheet holds for each seat: its values, each with its words."""

    name: str
    words: Words
    values: tuple[tuple[str, Words], ...]


class PaperLine(Struct, frozen=True):
    """What was written of one seat; a field that was left empty is not among `figures`."""

    figures: Mapping[str, str]
    is_eliminated: bool = False


class PaperFault(Struct, frozen=True):
    """Something that cannot stand on a sheet, in the line of this seat and, where there is one, at this field."""

    seat: int
    words: Words
    field: str = ""


class PaperScore(Struct, frozen=True):
    """A row a line, in their order: points are None where the lines do not say enough, ranks until every row has points."""

    rows: tuple[Row, ...]
    faults: tuple[PaperFault, ...] = ()


class PaperSheet(Struct, frozen=True):
    """`score` takes the rules, the code of the ending and the lines by seat; it refuses nothing, and names faults. `hint` says
    to whoever types what may be left empty."""

    hint: Words
    fields: Callable[[Any], tuple[PaperField, ...]]
    score: Callable[[Any, str, Sequence[PaperLine]], PaperScore]
