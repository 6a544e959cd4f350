"""The latest answer kept: what the check of an act works out about a position, its effect asks again a moment later."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
First = TypeVar("First")
Second = TypeVar("Second")
Third = TypeVar("Third")


def latest(work_out: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """Remembers one answer, for arguments (by place) equal to the last ones. They and the answer must be values: nobody may change them.

    Arguments are compared one by one and the same object is equal at once, so a position is not looked into when it comes again.
    """
    ask: Callable[..., Answer] = work_out
    known: tuple[tuple[object, ...], Answer] | None = None

    @wraps(work_out)
    def asked(*arguments: Any) -> Answer:
        nonlocal known
        # Question and answer are read and kept as one: another table's thread may ask in between.
        kept = known
        if kept is not None and kept[0] == arguments:
            return kept[1]
        answer = ask(*arguments)
        known = (arguments, answer)
        return answer

    return cast(Callable[Asked, Answer], asked)


def latest_same(work_out: Callable[[First, Second, Third], Answer]) -> Callable[[First, Second, Third], Answer]:
    """As `latest`, for the very same three objects as the last ones, as an act's check and its effect have them: at a third of the cost.

    Equal objects that are others are worked out anew.
    """
    known: tuple[object, object, object, Answer] | None = None

    @wraps(work_out)
    def asked(first: First, second: Second, third: Third, /) -> Answer:
        nonlocal known
        kept = known
        if kept is not None and kept[1] is second and kept[2] is third and kept[0] is first:
            return kept[3]
        answer = work_out(first, second, third)
        known = (first, second, third, answer)
        return answer

    return asked
