"""Which field of an act is the cause of a refusal: the smallest part without which the first article is no longer broken."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from games.kernel.acts import Act, By
from games.kernel.breaches import Breach, Unreadable
from games.kernel.lines import read_act
from games.kernel.questions import NotPossibleNow
from games.kernel.record import Record


class Cause(NamedTuple):
    """A field of the act, and a key in it where it has keys, such as a place; both empty where no part of the act is to blame.

    `is_missing`: the field was not said, or not whole, so that what is empty of it is the cause.
    """

    field: str = ""
    key: str = ""
    is_missing: bool = False


NO_CAUSE = Cause()


def cause_of(record: Record, by: By, act: Act) -> Cause:
    first, *_others = _breaches(record, by, act) or (None,)
    if first is None:
        return NO_CAUSE
    if first.lacks:
        return Cause(first.lacks, is_missing=True)
    data = msgspec.to_builtins(act, str_keys=True)
    return next((part for part in _parts(data) if not _breaks(record, by, _without(data, part), first)), Cause())


def _parts(data: dict[str, Any]) -> Iterator[Cause]:
    """Single places first, then fields that are one input; of many places together none is to blame."""
    fields = [name for name in data if name != "type"]
    for name in fields:
        if isinstance(data[name], dict):
            yield from (Cause(name, key) for key in data[name])
    yield from (Cause(name) for name in fields if not isinstance(data[name], dict))


def _without(data: dict[str, Any], part: Cause) -> dict[str, Any]:
    if part.key:
        return {**data, part.field: {key: value for key, value in data[part.field].items() if key != part.key}}
    return {name: value for name, value in data.items() if name != part.field}


def _breaks(record: Record, by: By, data: dict[str, Any], first: Breach) -> bool:
    """Whether the act is still refused for the same reason, or can be no act any more."""
    try:
        found = _breaches(record, by, read_act(record.game, data))
    except Unreadable:
        return True
    return any(_sentence(one) == _sentence(first) for one in found)


def _sentence(breach: Breach) -> tuple[object, ...]:
    """What it says without its numbers: of a sum that is too high any place could be taken away, and none is to blame."""
    facts = [(name, str(value)) for name, value in sorted(breach.facts.items()) if not isinstance(value, int)]
    return breach.article, re.sub(r"\d+", "", str(breach.says)), *facts


def _breaches(record: Record, by: By, act: Act) -> tuple[Breach, ...]:
    try:
        return record.breaches(by, act, why="?")
    except (Unreadable, NotPossibleNow):
        return ()
