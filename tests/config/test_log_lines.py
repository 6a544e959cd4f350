"""No log line of a refusal or failure contains what a path, a query or a form did, whatever the formatter."""

import io
import json
import logging
import re
import sqlite3
from logging.config import DictConfigurator

import pytest
from django.conf import settings
from django.db import IntegrityError, InterfaceError, OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from psycopg import OperationalError as PsycopgError
from psycopg import errors

from config import observation
from operations import health
from tests.tournament.conftest import give_rights, user
from tournament.actions import login_limits
from tournament.models import SecondFactor

pytestmark = pytest.mark.django_db

SECRET = "a-token-of-somebody"
CODE = "481516"
ADDRESS = "203.0.113.7"
FORMATTERS = sorted(settings.LOGGING["formatters"])


def formatter(name: str) -> logging.Formatter:
    """As configured, from a copy: the configurator takes the class out of what it is given."""
    return DictConfigurator({}).configure_formatter(dict(settings.LOGGING["formatters"][name]))


@pytest.fixture(params=FORMATTERS)
def written(request):
    """What the configured handler writes of the loggers that have it, with each formatter in turn."""
    handler = logging.StreamHandler(stream := io.StringIO())
    handler.setFormatter(formatter(request.param))
    for name in settings.LOGGING["handlers"]["console"]["filters"]:
        handler.addFilter(DictConfigurator({}).configure_filter(dict(settings.LOGGING["filters"][name])))
    loggers = [logging.getLogger(name) for name, of in settings.LOGGING["loggers"].items() if "handlers" in of]
    loggers.append(logging.getLogger())
    for logger in loggers:
        logger.addHandler(handler)
    yield stream
    for logger in loggers:
        logger.removeHandler(handler)


def failing_view(monkeypatch):
    def fail(*args, **kwargs):
        raise RuntimeError("broken")

    monkeypatch.setattr("tournament.web.support.auth.PassBackend.authenticate", fail)


REFUSALS = {
    "no CSRF token": lambda client: client.post(reverse("entry_link", args=[SECRET])),
    "no such page": lambda client: client.get(f"/nowhere/{SECRET}/"),
    "a host of somebody else": lambda client: client.get(
        reverse("entry_link", args=[SECRET]), headers={"host": "stranger.example"}
    ),
    "a method that is not offered": lambda client: client.delete(reverse("entry_link", args=[SECRET])),
    "a NUL": lambda client: client.get(f"/accedi/?next=%00{SECRET}"),
    "too many fields": lambda client: client.post(f"/accedi/?{SECRET}", {f"{SECRET}{n}": "1" for n in range(2_000)}),
    "a code that is none": lambda client: client.post(reverse("entry_code"), {"code": SECRET}),
}


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_refusal_is_logged_without_what_was_sent(written, refusal):
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    assert REFUSALS[refusal](client).status_code >= 400
    assert SECRET not in written.getvalue()
    assert "Traceback" not in written.getvalue()
    assert settings.LOGGING["formatters"]["json"]["()"], "the next test would try another formatter"


def second_step(client):
    olga = user("olga")
    give_rights(olga)
    SecondFactor.objects.create(user=olga, nonce="n")
    client.post(reverse("login"), {"username": "olga", "password": "una parola lunga"})
    return client.post(reverse("second_step"), {"code": SECRET[:20]})


def once_too_often(client):
    limits = login_limits.of_password(ADDRESS, SECRET)
    while not login_limits.begin(limits, now=timezone.now()).is_last:
        pass
    return client.post(reverse("login"), {"username": SECRET, "password": SECRET})


REFUSED_LOG_INS = {
    "login refused to %s: wrong password": lambda client: client.post(
        reverse("login"), {"username": SECRET, "password": SECRET}
    ),
    "entry_code refused to %s: wrong code": lambda client: client.post(reverse("entry_code"), {"code": CODE}),
    "entry_link refused to %s: wrong code": lambda client: client.post(reverse("entry_link", args=[SECRET])),
    "second_step refused to %s: wrong digits of the second step": second_step,
    "login refused to %s: too many attempts": once_too_often,
}


@pytest.mark.parametrize("line", REFUSED_LOG_INS)
def test_a_refused_log_in_is_one_line_with_the_address_and_nothing_that_was_typed(written, line):
    REFUSED_LOG_INS[line](Client(REMOTE_ADDR=ADDRESS))
    (logged,) = [one for one in written.getvalue().splitlines() if "sdadata.request" not in one]
    assert f"sdadata.login: {line % ADDRESS}" in logged or json.loads(logged)["message"] == line % ADDRESS
    assert not any(typed in written.getvalue() for typed in (SECRET[:20], CODE, "olga"))


def test_an_accepted_log_in_has_no_line(written):
    user("olga")
    assert Client().post(reverse("login"), {"username": "olga", "password": "una parola lunga"}).status_code == 302
    assert "sdadata.login" not in written.getvalue()


def test_a_slow_request_says_how_long_it_took(written, monkeypatch):
    monkeypatch.setattr(observation, "SLOW_SECONDS", 0.0)
    Client().get(reverse("login"))
    (line,) = written.getvalue().splitlines()
    assert re.search(r"login GET 200 in \d+ ms", line)


def caused(fault: Exception, by: Exception) -> Exception:
    fault.__cause__ = by
    return fault


def of_postgresql(name: str) -> Exception:
    """With words as PostgreSQL has them: a host, a user, a row."""
    return getattr(errors, name)(f"connection to server at db.example failed for user {SECRET}\nDETAIL: Key ({SECRET})")


def of_sqlite(name: str) -> Exception:
    found = sqlite3.OperationalError(f"no room in {SECRET}")
    found.sqlite_errorname = name
    return found


FAULTS = {
    "OperationalError (OperationalError SQLITE_FULL)": caused(OperationalError(SECRET), of_sqlite("SQLITE_FULL")),
    "OperationalError (OperationalError SQLITE_BUSY)": caused(OperationalError(SECRET), of_sqlite("SQLITE_BUSY")),
    "OperationalError (AdminShutdown 57P01)": caused(OperationalError(SECRET), of_postgresql("AdminShutdown")),
    "OperationalError (DiskFull 53100)": caused(OperationalError(SECRET), of_postgresql("DiskFull")),
    "OperationalError (OperationalError)": caused(OperationalError(SECRET), PsycopgError(SECRET)),
    "InterfaceError": InterfaceError(SECRET),
}


@pytest.mark.parametrize("reason", FAULTS)
@pytest.mark.parametrize("route", ["ready", "login"])
def test_an_answer_of_a_database_that_is_away_says_which_fault_and_not_its_words(written, monkeypatch, reason, route):
    def fail(*args, **kwargs):
        raise FAULTS[reason]

    monkeypatch.setattr(health, "_can_write", fail)
    monkeypatch.setattr("tournament.actions.login_limits.begin", fail)
    client = Client(raise_request_exception=False)
    answer = (
        client.get(reverse(route))
        if route == "ready"
        else client.post(reverse(route), {"username": "a", "password": "b"})
    )
    assert answer.status_code == 503
    (line,) = written.getvalue().splitlines()
    assert re.search(rf"{route} (GET|POST) 503 in \d+ ms: {re.escape(reason)}", line)
    assert SECRET not in line


@pytest.mark.parametrize(
    "words", ["duplicate key value violates unique constraint", "null value violates a constraint"]
)
def test_a_row_that_the_database_refused_is_quoted_in_no_line(written, monkeypatch, words):
    def fail(*args, **kwargs):
        try:
            raise caused(IntegrityError(f"{words}\nDETAIL: Key (name)=({SECRET})"), of_postgresql("UniqueViolation"))
        except IntegrityError as fault:
            raise RuntimeError(SECRET) if "null" in words else fault from None

    monkeypatch.setattr("tournament.actions.login_limits.begin", fail)
    client = Client(raise_request_exception=False)
    assert client.post(reverse("login"), {"username": "a", "password": "b"}).status_code in (409, 500)
    assert "Traceback" in written.getvalue()
    assert "log_in" in written.getvalue() or "login" in written.getvalue()
    assert SECRET not in written.getvalue()


def test_a_site_that_is_not_ready_says_why(written, monkeypatch):
    monkeypatch.setattr(health, "_can_write", lambda _moment: False)
    assert Client().get(reverse("ready")).status_code == 503
    (line,) = written.getvalue().splitlines()
    assert "ready GET 503 in " in line
    assert "ms: disk" in line


def test_a_failure_is_logged_with_its_trace_and_its_route(written, monkeypatch):
    failing_view(monkeypatch)
    answer = Client(raise_request_exception=False).post(reverse("entry_link", args=[SECRET]))
    assert answer.status_code == 500
    assert SECRET not in written.getvalue()
    assert "entry_link" in written.getvalue()
    assert "RuntimeError: broken" in written.getvalue()


def test_a_line_for_collectors_has_a_time_with_its_zone():
    record = logging.makeLogRecord({"created": 1_773_480_600.25, "msg": "so", "levelname": "INFO", "name": "x"})
    assert json.loads(formatter("json").format(record)) == {
        "timestamp": "2026-03-14T09:30:00.250000+00:00",
        "levelname": "INFO",
        "name": "x",
        "message": "so",
    }


def test_every_handler_has_the_filter():
    assert all("no_paths" in handler["filters"] for handler in settings.LOGGING["handlers"].values())
