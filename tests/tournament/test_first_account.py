"""An empty site leads whoever sits at its machine to the first account, and nobody else."""

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from tests.tournament.conftest import user

pytestmark = pytest.mark.django_db
PAGE = "/primo-accesso/"
ACCOUNT = {"username": "olga", "password1": "una parola lunga", "password2": "una parola lunga"}


def test_the_first_account_keeps_the_site_and_is_logged_in(client):
    assert reverse("first_account") in client.get("/").content.decode()
    home = client.post(PAGE, ACCOUNT, follow=True).content.decode()
    assert "Il sito è tuo" in home
    assert reverse("tournament:new_rehearsal") in home
    assert get_user_model().objects.get().is_superuser


def test_a_weak_password_is_refused_and_makes_nobody(client):
    refused = client.post(PAGE, {**ACCOUNT, "password1": "olga", "password2": "olga"})
    assert refused.status_code == 422
    assert not get_user_model().objects.exists()


def test_nobody_of_the_hall_may_be_quicker(client):
    for elsewhere in ({"REMOTE_ADDR": "192.168.1.20"}, {"HTTP_X_FORWARDED_FOR": "192.168.1.20"}):
        assert client.post(PAGE, ACCOUNT, **elsewhere).status_code == 403
        assert "sul computer" in client.get("/", **elsewhere).content.decode()
    assert not get_user_model().objects.exists()


def test_once_there_is_an_account_the_page_is_gone(client):
    user("olga")
    assert client.get(PAGE).status_code == 404
    assert client.post(PAGE, {**ACCOUNT, "username": "ugo"}).status_code == 404
    assert PAGE not in client.get("/").content.decode()
