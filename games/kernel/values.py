"""Positions are values: a changed one is a new one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def put(values: Sequence[Any], place: int, value: Any) -> tuple[Any, ...]:
    """The values with another one at that place."""
    changed = [*values]
    changed[place] = value
    return tuple(changed)
