"""People of one name are told apart wherever they are named: every address of the site, as the organizer reads it."""

# ruff: noqa: F811

import re

import pytest
from django.db import transaction
from django.utils.html import strip_tags

from tests.referee.conftest import Recorder
from tests.role_table import ROUTES
from tests.test_roles import address, routes, world  # noqa: F401
from tests.tools import savepoint_create
from tests.tournament.conftest import enter, lines_for, organizer, tournament  # noqa: F401
from tournament.actions import privacy, results, roster
from tournament.models import Entrant
from tournament.states import Distinction

SURNAME, NAME = "Gemellidiversi", "Donatello"
CLUBS = ("Il Gufo Reale", "La Torre Nera")
NEAR = 250
"""Characters of text after a name within which its row says the club."""


@pytest.fixture
def hall(world):
    """Two players of one name at different tables, one of which is counted."""
    seats = [world.table.seats.get(position=1), world.tournament.rounds.get().tables.last().seats.get(position=1)]
    for seat, club in zip(seats, CLUBS, strict=True):
        roster.edit(seat.entrant, by=None, surname=SURNAME, name=NAME, nick="", club=club, is_namesake=True)
    Recorder(world.table.record, world.table.judge, seed=5).record_many(25)
    for table in world.tournament.rounds.get().tables.exclude(pk=world.table.pk):
        results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=None)
        results.sign(table, by=None)
    return world


def pages(hall):
    """Every page that the organizer may open, as text."""
    for route in sorted(set(ROUTES) & set(routes())):
        mark = savepoint_create()
        answer = hall.clients["organizer"].get(address(route, hall))
        if answer.status_code == 200 and "html" in answer.headers.get("Content-Type", ""):
            yield route, re.sub(r"\s+", " ", strip_tags(answer.content.decode().replace("</option>", " ; ")))
        transaction.savepoint_rollback(mark)


def test_whoever_shares_a_name_is_shown_with_the_club_on_every_page(hall):
    named = re.compile(rf"{SURNAME} {NAME}")
    found = [(route, text[one.end() :][:NEAR]) for route, text in pages(hall) for one in named.finditer(text)]
    assert len({route for route, _rest in found}) > 12, "the crawl does not reach the pages that name people"
    assert [(route, rest[:60]) for route, rest in found if not any(club in rest for club in CLUBS)] == []


def shown(tournament) -> list[str]:
    return [str(one) for one in tournament.entrants.order_by("number")]


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ([{"club": "Gufo"}, {"club": "Torre"}], ["Rossi Ada (Gufo)", "Rossi Ada (Torre)"]),
        (
            [{"club": "Gufo", "nick": "Lupa"}, {"club": "Gufo", "nick": "Volpe"}],
            ["Rossi Ada «Lupa»", "Rossi Ada «Volpe»"],
        ),
        ([{"club": "Gufo"}, {"nick": "Volpe"}], ["Rossi Ada n. 1", "Rossi Ada n. 2"]),
        (
            [{"is_minor": True, "nick": "Lupa", "club": "A"}, {"is_minor": True, "nick": "Lupa", "club": "B"}],
            ["Lupa (A)", "Lupa (B)"],
        ),
    ],
)
def test_namesakes_are_told_apart_by_nick_club_or_number(tournament, fields, names):
    for one in fields:
        roster.add(tournament, by=None, surname="Rossi", name="Ada", is_namesake=True, **one)
    assert shown(tournament) == names


def test_a_name_that_nobody_shares_any_more_stands_alone(tournament):
    one = roster.add(tournament, by=None, surname="Rossi", name="Ada", club="Gufo")
    other = roster.add(tournament, by=None, surname="ROSSI", name="Àda", club="Torre", is_namesake=True)
    assert shown(tournament) == ["Rossi Ada (Gufo)", "ROSSI Àda (Torre)"]
    roster.edit(other, by=None, surname="Verdi")
    assert shown(tournament) == ["Rossi Ada", "Verdi Àda"]
    roster.edit(other, by=None, surname="Rossi", name="Ada", is_namesake=True)
    roster.remove(one, by=None)
    assert shown(tournament) == ["Rossi Ada"]


def test_erasure_leaves_no_mark(tournament):
    people = enter(tournament, 2)
    Entrant.objects.filter(pk__in=[one.pk for one in people]).update(surname="Rossi", name="Ada")
    roster.distinguish(tournament)
    assert {one.distinction for one in tournament.entrants.all()} & set(Distinction.values)
    privacy.erase(people[0], by=None)
    assert {one.distinction for one in tournament.entrants.all()} == {""}
