"""The one reader of JSON bodies: bytes that are no value of the type that is due are a BadBody, whatever is wrong with them."""

from typing import TypeVar

import msgspec
from django.http import HttpRequest, RawPostDataException

T = TypeVar("T")
LARGEST = 999_999_999
"""The largest number of a line, a lease or a row that a body may name; a column has room for twice as much."""


class BadBody(ValueError):
    """The message says where and why, in the decoder's words."""


def read_json(request: HttpRequest, kind: type[T]) -> T:
    """Raises BadBody, also for nesting that is too deep and for a NUL, which no column takes."""
    try:
        body = request.body
    except RawPostDataException:  # a form, which CSRF protection reads before the view
        raise BadBody("no JSON") from None
    if b"\\u0000" in body:
        raise BadBody("a NUL")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise BadBody(str(fault)) from None
