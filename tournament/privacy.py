"""What is held about a person, and for how long.

Rows are found by their foreign keys, so that a new model is told of from its first day. Free words are told by whoever has the field:
`keeps_words`. What another app knows besides, such as the lines of a record, it offers through `knows`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import serializers
from django.db import models

from tournament.models import (
    Announcement,
    DrawAct,
    Entrant,
    LogEvent,
    Objection,
    Penalty,
    PenaltyRevision,
    ResultRevision,
    TableStatus,
    Tournament,
)

APPS = ("tournament", "referee")
ENDS = ("tournament.Membership",)  # an account is not the player's: its passes are not told
SHORTEST = 3  # a shorter word would be found inside everything


# How long


def kept_days(tournament: Tournament) -> int:
    """Days after the event's own; 0 is for ever."""
    return settings.RETENTION_DAYS if tournament.keep_days is None else tournament.keep_days


def kept_until(tournament: Tournament) -> date | None:
    days = kept_days(tournament)
    try:
        return tournament.day + timedelta(days=days) if days else None
    except OverflowError:  # beyond the last day of any calendar
        return None


def named(tournament: Tournament) -> models.QuerySet[Entrant]:
    """Whoever was not erased yet."""
    return tournament.entrants.filter(erased_at=None)


def overdue(today: date) -> list[Tournament]:
    """Tournaments whose time is over and that still know somebody by name."""
    old = Tournament.objects.filter(day__lt=today, entrants__erased_at=None).distinct().order_by("day")
    return [one for one in old if (until := kept_until(one)) and until < today]


# What is held


Knows = Callable[[Entrant], dict[str, object]]
_knows: list[Knows] = []


def knows(tell: Knows) -> Knows:
    """Register `tell(entrant) -> {title: data}`: what an app holds about somebody that no foreign key finds."""
    _knows.append(tell)
    return tell


def everything_about(entrant: Entrant) -> dict[str, object]:
    found: dict[str, object] = {}
    for row in rows_about(entrant):
        found.setdefault(row._meta.label, []).append(_told(row, entrant))
    found |= _in_the_directory(entrant)
    found["log"] = list(_log_of(entrant))
    for tell in _knows:
        found |= tell(entrant)
    return found


def rows_about(entrant: Entrant) -> Iterator[models.Model]:
    """The entrant, and every row that points to it or to such a row."""
    waiting: list[models.Model] = [entrant]
    seen = set()
    while waiting:
        row = waiting.pop(0)
        if (row._meta.label, row.pk) in seen:
            continue
        seen.add((row._meta.label, row.pk))
        yield row
        if row._meta.label not in ENDS:
            waiting += _pointing_to(row)


def _pointing_to(row: models.Model) -> Iterable[models.Model]:
    for model in (model for app in APPS for model in apps.get_app_config(app).get_models()):
        for field in model._meta.concrete_fields:
            if field.is_relation and field.related_model is type(row):
                yield from model._base_manager.filter(**{field.name: row.pk}).order_by("pk")


def _told(row: models.Model, entrant: Entrant) -> dict[str, object]:
    """Its fields, without who else is named in them: other players and the staff are other people."""
    others = [
        field.name
        for field in row._meta.concrete_fields
        if field.is_relation
        and (
            field.related_model is get_user_model()
            or (field.related_model is Entrant and getattr(row, field.attname) != entrant.pk)
        )
    ]
    fields = serializers.serialize("python", [row])[0]["fields"]
    return {name: value for name, value in fields.items() if name not in others}


def _in_the_directory(entrant: Entrant) -> dict[str, object]:
    tied = getattr(entrant, "recognised", None)
    if tied is None:
        return {}
    person = tied.person
    carried = [{"season": one.season.name, "points": one.points} for one in person.carried.select_related("season")]
    return {person._meta.label: [_told(person, entrant)], "carried_points": carried}


def _log_of(entrant: Entrant) -> Iterator[dict[str, object]]:
    about = ("roster.", "checkin.", "penalties.", "objections.", "phones.")
    for event in entrant.tournament.log.filter(subject=str(entrant.number)).order_by("pk"):
        if event.verb.startswith(about):
            yield {"at": event.at, "verb": event.verb, "data": event.data}


# Free words


@dataclass(frozen=True)
class Words:
    """Fields of a model that people type into; `within` leads from it to its tournament."""

    model: type[models.Model]
    fields: tuple[str, ...]
    within: str


_words: list[Words] = []


def keeps_words(model: type[models.Model], *fields: str, within: str) -> None:
    _words.append(Words(model, fields, within))


Chained = Callable[[Tournament, re.Pattern], int]
_chained: list[Chained] = []


def keeps_for_good(count: Chained) -> Chained:
    """Register `count(tournament, pattern)`: how many lines name somebody and cannot be changed."""
    _chained.append(count)
    return count


def words_for(entrant: Entrant) -> list[str]:
    """How somebody is named in free words, with single spaces: surname with name in either order, the surname alone, the nick."""
    surname, name, nick = (" ".join(word.split()) for word in (entrant.surname, entrant.name, entrant.nick))
    both = [f"{surname} {name}", f"{name} {surname}"] if surname and name else []
    return [*both, *(word for word in (surname, nick) if len(word) >= SHORTEST)]


def reword(tournament: Tournament, labels: dict[str, str]) -> int:
    """Put its label wherever a word of `labels` names somebody; answers how many lines name them for good."""
    if not labels:
        return 0
    pattern = _any_of(labels)
    for words in _words:
        for row in words.model._base_manager.filter(**{words.within: tournament}):
            was = {name: getattr(row, name) for name in words.fields}
            now = {name: _fitting(words.model, name, _put(old, pattern, labels)) for name, old in was.items()}
            changed = {name: new for name, new in now.items() if new != was[name]}
            if changed:
                words.model._base_manager.filter(pk=row.pk).update(**changed)
    return sum(count(tournament, pattern) for count in _chained)


def _fitting(model: type[models.Model], name: str, value: object) -> object:
    """A label may be longer than the name that it stands for: what the field does not hold is cut off."""
    most = model._meta.get_field(name).max_length
    return value[:most] if isinstance(value, str) and most else value


def _any_of(words: Iterable[str]) -> re.Pattern:
    """The longest first; as they are written, since a surname may be a colour too."""
    ways = [r"\s+".join(map(re.escape, word.split())) for word in sorted(words, key=len, reverse=True)]
    return re.compile(rf"(?<!\w)(?:{'|'.join(ways)})(?!\w)")


def _put(value: object, pattern: re.Pattern, labels: dict[str, str]) -> object:
    if isinstance(value, str):
        return pattern.sub(lambda found: labels[" ".join(found[0].split())], value)
    if isinstance(value, list):
        return [_put(one, pattern, labels) for one in value]
    if isinstance(value, dict):
        return {key: _put(one, pattern, labels) for key, one in value.items()}
    return value


keeps_words(LogEvent, "subject", "data", within="tournament")
keeps_words(Announcement, "text", within="tournament")
keeps_words(DrawAct, "reason", within="tournament")
keeps_words(Penalty, "reason", "appeal", within="tournament")
keeps_words(PenaltyRevision, "was", "reason", within="penalty__tournament")
keeps_words(Objection, "text", "answer", within="round__tournament")
keeps_words(ResultRevision, "was", "reason", within="seat__round__tournament")
keeps_words(TableStatus, "call_reason", within="table__round__tournament")
