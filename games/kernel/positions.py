"""What the games' written positions have in common: lists that stand for tuples, and names that must be a field's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.kernel.breaches import Unreadable


def tuples(value: Any) -> Any:
    """Lists, and lists in them, as the tuples that a state holds."""
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def refuse_unknown(given: Iterable[str], allowed: Iterable[str]) -> None:
    """Raises `Unreadable` with the names that are none."""
    if unknown := sorted(set(given).difference(allowed)):
        raise Unreadable("posizione: {what} sconosciuto", "position: unknown {what}", what=", ".join(unknown))
