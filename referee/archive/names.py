"""The names that archives use for models and fields that the program has renamed: files already written stay readable."""

from django.db import models

MODELS = {
    "tournament.DrawEvent": "tournament.DrawAct",
    "tournament.LineUpEntry": "tournament.Fielded",
}
FIELDS = {
    "tournament.DrawEvent": {"committed_at": "promised_at", "transcript": "paper"},
    "tournament.Tournament": {"format": "plan"},
}


def archived_model(model: type[models.Model]) -> str:
    return MODELS.get(model._meta.label, model._meta.label)


def archived_field(field: models.Field) -> str:
    return FIELDS.get(field.model._meta.label, {}).get(field.name, field.name)
