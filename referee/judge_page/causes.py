"""Which part of an act is the cause of a refusal: the one that, put right alone, leaves an act that is no longer refused for the first
reason. Where several places would serve, as those of a sum that the box does not hold, all of them are the cause and none alone.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import combinations, islice
from typing import Any, NamedTuple

import msgspec

from games.kernel.acts import Act, By
from games.kernel.breaches import Breach, Unreadable
from games.kernel.lines import read_act
from games.kernel.questions import NotPossibleNow
from games.kernel.record import Record

Path = tuple[str | int, ...]
"""Where a value stands in an act: its field, then the keys and places within it."""
Part = tuple[str, str]
"""A field, and a key in it."""


class Cause(NamedTuple):
    """A field of the act, and a key in it where it has keys, such as a place; both empty where no part of the act is to blame.

    `is_missing`: the field was not said, or not whole, so that what is empty of it is the cause. `keys`: several in the field that make up
    a sum which is the cause.
    """

    field: str = ""
    key: str = ""
    is_missing: bool = False
    keys: tuple[str, ...] = ()


NO_CAUSE = Cause()


MOST_CAUSES = 3
"""Reasons of a refusal whose fields are looked for: each search tries every part of the act."""


def causes_of(record: Record, by: By, act: Act) -> tuple[tuple[Cause, Breach], ...]:
    """What of the act each reason blames, in the order of the reasons, for those that blame something."""
    found = _breaches(record, by, act)
    reasons: dict[tuple[object, ...], Breach] = {}
    for breach in found:
        reasons.setdefault(_sentence(breach), breach)
    blamed: dict[Cause, Breach] = {}
    for breach in islice(reasons.values(), MOST_CAUSES):
        if breach.lacks:
            cause = Cause(breach.lacks, is_missing=True)
        else:
            others = tuple(one for one in found if one is not breach)
            cause = _Search(record, by, msgspec.to_builtins(act, str_keys=True), (breach, *others)).cause()
        if cause.field:
            blamed.setdefault(cause, breach)
    return tuple(blamed.items())


class _Search:
    """The parts of a refused act, tried one by one: left out, or one of their numbers put right by what the reason says is too much."""

    def __init__(self, record: Record, by: By, data: dict[str, Any], found: tuple[Breach, ...]) -> None:
        self.record, self.by, self.data = record, by, data
        self.first = _sentence(found[0])
        self.reasons = {_sentence(one) for one in found}
        self.differences = _differences(found[0])

    def cause(self) -> Cause:
        keyed = [(name, key) for name, value in self._fields() if isinstance(value, dict) for key in value]
        hidden: list[Part] = []
        mended: list[Part] = []
        for part in keyed:
            after = self._reasons_of(_without(self.data, part))
            if after is None or self.first in after:
                continue
            (mended if after <= self.reasons else hidden).append(part)
        mended += [part for part in keyed if part not in mended and self._is_put_right(part, self._by_differences)]
        if len(_keys(mended)) == 1:  # by chance, perhaps, of a sum to which others belong
            mended += islice(self._like(mended[0], keyed), 1)
        if mended:
            return _one_or_all(mended)
        # What stands without the part is refused for another reason, which may only be asked about before the first one.
        if len(_keys(hidden)) == 1:
            return Cause(*hidden[0])
        fields = sorted(self._fields(), key=lambda field: isinstance(field[1], dict))
        return next(
            (_whole(name, value) for name, value in fields if self._serves_without(name, value, hidden)), NO_CAUSE
        )

    def _fields(self) -> list[tuple[str, Any]]:
        return [(name, value) for name, value in self.data.items() if name != "type"]

    def _serves_without(self, name: str, value: Any, hidden: list[Part]) -> bool:
        """Whether the act stands without the field, as far as the first reason goes. What may only hide it serves for an input alone."""
        after = self._reasons_of(_without(self.data, (name,)))
        may_hide = not hidden and not isinstance(value, dict)
        return after is not None and self.first not in after and (may_hide or after <= self.reasons)

    def _is_put_right(
        self, part: Part, others: Callable[[int], Iterable[int]], counted: Collection[Path] | None = None
    ) -> bool:
        """Whether one number of the part, as one of the others that it may be, makes the act stand as far as the first reason goes.

        `counted`: only the numbers that stand there within the part.
        """
        for path, number in _numbers(self.data[part[0]][part[1]], part):
            for value in others(number) if counted is None or path[2:] in counted else ():
                after = self._reasons_of(_with(self.data, path, value)) if value >= 0 else None
                if after is not None and after <= self.reasons - {self.first}:
                    return True
        return False

    def _like(self, part: Part, keyed: Iterable[Part]) -> Iterator[Part]:
        """Other keys of its field of which fewer of the same pieces would serve as well."""
        name, key = part
        counted = {path[2:] for path, number in _numbers(self.data[name][key], part) if number}
        for other in keyed:
            if other[0] == name and other[1] != key and self._is_put_right(other, _fewer, counted):
                yield other

    def _by_differences(self, number: int) -> Iterator[int]:
        return (number + more for one in self.differences for more in (one, -one))

    def _reasons_of(self, data: dict[str, Any]) -> set[tuple[object, ...]] | None:
        """Why that is refused; None where it is no act any more."""
        try:
            found = self.record.breaches(self.by, read_act(self.record.game, data), why="?")
        except (Unreadable, NotPossibleNow):
            return None
        return {_sentence(one) for one in found}


def _one_or_all(parts: list[Part]) -> Cause:
    """The one key in question; of several those of the field that has most of them, unless each field has another one."""
    name, key = parts[0]
    if len(_keys(parts)) == 1:
        return Cause(name, key)
    by_field: dict[str, list[str]] = {}
    for field, one in parts:
        by_field.setdefault(field, []).append(one)
    name, keys = max(by_field.items(), key=lambda item: len(item[1]))
    return Cause(name, keys=tuple(keys)) if len(keys) > 1 else NO_CAUSE


def _keys(parts: Iterable[Part]) -> set[str]:
    return {key for _name, key in parts}


def _fewer(number: int) -> Iterator[int]:
    """A few of the numbers below it, the likeliest first."""
    return iter(sorted({number - 1, number // 2, 1} - {number}, reverse=True) if number else ())


def _whole(name: str, value: Any) -> Cause:
    return Cause(name, keys=tuple(value)) if isinstance(value, dict) else Cause(name)


def _differences(breach: Breach) -> tuple[int, ...]:
    """By how much the numbers of a reason differ: so much is too much, or lacking."""
    numbers = [value for value in breach.facts.values() if isinstance(value, int) and not isinstance(value, bool)]
    return tuple(dict.fromkeys(abs(one - other) for one, other in combinations(numbers, 2) if one != other))


def _numbers(value: Any, path: Path) -> Iterator[tuple[Path, int]]:
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _numbers(one, (*path, key))
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from _numbers(one, (*path, place))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path, value


def _without(data: dict[Any, Any], path: Path) -> dict[Any, Any]:
    name, *rest = path
    if rest:
        return {**data, name: _without(data[name], tuple(rest))}
    return {key: value for key, value in data.items() if key != name}


def _with(data: Any, path: Path, value: int) -> Any:
    if not path:
        return value
    name, *rest = path
    changed = _with(data[name], tuple(rest), value)
    if isinstance(data, list):
        return [changed if place == name else one for place, one in enumerate(data)]
    return {**data, name: changed}


def _sentence(breach: Breach) -> tuple[object, ...]:
    """What it says without its numbers: of a sum that is too high any place could be taken away, and none is to blame."""
    facts = [(name, str(value)) for name, value in sorted(breach.facts.items()) if not isinstance(value, int)]
    return breach.article, re.sub(r"\d+", "", str(breach.says)), *facts


def _breaches(record: Record, by: By, act: Act) -> tuple[Breach, ...]:
    try:
        return record.breaches(by, act, why="?")
    except (Unreadable, NotPossibleNow):
        return ()
