"""Rows of a tournament as data and back: every model that belongs to a tournament is found by its foreign keys, so that a new one is
archived at once. Access (tokens, devices, roles) and derived data are left out.
"""

from collections.abc import Collection, Iterator
from functools import cache

from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from referee.archive.names import archived_field, archived_model
from referee.archive.parcel import BadArchive
from tournament.models import Tournament

APPS = ("tournament", "referee")
LEFT_OUT = frozenset(
    (
        "tournament.Membership",  # whoever restores the event assigns its roles
        "tournament.Invitation",
        "tournament.AccountOrigin",
        "tournament.SecondFactor",
        "tournament.RecoveryCode",
        "tournament.EntryPass",
        "tournament.CaptainPass",
        "tournament.Device",
        "tournament.ScreenLink",
        "tournament.ScreenPairing",
        "tournament.Broadcast",  # whoever restores the event opens its tables
        "tournament.ApiToken",
        "tournament.Webhook",
        "tournament.Delivery",
        "tournament.PrintJob",
        "tournament.PushSubscription",  # a phone's address, which only this site's key may use
        "tournament.WorkerHeartbeat",
        "tournament.HouseGrant",  # of the site, not of an event
        "tournament.HouseEvent",
        "tournament.BroughtFile",  # those that the records name are files of the archive
        "referee.Snapshot",  # rebuilt from the entries
        "referee.SealedVault",  # secrets of games in play
        "referee.Handover",
        "tournament.LiveVersion",
        "tournament.LoginCounter",
        # Rows that span tournaments
        "tournament.CarriedPoints",
        "tournament.HeaderMapping",
        "tournament.LeagueSite",
        "tournament.Person",
        "tournament.PersonMerge",
        "tournament.Recognised",
        "tournament.RefusedSegment",
        "tournament.Season",
        "tournament.SeasonEvent",
        "tournament.Segment",
        "tournament.SentSegment",
        "tournament.Uplink",
    )
)
NEVER = {"tournament.Entrant": {"phone_version"}}
Rows = dict[str, list[dict]]


@cache
def archived() -> tuple[type[models.Model], ...]:
    """The tournament first, then each model after those that it refers to."""
    found: list[type[models.Model]] = [Tournament]
    waiting = [model for app in APPS for model in apps.get_app_config(app).get_models() if _is_archived(model)]
    while ready := [model for model in waiting if set(_targets(model)) <= {*found, model}]:
        waiting = [model for model in waiting if model not in ready]
        found += [model for model in ready if set(_targets(model)) - {model}]
    return tuple(found)


def _is_archived(model: type[models.Model]) -> bool:
    return model is not Tournament and model._meta.label not in LEFT_OUT


def _keys(model: type[models.Model]) -> Iterator[models.ForeignKey]:
    return (field for field in model._meta.concrete_fields if field.is_relation and _is_inside(field.related_model))


def _is_inside(model: type[models.Model]) -> bool:
    return model is not get_user_model() and model._meta.label not in LEFT_OUT


def _targets(model: type[models.Model]) -> list[type[models.Model]]:
    return [field.related_model for field in _keys(model)]


# From the database


def rows_of(tournament: Tournament, withheld: Collection[models.Model] = ()) -> Rows:
    """By model, without the `withheld` ones and all that hangs on them; a foreign key is the index of its row in the list of the other
    model, a user is a name.
    """
    places: dict[type[models.Model], dict[int, int]] = {}
    rows: Rows = {}
    for model in archived():
        found = [row for row in _within(model, tournament).order_by("pk") if not _hangs_on(row, withheld)]
        places[model] = {row.pk: place for place, row in enumerate(found)}
        rows[archived_model(model)] = [_as_data(row, places) for row in found]
    return rows


def _hangs_on(row: models.Model, withheld: Collection[models.Model]) -> bool:
    if row in withheld:
        return True
    keys = (field for field in _keys(type(row)) if withheld)
    return any(
        (field.related_model, getattr(row, field.attname)) in {(type(one), one.pk) for one in withheld}
        for field in keys
    )


def _within(model: type[models.Model], tournament: Tournament) -> models.QuerySet:
    if model is Tournament:
        return Tournament.objects.filter(pk=tournament.pk)
    inside = Q()
    for field in _keys(model):
        if field.related_model is not model:
            inside |= Q(**{f"{field.name}__in": _within(field.related_model, tournament).values("pk")})
    return model._base_manager.filter(inside)


def _as_data(row: models.Model, places: dict) -> dict:
    left_out = NEVER.get(row._meta.label, set())
    return {
        archived_field(field): _value(row, field, places)
        for field in row._meta.concrete_fields
        if not field.primary_key and field.name not in left_out and not _points_outside(field)
    }


def _points_outside(field: models.Field) -> bool:
    return field.is_relation and field.related_model._meta.label in LEFT_OUT


def _value(row: models.Model, field: models.Field, places: dict) -> object:
    value = getattr(row, field.attname)
    if value is None or not field.is_relation:
        return value if field.get_internal_type() == "JSONField" else _text(value)
    if field.related_model is get_user_model():
        return getattr(row, field.name).get_username()
    return places[field.related_model][value]


def _text(value: object) -> object:
    """Decimals and moments as text, to the microsecond; JSON has the rest."""
    if value is None or isinstance(value, bool | int | str):
        return value
    return value.isoformat() if hasattr(value, "isoformat") else DjangoJSONEncoder().default(value)


# Into the database


def insert_rows(rows: Rows) -> Tournament:
    """Create every row with new keys. Raises BadArchive for invalid rows; the caller opens the transaction."""
    people = dict(get_user_model().objects.values_list("username", "pk"))
    made: dict[type[models.Model], list[models.Model]] = {}
    for model in archived():
        data = rows.get(archived_model(model), [])
        if not isinstance(data, list):
            raise BadArchive(_("%s: non è un elenco di righe") % archived_model(model))
        made[model] = model._base_manager.bulk_create(_from_data(model, one, made, people) for one in data)
    if len(made[Tournament]) != 1:
        raise BadArchive(_("L'archivio non contiene un torneo e uno solo"))
    return made[Tournament][0]


def _from_data(model: type[models.Model], data: object, made: dict, people: dict[str, int]) -> models.Model:
    if not isinstance(data, dict):
        raise BadArchive(_("%s: una riga non si legge") % archived_model(model))
    fields = {archived_field(field): field for field in model._meta.concrete_fields if not field.primary_key}
    row = model()
    for name, value in data.items():
        if name not in fields:
            raise BadArchive(
                _("%(model)s: campo sconosciuto «%(name)s»") % {"model": archived_model(model), "name": name[:40]}
            )
        try:
            setattr(row, fields[name].attname, _read(fields[name], value, made, people))
        except (ValidationError, ValueError, TypeError, IndexError, OverflowError):
            raise BadArchive(
                _("%(model)s: il campo «%(name)s» non si legge") % {"model": archived_model(model), "name": name}
            ) from None
    return row


def _read(field: models.Field, value: object, made: dict, people: dict[str, int]) -> object:
    if field.is_relation:
        return _key(field, value, made, people)
    if value is None or field.get_internal_type() == "JSONField":
        return value
    value = field.to_python(value)
    if field.max_length and len(str(value)) > field.max_length:
        raise ValueError("too long")
    return value


def _key(field: models.Field, value: object, made: dict, people: dict[str, int]) -> int | None:
    """A user unknown to this site becomes null: the act stays without its author."""
    if field.related_model is get_user_model():
        return people.get(value) if isinstance(value, str) else None
    if value is None:
        return None
    if not isinstance(value, int) or value < 0:
        raise ValueError("no place in a list")
    return made[field.related_model][value].pk
