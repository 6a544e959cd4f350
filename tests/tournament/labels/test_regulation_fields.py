"""The table of a regulation's fields: it names each once, and sheet and editor know every kind."""

import msgspec
import pytest

from tests.tournament.web.test_regulation_pages import posted
from tournament.core.regulation.schema import Counting, Readings, Regulation, Scoring, Teams, presets
from tournament.labels.regulation_fields import EDITED_APART, FIELDS, SECTIONS, Kind
from tournament.web.forms.regulation import RegulationForm, initial_of
from tournament.web.forms.regulation_kinds import FORM_KINDS

GROUPS = {"scoring": Scoring, "counting": Counting, "readings": Readings, "teams": Teams}


def test_every_field_of_a_regulation_is_in_the_table_or_edited_apart():
    plain = set(Regulation.__struct_fields__) - set(GROUPS) - EDITED_APART
    grouped = {f"{group}.{name}" for group, kind in GROUPS.items() for name in kind.__struct_fields__}
    assert set(FIELDS) == plain | grouped


def test_no_field_stands_twice():
    assert sum(len(section.fields) for section in SECTIONS) == len(FIELDS)


def test_the_editor_knows_every_kind():
    assert set(FORM_KINDS) == set(Kind)


@pytest.mark.parametrize("slug", sorted(presets()))
def test_what_the_editor_writes_it_reads_back(slug):
    regulation = presets()[slug]
    initial = initial_of(regulation)
    for key, field in FIELDS.items():
        if field.value_in(regulation) is not None:
            assert FORM_KINDS[field.kind].read(field, initial[key]) == field.value_in(regulation)


def test_a_number_that_cannot_be_read_is_named():
    base = presets()["risiko-torneo"]
    sound = RegulationForm(base, posted(base))
    assert sound.is_valid()
    assert sound.cleaned_data["regulation"] == base
    wrong = RegulationForm(base, posted(base, **{"scoring.first": "molti"}))
    assert wrong.errors["scoring.first"] == ["«molti» non è un numero."]


def test_a_group_that_a_regulation_lacks_has_no_value():
    without = msgspec.structs.replace(presets()["risiko-torneo"], teams=None)
    assert FIELDS["teams.least"].value_in(without) is None
    assert FIELDS["scoring.first"].value_in(without) == without.scoring.first
