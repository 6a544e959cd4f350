"""The table of roster fields: every list of a roster follows it, so that a field is added there, to the model and in a migration."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from referee.archive.event import ROSTER, archive_of
from referee.archive.parcel import open_parcel
from tests.tournament.conftest import a_tournament, user
from tournament.actions import roster
from tournament.core.roster_fields import (
    COLUMNS,
    DIRECTORY_FIELDS,
    PUBLIC_FIELDS,
    ROSTER_FIELDS,
    TEXT_FIELDS,
    RosterField,
)
from tournament.imports.roster import field_label, read_roster
from tournament.models import Entrant, Person
from tournament.queries import lists
from tournament.web.forms.roster import COLUMN_CHOICES, EntrantForm

ROOT = Path(settings.BASE_DIR)
READERS = ("tournament/imports", "tournament/actions", "tournament/web", "templates/tournament", "referee/archive")
VALUES = {field.key: f"{field.title.upper()}X" if field.kind is str else True for field in ROSTER_FIELDS}
TEXTS = [VALUES[field.key] for field in TEXT_FIELDS]
FILE = ";".join(field.aliases[0] for field in ROSTER_FIELDS) + "\n" + ";".join([*TEXTS, "x"])


@pytest.fixture
def olga(client, db):
    client.force_login(person := user("olga"))
    client.tournament = a_tournament(person)
    return client


@pytest.fixture
def entrant(olga) -> Entrant:
    return roster.add(olga.tournament, by=None, **VALUES)


def page(client, name: str, *args: object) -> str:
    return client.get(reverse(f"tournament:{name}", args=[client.tournament.slug, *args])).content.decode()


def test_the_file_of_these_tests_fills_every_field():
    assert [field.kind for field in ROSTER_FIELDS] == [str] * len(TEXT_FIELDS) + [bool]


@pytest.mark.parametrize("field", ROSTER_FIELDS, ids=lambda field: field.key)
def test_an_entrant_has_the_field_under_the_same_label_and_holds_what_a_file_may_give(field: RosterField):
    column = Entrant._meta.get_field(field.key)
    assert column.verbose_name == field.label
    assert (column.max_length or 0) >= field.longest
    assert type(column.get_default()) is field.kind


def test_the_directory_has_the_fields_that_it_copies_and_no_others():
    columns = {column.name for column in Person._meta.concrete_fields}
    assert columns & {field.key for field in ROSTER_FIELDS} == {field.key for field in DIRECTORY_FIELDS}


def test_every_title_of_a_column_fills_one_field():
    aliases = [alias for field in COLUMNS.values() for alias in field.aliases]
    assert len(aliases) == len(set(aliases))
    assert [field_label(key) for key in COLUMNS] == [field.label for field in COLUMNS.values()]


def test_a_file_gives_every_field_and_the_import_enters_every_field(olga):
    sheet = read_roster(FILE.encode(), "roster.csv")
    assert sheet.errors == ()
    (made,) = roster.import_rows(olga.tournament, sheet=sheet, by=None)
    assert {key: getattr(made, key) for key in VALUES} == VALUES


def test_the_preview_offers_and_shows_every_field(olga):
    text = olga.post(
        reverse("tournament:roster_import", args=[olga.tournament.slug]), {"pasted": FILE}
    ).content.decode()
    visible = text.partition("</form>")[2]
    assert [field.title for field in ROSTER_FIELDS if f"<th>{field.title}</th>" not in visible] == []
    assert [value for value in TEXTS if value not in visible] == []
    assert [choice for choice, _label in COLUMN_CHOICES] == ["-", *COLUMNS]


def test_the_form_has_every_field():
    assert set(VALUES) <= set(EntrantForm.base_fields)


UNSEEN = {"turned": "Verdi\u202eoiraM", "nothing": "\u200b", "tag": "Verdi\U000e0041", "private": "Verdi\ue000"}


@pytest.mark.parametrize("unseen", UNSEEN.values(), ids=UNSEEN)
@pytest.mark.parametrize("field", TEXT_FIELDS, ids=lambda field: field.key)
def test_a_form_refuses_what_a_file_may_not_bring(db, field, unseen):
    typed = {"surname": "Verdi", "name": "Ida", "is_right_name": "on", field.key: unseen}
    assert any("invisibili" in fault for fault in EntrantForm(typed).errors[field.key])


@pytest.mark.parametrize("field", TEXT_FIELDS, ids=lambda field: field.key)
def test_a_field_of_a_form_is_one_line_with_single_spaces(db, field):
    form = EntrantForm({"surname": "Verdi", "name": "Ida", field.key: " La\nTorre\x0b\u2028 Blu "})
    form.is_valid()
    assert form.cleaned_data[field.key] == "La Torre Blu"


def test_the_page_of_the_roster_shows_every_field(olga, entrant):
    text = page(olga, "roster")
    assert [value for value in TEXTS if value not in text] == []
    assert all(f"({field.label})" in text for field in ROSTER_FIELDS if field.kind is bool)


def test_the_page_of_an_entrant_names_what_an_erasure_empties(olga, entrant):
    named = re.search(r"I dati personali \(([^)]*)\)", page(olga, "entrant", entrant.public_id)).group(1)
    assert named == ", ".join(field.label for field in ROSTER_FIELDS if field.is_personal)


def test_the_exported_roster_comes_in_again_as_it_was(olga, entrant):
    listed = lists.roster(olga.tournament)
    (cells,) = listed.rows()
    data = ";".join(listed.head) + "\n" + ";".join(map(str, cells))
    (row,) = read_roster(data.encode(), "roster.csv").rows
    assert {key: getattr(row, key) for key in VALUES} == VALUES


def test_the_archive_has_every_text_under_its_italian_label(entrant):
    head, line = open_parcel(archive_of(entrant.tournament))[ROSTER].decode("utf-8-sig").splitlines()
    assert re.split("[,;]", head) == ["numero", *(field.label for field in TEXT_FIELDS)]
    assert re.split("[,;]", line) == ["1", *TEXTS]


def test_the_api_answers_what_is_public_and_no_more(olga, entrant):
    roster.edit(entrant, by=None, is_minor=False)
    (one,) = json.loads(page(olga, "api:entrants"))["items"]
    assert {key: one[key] for key in one if key in VALUES} == {f.key: VALUES[f.key] for f in PUBLIC_FIELDS}


@pytest.mark.parametrize("word", ["region"])
def test_a_field_that_has_no_meaning_of_its_own_is_named_by_no_reader(word: str):
    """`region` is read as any field is: whoever names it would have to be changed for the next field as well."""
    files = [file for folder in READERS for file in (ROOT / folder).rglob("*.*") if file.suffix in (".py", ".html")]
    assert len(files) > 100
    named = [
        str(file.relative_to(ROOT)) for file in files if re.search(rf"\.{word}\b|[\"']{word}[\"']", file.read_text())
    ]
    assert named == []
