"""Queries whose text is composed once for each thread: Django composes it anew at every call, which costs an entry of a judge more than the
database does.

    at_table = Prepared(lambda slug, place: Table.objects.filter(round__tournament__slug=slug, number=place), str, int)
    tables = at_table("k7p2", 3)

The function is called with marks in place of its values, so it may hand them to filters and do nothing else with them. Text and whole
numbers only: other values Django converts on their way. Not for a query that locks its rows.
"""

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import connections
from django.db.models import QuerySet

MARKS: dict[type, Callable[[int], int | str]] = {
    int: lambda place: (
        31_907 + place
    ),  # within the range of every integer field: Django answers others without the database
    str: lambda place: f"prepared-{place}-c58f1e6b",
}
Row = TypeVar("Row")


class Prepared(Generic[Row]):
    """`kinds` are the types of the values."""

    def __init__(self, compose: Callable[..., QuerySet[Any, Row]], *kinds: type[int] | type[str]) -> None:
        self._compose = compose
        self._marks = [MARKS[kind](place) for place, kind in enumerate(kinds)]
        self._own = threading.local()

    def __call__(self, *values: int | str | None) -> list[Row]:
        """The rows, as the query set would give them; where a value is None there are none."""
        if not hasattr(self._own, "rows"):
            self._own.rows, self._own.compiler = self._composed()
        rows, compiler = self._own.rows, self._own.compiler
        compiler.connection = connections[rows.db]  # a test's may be another
        compiler.prepared_values = dict(zip(self._marks, values, strict=True))
        return list(rows._iterable_class(rows))

    def first(self, *values: int | str | None) -> Row | None:
        return next(iter(self(*values)), None)

    def _composed(self) -> tuple[Any, Any]:
        """A query set whose compiler has its text already, and takes its values from `prepared_values`."""
        rows: Any = self._compose(*self._marks)
        compiler = rows.query.get_compiler(using=rows.db)
        text, found = compiler.as_sql()
        if missing := set(self._marks).difference(found):
            raise ValueError(f"not handed to the database as they are: {sorted(map(str, missing))}")

        def as_sql(*_options: object, **_named: object) -> tuple[str, tuple[object, ...]]:
            given = compiler.prepared_values
            return text, tuple(_in_place_of(one, given) for one in found)

        compiler.as_sql = as_sql
        rows.query.get_compiler = lambda *_options, **_named: compiler
        return rows, compiler


def _in_place_of(one: object, given: dict[int | str, int | str | None]) -> object:
    """What is given in place of a mark, of its type: PostgreSQL's numbers say how wide the column is."""
    if not isinstance(one, (int, str)) or one not in given:
        return one
    value = given[one]
    return value if value is None else type(one)(value)
