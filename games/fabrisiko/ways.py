"""Ways over the board as an act names them. Each is read once a board: the same ones are gone again and again."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from games.kernel.breaches import Lookup, Unreadable

if TYPE_CHECKING:
    from games.fabrisiko.board import Board

KNOWN_WAYS = 4096


class Way(Struct, frozen=True, gc=False):
    """From `src` by the places of `path` to its last one, `dst`; `crossed` are those between, `steps` how many it takes.

    `kinds` of units go it, with their names, all on the ground or all in the air (`flies`); `is_open`: all of them can take every step.
    `ends_high`: on a mountain border.
    """

    src: int
    path: tuple[int, ...]
    dst: int
    crossed: tuple[int, ...]
    kinds: tuple[tuple[int, str], ...]
    steps: int
    flies: bool
    is_open: bool
    ends_high: bool


def ways_of(board: Board, number: Lookup) -> Callable[[str, tuple[str, ...], tuple[str, ...]], Way]:
    """What reads a place, a path and kinds of units by their ids.

    Raises `Unreadable` for a name that is none, an empty path, no units, ground units and planes together.
    """

    @lru_cache(maxsize=KNOWN_WAYS)
    def way(start: str, names: tuple[str, ...], units: tuple[str, ...]) -> Way:
        src, path = board.index[start], tuple([board.index[name] for name in names])
        kinds = tuple(sorted([(number[unit], unit) for unit in units]))
        flies = _flies(path, tuple([kind for kind, _ in kinds]), number["caccia"])
        is_open = all(_is_open(board.steps[kind], (src, *path)) for kind, _ in kinds)
        return Way(src, path, path[-1], path[:-1], kinds, len(path), flies, is_open, board.is_ridge(path[-1]))

    return way


def _flies(path: tuple[int, ...], kinds: tuple[int, ...], first_plane: int) -> bool:
    if not path or not kinds:
        raise Unreadable("mancano le unità o la strada", "units or path are missing")
    if kinds[0] < first_plane <= kinds[-1]:
        raise Unreadable(
            "unità di terra e aerei si muovono con atti separati", "ground units and planes move by acts of their own"
        )
    return kinds[0] >= first_plane


def _is_open(reached: tuple[tuple[int, ...], ...], steps: tuple[int, ...]) -> bool:
    return all(there in reached[here] for here, there in pairwise(steps))
