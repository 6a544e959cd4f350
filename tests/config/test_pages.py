"""Pages that belong to the whole site: log-in, errors, language, static files."""

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path

from config.environment import own_hosts

POLICY = {
    "base-uri 'self'",
    "connect-src 'self'",
    "default-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self' data:",
    "object-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
}

pytestmark = pytest.mark.django_db


def policy(response: HttpResponse) -> set[str]:
    return set(response["Content-Security-Policy"].split("; "))


def closed(request: HttpRequest) -> HttpResponse:
    return HttpResponse("in")


def forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def unreadable(request: HttpRequest) -> HttpResponse:
    raise BadRequest


def broken(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


urlpatterns = [
    path("closed/", closed),
    path("forbidden/", forbidden),
    path("unreadable/", unreadable),
    path("broken/", broken),
    path("", include("config.urls")),
]


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False, headers={"accept-language": "it"})


@pytest.fixture
def member(visitor, settings) -> Client:
    settings.ROOT_URLCONF = __name__
    visitor.force_login(User.objects.create_user("anna"))
    return visitor


def test_a_view_that_nobody_opened_sends_strangers_to_the_login(visitor, settings):
    settings.ROOT_URLCONF = __name__
    response = visitor.get("/closed/")
    assert (response.status_code, response["Location"]) == (302, "/accedi/?next=/closed/")


def test_a_view_that_nobody_opened_lets_a_member_in(member):
    assert member.get("/closed/").content == b"in"


@pytest.mark.parametrize(
    ("address", "status", "heading", "advice"),
    [
        ("/unreadable/", 400, "Richiesta non valida", "ricaricala e riprova"),
        ("/forbidden/", 403, "Non puoi aprire questa pagina", "Chiedi l'incarico all'organizzatore"),
        ("/nowhere/", 404, "Qui non c'è niente", "Controlla l'indirizzo"),
        ("/broken/", 500, "Si è rotto qualcosa", "continua sulla carta"),
    ],
)
def test_an_error_says_in_italian_what_happened_and_what_to_do(member, address, status, heading, advice):
    response = member.get(address)
    assert response.status_code == status
    html = response.content.decode()
    assert f"<h1>{heading}</h1>" in html
    assert advice in html
    assert policy(response) == POLICY


def test_a_page_that_was_open_too_long_says_that_nothing_was_saved():
    visitor = Client(enforce_csrf_checks=True, headers={"accept-language": "it"})
    response = visitor.post("/accedi/", {"username": "anna", "password": "x"})
    assert response.status_code == 403
    assert "<h1>La pagina era vecchia</h1>" in response.content.decode()


def test_every_page_carries_the_policy_and_the_headers(visitor):
    response = visitor.get("/accedi/")
    assert policy(response) == POLICY
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"


def test_a_visitor_reads_italian_unless_the_browser_asks_for_english(visitor):
    assert '<html lang="it">' in visitor.get("/accedi/").content.decode()
    english = visitor.get("/accedi/", headers={"accept-language": "en-GB,en"})
    assert '<html lang="en">' in english.content.decode()


def test_the_language_can_be_chosen(visitor):
    visitor.post("/lingua/", {"language": "en", "next": "/accedi/"})
    assert '<html lang="en">' in visitor.get("/accedi/").content.decode()


def test_pages_come_without_inline_style_or_script(visitor):
    html = visitor.get("/accedi/").content.decode()
    assert "<style" not in html
    assert "style=" not in html
    assert html.count("<script") == html.count("<script src=")


@pytest.mark.parametrize("file", ["css/site.css", "js/live.js", "fonts/InterLatin.woff2", "img/mark.svg"])
def test_a_static_file_is_served_to_a_stranger(visitor, file):
    response = visitor.get(f"/static/{file}")
    assert response.status_code == 200
    assert response.content == (settings.BASE_DIR / "static" / file).read_bytes()
    assert not response.streaming


def test_a_static_file_that_did_not_change_is_not_sent_again(visitor):
    first = visitor.get("/static/css/site.css")
    again = visitor.get("/static/css/site.css", headers={"if-modified-since": first["Last-Modified"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_static_file_that_is_not_there_is_not_found(visitor):
    assert visitor.get("/static/../manage.py").status_code == 404


def test_a_host_that_is_not_this_machine_is_refused(visitor, settings):
    settings.ALLOWED_HOSTS = own_hosts()
    assert visitor.get("/accedi/", headers={"host": "localhost"}).status_code == 200
    assert visitor.get("/accedi/", headers={"host": "elsewhere.example"}).status_code == 400
