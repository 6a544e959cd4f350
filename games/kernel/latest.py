"""The latest answer kept: what the check of an act works out about a position, its effect asks again a moment later."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


def latest(work_out: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """Remembers one answer, for arguments equal to the last ones. They and the answer must be values: nobody may change them.

    Arguments are compared one by one and the same object is equal at once, so a position is not looked into when it comes again.
    """
    known: tuple[tuple[object, ...], Answer] | None = None

    @wraps(work_out)
    def asked(*arguments: Asked.args, **named: Asked.kwargs) -> Answer:
        nonlocal known
        if known is not None and known[0] == arguments:
            return known[1]
        answer = work_out(*arguments, **named)
        known = (arguments, answer)
        return answer

    return asked
