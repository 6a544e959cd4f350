"""HTTPS that phones do not know: what they look at answers without it, and nothing of an account does."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse, reverse_lazy

from config.https_in_hall import COOKIES, LOG_INS
from tests.role_table import ROUTES
from tests.test_roles import address, undone, world  # noqa: F401
from tests.tournament.conftest import a_tournament, enter, user
from tournament.queries import badge_tokens
from tournament.web.views.hall_addresses import in_the_hall

pytestmark = pytest.mark.django_db

HOST = "127.0.0.1"


@pytest.fixture(autouse=True)
def hall(settings):
    settings.HTTPS_IN_HALL = True


@pytest.fixture
def tournament():
    return a_tournament(user("olga"))


def client(**options) -> Client:
    return Client(headers={"host": HOST}, **options)


def views(resolver, namespace: str = "") -> list[tuple]:
    """Each address's name and view."""
    found = []
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            found += views(pattern, f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace)
        elif pattern.name:
            found.append((namespace + pattern.name, pattern.callback))
    return found


def names(resolver) -> list[str]:
    return [name for name, _view in views(resolver)]


def test_what_the_public_looks_at_answers_over_plain_http(tournament):
    paths = ["/", reverse("tournament:public", args=[tournament.slug]), "/api/v1/tournaments", reverse("alive")]
    assert [client().get(path).status_code for path in paths] == [200] * len(paths)


def test_every_log_in_exists():
    assert set(names(get_resolver())) >= LOG_INS


def test_only_pages_without_an_account_need_to_be_named_as_log_ins():
    open_to_anybody = {name for name, view in views(get_resolver()) if not getattr(view, "login_required", True)}
    assert open_to_anybody >= LOG_INS


@pytest.mark.parametrize(
    "path", [reverse_lazy(name) for name in ("login", "entry_code", "first_account", "second_step")]
)
def test_a_log_in_leads_to_https(path):
    answer = client().get(f"{path}?next=/t/")
    assert (answer.status_code, answer["Location"]) == (302, f"https://{HOST}{path}?next=/t/")


def test_a_page_of_an_account_leads_to_https(tournament):
    path = reverse("tournament:desk", args=[tournament.slug])
    organizer = client()
    organizer.force_login(tournament.memberships.get().user)
    assert organizer.get(path)["Location"] == f"https://{HOST}{path}"
    assert organizer.get(path, secure=True).status_code == 200


def test_over_plain_http_an_organizer_s_session_opens_no_more_than_none(world):  # noqa: F811
    organizer, stranger = world.clients["organizer"], world.clients["anonymous"]
    differing = []
    for route, verdicts in ROUTES.items():
        if "GET" in verdicts:
            with undone(organizer, stranger):
                url = address(route, world)
                answers = [one.get(url).status_code for one in (organizer, stranger)]
            differing += [(route, answers)] if len(set(answers)) > 1 else []
    assert differing == []


def test_a_draft_exists_over_https_alone(tournament):
    tournament.is_public = False
    tournament.save()
    organizer, path = client(), reverse("tournament:public", args=[tournament.slug])
    organizer.force_login(tournament.memberships.get().user)
    assert (organizer.get(path).status_code, organizer.get(path, secure=True).status_code) == (404, 200)


def test_a_badge_opens_the_player_s_page_over_plain_http_and_its_forms_come_back(tournament):
    (anna, *_others) = enter(tournament, 4)
    phone = client(enforce_csrf_checks=True)
    opened = phone.get(reverse("tournament:phone", args=[badge_tokens.token_of(anna)]))
    page = phone.get(opened["Location"])
    assert page.status_code == 200
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.content.decode())[1]
    said = phone.post(
        reverse("set_language"), {"language": "en", "csrfmiddlewaretoken": token, "next": opened["Location"]}
    )
    assert (said.status_code, said["Location"]) == (302, opened["Location"])
    assert 'lang="en"' in phone.get(opened["Location"]).content.decode()


def test_cookies_of_https_stay_there(tournament):
    tournament.memberships.get().user.set_password("una parola lunga")
    organizer = client()
    organizer.force_login(tournament.memberships.get().user)
    answer = organizer.post(reverse("set_language"), {"language": "en"}, secure=True)
    page = organizer.get("/", secure=True)
    cookies = {**answer.cookies, **page.cookies}
    assert [name for name in COOKIES if name in cookies and not cookies[name]["secure"]] == []


def test_codes_for_players_say_http_and_those_of_the_staff_https(rf):
    request = rf.get("/", secure=True, headers={"host": "sala.lan"})
    settings.ALLOWED_HOSTS.append("sala.lan")
    assert in_the_hall(request)("/x/") == "http://sala.lan/x/"
    assert in_the_hall(request, of_staff=True)("/x/") == "https://sala.lan/x/"
