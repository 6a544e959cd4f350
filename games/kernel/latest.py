"""The latest answer kept: what the check of an act works out about a position, its effect asks again a moment later."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")
First = TypeVar("First")
Second = TypeVar("Second")
Third = TypeVar("Third")


def latest(work_out: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Remembers one answer, for arguments (by place) equal to the last ones. They and the answer must be values: nobody may change them.

    Arguments are compared one by one and the same object is equal at once, so a position is not looked into when it comes again.
    """
    ask: Callable[..., Answer] = work_out
    latest_entry: tuple[tuple[object, ...], Answer] | None = None

    @wraps(work_out)
    def cached(*arguments: Any) -> Answer:
        nonlocal latest_entry
        # Question and answer are read and kept as one: another table's thread may ask in between.
        entry = latest_entry
        if entry is not None and entry[0] == arguments:
            return entry[1]
        answer = ask(*arguments)
        latest_entry = (arguments, answer)
        return answer

    return cast(Callable[Arguments, Answer], cached)


def recent(kept: int) -> Callable[[Callable[Arguments, Answer]], Callable[Arguments, Answer]]:
    """As `latest`, for so many answers: what a turn's end shows of a position, and is asked again while a few others stood in between."""

    def remembering(work_out: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
        ask: Callable[..., Answer] = work_out
        entries: tuple[tuple[tuple[object, ...], Answer], ...] = ()

        @wraps(work_out)
        def cached(*arguments: Any) -> Answer:
            nonlocal entries
            for question, answer in entries:
                if question == arguments:
                    return answer
            answer = ask(*arguments)
            entries = ((arguments, answer), *entries[: kept - 1])
            return answer

        return cast(Callable[Arguments, Answer], cached)

    return remembering


def latest_same(work_out: Callable[[First, Second, Third], Answer]) -> Callable[[First, Second, Third], Answer]:
    """As `latest`, for the very same three objects as the last ones, as an act's check and its effect have them: at a third of the cost.

    Equal objects that are others are worked out anew.
    """
    nothing = (object(), None, None, None)  # of an object that nobody asks about
    latest_entry = cast(tuple[object, object, object, Answer], nothing)

    @wraps(work_out)
    def cached(first: First, second: Second, third: Third, /) -> Answer:
        nonlocal latest_entry
        asked, about, further, answer = latest_entry
        if further is third and about is second and asked is first:
            return answer
        answer = work_out(first, second, third)
        latest_entry = (first, second, third, answer)
        return answer

    return cached
