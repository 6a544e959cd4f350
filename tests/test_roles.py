"""The role table, asked of the running site: every address, method and role."""

from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client
from django.test.client import ClientHandler
from django.urls import URLPattern, get_resolver, reverse

from referee.actions import openings
from tests.role_table import ARGUMENTS, BODIES, OWN_TABLE, ROLES, ROUTES, USUAL
from tests.tools import savepoint_create
from tests.tournament.conftest import NOW, a_tournament, ready_to_draw, user
from tournament.actions import (
    broadcasts,
    criteria,
    house,
    invitations,
    penalties,
    programs,
    rounds,
    screen_links,
    staff,
    tables,
)
from tournament.errors import NotNow
from tournament.models import ApartPair, Membership, Objection, Penalty, ScreenLink, Seat, Table, Tournament
from tournament.queries import badge_tokens
from tournament.states import HouseRight, Role

KEEPERS = tuple(role for role in ROLES if role.startswith("house_"))


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
    names = ("stranger", "floor_judge", "other_judge", "table_judge", "player_judge", "head_judge", "organizer")
    people = {name: user(name) for name in names}
    by = people["organizer"]
    tournament = ready_to_draw(a_tournament(by), 16, by)
    a_tournament(people["stranger"], name="Un altro torneo")
    for name in ("head_judge", "player_judge"):
        staff.grant(tournament, user=people[name], role=Role.HEAD_JUDGE, by=by)
    judges = ("table_judge", "other_judge", "floor_judge")
    memberships = [staff.grant(tournament, user=people[name], role=Role.JUDGE, by=by) for name in judges]
    round_ = rounds.draw(tournament, seed="ruoli", by=by)
    rounds.publish(round_, by=by)
    rounds.start(round_, by=by, now=NOW)
    first, second = round_.tables.all()[:2]
    tables.assign_judge(first, judge=people["table_judge"], by=by)
    tables.assign_judge(second, judge=people["other_judge"], by=by)
    staff.plays(first.seats.get(position=2).entrant, user=people["player_judge"], by=by)
    seats = list(first.seats.order_by("position").values_list("entrant__public_id", flat=True))
    openings.open_record(first, seats=seats, judge=0, by=people["table_judge"])
    screen, token = screen_links.issue(tournament, by=by)
    broadcasts.open_to_all(first, delay=0, delay_in="minutes", by=by)
    penalty = penalties.add(tournament.entrants.first(), points=Decimal(1), reason="ritardo", by=by)
    one, other = tournament.entrants.all()[:2]
    pair = criteria.keep_apart(tournament, one=one, other=other, by=by)
    objection = Objection.objects.create(round=round_, entrant=one, text="ho 40 punti")
    for right in HouseRight:
        keeper = people[f"house_{right}"] = user(f"house_{right}")
        house.grant(keeper, right=right, by=by)
    clients = _clients(people)
    clients["projector"].get(reverse("tournament:projector", args=[token]))
    clients["player"].get(reverse("tournament:phone", args=[badge_tokens.token_of(one)]))
    _program, bearer = programs.issue(tournament, label="il sito del club", by=by)
    clients["api_token"] = Client(headers={"Authorization": f"Bearer {bearer}"})
    return World(tournament, first, memberships[0], screen, token, penalty, pair, objection, clients)


def _clients(people: dict) -> dict[str, Client]:
    clients = {role: Client() for role in ROLES}
    for name, person in people.items():
        clients[name].force_login(person)
    return clients


@cache
def routes() -> dict[str, tuple[URLPattern, list[str]]]:
    """Every named address of the site, as `namespace:name`, and what it asks for."""
    found = {}

    def walk(patterns, prefix: str, names: list[str]) -> None:
        for pattern in patterns:
            asks = [*names, *pattern.pattern.converters]
            if isinstance(pattern, URLPattern):
                found[prefix + (pattern.name or str(pattern.pattern))] = pattern, asks
            else:
                walk(pattern.url_patterns, f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix, asks)

    walk(get_resolver().url_patterns, "", [])
    return found


def address(route: str, world: World) -> str:
    if route in ARGUMENTS:
        return reverse(route, kwargs=ARGUMENTS[route](world))
    pattern, names = routes()[route]
    if pattern.name is None:
        return f"/{pattern.pattern}"
    return reverse(route, kwargs={name: USUAL[name](world) for name in names})


def verdict(response) -> str:
    if response.status_code == 302 and response.url.startswith(reverse("login")):
        return "login"
    return "may" if response.status_code in (200, 204, 302, 400, 409, 422) else str(response.status_code)


def test_every_address_of_the_site_is_in_the_role_table():
    assert set(routes()) == set(ROUTES)


@contextmanager
def undone(*clients: Client):
    """Whatever is done within leaves no row and no cookie behind; a game in memory that is ahead of its row is not trusted."""
    cookies = [copy(client.cookies) for client in clients]
    mark = savepoint_create()
    try:
        yield
    finally:
        transaction.set_rollback(
            False
        )  # a row that was refused outside a block of its own needs no more than the next line
        transaction.savepoint_rollback(mark)
        for client, holding in zip(clients, cookies, strict=True):
            client.cookies = holding


def status_of(world: World, role: str, method: str, url: str, body: str = "") -> str:
    with undone(client := world.clients[role]):
        return verdict(client.generic(method, url, body, "application/x-www-form-urlencoded"))


def test_each_role_gets_what_the_table_says(world):
    wrong = {}
    for route in sorted(ROUTES):
        with undone():
            url = address(route, world)
            found = {
                method: {role: status_of(world, role, method, url, body) for role in ROLES}
                for method, body in (("GET", ""), ("POST", BODIES.get(route, "")))
            }
        for method, who in found.items():
            if differing := {role: got for role, got in who.items() if got != ROUTES[route][method][role]}:
                wrong[route, method] = differing
    assert wrong == {}


def test_no_page_that_a_role_opens_is_stored(world):
    """What not everybody may open: by the role table, whatever the views read."""
    stored = []
    for route in sorted(ROUTES):
        who = ROUTES[route]["GET"]
        may = [role for role in ROLES if who[role] == "may"]
        if who["anonymous"] == "may" or not may:
            continue
        with undone():
            url = address(route, world)
            for role in (may[0], may[-1]):
                with undone(client := world.clients[role]):
                    answer = client.get(url)
                policy = answer.get("Cache-Control", "")
                is_page = answer.get("Content-Type", "").startswith("text/html")
                if "no-store" not in policy and (is_page or "private" not in policy):
                    stored.append((route, role, answer.status_code, policy))
    assert stored == []


def test_other_methods_open_nothing(world):
    """HEAD is GET without its body; whatever else a client sends is refused before anything looks at it."""
    wrong = {}
    for route in sorted(ROUTES):
        with undone():
            url = address(route, world)
            found = {
                method: status_of(world, "organizer", method, url) for method in ("HEAD", "PUT", "PATCH", "DELETE")
            }
        heads = {ROUTES[route]["GET"]["organizer"], "405"}
        if found.pop("HEAD") not in heads or set(found.values()) != {"405"}:
            wrong[route] = found
    assert wrong == {}


SIGNED = {"tournament:league_receive"}
"""Of programs: a signature stands for the token of a page."""


def test_no_page_of_another_site_makes_somebody_post(world):
    """With the session of whoever may, but without the token of an own page, or from elsewhere with it."""
    wrong = {}
    for route in sorted(set(ROUTES) - SIGNED):
        may = [role for role in ROLES if ROUTES[route]["POST"][role] == "may"]
        if not may:
            continue
        with undone(client := copy(world.clients[may[0]])):
            url = address(route, world)
            client.handler = ClientHandler(enforce_csrf_checks=True)
            client.cookies = copy(client.cookies)
            client.cookies[settings.CSRF_COOKIE_NAME] = token = "a" * 32
            elsewhere = {"X-CSRFToken": token, "Origin": "https://elsewhere.example"}
            found = [client.post(url, {"x": "1"}, headers=headers).status_code for headers in ({}, elsewhere)]
        if found != [403, 403]:
            wrong[route, may[0]] = found
    assert wrong == {}


def test_an_object_of_another_tournament_is_not_found(world):
    """The stranger organizes a tournament and asks there for what belongs to this one."""
    own = Tournament.objects.get(name="Un altro torneo").slug
    counted_by_each = {"tournament:rules_restore"}  # version 1 of its own regulation, which every tournament has
    wrong = {}
    for route, (_pattern, names) in sorted(routes().items(), key=lambda item: item[0]):
        if (
            route in counted_by_each
            or "slug" not in names
            or not {"pk", "public_id", "number", "place", "device"} & set(names)
        ):
            continue
        with undone():
            url = address(route, world).replace(f"/{world.tournament.slug}/", f"/{own}/")
            found = {method: status_of(world, "stranger", method, url) for method in ("GET", "POST")}
        if not set(found.values()) <= {"404", "405"} or "404" not in found.values():
            wrong[route] = found
    assert wrong == {}


def test_a_judge_is_one_at_the_own_table_alone(world):
    """The two judges change places with the tables: at the other one each gets what the other got here."""
    acts = [route for route in sorted(OWN_TABLE) if ROUTES[route]["POST"]["table_judge"] == "may"]
    assert len(acts) > 10
    second = world.tournament.rounds.get().tables.get(number=2)
    seats = list(second.seats.order_by("position").values_list("entrant__public_id", flat=True))
    openings.open_record(second, seats=seats, judge=0, by=second.judge)
    wrong = {}
    for route in acts:
        with undone():
            url = address(route, world).replace("/tavoli/1/", "/tavoli/2/")
            found = {
                role: status_of(world, role, "POST", url) for role in ("table_judge", "other_judge", "floor_judge")
            }
        there = "404" if route == "referee:settle" else "may"  # the flag of the address is of table 1
        if found != {"table_judge": "403", "other_judge": there, "floor_judge": "403"}:
            wrong[route] = found
    assert wrong == {}


def test_who_directs_and_plays_decides_nothing_about_the_own_table_or_oneself(world):
    """What the role table cannot say: addresses of a round and of the event that name a table or a person in what is sent."""
    rows = world.tournament.rounds.get().seats.select_related("entrant")
    mine, beside, elsewhere = (rows.get(table__number=table, position=at) for table, at in ((1, 2), (1, 1), (2, 1)))

    def found(seat: Seat) -> dict[str, str]:
        penalty = penalties.add(seat.entrant, points=Decimal(30), reason="ritardo", by=None)
        objection = Objection.objects.create(round=seat.round, entrant=seat.entrant, text="ho 40 punti")
        event, round_ = [world.tournament.slug], [world.tournament.slug, 1]
        posts = {
            **{f"penalty_{act}": [*event, penalty.pk] for act in ("revoke", "restore", "revise", "appeal", "uphold")},
            "objection_answer": [*round_, objection.pk],
            "walkover": round_,
            "put_right": round_,
        }
        sent = {"reason": "prova", "points": "0", "answer": "sì", "seat": seat.pk}
        sent |= {"one": seat.pk, "other": elsewhere.pk if seat == mine else rows.get(table__number=3, position=1).pk}
        status = {}
        for name, arguments in posts.items():
            with undone(client := world.clients["player_judge"]):
                status[name] = str(client.post(reverse(f"tournament:{name}", args=arguments), sent).status_code)
        return status

    refused = dict.fromkeys(found(mine), "403")
    assert found(mine) == refused
    assert found(elsewhere) == dict.fromkeys(refused, "302")
    assert {name for name, got in found(beside).items() if got == "403"} == {"walkover", "put_right"}


def test_an_organizer_who_plays_posts_nothing_about_the_own_table(world):
    """Every address that names the table, whatever role it asks for; what an address of the round or a screen names is asked elsewhere."""
    by = get_user_model().objects.get(username="organizer")
    player = get_user_model().objects.get(username="player_judge")
    staff.grant(world.tournament, user=player, role=Role.ORGANIZER, by=by)
    world.clients["player_judge"].force_login(player)
    addresses = [
        route
        for route, (_pattern, names) in routes().items()
        if {"place", "slug"} <= set(names)
        and ROUTES[route]["POST"]["organizer"] == "may"
        and ROUTES[route]["POST"]["anonymous"] != "may"
    ]
    assert {"referee:live_open", "referee:live_close", "tournament:enter"} <= set(addresses)
    wrong = {}
    for route in sorted(addresses):
        with undone():
            found = status_of(world, "player_judge", "POST", address(route, world), BODIES.get(route, ""))
        if found != "403":
            wrong[route] = found
    assert wrong == {}


def test_an_organizer_who_plays_shuts_nobody_out_of_the_own_table(world):
    """By the page of roles and by that of judges: a link for the judge, the judge's role, another judge."""
    tournament, table = world.tournament, world.table
    by = get_user_model().objects.get(username="organizer")
    player = get_user_model().objects.get(username="player_judge")
    staff.grant(tournament, user=player, role=Role.ORGANIZER, by=by)
    client = world.clients["player_judge"]
    client.force_login(player)
    table.refresh_from_db()
    member = tournament.memberships.get(user__username="table_judge")
    record = reverse("referee:lines", args=[tournament.slug, 1, 1])
    judge = Client()
    judge.force_login(member.user)
    opponent = table.seats.get(position=1).entrant_id
    describe = reverse("tournament:staff_describe", args=[tournament.slug, member.pk])
    fields = {f"member{member.pk}-{name}": value for name, value in (("club", "Gufo"), ("most_tables", "1"))}
    judges = reverse("tournament:judges", args=[tournament.slug, 1])
    other = get_user_model().objects.get(username="other_judge")

    assert judge.get(record).status_code == 200
    client.post(describe, fields | {f"member{member.pk}-entrant": opponent})
    client.post(reverse("tournament:staff_revoke", args=[tournament.slug, member.pk]))
    for choice in ("", other.pk):
        assert client.post(judges, {"judge_1": choice}).status_code == 403
    assert judge.get(record).status_code == 200
    table.refresh_from_db()
    assert table.judge == member.user

    assert client.post(describe, fields | {f"member{member.pk}-entrant": ""}).status_code == 302  # the club alone
    assert tournament.memberships.get(pk=member.pk).club == "Gufo"
    elsewhere = tournament.rounds.get().tables.get(number=2).seats.get(position=1).entrant
    staff.plays(elsewhere, user=member.user, by=player)
    staff.plays(table.seats.get(position=1).entrant, user=member.user, by=by)
    assert judge.get(record).status_code == 403
    with pytest.raises(NotNow):
        staff.plays_no_more(tournament, user=member.user, by=player)


def test_who_directs_and_plays_does_not_take_off_the_own_link(world):
    """By no way of the page of roles: emptied, exchanged, given to somebody else first, or with the role itself."""
    tournament, player = world.tournament, user("gioca_e_organizza")
    seat = world.table.seats.select_related("entrant").get(position=3)
    other = world.tournament.rounds.get().tables.get(number=2).seats.select_related("entrant").get(position=1)
    by = get_user_model().objects.get(username="organizer")
    staff.grant(tournament, user=player, role=Role.ORGANIZER, by=by)
    staff.grant(tournament, user=player, role=Role.HEAD_JUDGE, by=by)
    client = Client()
    client.force_login(player)
    record = reverse("referee:lines", args=[tournament.slug, 1, 1])
    staff.plays(seat.entrant, user=player, by=player)  # nobody hinders who says so, also during play
    assert client.get(record).status_code == 403

    members = list(tournament.memberships.filter(user=player))
    for member in members:
        for entrant in ("", other.entrant_id):
            url = reverse("tournament:staff_describe", args=[tournament.slug, member.pk])
            client.post(url, {f"member{member.pk}-entrant": entrant})
            assert client.get(record).status_code == 403
    for member in members:
        staff.revoke(member, by=player)
        staff.grant(tournament, user=player, role=Role(member.role), by=by)
        client.force_login(player)
        assert client.get(record).status_code == 403
    for member in list(tournament.memberships.filter(user=player)):
        staff.revoke(member, by=by)
    invitations.invite(tournament, username=player.username, role=Role.ORGANIZER, by=by)
    invitations.accept(player.invitations.get())
    client.force_login(player)
    assert client.get(record).status_code == 403

    staff.plays_no_more(tournament, user=player, by=by)
    assert client.get(record).status_code == 200
    tournament.memberships.filter(user=player).delete()
    staff.grant(tournament, user=player, role=Role.ORGANIZER, by=by)
    client.force_login(player)
    assert client.get(record).status_code == 200


def test_a_judge_of_one_round_is_nobody_in_the_next(world):
    table = world.table
    Table.objects.filter(pk=table.pk).update(judge=None)
    url = reverse("tournament:enter", args=[world.tournament.slug, 1, 1])
    assert status_of(world, "table_judge", "POST", url) == "403"


def test_a_program_with_a_token_reads_its_tournament_and_no_other(world):
    Tournament.objects.update(is_public=False)
    program = world.clients["api_token"]
    for name in ("tournament", "entrants", "rounds", "standings", "clock"):
        assert program.get(reverse(f"tournament:api:{name}", args=[world.tournament.slug])).status_code == 200
        foreign = Tournament.objects.get(name="Un altro torneo").slug
        assert program.get(reverse(f"tournament:api:{name}", args=[foreign])).status_code == 404
    listed = program.get(reverse("tournament:api:tournaments")).json()["items"]
    assert [one["code"] for one in listed] == [world.tournament.slug]
    programs.revoke(world.tournament.api_tokens.get(), by=None)
    assert program.get(reverse("tournament:api:tournaments")).status_code == 401


def test_a_tournament_that_is_not_public_does_not_exist_for_strangers(world):
    Tournament.objects.filter(pk=world.tournament.pk).update(is_public=False)
    public_pages = ["public", "standings", "stream"]
    for name in public_pages:
        url = reverse(f"tournament:{name}", args=[world.tournament.slug])
        found = {role: verdict(world.clients[role].get(url)) for role in ROLES}
        closed = dict.fromkeys(("anonymous", "player", "projector", "api_token", "stranger", *KEEPERS), "404")
        assert found == {role: closed.get(role, "may") for role in ROLES}


def test_a_draft_exists_for_its_organizer_alone(world):
    tournament = world.tournament
    round_ = tournament.rounds.get()
    round_.clock_events.all().delete()
    tournament.rounds.update(state="draft")
    nobody = dict.fromkeys(("anonymous", "player", "projector", "api_token"), "login")
    judges = ("floor_judge", "other_judge", "table_judge", "player_judge", "head_judge")
    draft = {**dict.fromkeys(judges, "403"), "organizer": "may"}
    url = reverse("tournament:round", args=[tournament.slug, 1])
    found = {role: verdict(world.clients[role].get(url)) for role in ROLES}
    assert found == {**nobody, **dict.fromkeys(("stranger", *KEEPERS), "404"), **draft}
    sheet = reverse("tournament:seatings_file", args=[tournament.slug, 1, "pdf"])
    found = {role: verdict(world.clients[role].get(sheet)) for role in ROLES}
    assert found == {**dict.fromkeys(ROLES, "404"), "organizer": "may"}


def test_a_revoked_screen_shows_nothing(world):
    url = reverse("tournament:projector", args=[world.token])
    assert world.clients["projector"].get(url).status_code == 200
    screen_links.revoke(world.screen, by=None)
    assert world.clients["projector"].get(url).status_code == 404
    assert world.clients["projector"].get(url + "diretta/").status_code == 404
