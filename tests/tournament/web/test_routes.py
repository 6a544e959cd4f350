"""An address leads where its pattern says, however often it is asked for; what leads nowhere is not remembered."""

import pytest
from django.http import HttpResponse
from django.test import override_settings
from django.urls import Resolver404, path, resolve

from tournament.web.support import routes

OF_TABLE = "/t/k7p2/turni/{}/tavoli/{}/"
ADDRESSES = (
    "/",
    "/salute/",
    "/t/k7p2/",
    OF_TABLE.format(1, 12),
    OF_TABLE.format(12, 1),
    "/api/v1/tournaments",
    "/stagioni/",
)
urlpatterns = [path("salute/", lambda request: HttpResponse("altrove"), name="elsewhere")]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_remembered_address_leads_where_its_pattern_says(address):
    due = resolve(address)
    for _time in range(2):
        found = routes.match_of(address)
        assert (found.func, found.kwargs, found.route, found.view_name) == (
            due.func, due.kwargs, due.route, due.view_name,
        )  # fmt: skip


def test_an_address_is_matched_once(monkeypatch):
    asked = []
    monkeypatch.setattr(
        routes, "resolve", lambda address, urlconf=None: asked.append(address) or resolve(address, urlconf)
    )
    routes.forget()
    for _time in range(3):
        routes.match_of("/salute/")
        with pytest.raises(Resolver404):
            routes.match_of("/non-esiste/")
    assert asked.count("/salute/") == 1
    assert asked.count("/non-esiste/") == 3


def test_a_long_address_takes_no_place(monkeypatch):
    routes.forget()
    with pytest.raises(Resolver404):
        routes.match_of("/" + "a" * 10_000)
    assert routes._match.cache_info().currsize == 0


def test_other_patterns_lead_elsewhere():
    assert routes.match_of("/salute/").view_name == "alive"
    with override_settings(ROOT_URLCONF=__name__):
        assert routes.match_of("/salute/").view_name == "elsewhere"
