"""People in lists: found by the alphabet of people, and told from their namesakes."""

from decimal import Decimal

import pytest
from django.urls import reverse

from tests.tournament.conftest import a_tournament
from tournament.core.identity import alphabetical
from tournament.templatetags.display import figure, taken
from tournament.web.forms.people import EntrantChoice

NAMES = ["Zani", "Šimić", "Verdi", "Öz", "Però", "Pero", "Serra", "d'Angelo", "Žito"]


@pytest.fixture
def hall(organizer):
    tournament = a_tournament(organizer)
    for number, surname in enumerate(NAMES, 1):
        tournament.entrants.create(number=number, surname=surname, name="Ada", club="Gufo")
    tournament.entrants.create(number=10, surname="Serra", name="Ada", club="Torre")
    return tournament


@pytest.mark.django_db
def test_accents_do_not_send_anybody_behind_the_z(client, organizer, hall):
    names = [one.surname for one in sorted(hall.entrants.all(), key=alphabetical)]
    assert names == ["d'Angelo", "Öz", "Pero", "Però", "Serra", "Serra", "Šimić", "Verdi", "Zani", "Žito"]
    client.force_login(organizer)
    for page in ("roster", "checkin"):
        text = client.get(reverse(f"tournament:{page}", args=[hall.slug])).content.decode()
        assert text.index("Šimić") < text.index("Verdi") < text.index("Žito")


@pytest.mark.django_db
def test_two_people_of_one_name_are_two_choices(hall):
    labels = [label for _key, label in EntrantChoice(hall.entrants.by_surname()).choices]
    assert {"Serra Ada (Gufo)", "Serra Ada (Torre)"} <= set(labels)
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(("points", "words"), [("5", "−5"), ("2.50", "−2,5"), ("0", "0")])
def test_what_is_taken_away_has_a_sign_and_nought_has_none(points, words):
    assert taken(Decimal(points)) == words


def test_a_figure_below_nought_has_a_minus_and_no_hyphen():
    assert figure(Decimal("-0.30")) == "−0,3"
