"""Messages to other programs: signed, written with the act, tried again, never sent inside the network."""

import base64
import hashlib
import hmac
import json
import socket
import threading
import time
from contextlib import suppress
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.queue import work_off
from tests.tournament.conftest import lines_for
from tests.tournament.tasks.test_addresses import INSIDE
from tournament.actions import results, roster, webhooks
from tournament.errors import NotNow
from tournament.models import Delivery
from tournament.tasks import addresses, worker
from tournament.tasks import webhooks as webhook_tasks


class Receiver(HTTPServer):
    """Another program, which answers as it is told."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.got, self.status = [], 204

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/avvisi?da=sala"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, self.headers, body))
        self.send_response(self.server.status)
        self.send_header("Location", "http://127.0.0.1:1/")
        self.end_headers()

    def log_message(self, *_words) -> None:
        """Nothing on the console of the tests."""


@pytest.fixture
def receiver(settings):
    settings.WEBHOOKS_MAY_GO_INSIDE = True
    server = Receiver()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def webhook(running, organizer, receiver):
    """A message waits: the first table has counted."""
    webhook = webhooks.add(running.tournament, url=receiver.url, by=organizer)
    table = running.tables.first()
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer)
    return webhook


def test_a_message_is_signed_and_says_what_happened_and_no_more(webhook, receiver):
    work_off()
    (path, headers, body) = receiver.got[0]
    assert path == "/avvisi?da=sala"
    assert json.loads(body)["event"] == "results.report"
    assert set(json.loads(body)) == {"id", "event", "tournament", "at"}
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(webhook.secret.removeprefix("whsec_"))
    due = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{due}"


def test_the_signature_is_the_one_that_the_standard_s_own_library_makes():
    """Made with standardwebhooks 1.1.0, which also verifies it."""
    made = webhook_tasks.signature(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLKSw",
        '{"id":"1","event":"results.report"}',
        message="msg_p5jXN8AQM9LWM0D4loKWxJek",
        at=1614265330,
    )
    assert made == "v1,NVqofdR5Q/z8Lun3LWeq/1bSeMs0FpF/10f+aWRcztc="


def test_what_was_rolled_back_is_told_to_nobody(running, organizer, receiver):
    webhooks.add(running.tournament, url=receiver.url, by=organizer)
    table = running.tables.first()

    def fail_halfway() -> None:
        with transaction.atomic():
            results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_halfway()
    assert not Delivery.objects.exists()


def test_what_is_nobodys_business_is_told_to_nobody(running, organizer, receiver):
    webhooks.add(running.tournament, url=receiver.url, by=organizer)
    roster.edit(running.tournament.entrants.first(), surname="Altro", by=organizer)
    assert not Delivery.objects.exists()


def test_a_refused_message_is_tried_again_with_longer_waits_and_given_up(webhook, receiver):
    receiver.status = 500
    waits = []
    for _try in range(webhook_tasks.TRIES):
        before = timezone.now()
        DBTaskResult.objects.filter(status="READY").update(run_after=before)
        work_off()
        waits.append(Delivery.objects.get().next_try_at - before)
    assert [round(wait / webhook_tasks.FIRST_WAIT) for wait in waits[:4]] == [1, 2, 4, 8]
    assert (Delivery.objects.get().state, len(receiver.got)) == ("given_up", webhook_tasks.TRIES)


def test_a_message_that_is_not_due_waits(webhook, receiver):
    receiver.status = 500
    work_off()
    work_off()
    assert len(receiver.got) == 1
    assert 0 < worker.seconds_until_due(now=timezone.now()) <= webhook_tasks.FIRST_WAIT.total_seconds()


def test_a_redirect_is_not_followed(webhook, receiver):
    receiver.status = 302
    work_off()
    assert (Delivery.objects.get().state, Delivery.objects.get().answer) == ("waiting", "302")


def test_who_answers_a_letter_at_a_time_is_cut_off(settings, monkeypatch):
    settings.WEBHOOKS_MAY_GO_INSIDE = True
    monkeypatch.setattr(webhook_tasks, "MOST_SECONDS", 0.5)
    result = []

    def dribble() -> None:
        caller, _address = listening.accept()
        with caller, suppress(OSError):
            for letter in b"HTTP/1.1 200 OK\r\nX-Long: " + b"a" * 1000:
                result.append(letter)
                caller.send(bytes([letter]))
                time.sleep(0.05)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=dribble, daemon=True).start()
        with pytest.raises((OSError, HTTPException)):
            webhook_tasks.post(f"http://127.0.0.1:{listening.getsockname()[1]}/", "{}", "", message="msg_1")
    assert len(result) < 100


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1;" + b"x" * 60_000 + b"\r\na\r\n"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", b"X-Trailer: " + b"x" * 60_000 + b"\r\n"),
    ],
)
def test_who_answers_without_end_is_cut_off_after_so_many_bytes(settings, begin, more):
    """As fast as it can: a limit of time alone would let it take the processor for a minute."""
    settings.WEBHOOKS_MAY_GO_INSIDE = True
    result = [0]

    def pour() -> None:
        caller, _address = listening.accept()
        with caller, suppress(OSError):
            caller.recv(65_536)
            caller.sendall(begin)
            while result[0] < 20 * webhook_tasks.MOST_RECEIVED:
                caller.sendall(more * 200)
                result[0] += len(more) * 200

    with socket.create_server(("127.0.0.1", 0)) as listening:
        pouring = threading.Thread(target=pour, daemon=True)
        pouring.start()
        with pytest.raises(addresses.Unreachable, match="without end"):
            webhook_tasks.post(f"http://127.0.0.1:{listening.getsockname()[1]}/", "{}", "", message="msg_1")
        pouring.join(10)
    assert result[0] < 20 * webhook_tasks.MOST_RECEIVED


def test_of_many_messages_to_who_takes_none_one_is_tried_at_a_time(running, organizer, receiver):
    webhooks.add(running.tournament, url=receiver.url, by=organizer)
    receiver.status = 500
    for table in running.tables.all():
        results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer)
    many = Delivery.objects.count()
    assert many > 3
    work_off()
    assert len(receiver.got) == 1
    receiver.status = 204
    Delivery.objects.update(next_try_at=timezone.now())
    DBTaskResult.objects.filter(status="READY").update(run_after=timezone.now())
    work_off()
    assert set(Delivery.objects.values_list("state", flat=True)) == {"sent"}
    assert len(receiver.got) == 1 + many


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 \0\0 no\r\n\r\n",
        b"\0" * 70_000,
        b"HTTP/1.1 2000 OK\r\n\r\n",
        b"HTTP/1.1 500 \0\r\nContent-Length: -5\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 503 OK\r\nContent-Length: 99999999999999999999\r\n\r\nshort",
        b"HTTP/1.1 500 OK\r\nTransfer-Encoding: chunked\r\n\r\nzzzz\r\n",
        b"HTTP/1.1 500 OK\r\n" + b"X: y\r\n" * 500 + b"\r\n",
        b"<script>alert(1)</script>\r\n\r\n",
    ],
)
def test_who_answers_nonsense_is_tried_again_and_says_so_in_printable_words(running, organizer, settings, answer):
    settings.WEBHOOKS_MAY_GO_INSIDE = True

    def reply() -> None:
        caller, _address = listening.accept()
        with caller, suppress(OSError):
            caller.recv(65_536)
            caller.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        webhooks.add(running.tournament, url=f"http://127.0.0.1:{listening.getsockname()[1]}/", by=organizer)
        table = running.tables.first()
        results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer)
        answering = threading.Thread(target=reply, daemon=True)
        answering.start()
        work_off()
        answering.join(10)
    found = Delivery.objects.get()
    assert (found.state, found.tries) == ("waiting", 1)
    assert found.answer
    assert found.answer.isprintable()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "10.0.0.1", "169.254.169.254", "192.168.1.1", "[::1]"])
def test_a_site_that_others_use_does_not_knock_inside_its_own_network(settings, host):
    settings.WEBHOOKS_MAY_GO_INSIDE = False
    with pytest.raises(addresses.Unreachable):
        webhook_tasks.post(f"http://{host}:9/", "{}", "", message="msg_1")


@pytest.mark.parametrize("inside", INSIDE)
def test_an_address_inside_is_refused_where_it_is_entered(tournament, organizer, settings, inside):
    with pytest.raises(NotNow):
        webhooks.add(tournament, url=f"https://{inside}/avvisi", by=organizer)
    settings.WEBHOOKS_MAY_GO_INSIDE = True
    assert webhooks.add(tournament, url=f"https://{inside}/avvisi", by=organizer).pk


def test_a_revoked_address_hears_nothing_more_not_even_what_waited(webhook, organizer, receiver):
    webhooks.revoke(webhook, by=organizer)
    work_off()
    assert receiver.got == []


@pytest.mark.parametrize("url", ["ftp://example.org/", "https://olga:x@example.org/", "file:///etc/passwd"])
def test_an_address_that_is_none_is_refused(tournament, organizer, url):
    with pytest.raises(NotNow):
        webhooks.add(tournament, url=url, by=organizer)


def test_the_secret_is_shown_once(client, tournament, organizer):
    client.force_login(organizer)
    url = reverse("tournament:webhooks", args=[tournament.slug])
    made = client.post(url, {"url": "https://example.org/avvisi"}).content.decode()
    secret = tournament.webhooks.get().secret
    assert secret in made
    assert secret not in client.get(url).content.decode()
