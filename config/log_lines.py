"""What a log line may say of a request: its route, never its path, which holds tokens and codes."""

import logging

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest

AWAY = (OperationalError, InterfaceError)  # the database does not answer, or has no room to write


class NoPaths(logging.Filter):
    """Django tells a failure with the path that was asked; here it stands as its route."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if request is not None and isinstance(record.args, tuple):
            record.args = tuple(route_of(request) if word == request.path else word for word in record.args)
        if record.exc_info and isinstance(record.exc_info[1], AWAY):
            record.exc_info = None  # a hundred tablets that try again would write a hundred traces a second
        return True


def route_of(request: HttpRequest) -> str:
    match = request.resolver_match
    return match.view_name if match is not None and match.view_name else "none"
