"""Which tie-breaks of score sheets compare with one another: those that everybody level so far has on the sheet."""

from collections.abc import Sequence
from typing import Any


def comparable(keys: Sequence[tuple[Any, ...]], at: int) -> list[tuple[Any, ...]]:
    """The same sort keys, with the tie-breaks at this position cut where a sheet of somebody level so far has no more.

    A table writes the tie-breaks that part its own players, so that a missing figure says nothing: it is neither less nor
    more than one that was written.
    """
    ends = {key[: at + 1] for key in keys}
    return [(*key[:at], _cut(key, at, ends), *key[at + 1 :]) for key in keys]


def _cut(key: tuple[Any, ...], at: int, ends: set[tuple[Any, ...]]) -> tuple[Any, ...]:
    figures = key[at]
    many = next(many for many in range(len(figures) + 1) if (*key[:at], figures[:many]) in ends)
    return figures[:many]
