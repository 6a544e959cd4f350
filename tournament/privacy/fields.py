"""What erasing a person does to each field of each model.

Every field of every model is classified once, beside the model's app: a test fails for one that is not. Keys and fields that point
to another row are left out: rows stay, under the number.
"""

from enum import Enum

from django.db import models


class Erasure(Enum):
    """What becomes of a field when the person is erased."""

    LABEL = "the number's label takes the place of the name"
    EMPTIED = "emptied: the field's default stands there"
    PSEUDONYMIZED = "free text: the label takes the place of each name in it"
    IMMUTABLE = "chained: the lines that name the person are counted, and stay"
    DELETED = "the row is deleted"
    UNTOUCHED = "no personal data"


_erasures: dict[tuple[type[models.Model], str], Erasure] = {}


def classify(model: type[models.Model], *fields: str, erasure: Erasure) -> None:
    """Raises ValueError for a field that is classified already."""
    for name in fields:
        if (model, name) in _erasures:
            raise ValueError(f"{model._meta.label}.{name} is classified already")
        _erasures[model, name] = erasure


def register_impersonal(model: type[models.Model], *fields: str) -> None:
    classify(model, *fields, erasure=Erasure.UNTOUCHED)


def classified() -> dict[tuple[type[models.Model], str], Erasure]:
    return dict(_erasures)


def unclassified(model: type[models.Model]) -> list[str]:
    return [
        field.name
        for field in model._meta.concrete_fields
        if not field.is_relation and not field.primary_key and (model, field.name) not in _erasures
    ]


def erased_values(model: type[models.Model], label: str) -> dict[str, object]:
    """The values of the personal fields in an erased person's row."""
    erasures = {field: _erasures.get((model, field.name)) for field in model._meta.concrete_fields}
    emptied = {field.name: _empty(field) for field, erasure in erasures.items() if erasure is Erasure.EMPTIED}
    return emptied | {field.name: label for field, erasure in erasures.items() if erasure is Erasure.LABEL}


def _empty(field: models.Field) -> object:
    return None if field.null else field.get_default()
