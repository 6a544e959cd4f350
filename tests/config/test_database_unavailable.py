"""A database that is away, or has no room: 503 and a calm page, never a 500; the entry waits on the tablet."""

import logging

import pytest
from django.db import IntegrityError, OperationalError
from django.test import Client
from django.urls import reverse

from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def client() -> Client:
    return Client(raise_request_exception=False)


@pytest.fixture
def broken(monkeypatch):
    def breaking(fault: Exception):
        def raise_it(*args, **kwargs):
            raise fault

        monkeypatch.setattr(Tournament.objects, "filter", raise_it)
        monkeypatch.setattr("tournament.web.views.access.get_object_or_404", raise_it)

    return breaking


@pytest.mark.parametrize("words", ["could not connect to server", "database or disk is full"])
def test_a_database_that_is_away_asks_to_come_again(broken, words, caplog):
    broken(OperationalError(words))
    with caplog.at_level(logging.ERROR, logger="django.request"):
        answer = client().get(reverse("tournament:public", args=["abcdefghjk"]))
    assert answer.status_code == 503
    assert answer["Retry-After"] == "3"
    assert "Il database non risponde" in answer.content.decode()


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("UNIQUE constraint failed: auth_user.username", 409),
        ('duplicate key value violates unique constraint "auth_user_username_key"', 409),
        ("NOT NULL constraint failed: a.b", 500),
    ],
)
def test_what_somebody_else_wrote_at_the_same_moment_is_a_conflict(broken, words, status):
    broken(IntegrityError(words))
    assert client().get(reverse("tournament:public", args=["abcdefghjk"])).status_code == status


def test_a_fault_of_ours_is_still_a_fault(broken):
    broken(RuntimeError("ours"))
    assert client().get(reverse("tournament:public", args=["abcdefghjk"])).status_code == 500
