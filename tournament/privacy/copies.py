"""Copies of what pages and pictures show, in the memory of a process: an erasure empties every place that may hold a name.

In the process that erases, as soon as it is committed; in the others, when they next read the versions of a page. Whoever stores in
memory what may hold a name, as the key of a cache too, registers here how to empty it; `tests/test_forgotten.py` looks for the others.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

TOPIC = "erasures"
"""The live topic that each erasure raises."""

Forget = Callable[[], object]
Cached = TypeVar("Cached", bound=Callable[..., Any])

_places: list[Forget] = []
_heeded: dict[str, int] = {}


def forgotten_by(forget: Forget) -> Forget:
    """Register a function that empties a place where copies are."""
    _places.append(forget)
    return forget


def cached(most: int) -> Callable[[Cached], Cached]:
    """`lru_cache` for a function whose arguments or results may hold names."""

    def wrap(function: Cached) -> Cached:
        wrapped: Any = lru_cache(maxsize=most)(function)
        forgotten_by(wrapped.cache_clear)
        return wrapped

    return wrap


def forget() -> None:
    for place in _places:
        place()


def heed(versions: Mapping[str, int]) -> None:
    """Forget where another process has erased somebody since this one last read the versions."""
    version = versions[TOPIC]
    if _heeded.setdefault(TOPIC, version) != version:
        _heeded[TOPIC] = version
        forget()
