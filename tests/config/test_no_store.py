"""What shows a secret once is stored by no browser: every page of every test is watched (tests/shown_secrets.py)."""

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from config.no_store import NoStoreMiddleware
from tests.shown_secrets import ShownSecretsMiddleware, note_secret
from tests.tournament.conftest import a_tournament, user
from tournament.actions import programs

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return a_tournament(user("olga"), is_public=True)


@pytest.fixture
def organizer(tournament):
    client = Client()
    client.force_login(get_user_model().objects.get(username="olga"))
    return client


def is_stored(answer) -> bool:
    return "no-store" not in answer.get("Cache-Control", "")


def test_the_watch_sees_a_secret_in_a_page_that_may_be_stored():
    def shows(_request):
        return HttpResponse(note_secret("una-parola-segreta"))

    with pytest.raises(AssertionError, match="shows a secret"):
        ShownSecretsMiddleware(shows)(RequestFactory().post("/", {}))
    typed = {"password": "una-parola-segreta"}
    assert ShownSecretsMiddleware(shows)(RequestFactory().post("/", typed)).status_code == 200


@pytest.mark.parametrize(
    ("route", "fields"),
    [
        ("staff", {"username": "nuova", "role": "judge"}),
        ("screen_links", {"label": "Sala grande"}),
        ("token_issue", {"label": "Tabellone"}),
    ],
)
def test_a_page_with_a_new_secret_is_not_stored(organizer, tournament, route, fields):
    answer = organizer.post(reverse(f"tournament:{route}", args=[tournament.slug]), fields)
    assert answer.status_code == 200
    assert not is_stored(answer)


def test_a_file_for_an_account_is_not_stored(organizer, tournament):
    assert not is_stored(organizer.get(reverse("tournament:print_out_file", args=[tournament.slug, "premi"])))


def test_a_page_for_an_account_is_not_stored_though_anybody_may_open_it(organizer, tournament):
    for route in ("desk", "roster", "public", "standings"):
        answer = organizer.get(reverse(f"tournament:{route}", args=[tournament.slug]))
        assert not is_stored(answer) or "Cookie" not in answer.get("Vary", "")


def test_what_an_account_s_browser_may_store_no_proxy_stores(organizer):
    def page(request):
        request.session.accessed = True
        return HttpResponse("piano", headers={"Cache-Control": "public, max-age=60"})

    request = RequestFactory().get("/")
    request.session, request.user = organizer.session, get_user_model().objects.get(username="olga")
    assert set(NoStoreMiddleware(page)(request)["Cache-Control"].split(", ")) == {"max-age=60", "private"}


def test_what_a_program_reads_with_its_token_is_not_stored(tournament):
    _row, token = programs.issue(tournament, label="sito", by=get_user_model().objects.get(username="olga"))
    address = f"/api/v1/tournaments/{tournament.slug}"
    assert not is_stored(Client().get(address, headers={"Authorization": f"Bearer {token}"}))
    assert is_stored(Client().get(address))


def test_public_pages_and_files_may_be_stored(tournament):
    for route in ("public", "standings"):
        assert is_stored(Client().get(reverse(f"tournament:{route}", args=[tournament.slug])))
