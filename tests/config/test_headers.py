"""What guards a browser stands on every answer, a refusal and a failure too."""

import asyncio

import pytest
from csp.decorators import csp_exempt, csp_update
from csp.middleware import CSPMiddleware
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from config.content_policy import ContentPolicyMiddleware
from config.live_stream import LiveStream
from tests.role_table import ROUTES
from tests.test_roles import World, address, undone, world  # noqa: F401
from tests.tournament.conftest import a_tournament, user
from tournament.actions import login_limits
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

POLICIES = ("Content-Security-Policy", "Content-Security-Policy-Report-Only")
STRICT = ("default-src 'self'", "script-src 'self'", "object-src 'none'", "frame-ancestors 'none'")


def failing(fault: Exception):
    def fail(*_args, **_more):
        raise fault

    return fail


def guards(answer) -> tuple[str, str, str, bool]:
    policy = answer.headers.get("Content-Security-Policy", "")
    return (
        answer.headers.get("X-Content-Type-Options", ""),
        answer.headers.get("X-Frame-Options", ""),
        answer.headers.get("Referrer-Policy", ""),
        all(part in policy for part in STRICT) and "unsafe" not in policy,
    )


@pytest.fixture
def answers(monkeypatch):
    """One answer of each kind, by status; the log-in's rest after too many wrong passwords is the 429."""
    tournament = a_tournament(by := user("olga"))
    stranger, organizer = Client(raise_request_exception=False), Client(raise_request_exception=False)
    organizer.force_login(by)
    organizer_of_another = Client()
    organizer_of_another.force_login(user("altra"))
    desk = reverse("tournament:desk", args=[tournament.slug])
    found = [
        stranger.get("/"),
        stranger.get(desk),
        stranger.get("/", headers={"host": "altrove.example"}),
        organizer_of_another.get(reverse("system")),
        organizer_of_another.get(desk),
        stranger.get("/non-esiste/"),
        stranger.delete("/"),
        organizer.get(reverse("tournament:change_state", args=[tournament.slug])),
        stranger.post(reverse("entry_code"), {"code": "123456"}),
        stranger.get("/api/v1/tournaments", headers={"authorization": "Bearer falso"}),
        Client(enforce_csrf_checks=True).post(reverse("login"), {"username": "x", "password": "y"}),
    ]
    wrong = {"username": "olga", "password": "sbagliata"}
    found += [stranger.post(reverse("login"), wrong) for _time in range(login_limits.PASSWORDS_FOR_A_NAME)][-1:]
    for fault in (RuntimeError("guasto"), OperationalError("via")):
        monkeypatch.setattr(Tournament.objects, "run_by", failing(fault))
        found.append(organizer.get("/"))
    return found


def test_every_kind_of_answer_has_them(answers):
    statuses = sorted({answer.status_code for answer in answers})
    assert statuses == [200, 302, 400, 401, 403, 404, 405, 422, 429, 500, 503]
    wrong = {
        (answer.status_code, answer.request["PATH_INFO"]): guards(answer)
        for answer in answers
        if guards(answer) != ("nosniff", "DENY", "same-origin", True)
    }
    assert wrong == {}


def test_a_refused_stream_has_them_too():
    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/live/", "query_string": b"token=falso"}
    asyncio.run(LiveStream()(scope, None, send))
    assert sent[0]["status"] == 403
    headers = dict(sent[0]["headers"])
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert headers[b"cache-control"] == b"no-store"
    assert b"frame-ancestors 'none'" in headers[b"content-security-policy"]


def test_no_address_serves_a_script_but_those_of_the_offline_page_and_of_players_phones(world: World):  # noqa: F811
    """Nothing that somebody brings can be registered as a service worker, which would answer for the site from then on."""
    scripts = set()
    for route in ROUTES:
        with undone(client := world.clients["organizer"]):
            answer = client.get(address(route, world), headers={"service-worker": "script"})
            assert "Service-Worker-Allowed" not in answer, route
            if "script" in answer.headers.get("Content-Type", ""):
                scripts.add(route)
    assert scripts == {"referee:service_worker", "referee:worker", "tournament:player_day_worker"}


def answered(_request) -> HttpResponse:
    return HttpResponse()


@pytest.mark.parametrize(
    "view",
    [
        answered,
        csp_update({"script-src": ["'self'", "https://altrove.example"]})(answered),
        csp_exempt()(answered),
        lambda request: HttpResponse(str(request.csp_nonce)),
    ],
    ids=["usual", "its own", "exempt", "with a nonce"],
)
def test_a_policy_composed_once_is_the_one_that_is_composed_for_each_answer(rf, view):
    ours, theirs = ContentPolicyMiddleware(view), CSPMiddleware(view)
    due = [theirs(rf.get("/")).headers.get(name) for name in POLICIES]
    for _answer in range(2):
        assert [ours(rf.get("/")).headers.get(name) for name in POLICIES] == due
