"""The answers that lead to an act on the judge's page: found by trying, for a question often offers several ways that begin alike.

An act that no answers lead to, such as a note in words, is replaced by the one that leads to the same table.
"""

import json
from collections.abc import Iterator

import msgspec

from games.kernel.acts import Act, By
from games.kernel.choices import HELPERS, Ask, Partial
from games.kernel.lines import read_act
from games.kernel.record import Record

MOST_TRIED = 3000


class LeadsNowhere(Exception):
    pass


Answers = list[tuple[Ask, object]]


def answers_to(record: Record, by: By, act: Act, ask: Ask) -> Answers:
    """The questions from `ask` on, each with its answer."""
    return Search(record, by, act).answers(ask)


def beginnings(record: Record, tag: str) -> list[tuple[str, Ask]]:
    """The first questions of the acts of a kind, each with its key on the page: some kinds are offered in several ways."""
    acts = record.choices({})
    ways = [one.value for one in acts.choices if (one.sets or {}).get("type", one.value) == tag]
    return [(str(way), record.choices(acts.answered(way))) for way in ways]


class Search:
    def __init__(self, record: Record, by: By, act: Act) -> None:
        self.record, self.by, self.act = record, by, act
        self.fields = {name: msgspec.to_builtins(getattr(act, name)) for name in act.__struct_fields__} | {"by": by}
        after = record.fork()
        after.append_trusted(by, act)
        self.digest = after.digest()
        self.tried: set[str] = set()

    def answers(self, ask: Ask) -> Answers:
        """Raises `LeadsNowhere`."""
        for is_same in (self.is_the_act, self.is_the_act_in_order, self.is_the_same_table):
            self.tried.clear()
            found = self._from(ask, is_same)
            if found is not None:
                return found
        raise LeadsNowhere(f"the page offers nothing that leads to {self.by}: {self.act}")

    def _from(self, ask: Ask, is_same) -> Answers | None:
        if ask.kind == "ready":
            return [] if is_same(ask) else None
        key = json.dumps(ask.partial, sort_keys=True, default=str)
        if key in self.tried or len(self.tried) > MOST_TRIED:
            return None
        self.tried.add(key)
        for value in self._values(ask):
            rest = self._from(self.record.choices(ask.answered(value)), is_same)
            if rest is not None:
                return [(ask, value), *rest]
        return None

    def is_the_act(self, ask: Ask) -> bool:
        return ask.by == self.by and self._read(ask) == self.act

    def is_the_act_in_order(self, ask: Ask) -> bool:
        return ask.by == self.by and in_order(self._read(ask)) == in_order(self.act)

    def is_the_same_table(self, ask: Ask) -> bool:
        after = self.record.fork()
        after.append_trusted(ask.by, self._read(ask))
        return after.digest() == self.digest

    def _read(self, ask: Ask) -> Act:
        return read_act(self.record.game, ask.act)

    def _values(self, ask: Ask) -> Iterator[object]:
        if ask.is_single:
            yield [self.fields.get(ask.field, ask.least)]
            return
        if ask.kind != "pick":
            yield self.fields.get(ask.field, {"several": [], "spread": {}}.get(ask.kind, ask.least))
            return
        fitting = [one for one in ask.choices if self._fits(one.sets or {ask.field: one.value})]
        yield from (one.value for one in sorted(fitting, key=lambda one: -_progress(one.sets)))

    def _fits(self, sets: Partial) -> bool:
        known = {
            name: want for name, want in sets.items() if name in self.fields and (name == "by" or name not in HELPERS)
        }
        return all(_begins(self.fields[name], want) for name, want in known.items())


def _begins(whole: object, want: object) -> bool:
    """Places and pieces are picked one by one: what was picked so far is a part of the whole."""
    if isinstance(want, (list, tuple)) and isinstance(whole, (list, tuple)):
        return all(any(_agree(one, other) for other in whole) for one in want)
    if isinstance(want, dict) and isinstance(whole, dict):
        return all(key in map(str, whole) for key in map(str, want))
    return whole == want


def _agree(one: object, other: object) -> bool:
    """What either leaves out has its default."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(other[key] == value for key, value in one.items() if key in other)
    return one == other


def _progress(sets: Partial) -> int:
    """How much of a list or a count a choice takes: what is picked one by one is picked before the key that ends it."""
    sizes = [want for name, want in sets.items() if name not in HELPERS]
    return sum(
        sum(one.values()) if isinstance(one, dict) else len(one)
        for one in sizes
        if isinstance(one, (dict, list, tuple))
    )


def in_order(act: Act) -> Act:
    """Lists whose order says nothing, such as the cards of a hand, compare alike."""
    lists = {name: value for name in act.__struct_fields__ if isinstance(value := getattr(act, name), tuple)}
    return msgspec.structs.replace(act, **{name: tuple(sorted(value, key=str)) for name, value in lists.items()})
