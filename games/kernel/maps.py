"""The map of a board: shapes of lands, their common borders, and where each label stands. Made by `tools/maps`, read here.

Coordinates are units of the picture, flat lists `x, y, x, y…`; a pair of places is one key, joined by a bar. A board without a map, or one
that an organizer brought, is drawn as tiles.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

Flat = tuple[float, ...]


class Land(Struct, frozen=True):
    """Rings of one place, holes among them; the middles of its plaque and of its name's base line, where these stand apart of a tile.

    `leader` is the end on the land of the line from a label that stands in the water.
    """

    rings: tuple[Flat, ...]
    plaque: tuple[float, float] | None = None
    name: tuple[float, float] | None = None
    leader: tuple[float, float] | None = None


class BoardMap(Struct, frozen=True):
    """`scale` is the size of a unit of the board's layout, where labels stand at the layout's boxes; 0 where the map has its own.

    `seas` are the links that are no border; `ridges` the places that are mountains."""

    width: int
    height: int
    lands: Mapping[str, Land]
    borders: Mapping[str, tuple[Flat, ...]]
    seas: Mapping[str, tuple[Flat, ...]] = {}
    rivers: tuple[Flat, ...] = ()
    ridges: frozenset[str] = frozenset()
    scale: int = 0


@lru_cache(maxsize=8)
def read(path: Path) -> BoardMap | None:
    """The map of a file; None where it is not at hand, as on a tablet."""
    return msgspec.json.decode(path.read_bytes(), type=BoardMap) if path.exists() else None


def pair_of(key: str) -> tuple[str, str]:
    one, _, other = key.partition("|")
    return one, other
