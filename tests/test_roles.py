"""The role table, asked of the running site: every address, method and role."""

from dataclasses import dataclass
from decimal import Decimal

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from referee.actions import records
from tests.role_table import ARGUMENTS, ROLES, ROUTES, USUAL
from tests.tournament.conftest import NOW, a_tournament, ready_to_draw, user
from tournament.actions import criteria, penalties, rounds, screens, staff, tables
from tournament.models import ApartPair, Membership, Objection, Penalty, ScreenLink, Table, Tournament
from tournament.states import Role


@dataclass
class World:
    tournament: Tournament
    table: Table
    membership: Membership
    screen: ScreenLink
    token: str
    penalty: Penalty
    pair: ApartPair
    objection: Objection
    clients: dict[str, Client]


@pytest.fixture
def world(db) -> World:
    """A running round; `table_judge` judges table 1, `other_judge` table 2; the stranger runs a day of his own."""
    people = {name: user(name) for name in ("stranger", "other_judge", "table_judge", "head_judge", "organizer")}
    by = people["organizer"]
    tournament = ready_to_draw(a_tournament(by), 16, by)
    a_tournament(people["stranger"], name="Un altro torneo")
    staff.grant(tournament, user=people["head_judge"], role=Role.HEAD_JUDGE, by=by)
    memberships = [
        staff.grant(tournament, user=people[name], role=Role.JUDGE, by=by) for name in ("table_judge", "other_judge")
    ]
    round_ = rounds.draw(tournament, seed="ruoli", by=by)
    rounds.publish(round_, by=by)
    rounds.start(round_, by=by, now=NOW)
    first, second = round_.tables.all()[:2]
    tables.assign_judge(first, judge=people["table_judge"], by=by)
    tables.assign_judge(second, judge=people["other_judge"], by=by)
    seats = list(first.seats.order_by("position").values_list("entrant__public_id", flat=True))
    records.open_record(first, seats=seats, judge=0, by=people["table_judge"])
    screen, token = screens.issue(tournament, by=by)
    penalty = penalties.add(tournament.entrants.first(), points=Decimal(1), reason="ritardo", by=by)
    one, other = tournament.entrants.all()[:2]
    pair = criteria.keep_apart(tournament, one=one, other=other, by=by)
    objection = Objection.objects.create(round=round_, entrant=one, text="ho 40 punti")
    return World(tournament, first, memberships[0], screen, token, penalty, pair, objection, _clients(people, token))


def _clients(people: dict, token: str) -> dict[str, Client]:
    clients = {role: Client() for role in ROLES}
    for name, person in people.items():
        clients[name].force_login(person)
    clients["projector"].get(reverse("tournament:screen", args=[token]))
    return clients


def routes() -> dict[str, URLPattern]:
    """Every named address of the site, as `namespace:name`."""
    found = {}

    def walk(patterns, prefix: str) -> None:
        for pattern in patterns:
            if isinstance(pattern, URLPattern):
                found[prefix + (pattern.name or str(pattern.pattern))] = pattern
            else:
                walk(pattern.url_patterns, f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix)

    walk(get_resolver().url_patterns, "")
    return found


def address(route: str, world: World) -> str:
    if route in ARGUMENTS:
        return reverse(route, kwargs=ARGUMENTS[route](world))
    pattern = routes()[route].pattern
    if routes()[route].name is None:
        return f"/{pattern}"
    names = pattern.converters
    return reverse(route, kwargs={name: USUAL[name](world) for name in names})


def verdict(response) -> str:
    if response.status_code == 302 and response.url.startswith(reverse("login")):
        return "login"
    return "may" if response.status_code in (200, 204, 302, 400, 409, 422) else str(response.status_code)


def test_every_address_of_the_site_is_in_the_role_table():
    assert set(routes()) == set(ROUTES)


@pytest.mark.parametrize("route", sorted(ROUTES))
def test_each_role_gets_what_the_table_says(route, world):
    url = address(route, world)
    found = {}
    for method in ("GET", "POST"):
        found[method] = {}
        for role in ROLES:
            mark = transaction.savepoint()
            found[method][role] = verdict(world.clients[role].generic(method, url))
            transaction.savepoint_rollback(mark)
    assert found == ROUTES[route]


def test_a_tournament_that_is_not_public_does_not_exist_for_strangers(world):
    Tournament.objects.filter(pk=world.tournament.pk).update(is_public=False)
    public_pages = ["public", "standings", "stream"]
    for name in public_pages:
        url = reverse(f"tournament:{name}", args=[world.tournament.slug])
        found = {role: verdict(world.clients[role].get(url)) for role in ROLES}
        closed = {"anonymous": "404", "projector": "404", "stranger": "404"}
        assert found == {role: closed.get(role, "may") for role in ROLES}


def test_a_draft_exists_for_its_organizer_alone(world):
    tournament = world.tournament
    round_ = tournament.rounds.get()
    round_.clock_events.all().delete()
    tournament.rounds.update(state="draft")
    draft = {"other_judge": "403", "table_judge": "403", "head_judge": "403", "organizer": "may"}
    url = reverse("tournament:round", args=[tournament.slug, 1])
    found = {role: verdict(world.clients[role].get(url)) for role in ROLES}
    assert found == {"anonymous": "login", "projector": "login", "stranger": "404", **draft}
    sheet = reverse("tournament:seatings_file", args=[tournament.slug, 1, "pdf"])
    assert verdict(world.clients["anonymous"].get(sheet)) == "404"
    assert verdict(world.clients["organizer"].get(sheet)) == "may"


def test_a_revoked_screen_shows_nothing(world):
    url = reverse("tournament:screen", args=[world.token])
    assert world.clients["projector"].get(url).status_code == 200
    screens.revoke(world.screen, by=None)
    assert world.clients["projector"].get(url).status_code == 404
    assert world.clients["projector"].get(url + "diretta/").status_code == 404
