"""Nothing larger than its bound is read to its end, whoever sends it; what is larger on purpose is asked for first."""

import asyncio
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from config import bodies
from config.threads import ThreadedHandler
from tournament.web.support.lanes import takes_large_bodies

MOST = 64 * 1024
PART = 16 * 1024


@csrf_exempt
@login_not_required
def size(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(len(request.read())))


urlpatterns = [
    path("any/", size),
    path("large/", takes_large_bodies(lambda request: request.user.is_superuser)(size)),
]
pytestmark = pytest.mark.urls(__name__)


@pytest.fixture(autouse=True)
def most_bytes(settings) -> None:
    settings.MOST_BODY_BYTES = MOST


class Sender:
    """A client that sends `size` bytes, in parts; `sent` is what the server has taken."""

    def __init__(self, size: int, url: str, *, declares: bool, session: str = "", stalls: bool = False) -> None:
        self.left, self.sent, self.stalls = size, 0, stalls
        headers = [(b"host", b"localhost"), (b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode())]
        if declares:
            headers.append((b"content-length", str(size).encode()))
        self.scope = {"type": "http", "method": "POST", "path": url, "headers": headers, "query_string": b""}
        self.answer: list[dict] = []

    async def receive(self) -> dict:
        if self.stalls:
            await asyncio.sleep(60)
        part = min(PART, self.left)
        self.left -= part
        self.sent += part
        return {"type": "http.request", "body": b"x" * part, "more_body": self.left > 0}

    async def send(self, message: dict) -> None:
        self.answer.append(message)

    def status(self) -> int:
        asyncio.run(ThreadedHandler()(self.scope, self.receive, self.send))
        return self.answer[0]["status"]


@pytest.mark.parametrize("declares", [True, False])
def test_a_body_up_to_the_bound_is_read(declares):
    sender = Sender(MOST, "/any/", declares=declares)
    assert sender.status() == 200
    assert sender.answer[1]["body"] == str(MOST).encode()


@pytest.mark.parametrize("url", ["/any/", "/large/", "/non-esiste/"])
@pytest.mark.django_db
def test_a_larger_body_is_refused_before_its_first_byte(url):
    sender = Sender(MOST + 1, url, declares=True)
    assert (sender.status(), sender.sent) == (413, 0)
    assert (b"Connection", b"close") in sender.answer[0]["headers"]


@pytest.mark.parametrize("url", ["/any/", "/large/"])
def test_a_body_of_no_declared_size_is_refused_at_the_bound(url):
    sender = Sender(1000 * MOST, url, declares=False)
    assert sender.status() == 413
    assert sender.sent <= MOST + PART


@pytest.mark.parametrize("declared", [b"9" * 5000, b"-1", b"1e3", "٣".encode()])
def test_a_declared_size_that_is_no_number_is_refused(declared):
    sender = Sender(1, "/any/", declares=False)
    sender.scope["headers"].append((b"content-length", declared))
    assert (sender.status(), sender.sent) == (413, 0)


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(bodies, "SECONDS", 0.05)
    monkeypatch.setattr("config.threads.SECONDS", 0.05)
    assert Sender(10, "/any/", declares=True, stalls=True).status() == 408


@pytest.mark.parametrize("may", [True, False])
@pytest.mark.django_db(transaction=True)
def test_a_large_body_is_read_from_whoever_may_send_it(django_user_model, may):
    make = django_user_model.objects.create_superuser if may else django_user_model.objects.create_user
    client = Client()
    client.force_login(make("ada"))
    sender = Sender(10 * MOST, "/large/", declares=True, session=client.cookies[settings.SESSION_COOKIE_NAME].value)
    assert (sender.status(), sender.sent) == ((200, 10 * MOST) if may else (413, 0))


def test_the_proxy_of_the_documentation_has_the_same_bound(settings):
    caddy = (Path(settings.BASE_DIR) / "docs" / "operations" / "Caddyfile").read_text("utf-8")
    from config import settings as own

    bounds = re.findall(r"max_size (\d+)MiB", caddy)
    assert str(own.MOST_BODY_BYTES // 1024**2) in bounds
