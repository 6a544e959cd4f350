"""Positions are values: a changed one is a new one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from operator import is_not
from typing import Any


def put(values: Sequence[Any], place: int, value: Any) -> tuple[Any, ...]:
    """The values with another one at that place."""
    changed = [*values]
    changed[place] = value
    return tuple(changed)


def changed(values: Sequence[Any], before: Sequence[Any]) -> Iterable[int]:
    """The places with another object than before; all of them where there were fewer or more.

    What a position leaves as it was is the same object in the next one, and a glance tells. Equal objects that are others count as changed.
    """
    places = range(len(values))
    return compress(places, map(is_not, values, before)) if len(before) == len(values) else places
