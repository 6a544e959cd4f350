"""Everything stored about one person.

Rows are found by their foreign keys, so that a new model is included from its first day. What another app stores besides, such as
the lines of a record, it offers through `register_data_source`.
"""

from collections.abc import Callable, Iterable, Iterator

from django.apps import apps
from django.contrib.auth import get_user_model
from django.core import serializers
from django.db import models

from tournament.models import Entrant

APPS = ("tournament", "referee")
NOT_FOLLOWED = ("tournament.Membership",)  # an account is not the player's: its passes are left out
VERBS = ("roster.", "checkin.", "penalties.", "objections.", "phones.")
"""Lines of the log whose subject is an entrant's number begin so."""

DataSource = Callable[[Entrant], dict[str, object]]
_data_sources: list[DataSource] = []


def register_data_source(source: DataSource) -> DataSource:
    """Register `source(entrant) -> {title: data}`: what an app stores about somebody that no foreign key finds."""
    _data_sources.append(source)
    return source


def personal_data_of(entrant: Entrant, *, with_directory: bool = True) -> dict[str, object]:
    """By kind. The directory's entry, with what others wrote into it, can be left out."""
    found: dict[str, object] = {}
    for row in rows_about(entrant):
        found.setdefault(row._meta.label, []).append(_exported_fields(row, entrant))
    if with_directory:
        found |= _in_the_directory(entrant)
    found["log"] = list(_log_of(entrant))
    for source in _data_sources:
        found |= source(entrant)
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
        if row._meta.label not in NOT_FOLLOWED:
            waiting += _pointing_to(row)


def _pointing_to(row: models.Model) -> Iterable[models.Model]:
    for model in (model for app in APPS for model in apps.get_app_config(app).get_models()):
        for field in model._meta.concrete_fields:
            if field.is_relation and field.related_model is type(row):
                yield from model._base_manager.filter(**{field.name: row.pk}).order_by("pk")


def _exported_fields(row: models.Model, entrant: Entrant) -> dict[str, object]:
    """Its fields, without references to other people such as players and staff."""
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
    return {person._meta.label: [_exported_fields(person, entrant)], "carried_points": carried}


def _log_of(entrant: Entrant) -> Iterator[dict[str, object]]:
    for event in entrant.tournament.log.filter(subject=str(entrant.number)).order_by("pk"):
        if event.verb.startswith(VERBS):
            yield {"at": event.at, "verb": event.verb, "data": event.data}
