"""A position written by hand, for cases, puzzles and tests: only what matters is named, the rest is a game just begun by seat 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.porcello.state import Rules, State, start


def position(rules: Rules, spec: Mapping[str, Any]) -> State:
    """A state from its own fields; `banked` and the like are lists by seat."""
    fields = {key: tuple(value) if isinstance(value, list) else value for key, value in spec.items()}
    return start(rules).with_(**{"seat": 0, "first": 0, "giro": 1, **fields})
