"""Queries whose text is composed once for each thread: Django composes it anew at every call, which costs an entry of a judge more than the
database does.

    at_table = Prepared(lambda slug, place: Table.objects.filter(round__tournament__slug=slug, number=place), str, int)
    tables = at_table("k7p2", 3)

The function is called with marks in place of its values, so it may hand them to filters and do nothing else with them. Text and whole
numbers only: other values Django converts on their way. Not for a query that locks its rows.

`insert` and `update` write rows that nobody is notified of (no signals, no key for the row), in the transaction of the caller.
"""

import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Generic, TypeVar

from django.db import connection, connections
from django.db.models import Field, Model, QuerySet

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
        converters = compiler.get_converters([one[0] for one in compiler.select])
        compiler.get_converters = lambda _expressions: converters  # the same for all connections of a kind
        rows.query.get_compiler = lambda *_options, **_named: compiler
        return rows, compiler


def _in_place_of(one: object, given: dict[int | str, int | str | None]) -> object:
    """What is given in place of a mark, of its type: PostgreSQL's numbers say how wide the column is."""
    if not isinstance(one, (int, str)) or one not in given:
        return one
    value = given[one]
    return value if value is None else type(one)(value)


def insert(row: Model) -> None:
    fields = _inserted(type(row))
    with connection.cursor() as cursor:
        values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
        cursor.execute(_insert_text(type(row), connection.vendor), values)


def update(model: type[Model], *, where: Mapping[str, object], to: Mapping[str, object]) -> int:
    """How many rows had the values of `where`, of which None is one, and have those of `to` now. The names are those of columns."""
    text, fields = _update_text(model, tuple(where), tuple(to), connection.vendor)
    values = [
        field.get_db_prep_save(value, connection)
        for field, value in zip(fields, (*to.values(), *where.values()), strict=True)
    ]
    with connection.cursor() as cursor:
        cursor.execute(text, values)
        return int(cursor.rowcount)


@lru_cache
def _inserted(model: type[Model]) -> tuple[Field[Any, Any], ...]:
    return tuple(field for field in model._meta.concrete_fields if not field.primary_key)


@lru_cache
def _insert_text(model: type[Model], _vendor: str) -> str:
    quote = connection.ops.quote_name
    columns = [quote(str(field.column)) for field in _inserted(model)]
    return (
        f"INSERT INTO {quote(model._meta.db_table)} ({', '.join(columns)}) VALUES ({', '.join(['%s'] * len(columns))})"
    )


@lru_cache
def _update_text(
    model: type[Model], where: tuple[str, ...], to: tuple[str, ...], vendor: str
) -> tuple[str, list[Field[Any, Any]]]:
    columns = {field.attname: field for field in model._meta.concrete_fields}
    changed, found = ([columns[name] for name in names] for names in (to, where))
    quote = connection.ops.quote_name
    same = "IS NOT DISTINCT FROM" if vendor == "postgresql" else "IS"
    changes = ", ".join(f"{quote(str(field.column))} = %s" for field in changed)
    tests = " AND ".join(f"{quote(str(field.column))} {same if field.null else '='} %s" for field in found)
    return f"UPDATE {quote(model._meta.db_table)} SET {changes} WHERE {tests}", [*changed, *found]
