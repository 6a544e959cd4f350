"""What each form of the judge's page says of itself: `act` where the device's engine can answer it too."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from referee.offline.table_bundle import table_bundle
from referee.offline.tablet import Tablet

FORM = re.compile(r"""<form\b[^>]*?\{% url 'referee:(\w+)'[^%]*%\}"[^>]*?\sdata-entry(?:="(\w*)")?""")
TEMPLATES = Path(settings.BASE_DIR) / "templates" / "referee" / "judge"
FORMS = sorted({found for one in TEMPLATES.glob("*.html") for found in FORM.findall(one.read_text())})
OF_ONE_FLAG = {"settle", "late_register", "late_drop"}


@pytest.fixture
def at_the_device(row, table):
    return Tablet(table_bundle(row, table, after=0))


def url_of(route, table):
    more = [1] if route in OF_ONE_FLAG else []
    return reverse(f"referee:{route}", args=[table.round.tournament.slug, table.round.number, table.number, *more])


def is_answered(tablet, url):
    try:
        tablet.enter(url, [], {})
    except KeyError:
        return False
    return True


@pytest.mark.parametrize(("route", "effect"), FORMS)
def test_the_engine_answers_exactly_the_forms_that_say_so(at_the_device, table, route, effect):
    assert is_answered(at_the_device, url_of(route, table)) == (effect == "act")


def test_a_route_has_one_effect_and_every_effect_is_a_word_of_the_page():
    assert len(FORMS) == len({route for route, _effect in FORMS}) > 15
    assert {effect for _route, effect in FORMS} == {"act", "beside", ""}
