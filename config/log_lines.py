"""What a log line may say about a request: its route, never its path, which contains tokens and codes."""

import logging

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest

DATABASE_ERRORS = (OperationalError, InterfaceError)  # the database does not answer, or the disk is full


class NoPaths(logging.Filter):
    """Django logs a failure with the requested path; this replaces the path by the route."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if request is not None and isinstance(record.args, tuple):
            record.args = tuple(route_of(request) if word == request.path else word for word in record.args)
        if record.exc_info and isinstance(record.exc_info[1], DATABASE_ERRORS):
            record.exc_info = None  # a hundred retrying tablets would write a hundred traces a second
        return True


def route_of(request: HttpRequest) -> str:
    match = request.resolver_match
    return match.view_name if match is not None and match.view_name else "none"
