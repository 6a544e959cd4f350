"""Refuses what no page sends and no view expects, before it reaches one: 400 instead of a fault.

PostgreSQL has no text with a NUL, a database column no number beyond its size, and a decoder only so many levels.
"""

import logging
from collections.abc import Callable, Iterable

from django.core.exceptions import BadRequest
from django.db import DataError
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest

from config.log_lines import route_of

MOST_QUERY = 8_000
"""Characters of a query, as proxies allow by default; a redirect's `next` is the longest that a page makes."""
MOST_DIGITS = 300
"""Of a number in a query or a form: Python refuses to read one of 4,300, and nothing counts that far."""
logger = logging.getLogger("sdadata.refused")


class HostileInputMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if len(request.META.get("QUERY_STRING", "")) > MOST_QUERY:
            return HttpResponse("URI Too Long\n", "text/plain", status=414)
        if any(map(_is_hostile, _texts(request))):
            raise BadRequest("a NUL, or a number without end")
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """A number or a text that fits no column, and nesting that fits no decoder, come from outside; the log has the trace."""
        if not isinstance(fault, OverflowError | DataError | RecursionError):
            return None
        logger.warning("%s: %s", route_of(request), type(fault).__name__, exc_info=fault)
        return HttpResponseBadRequest("Bad Request\n", "text/plain")


def _texts(request: HttpRequest) -> Iterable[str]:
    yield request.path_info
    for name, values in request.GET.lists():
        yield from (name, *values)
    if request.method == "POST":
        for name, values in request.POST.lists():
            yield from (name, *values)
        for name, files in request.FILES.lists():
            yield from (name, *(file.name or "" for file in files))


def _is_hostile(text: str) -> bool:
    return "\0" in text or (len(text) > MOST_DIGITS and text.strip().lstrip("+-").isdigit())
