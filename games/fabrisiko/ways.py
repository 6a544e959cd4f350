"""Ways over the board as an act names them. Each is read once a board: the same ones are gone again and again."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from games.kernel.breaches import Lookup

if TYPE_CHECKING:
    from games.fabrisiko.board import Board

KNOWN_WAYS = 4096


class Way(Struct, frozen=True, gc=False):
    """From `src` by the places of `path` to its last one, `dst`; `crossed` are those between. An empty path stays where it is.

    `kinds` of units go it, with their names, ground units before planes; `is_open`: all of them can take every step. `ends_high`: on a
    mountain border.
    """

    src: int
    path: tuple[int, ...]
    dst: int
    crossed: tuple[int, ...]
    kinds: tuple[tuple[int, str], ...]
    is_open: bool
    ends_high: bool


def ways_of(board: Board, number: Lookup) -> Callable[[str, tuple[str, ...], tuple[str, ...]], Way]:
    """What reads a place, a path and kinds of units by their ids. Raises `Unreadable` for a name that is none."""

    @lru_cache(maxsize=KNOWN_WAYS)
    def way(start: str, names: tuple[str, ...], units: tuple[str, ...]) -> Way:
        src, path = board.index[start], tuple([board.index[name] for name in names])
        dst = path[-1] if path else src
        kinds = sorted([(number[unit], unit) for unit in units])
        is_open = all(_is_open(board.steps[kind], (src, *path)) for kind, _ in kinds)
        return Way(src, path, dst, path[:-1], tuple(kinds), is_open, board.is_ridge(dst))

    return way


def _is_open(reached: tuple[tuple[int, ...], ...], steps: tuple[int, ...]) -> bool:
    return all(there in reached[here] for here, there in pairwise(steps))
