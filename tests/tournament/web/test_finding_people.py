"""Check-in, roster and directory find people by any part of any word; a name that exists already is said."""

import pytest

from tests.tournament.conftest import enter, give_rights
from tests.tournament.pages import page_text, to
from tournament.actions import directory
from tournament.core.identity import alphabetical
from tournament.states import EntrantState
from tournament.web.views.roster import MOST_PEOPLE


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
    found = olga.get(to(page, tournament), {"cerca": sought}).context["leaf"].items
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


@pytest.mark.parametrize("page", ["checkin", "roster"])
def test_a_page_of_people_is_bounded_and_leads_to_everybody(olga, tournament, page):
    """An import brings five thousand people, and each reader of one page with all of them would hold a thread for seconds."""
    enter(tournament, 2 * MOST_PEOPLE + 1, EntrantState.EXPECTED)
    seen: list[str] = []
    for number in (1, 2, 3):
        leaf = olga.get(to(page, tournament), {"cerca": "Ada", "pagina": number}).context["leaf"]
        assert len(leaf.items) <= MOST_PEOPLE
        assert leaf.addresses[number - 1] == f"?cerca=Ada&pagina={number}"
        seen += [one.surname for one in leaf.items]
    assert len(seen) == len(set(seen)) == 2 * MOST_PEOPLE + 1
    for nonsense in ("0", "4", "-1", "x", "²", "9" * 50):
        assert olga.get(to(page, tournament), {"pagina": nonsense}).context["leaf"].number in (1, 3)


def test_a_tap_at_checkin_stays_on_its_page(olga, tournament):
    last = max(enter(tournament, MOST_PEOPLE + 1, EntrantState.EXPECTED), key=alphabetical)
    form = {"state": "present", "cerca": "", "pagina": "2"}
    answer = olga.post(to("checkin_mark", tournament, last.public_id), form, headers={"HX-Request": "true"})
    assert [one.pk for one in answer.context["leaf"].items] == [last.pk]
    assert f"{to('checkin', tournament)}?pagina=2" in answer.content.decode()
