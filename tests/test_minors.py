"""A minor's surname is the staff's alone: every address of the site, asked by everybody else, in every form it answers in."""

import re

import pytest
from django.contrib.auth import get_user
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.referee.conftest import Recorder
from tests.role_table import ROUTES
from tests.surfaces import content
from tests.test_roles import address, routes, world  # noqa: F401
from tests.tools import savepoint_create
from tests.tournament.conftest import lines_for
from tournament.actions import directory, house, results, roster, screen_links, seasons
from tournament.core import public_names
from tournament.models import Entrant, Part, Person, Season
from tournament.queries import badge_tokens
from tournament.states import HouseRight

SURNAME, NAME, NICK = "Zanichelliminore", "Filibertominore", "Lupo"
WITHHELD = re.compile(rf"{SURNAME}|{NAME}|{SURNAME[:-6]}|{NAME[:-6]}", re.IGNORECASE)


@pytest.fixture
def hall(world):  # noqa: F811
    """Two minors, one without a nick: at the table whose game is recorded, and at one that is counted."""
    seats = [world.table.seats.get(position=1), world.tournament.rounds.get().tables.last().seats.get(position=1)]
    for seat, nick in zip(seats, (NICK, ""), strict=True):
        child = seat.entrant
        roster.edit(
            child, by=None, surname=SURNAME, name=NAME, nick=nick, is_minor=True, club=f"Club {nick}", is_namesake=True
        )
    directory.recognise(world.tournament.entrants.all())
    Season.objects.create(name="Stagione").events.create(tournament=world.tournament)
    Recorder(world.table.record, world.table.judge, seed=5).record_many(25)
    for table in world.tournament.rounds.get().tables.exclude(pk=world.table.pk):
        results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=None)
        results.sign(table, by=None)
    screen_links.arrange(world.screen, parts=list(Part.values), by=None)
    world.children = [seat.entrant for seat in seats]
    for child in world.children:
        child.refresh_from_db()
    world.clients = {role: world.clients[role] for role in ("anonymous", "projector", "stranger")}
    world.clients["player"] = Client()
    world.clients["player"].get(reverse("tournament:phone", args=[badge_tokens.token_of(world.children[0])]))
    return world


def crawled(hall):
    """What each of them can read, wherever the role table lets somebody in without a role here."""
    for route in sorted(set(ROUTES) & set(routes()) - {"tournament:phone"}):
        mark = savepoint_create()
        for url in _forms_of(route, hall):
            for role, client in hall.clients.items():
                answer = client.get(url)
                yield url, role, answer.status_code, b"\n".join(content(answer)) + repr(answer.headers).encode()
        transaction.savepoint_rollback(mark)


def _forms_of(route: str, hall) -> list[str]:
    url = address(route, hall)
    if route in ("tournament:season", "tournament:season_page", "tournament:season_file"):
        url = re.sub(r"/stagioni/\w+/", f"/stagioni/{Season.objects.earliest('pk').code}/", url)
    others = [re.sub(r"\.pdf$", ".xlsx", url), re.sub(r"\.csv$", ".xlsx", url)]
    tables = [re.sub(r"/tavoli/1/", f"/tavoli/{number}/", url) for number in (1, 4)]
    return sorted({url, *others, *tables})


def test_nobody_but_the_staff_reads_a_minors_name(hall):
    read = list(crawled(hall))
    assert [(url, role) for url, role, _status, body in read if WITHHELD.search(body.decode(errors="replace"))] == []
    visible = {url for url, _role, status, body in read if status == 200 and NICK.encode() in body}
    assert len(visible) > 12, "the crawl does not reach the pages that name people"


def test_the_projector_shows_minors_by_nick_or_number(hall):
    url = reverse("tournament:projector", args=[hall.token])
    page = hall.clients["projector"].get(url).content.decode()
    assert NICK in page
    assert public_names.numbered(hall.children[1].number) in page


def test_the_roster_of_the_staff_tells_the_full_name(hall, client):
    client.force_login(hall.tournament.memberships.get(role="organizer").user)
    for page in ("roster", "checkin"):
        assert SURNAME in client.get(reverse(f"tournament:{page}", args=[hall.tournament.slug])).content.decode()


def test_who_is_no_minor_stays_named(hall):
    hall.tournament.entrants.update(is_minor=False)
    url = reverse("tournament:standings", args=[hall.tournament.slug])
    assert SURNAME in hall.clients["anonymous"].get(url).content.decode()


def test_an_organizer_of_another_tournament_finds_a_minor_in_the_directory_by_nick(hall, client):
    client.force_login(hall.tournament.memberships.get(role="organizer").user)
    page = reverse("tournament:people")
    for reader in (client, hall.clients["stranger"]):
        user = get_user(reader)
        house.grant(user, right=HouseRight.PEOPLE, by=user)
        reader.force_login(user)
    assert SURNAME in client.get(page).content.decode()
    assert NICK in hall.clients["stranger"].get(page).content.decode()


def test_the_directory_follows_what_the_roster_says_of_somebodys_age(hall):
    child = hall.children[0]
    assert str(child.recognised.person) == NICK
    roster.edit(child, by=None, is_minor=False)
    assert str(Person.objects.get(outings__entrant=child)) == f"{SURNAME} {NAME}"


@pytest.mark.parametrize("enter", ["by hand", "into a season"])
def test_a_box_that_another_tournament_left_empty_makes_nobody_grow_up(hall, enter):
    """Only a roster with a column of ages, or an organizer who takes the mark away, says that somebody is of age."""
    child = hall.children[0]
    elsewhere = get_user(hall.clients["stranger"]).memberships.get().tournament
    who = {"surname": SURNAME, "name": NAME, "club": child.club}
    if enter == "by hand":
        entrant = roster.add(elsewhere, by=None, **who)
    else:
        entrant = Entrant.objects.create(tournament=elsewhere, number=999, **who)
        seasons.count(Season.objects.create(name="Altra"), tournament=elsewhere, grade="a", by=None)
        entrant.refresh_from_db()
    assert entrant.recognised.person == child.recognised.person
    assert str(Person.objects.get(outings__entrant=child)) == NICK
    assert entrant.is_minor


def test_who_is_entered_by_hand_as_a_minor_is_one_in_the_directory(hall):
    elsewhere = get_user(hall.clients["stranger"]).memberships.get().tournament
    grown = hall.tournament.entrants.filter(is_minor=False, recognised__person__is_minor=False).first()
    roster.add(elsewhere, by=None, surname=grown.surname, name=grown.name, club=grown.club, is_minor=True)
    assert Person.objects.get(outings__entrant=grown).is_minor
