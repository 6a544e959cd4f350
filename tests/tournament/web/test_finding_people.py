"""Check-in, roster and directory find people by any part of any word; a name that exists already is said."""

import pytest

from tests.tournament.conftest import enter, give_rights
from tests.tournament.pages import page_text, to
from tournament.actions import directory
from tournament.states import EntrantState


@pytest.fixture(autouse=True)
def keeps_the_house(organizer):
    give_rights(organizer)


@pytest.fixture
def people(tournament):
    found = enter(tournament, 3, EntrantState.EXPECTED)
    for one, (surname, name) in zip(found, [("Leone", "Tito"), ("Però", "Ada"), ("De Luca", "Ugo")], strict=True):
        one.surname, one.name = surname, name
        one.save()
    directory.recognise(found)
    return found


@pytest.mark.parametrize("page", ["checkin", "roster"])
@pytest.mark.parametrize(
    ("sought", "surname"), [("Leone Tito", "Leone"), ("tito leo", "Leone"), ("pero", "Però"), ("PERÒ", "Però")]
)
def test_lists_find_people(olga, tournament, people, page, sought, surname):
    found = olga.get(to(page, tournament), {"cerca": sought}).context["entrants"]
    assert [one.surname for one in found] == [surname]


def test_the_directory_finds_people(olga, people):
    found = olga.get("/rubrica/", {"cerca": "tito leo"}).context["people"]
    assert [one.surname for one in found] == ["Leone"]


def test_the_search_becomes_the_new_entrant(olga, tournament, people):
    page = olga.get(to("checkin", tournament), {"cerca": "Bianchi Ida"})
    assert "?cerca=Bianchi%20Ida" in page_text(page)
    form = olga.get(to("entrant_add", tournament), {"cerca": "Bianchi Ida"}).context["form"]
    assert (form["surname"].value(), form["name"].value()) == ("Bianchi", "Ida")


@pytest.mark.parametrize(
    "names", [("Leone", "Tito"), ("tito", "LEONE"), ("Pero", "Ada"), ("DeLuca", "Ugo"), ("  Leone ", "Tito")]
)
def test_a_name_that_exists_is_said_and_can_be_confirmed(olga, tournament, people, names):
    data = dict(zip(("surname", "name"), names, strict=True)) | {"club": "Un altro"}
    refused = olga.post(to("entrant_add", tournament), data)
    assert refused.status_code == 422
    assert "Con questo nome c&#x27;è già" in page_text(refused)
    assert 'name="is_namesake"' in page_text(refused)
    assert tournament.entrants.count() == 3
    assert olga.post(to("entrant_add", tournament), data | {"is_namesake": "on"}).status_code == 302
    assert tournament.entrants.count() == 4


def test_a_correction_into_a_name_that_exists_is_said_too(olga, tournament, people):
    data = {"surname": "Leone", "name": "Tito", "club": "Un altro"}
    url = to("entrant", tournament, people[1].public_id)
    assert olga.post(url, data).status_code == 422
    assert olga.post(url, data | {"is_namesake": "on"}).status_code == 302
