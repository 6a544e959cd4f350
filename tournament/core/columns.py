"""Rows of different heights down the columns of as few pages as hold them, all columns about equally full."""

from collections.abc import Sequence

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
    return in_columns(heights, high)
