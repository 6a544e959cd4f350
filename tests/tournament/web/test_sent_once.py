"""A form that makes something makes it once, however often a page is tapped; opened again, it makes another."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from types import SimpleNamespace

import pytest
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.db import connections
from django.test import Client
from django.urls import reverse

from tests.tournament.conftest import CONFIRMED, NOW, a_tournament, give_rights, lines_for, ready_to_draw, user
from tournament.actions import results, rounds
from tournament.models import Objection, Season, Tournament
from tournament.states import HouseRight
from tournament.web.support.sent_once import TOKEN

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db) -> SimpleNamespace:
    """A round in play, and its organizer, who holds the rights of the house."""
    by = user("olga")
    give_rights(by, *HouseRight)
    tournament = ready_to_draw(a_tournament(by), 8, by)
    round_ = rounds.draw(tournament, seed="seme", by=by)
    rounds.publish(round_, by=by)
    rounds.start(round_, by=by, now=NOW)
    return SimpleNamespace(by=by, tournament=tournament, round=round_, table=round_.tables.first())


@dataclass(frozen=True)
class Form:
    """Where it is posted, what with, and how many of what it makes there are."""

    route: str
    data: dict[str, object]
    count: Callable[[SimpleNamespace], int]
    of: Callable[[SimpleNamespace], list] = lambda event: [event.tournament.slug]


def nothing(_event: SimpleNamespace) -> list:
    return []


def events_there(_event: SimpleNamespace) -> int:
    return Tournament.objects.count()


def orders(event: SimpleNamespace) -> int:
    return event.tournament.prints.count()


SEASON = {"name": "Inverno", "formula": "total", "discards": 0, "level_ranks": "each"}
FORMS = {
    "event": Form("new_tournament", {"name": "Nuovo", "day": "2026-12-01", "preset": "open"}, events_there, nothing),
    "rehearsal": Form("new_rehearsal", {"preset": "open", "players": 8}, events_there, nothing),
    "season": Form("seasons", SEASON, lambda _event: Season.objects.count(), nothing),
    "notice": Form("announcement_add", {"text": "Pausa"}, lambda event: event.tournament.announcements.count()),
    "print-out": Form("print_out_order", {}, orders, lambda event: [event.tournament.slug, "badge"]),
    "archive": Form("referee:archive_order", {}, orders),
    "minutes": Form(
        "extend_table_clock",
        {"minutes": 3},
        lambda event: event.table.round.clock_events.count(),
        lambda event: [event.tournament.slug, 1, event.table.number],
    ),
    "objection": Form(
        "objections",
        {"text": "52 e non 25"},
        lambda _event: Objection.objects.count(),
        lambda event: [event.tournament.slug, 1],
    ),
    "penalty": Form(
        "penalties",
        {"points": 5, "article": "12", "reason": "ritardo"},
        lambda event: event.tournament.penalties.count(),
    ),
}


def address_of(form: Form, event: SimpleNamespace) -> str:
    route = form.route if ":" in form.route else f"tournament:{form.route}"
    return reverse(route, args=form.of(event))


@pytest.fixture(params=FORMS)
def sent(request, event) -> SimpleNamespace:
    """One form, and what a tap of it sends."""
    form = FORMS[request.param]
    data = dict(form.data)
    if form.route == "objections":
        for table in event.round.tables.all():
            results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=event.by, confirmed=CONFIRMED)
            results.sign(table, by=event.by)
        rounds.close(event.round, by=event.by, now=NOW)
    if form.route in {"penalties", "objections"}:
        data["entrant"] = event.tournament.entrants.first().pk
    client = Client()
    client.force_login(event.by)
    address = address_of(form, event)

    def tap(drawn: str):
        return client.post(address, {**data, TOKEN: drawn})

    return SimpleNamespace(tap=tap, count=lambda: form.count(event), client=client, address=address, data=data)


def test_a_second_tap_makes_nothing_and_leads_to_the_same_page(sent):
    before = sent.count()
    first, second = sent.tap("one"), sent.tap("one")
    assert (first.status_code, second.status_code) == (HTTPStatus.FOUND, HTTPStatus.FOUND)
    assert second["Location"] == first["Location"]
    assert sent.count() == before + 1


def test_a_second_tap_that_another_process_answers_says_so(sent):
    before = sent.count()
    sent.tap("one")
    cache.clear()
    second = sent.tap("one")
    assert second.status_code == HTTPStatus.FOUND
    assert "una volta sola" in str(list(get_messages(second.wsgi_request))[-1])
    assert sent.client.get(second["Location"]).status_code == HTTPStatus.OK
    assert sent.count() == before + 1


def test_a_form_of_a_page_that_is_opened_again_makes_another(sent):
    before = sent.count()
    sent.tap("one")
    sent.tap("two")
    assert sent.count() == before + 2


def test_what_was_refused_may_be_sent_again(event):
    client = Client()
    client.force_login(event.by)
    address, before = reverse("tournament:new_tournament"), Tournament.objects.count()
    assert client.post(address, {"name": "", TOKEN: "one"}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert client.post(address, {"name": "", TOKEN: "one"}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert Tournament.objects.count() == before


@pytest.mark.django_db(transaction=True)
def test_many_taps_at_once_make_one(event):
    before = event.tournament.announcements.count()
    address = reverse("tournament:announcement_add", args=[event.tournament.slug])
    client = Client()
    client.force_login(event.by)

    def tap(_number: int) -> int:
        one = Client()
        one.cookies = client.cookies.copy()
        try:
            return one.post(address, {"text": "Pausa", TOKEN: "one"}).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as together:
        assert set(together.map(tap, range(8))) == {HTTPStatus.FOUND}
    assert event.tournament.announcements.count() == before + 1
