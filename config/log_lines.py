"""What a log line may say about a request: its route, never its path, which contains tokens and codes."""

import logging
import traceback
from types import TracebackType
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.db import Error, InterfaceError, OperationalError
from django.http import HttpRequest

from tournament.web.support.faults import database_fault

DATABASE_ERRORS = (OperationalError, InterfaceError)  # the database does not answer, or the disk is full
WITHOUT_TRACE = (*DATABASE_ERRORS, SuspiciousOperation)
"""A hundred retrying tablets would write a hundred traces a second, and so would a stranger with bad hosts."""


class NoPaths(logging.Filter):
    """Of the handler, so that no logger escapes it: Django logs failures and refusals with the path, and hands over the request,
    which a formatter for collectors would write as an attribute of its own.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        request = record.__dict__.pop("request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            record.args = tuple(_without_path(argument, request) for argument in record.args)
        if record.exc_info and isinstance(record.exc_info[1], WITHOUT_TRACE):
            record.exc_info = None
        elif record.exc_info and _quotes_rows(record.exc_info[1]):
            record.exc_text, record.exc_info = _trace_without_words(*record.exc_info[1:]), None
        return True


class TracesOnly(logging.Filter):
    """Of `django.request`: the line of config/observation.py says what an answer was, so Django's own is for the trace of a fault."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.exc_info is not None and not isinstance(record.exc_info[1], WITHOUT_TRACE)


def _quotes_rows(fault: BaseException | None) -> bool:
    """PostgreSQL's words of a refused row contain the row, and so what somebody typed."""
    while fault is not None:
        if isinstance(fault, Error):
            return True
        fault = fault.__cause__ or fault.__context__
    return False


def _trace_without_words(fault: BaseException | None, trace: TracebackType | None) -> str:
    lines = ["Traceback (most recent call last):\n", *traceback.format_tb(trace)]
    return "".join(lines) + (database_fault(fault) if fault is not None else "")


def _without_path(argument: Any, request: HttpRequest) -> Any:
    if not isinstance(argument, str):
        return argument
    for path in (request.get_full_path(), request.path):
        if len(path) > 1:
            argument = argument.replace(path, route_of(request))
    return argument


def route_of(request: HttpRequest) -> str:
    match = request.resolver_match
    return match.view_name if match is not None and match.view_name else "none"
