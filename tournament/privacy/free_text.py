"""Names in free text: erasing a person puts the number's label in their place.

A field into which people type is registered with `register_free_text`; lines that are chained and never change, with
`register_immutable`.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db import models

from tournament.models import Entrant, Tournament
from tournament.privacy.fields import Erasure, classify

SHORTEST = 3  # a shorter word would be found inside everything


@dataclass(frozen=True)
class FreeText:
    """Fields of a model that people type into; `within` leads from it to its tournament. `mark` is a field that is true once they
    were changed.
    """

    model: type[models.Model]
    fields: tuple[str, ...]
    within: str
    mark: str = ""


LineCount = Callable[[Tournament, re.Pattern], int]
_free_texts: list[FreeText] = []
_immutable: list[LineCount] = []


def register_free_text(model: type[models.Model], *fields: str, within: str, mark: str = "") -> None:
    classify(model, *fields, erasure=Erasure.PSEUDONYMIZED)
    _free_texts.append(FreeText(model, fields, within, mark))


def registered_free_text() -> tuple[FreeText, ...]:
    return tuple(_free_texts)


def register_immutable(model: type[models.Model], *fields: str) -> Callable[[LineCount], LineCount]:
    """Register `count(tournament, pattern)`: how many lines of the model name somebody and cannot be changed."""
    classify(model, *fields, erasure=Erasure.IMMUTABLE)

    def register(count: LineCount) -> LineCount:
        _immutable.append(count)
        return count

    return register


def name_phrases(entrant: Entrant) -> list[str]:
    """The ways in which free text names a person, with single spaces: surname and name in either order, the surname alone, the nick."""
    surname, name, nick = (" ".join(word.split()) for word in (entrant.surname, entrant.name, entrant.nick))
    both = [f"{surname} {name}", f"{name} {surname}"] if surname and name else []
    return [*both, *(word for word in (surname, nick) if len(word) >= SHORTEST)]


def pseudonymize(tournament: Tournament, labels: dict[str, str]) -> int:
    """Replace every name in `labels` by its label; returns how many immutable lines contain such a name."""
    if not labels:
        return 0
    pattern = _any_of(labels)
    for text in _free_texts:
        for row in text.model._base_manager.filter(**{text.within: tournament}):
            was = {name: getattr(row, name) for name in text.fields}
            now = {name: _truncated(text.model, name, _replaced(old, pattern, labels)) for name, old in was.items()}
            changed = {name: new for name, new in now.items() if new != was[name]}
            if changed:
                changed |= {text.mark: True} if text.mark else {}
                text.model._base_manager.filter(pk=row.pk).update(**changed)
    return sum(count(tournament, pattern) for count in _immutable)


def _truncated(model: type[models.Model], name: str, value: object) -> object:
    """A label may be longer than the name that it replaces: it is cut to the field's length."""
    most = model._meta.get_field(name).max_length
    return value[:most] if isinstance(value, str) and most else value


def _any_of(words: Iterable[str]) -> re.Pattern:
    """The longest first and case-sensitive, since a surname may also be a colour."""
    ways = [r"\s+".join(map(re.escape, word.split())) for word in sorted(words, key=len, reverse=True)]
    return re.compile(rf"(?<!\w)(?:{'|'.join(ways)})(?!\w)")


def _replaced(value: object, pattern: re.Pattern, labels: dict[str, str]) -> object:
    if isinstance(value, str):
        return pattern.sub(lambda found: labels[" ".join(found[0].split())], value)
    if isinstance(value, list):
        return [_replaced(one, pattern, labels) for one in value]
    if isinstance(value, dict):
        return {key: _replaced(one, pattern, labels) for key, one in value.items()}
    return value
