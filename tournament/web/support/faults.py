"""What the log line of an answer says besides its status: the class of a fault, never its words."""

from django.http import HttpRequest


def database_fault(fault: BaseException) -> str:
    """`OperationalError (OperationalError SQLITE_BUSY)`: the classes of a fault and its code at SQLite or PostgreSQL (`SQLSTATE`).
    Never its words, which quote rows, hosts and users.
    """
    cause = fault.__cause__
    if cause is None:
        return type(fault).__name__
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or ""
    return f"{type(fault).__name__} ({' '.join(filter(None, (type(cause).__name__, code)))})"


def note_reason(request: HttpRequest, reason: str) -> None:
    """What the line of this request says besides its status."""
    request.__dict__["_reason_of_answer"] = reason


def reason_of(request: HttpRequest) -> str:
    return request.__dict__.get("_reason_of_answer", "")
