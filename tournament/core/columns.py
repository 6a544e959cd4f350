"""Rows of different heights down the columns of as few pages as hold them, all columns about equally full."""

from collections.abc import Sequence
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
STEPS = 12
"""Halvings of the range in which the height of the fullest column lies: finer than a line."""


def in_columns(heights: Sequence[float], room: float) -> list[int]:
    """How many rows stand in each column where the columns are filled one after the other."""
    counts: list[int] = []
    left = 0.0
    for height in heights:
        if not counts or height > left:
            counts.append(0)
            left = room
        counts[-1] += 1
        left -= height
    return counts


def in_pages(rows: Sequence[T], counts: Sequence[int], columns: int) -> list[tuple[tuple[T, ...], ...]]:
    """The rows column by column, with so many of them in each, and so many columns on a page."""
    source = iter(rows)
    stacks = [tuple(islice(source, count)) for count in counts]
    return [tuple(stacks[first : first + columns]) for first in range(0, len(stacks), columns)]


def balanced(heights: Sequence[float], room: float, columns: int) -> list[int]:
    """As few pages of so many columns as before, with the least height of a column at which they suffice."""
    most = -(-len(in_columns(heights, room)) // columns) * columns
    low, high = max(heights, default=0.0), room
    for _step in range(STEPS):
        middle = (low + high) / 2
        if len(in_columns(heights, middle)) <= most:
            high = middle
        else:
            low = middle
    return _even(heights, high, most) or in_columns(heights, high)


def _even(heights: Sequence[float], room: float, columns: int) -> list[int]:
    """Each column about as full as the others, none of them empty; nothing where one of them then has no room."""
    if len(heights) < max(columns, 1):
        return []
    share, filled = sum(heights) / columns, 0.0
    ends: list[int] = []
    for at, height in enumerate(heights):
        if filled + height / 2 > share * (len(ends) + 1) and len(ends) < columns - 1:
            ends.append(at)
        filled += height
    counts = [end - start for start, end in zip([0, *ends], [*ends, len(heights)], strict=True)]
    starts = [sum(counts[:at]) for at in range(len(counts))]
    is_whole = all(sum(heights[start : start + many]) <= room for start, many in zip(starts, counts, strict=True))
    return counts if is_whole and len(counts) == columns else []
