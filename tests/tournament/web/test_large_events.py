"""An event of hundreds of people: no page names more of them than a page of a list holds, and nobody is out of reach."""

import re
from decimal import Decimal
from html import unescape

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.role_table import ROUTES
from tests.test_roles import routes
from tests.tournament.conftest import a_tournament, enter
from tests.tournament.pages import page_text, to
from tournament.actions import formats, rounds, tournaments
from tournament.core.formats import possible_formats
from tournament.models import Entrant, Objection, Penalty, Result, Seat, Table, Tournament
from tournament.states import EntrantState, RoundState, TableState
from tournament.web.forms import draw as draw_forms
from tournament.web.forms import people as people_forms
from tournament.web.support import page_cache

PEOPLE = 420
MOST_ON_A_PAGE = 250
LIGHT = 50_000
"""Bytes of the page of an event of four hundred."""
SURNAME = re.compile(r"Rosa(\d{4})")
SEARCHES = {"tournament:table_splits", "tournament:table_split_trial"}


def a_large_event(organizer, *, people: int = PEOPLE, name: str = "Grande") -> Tournament:
    """A first round closed with every result, a penalty and an objection for each, and ten late ones without a chair."""
    event = a_tournament(organizer, name=name)
    Entrant.objects.bulk_create(
        Entrant(tournament=event, number=n, surname=f"Rosa{n:04}", name="Ada", club="Club", state=EntrantState.PRESENT)
        for n in range(1, people + 1)
    )
    tournaments.open_checkin(event, by=organizer)
    formats.choose(event, key=possible_formats(people, event.rules)[0].key, by=organizer)
    round_ = rounds.draw(event, seed="s", by=organizer)
    rounds.publish(round_, by=organizer)
    rounds.start(round_, by=organizer, now=timezone.now())
    Penalty.objects.bulk_create(
        Penalty(tournament=event, entrant=one, points=Decimal(1), reason="ritardo") for one in event.entrants.all()
    )
    Objection.objects.bulk_create(
        Objection(round=round_, entrant=one, text="non torna") for one in event.entrants.all()
    )
    return event


def close_with_results(event: Tournament) -> None:
    seats = Seat.objects.filter(round__tournament=event).order_by("table", "position")
    Result.objects.bulk_create(
        Result(seat=seat, points=Decimal(seat.pk * 7919 % 97), tiebreaks=["1"], rank=seat.position, ended_by="time")
        for seat in seats
    )
    Table.objects.filter(round__tournament=event).update(state=TableState.SIGNED)
    event.rounds.update(state=RoundState.CLOSED, closed_at=timezone.now())


def pages_of(event: Tournament) -> dict[str, str]:
    """Every address of the role table that needs nothing but the event, its first round and table, or a person."""
    values = {
        "slug": event.slug, "code": event.slug, "number": 1, "page": 1, "place": 1, "key": "club", "table": 1,
        "public_id": event.entrants.first().public_id,
    }  # fmt: skip
    found = {}
    for route in sorted(set(ROUTES) - SEARCHES):
        asks = routes()[route][1]
        if ("slug" in asks or route.startswith("tournament:api:")) and set(asks) <= set(values):
            found[route] = reverse(route, kwargs={name: values[name] for name in asks})
    return found


def people_on(response) -> int:
    """How many of the event's people a page or an answer of the API names; nought for files and streams."""
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    is_page = kind in ("text/html", "application/json") and "Content-Disposition" not in response.headers
    if response.status_code != 200 or response.streaming or not is_page:
        return 0
    return len(set(SURNAME.findall(response.content.decode())))


@pytest.mark.parametrize("is_closed", [False, True], ids=["running", "closed"])
def test_no_page_names_more_people_than_a_page_holds(olga, organizer, is_closed):
    event = a_large_event(organizer)
    if is_closed:
        close_with_results(event)
    named = {route: people_on(olga.get(address)) for route, address in pages_of(event).items()}
    assert {route: many for route, many in named.items() if many > MOST_ON_A_PAGE} == {}
    assert {"tournament:penalties", "tournament:objections", "tournament:roster"} <= {
        route for route, many in named.items() if many
    }


def test_pages_of_a_list_have_everybody_once(olga, organizer):
    event = a_large_event(organizer)
    close_with_results(event)
    for name, args in (
        ("penalties", ()),
        ("objections", (1,)),
        ("embedded", ()),
        ("event_club", ("club",)),
        ("paper_entry", (1,)),
    ):
        address, found, page = to(name, event, *args), [], 1
        while True:
            text = page_text(olga.get(address, {"pagina": page}))
            found += sorted(set(SURNAME.findall(text)))
            page += 1
            if f"pagina={page}" not in text:
                break
        assert len(found) == len(set(found)), name
        assert name == "paper_entry" or len(found) == PEOPLE, name


def test_a_penalty_is_found_by_name_and_number(olga, organizer):
    event = a_large_event(organizer)
    for sought in ("rosa0417", "417"):
        text = page_text(olga.get(to("penalties", event), {"cerca": sought}))
        assert set(SURNAME.findall(text)) == {"0417"}
    assert not SURNAME.findall(page_text(olga.get(to("penalties", event), {"cerca": "nessuno così"})))


def test_the_answers_of_the_api_go_on_where_they_ended(organizer):
    event = a_large_event(organizer)
    close_with_results(event)
    for route, args, items in (("standings", (), "rows"), ("round", (1,), "tables")):
        address = reverse(f"tournament:api:{route}", args=[event.slug, *args])
        found, after = [], ""
        while after is not None:
            answer = Client().get(address, {"after": after, "limit": 60}).json()
            assert len(answer[items]) <= 60
            found += [row.get("name") or row["number"] for row in answer[items]]
            after = answer["next"]
        assert len(found) == len(set(found)) == (PEOPLE if route == "standings" else event.rounds.get().tables.count())
    refused = Client().get(reverse("tournament:api:standings", args=[event.slug]), {"after": "nonsense"})
    assert refused.status_code == 422


def test_queries_do_not_grow_with_the_event(olga, organizer):
    """Each page for a hundred people and for more than four hundred."""

    def asked(event) -> dict[str, int]:
        found = {}
        for route, address in pages_of(event).items():
            with CaptureQueriesContext(connection) as queries:
                response = olga.get(address)
            if people_on(response):
                found[route] = len(queries)
        return found

    small, large = a_large_event(organizer, people=120, name="Piccolo"), a_large_event(organizer)
    for event in (small, large):
        close_with_results(event)
    asked(small)  # what a process reads once
    few, many = asked(small), asked(large)
    assert {route: (few[route], n) for route, n in many.items() if n > few.get(route, n) + 4} == {}


# -- choosing somebody among many


@pytest.fixture
def crowd(organizer, tournament):
    enter(tournament, people_forms.MOST_LISTED + 1)
    return tournament


def chosen(event, typed):
    form = draw_forms.ObjectionForm(event, {"entrant": typed, "text": "non torna"})
    return form.cleaned_data["entrant"] if form.is_valid() else form.errors["entrant"][0]


def test_of_a_crowd_the_number_or_the_name_is_typed(crowd):
    one = crowd.entrants.get(number=150)
    assert "<select" not in str(draw_forms.ObjectionForm(crowd)["entrant"])
    assert chosen(crowd, "150") == one
    assert chosen(crowd, f" {one.full_name.lower()} ") == one


def test_a_name_of_several_is_refused_with_their_numbers(crowd):
    Entrant.objects.filter(number__in=(7, 8)).update(surname="Zanzibar")
    assert "7 Zanzibar" in chosen(crowd, "zanzibar")
    assert "8 Zanzibar" in chosen(crowd, "zanzibar")


@pytest.mark.parametrize("typed", ["9999", "9" * 40, "nessuno così", "\0"])
def test_whoever_is_not_there_is_refused(crowd, typed):
    assert isinstance(chosen(crowd, typed), str)


def test_of_few_one_is_picked_from_a_list(organizer, tournament):
    enter(tournament, 5)
    one = tournament.entrants.first()
    assert "<select" in str(draw_forms.ObjectionForm(tournament)["entrant"])
    assert chosen(tournament, str(one.pk)) == one


def test_people_who_sit_wrongly_are_put_right_in_a_crowd(olga, organizer):
    event = a_large_event(organizer)
    round_ = event.rounds.get()
    one, other = round_.tables.first().seats.first(), round_.tables.last().seats.first()
    typed = {"one": one.entrant.number, "other": other.entrant.surname}
    page = olga.get(to("put_right", event, 1), typed)
    fields = dict(re.findall(r'<input type="hidden" name="(one|other)" value="([^"]*)"', page_text(page)))
    assert set(fields) == {"one", "other"}
    olga.post(to("put_right", event, 1), {**{k: unescape(v) for k, v in fields.items()}, "reason": "scambiati"})
    assert one.entrant.seats.get().table == other.table
    assert other.entrant.seats.get().table == one.table


@pytest.mark.django_db
def test_the_page_of_an_event_of_four_hundred_is_light(organizer):
    """While the round is played and once it is closed: bytes before they are compressed, and as many queries as for sixteen people."""
    event, small = a_large_event(organizer, people=400), a_large_event(organizer, people=16, name="Piccolo")
    for change in (lambda _event: None, close_with_results):
        found = []
        for one in (small, event):
            change(one)
            page_cache.clear()
            cache.clear()
            with CaptureQueriesContext(connection) as queries:
                body = Client().get(to("public", one)).content
            found.append((len(body), len(queries)))
        assert found[1][0] <= LIGHT
        assert found[1][1] <= found[0][1]
