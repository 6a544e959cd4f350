"""A form that makes something makes it once, however often a page is tapped; opened again, it makes another."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from threading import Event
from types import SimpleNamespace

import pytest
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.db import connections
from django.test import Client
from django.urls import reverse

from tests.tournament.conftest import CONFIRMED, NOW, a_tournament, give_rights, lines_for, ready_to_draw, user
from tournament.actions import invitations, results, rounds, screen_links, staff
from tournament.errors import NotNow
from tournament.models import Objection, Season, Tournament
from tournament.states import HouseRight, Role
from tournament.web.support import sent_once as sent_once_module
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
    "minutes of the hall": Form(
        "clock",
        {"act": "extend", "minutes": 3},
        lambda event: event.round.clock_events.count(),
        lambda event: [event.tournament.slug, 1],
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


def test_a_second_tap_draws_and_swaps_nothing_again(organizer):
    """What would be undone by the same again, or counted by who wonders how often was drawn."""
    tournament = ready_to_draw(a_tournament(organizer), 8, organizer)
    draft = rounds.draw(tournament, seed="seme", by=organizer)
    client = Client()
    client.force_login(organizer)

    def drawn() -> int:
        return tournament.draw_events.drawn().count()

    def chairs() -> list[tuple[int, int, int]]:
        return list(draft.seats.order_by("entrant").values_list("entrant", "table", "position"))

    redraw, before = reverse("tournament:redraw", args=[tournament.slug, 1]), drawn()
    for tap in ("one", "one", "two"):
        client.post(redraw, {"reason": "uno manca", TOKEN: tap})
    assert drawn() == before + 2
    at_first, at_another = (table.seats.first() for table in draft.tables.all()[:2])
    swap, was = reverse("tournament:swap", args=[tournament.slug, 1]), chairs()
    pair = {"one": at_first.pk, "other": at_another.pk, "reason": "si conoscono"}
    for _tap in range(2):
        client.post(swap, {**pair, TOKEN: "one"})
    assert chairs() != was


# What shows a secret

SECRETS = {
    "screen": ("screen_links", {"label": "bar"}, lambda event: event.tournament.screens),
    "webhook": ("webhooks", {"url": "https://example.org/hook"}, lambda event: event.tournament.webhooks),
    "api token": ("token_issue", {"label": "sito"}, lambda event: event.tournament.api_tokens),
}


@pytest.mark.parametrize("kind", SECRETS)
def test_a_second_tap_shows_the_same_secret_and_makes_no_other(kind, event):
    route, data, rows = SECRETS[kind]
    client = Client()
    client.force_login(event.by)
    address = reverse(f"tournament:{route}", args=[event.tournament.slug])

    def secret_of(drawn: str) -> str:
        answer = client.post(address, {**data, TOKEN: drawn})
        assert answer.status_code == HTTPStatus.OK
        found = answer.context.get("addresses") or answer.context.get("token") or answer.context["made"].secret
        return str(found)

    first = secret_of("one")
    assert secret_of("one") == first
    assert rows(event).count() == 1
    assert secret_of("two") != first
    assert rows(event).count() == 2
    staff.grant(event.tournament, user=(other := user("otto")), role=Role.ORGANIZER, by=event.by)
    client.force_login(other)
    assert secret_of("one") != first


def test_a_form_whose_link_was_revoked_opens_it_no_more(event):
    client = Client()
    client.force_login(event.by)
    address = reverse("tournament:screen_links", args=[event.tournament.slug])
    form = {"label": "bar", TOKEN: "one"}
    client.post(address, form)
    screen_links.revoke(event.tournament.screens.get(), by=event.by)
    again = client.post(address, form)
    assert (again.status_code, again.context["addresses"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, [])
    assert not event.tournament.screens.filter(revoked_at=None).exists()


def passes_page(event) -> tuple[Client, str]:
    invitations.invite(event.tournament, username="giudice", role=Role.JUDGE, by=event.by)
    role = event.tournament.memberships.get(user__username="giudice")
    client = Client()
    client.force_login(event.by)
    return client, reverse("tournament:issue_pass", args=[event.tournament.slug, role.pk])


def test_a_second_tap_shows_the_same_pass_and_the_first_opens(event):
    client, address = passes_page(event)
    first, again, other = (client.post(address, {TOKEN: one}).context["issued"] for one in ("one", "one", "two"))
    assert first == again != other
    assert [Client().post(reverse("entry_code"), {"code": one.code}).status_code for one in (first, other)] == [
        422,
        302,
    ]
    assert client.post(address, {TOKEN: "two"}).status_code == HTTPStatus.FOUND  # somebody has entered with it


@pytest.mark.django_db(transaction=True)
def test_two_taps_at_once_show_one_pass(event):
    client, address = passes_page(event)

    def tap(_number: int) -> tuple[str, str]:
        one = Client()
        one.cookies = client.cookies.copy()
        try:
            issued = one.post(address, {TOKEN: "one"}).context["issued"]
        finally:
            connections.close_all()
        return issued.token, issued.code

    with ThreadPoolExecutor(4) as together:
        codes = {*together.map(tap, range(4))}
    assert len(codes) == 1
    assert Client().post(reverse("entry_code"), {"code": codes.pop()[1]}).status_code == HTTPStatus.FOUND


# What was refused has made nothing


@pytest.fixture
def notice(event) -> SimpleNamespace:
    client = Client()
    client.force_login(event.by)
    address = reverse("tournament:announcement_add", args=[event.tournament.slug])
    return SimpleNamespace(
        post=lambda text="Pausa": client.post(address, {"text": text, TOKEN: "one"}),
        count=event.tournament.announcements.count,
        client=client,
        address=address,
    )


def words_of(answer) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def test_what_was_refused_with_an_error_on_the_next_page_may_be_sent_again(notice, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(screen_links, "announce", refuse)
        assert notice.post().status_code == HTTPStatus.FOUND
    assert "una volta sola" not in " ".join(words_of(notice.post()))
    assert notice.count() == 1


def refuse(*_what, **_how):
    raise NotNow("adesso no")


def fail(*_what, **_how):
    raise RuntimeError("no room")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fault", [refuse, fail])
def test_the_second_of_two_at_once_is_carried_out_where_the_first_is_refused_or_fails(fault, notice, monkeypatch):
    begun, may_end, announce = Event(), Event(), screen_links.announce

    def first_waits(*what, **how):
        if not begun.is_set():
            begun.set()
            assert may_end.wait(30)
            fault()
        return announce(*what, **how)

    monkeypatch.setattr(screen_links, "announce", first_waits)

    def tap(_number: int):
        one = Client(raise_request_exception=False)
        one.cookies = notice.client.cookies.copy()
        try:
            return one.post(notice.address, {"text": "Pausa", TOKEN: "one"})
        finally:
            connections.close_all()

    waits = Event()
    monkeypatch.setattr(sent_once_module.time, "sleep", lambda _seconds: (waits.set(), may_end.wait(0.01)))
    monkeypatch.setattr(sent_once_module, "WAIT_SECONDS", 30.0)
    with ThreadPoolExecutor(2) as together:
        first = together.submit(tap, 1)
        assert begun.wait(30)
        second = together.submit(tap, 2)
        assert waits.wait(30)
        may_end.set()
        first.result()
        assert "una volta sola" not in " ".join(words_of(second.result()))
    assert notice.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_second_that_has_waited_in_vain_does_not_say_that_the_first_was_carried_out(notice, monkeypatch):
    monkeypatch.setattr(sent_once_module, "WAIT_SECONDS", 0.0)
    inner: list = []

    def announce_while_another_arrives(*_what, **_how):
        inner.append(notice.post())
        raise NotNow("adesso no")

    monkeypatch.setattr(screen_links, "announce", announce_while_another_arrives)
    notice.post()
    assert "non è ancora finito" in " ".join(words_of(inner[0]))
