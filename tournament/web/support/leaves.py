"""Long lists cut into pages, each with an address of its own, so that readers without an account share it (page_cache)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404


@dataclass(frozen=True)
class Leaf:
    """Some items of a list: page `number` of `many`; `addresses` are those of all pages."""

    items: Sequence[Any]
    number: int
    addresses: tuple[str, ...]

    @property
    def many(self) -> int:
        return len(self.addresses)


def leaf_of(items: Sequence[Any], number: int, size: int, address: Callable[[int], str]) -> Leaf:
    """Raises Http404 for a page that is not there; the first always is."""
    many = max(1, -(-len(items) // size))
    if not 1 <= number <= many:
        raise Http404
    first = (number - 1) * size
    return Leaf(items[first : first + size], number, tuple(map(address, range(1, many + 1))))
