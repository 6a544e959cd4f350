"""The three ways in which an entry can fail, kept apart.

*Unreadable*: it is no act at all. *Impossible*: it cannot have happened on this board. *Infraction*: it can happen at a table and an
article forbids it. A judge may register an infraction as it happened; an impossible act is never recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from games.kernel.words import Words

IMPOSSIBLE = "impossible"
INFRACTION = "infraction"
UNREADABLE = "unreadable"
LONGEST_FACT = 120


class Breach(Struct, frozen=True):
    """One rule that an act breaks. `article` is empty only for an impossible act that no article speaks of.

    `waivable` is false for an infraction that the rules themselves undo (an undeclared attack is void): there is nothing to register,
    and the words say so. `is_standing`: it stood before the act, which only passes it by (armies still to be placed). `lacks` is the field
    of the act that is missing, where nothing that was said is to blame; of a result told alone that field of the board which bears it out.
    """

    article: str
    says: Words
    facts: Mapping[str, Any] = {}
    kind: str = INFRACTION
    waivable: bool = True
    is_standing: bool = False
    lacks: str = ""

    @property
    def reason(self) -> Words:
        return self.says.fill(self.facts)

    @property
    def may_be_registered(self) -> bool:
        return self.kind == INFRACTION and self.waivable


def infraction(article: str, it: str, en: str, /, waivable: bool = True, **facts: Any) -> Breach:
    return Breach(article, Words(it, en), facts, INFRACTION, waivable)


def standing(article: str, it: str, en: str, /, **facts: Any) -> Breach:
    """An infraction that stood before the act: it is named after what the act itself breaks."""
    return Breach(article, Words(it, en), facts, is_standing=True)


def impossible(it: str, en: str, /, article: str = "", **facts: Any) -> Breach:
    return Breach(article, Words(it, en), facts, IMPOSSIBLE, False)


def missing(field: str, it: str, en: str, /, article: str = "", **facts: Any) -> Breach:
    """Impossible as long as a field of the act is not said."""
    return Breach(article, Words(it, en), facts, IMPOSSIBLE, False, lacks=field)


class Unreadable(Exception):
    """The entry is no act of this game: a broken line, an unknown name, a value of the wrong type."""

    def __init__(self, it: str, en: str, /, **facts: Any) -> None:
        self.reason = Words(it, en).fill({key: _clipped(fact) for key, fact in facts.items()})
        super().__init__(self.reason.en)


def _clipped(fact: Any) -> Any:
    """What somebody wrote, short enough to be repeated."""
    text = str(fact) if isinstance(fact, (list, tuple, dict)) else fact
    return f"{text[:LONGEST_FACT]}…" if isinstance(text, str) and len(text) > LONGEST_FACT else fact


class Refused(Exception):
    """The act was understood and may not stand; `breaches` says why, in rulebook order."""

    def __init__(self, breaches: Iterable[Breach]) -> None:
        self.breaches = tuple(breaches)
        super().__init__("; ".join(breach.reason.en for breach in self.breaches))

    @property
    def kind(self) -> str:
        return IMPOSSIBLE if any(breach.kind == IMPOSSIBLE for breach in self.breaches) else INFRACTION

    @property
    def may_be_registered(self) -> bool:
        return all(breach.may_be_registered for breach in self.breaches)


class Lookup(dict[str, int]):
    """Names to indices; an unknown name is an `Unreadable`, wherever it is looked up."""

    def __init__(self, what: Words, names: Iterable[str]) -> None:
        super().__init__((name, index) for index, name in enumerate(names))
        self.what = what

    def __missing__(self, name: str) -> int:
        raise Unreadable("non si conosce {what} {name}", "unknown {what}: {name}", what=self.what, name=name)
