"""Long lists cut into pages, each with an address of its own, so that readers without an account share it (page_cache)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import Http404, QueryDict

MOST_DIGITS = 6
MOST_SOUGHT = 60


@dataclass(frozen=True)
class Leaf:
    """Some items of a list: page `number` of `many`; `addresses` are those of all pages."""

    items: Sequence[Any] | QuerySet
    number: int
    addresses: tuple[str, ...]
    part: slice

    @property
    def many(self) -> int:
        return len(self.addresses)


def _length(items: Sequence[Any] | QuerySet) -> int:
    """Of a query counted by the database: its rows are read for the page alone."""
    return items.count() if isinstance(items, QuerySet) else len(items)


def leaf_of(items: Sequence[Any] | QuerySet, number: int, size: int, address: Callable[[int], str]) -> Leaf:
    """Raises Http404 for a page that is not there; the first always is."""
    many = max(1, -(-_length(items) // size))
    if not 1 <= number <= many:
        raise Http404
    first = (number - 1) * size
    part = slice(first, first + size)
    return Leaf(items[part], number, tuple(map(address, range(1, many + 1))), part)


def sought_in(data: QueryDict) -> str:
    """The search text `cerca`, without null characters, which PostgreSQL refuses."""
    return data.get("cerca", "").replace("\0", "").strip()[:MOST_SOUGHT]


def share_of(items: Sequence[Any], leaf: Leaf) -> Sequence[Any]:
    """An equal share of another list beside each page of one."""
    size = max(1, -(-len(items) // leaf.many))
    return items[(leaf.number - 1) * size : leaf.number * size]


def leaf_sought(items: Sequence[Any] | QuerySet, data: QueryDict, size: int, **others: str) -> Leaf:
    """The page of a list of the staff's that `pagina` names, under the search text `cerca` if any; `others` stand in the addresses too,
    where they have a value. A page that is not there, since the list became shorter, is the nearest one.
    """
    typed = data.get("pagina", "")
    many = max(1, -(-_length(items) // size))
    number = min(max(int(typed), 1), many) if typed.isascii() and typed.isdigit() and len(typed) < MOST_DIGITS else 1
    sought = {"cerca": text[:MOST_SOUGHT]} if (text := data.get("cerca", "")) else {}
    sought |= {name: value for name, value in others.items() if value}
    return leaf_of(items, number, size, lambda page: f"?{urlencode(sought | {'pagina': page})}")
