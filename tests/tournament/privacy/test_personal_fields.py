"""Every field of every model is classified, and an erasure does to it what its class says."""

import pytest
from django.apps import apps
from django.db import models

from tests.tournament.conftest import a_tournament
from tournament.actions import privacy, roster
from tournament.core.roster_fields import ROSTER_FIELDS
from tournament.models import Entrant, Person, PrintJob, PushSubscription, RegulationVersion
from tournament.privacy.fields import Erasure, classified, classify, erased_values, unclassified
from tournament.privacy.free_text import registered_free_text
from tournament.privacy.subject_data import APPS

MODELS = [model for app in APPS for model in apps.get_app_config(app).get_models()]
SURNAME = "Quattrocchimarini"


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_every_field_is_classified(model: type[models.Model]):
    assert unclassified(model) == []


def test_whatever_is_classified_is_a_field():
    known = {(model, field.name) for model in MODELS for field in model._meta.concrete_fields}
    assert set(classified()) - known == set()


def test_a_field_is_classified_once():
    with pytest.raises(ValueError, match=r"tournament\.Entrant\.surname"):
        classify(Entrant, "surname", erasure=Erasure.UNTOUCHED)


def test_a_personal_field_of_the_roster_is_emptied():
    emptied = {
        name for (model, name), erasure in classified().items() if (model, erasure) == (Entrant, Erasure.EMPTIED)
    }
    assert {field.key for field in ROSTER_FIELDS if field.is_personal} <= emptied | {"surname"}


@pytest.mark.parametrize("model", [Entrant, Person])
def test_an_erasure_empties_every_personal_field(organizer, model):
    one = roster.add(a_tournament(organizer), by=None, **{field.name: _filled(field) for field in _personal(Entrant)})
    person = one.recognised.person
    privacy.erase(one, by=None)
    row = model.objects.get(pk=one.pk if model is Entrant else person.pk)
    left = {field.name: getattr(row, field.name) for field in _personal(model) if field.name != "key"}
    assert left == {
        name: value for name, value in erased_values(model, f"Giocatore {one.number}").items() if name in left
    }
    assert SURNAME not in "".join(map(str, left.values()))


def _personal(model: type[models.Model]) -> list[models.Field]:
    """Those that are emptied, and the surname."""
    erasures = classified()
    kinds = (Erasure.LABEL, Erasure.EMPTIED)
    return [field for field in model._meta.concrete_fields if erasures.get((model, field.name)) in kinds]


def _filled(field: models.Field) -> object:
    if isinstance(field, models.BooleanField):
        return True
    return 3 if isinstance(field, models.IntegerField) else SURNAME


def test_rows_of_a_deleted_kind_go_with_the_person(organizer):
    one = roster.add(a_tournament(organizer), by=None, surname=SURNAME)
    deleted = {model for (model, _name), erasure in classified().items() if erasure is Erasure.DELETED}
    assert deleted == {PrintJob, PushSubscription}
    PrintJob.objects.create(tournament=one.tournament, kind="badge", file=SURNAME.encode())
    PushSubscription.objects.create(entrant=one, endpoint="https://push.example/1", language="it")
    privacy.erase(one, by=None)
    assert not any(model.objects.exists() for model in deleted)


def test_free_text_is_typed_into_text_or_data():
    for text in registered_free_text():
        for name in text.fields:
            assert isinstance(text.model._meta.get_field(name), models.CharField | models.TextField | models.JSONField)


def test_the_reason_of_a_new_regulation_names_nobody_after_an_erasure(tournament, organizer):
    one = roster.add(tournament, by=None, surname=SURNAME)
    rules = tournament.regulation
    RegulationVersion.objects.create(
        tournament=tournament, number=9, slug="x", text=rules, reason=f"Chiesto da {SURNAME}"
    )
    privacy.erase(one, by=organizer)
    assert tournament.regulation_versions.get(number=9).reason == f"Chiesto da Giocatore {one.number}"
