"""What search engines and link previews are told: of public events all that helps, of the others nothing."""

import io
import json
import re
from html import unescape
from math import hypot

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.tournament.conftest import enter
from tests.tournament.pages import to
from tests.tournament.test_formats import begin, play_all
from tournament import exports
from tournament.actions import tournaments
from tournament.models import Season
from tournament.queries.sharing import event_card

SITE = "http://testserver"


def body(client, url: str, **more) -> str:
    return client.get(url, **more).content.decode()


def test_an_event_tells_what_it_is(client, tournament):
    page = body(client, to("public", tournament))
    address = SITE + to("public", tournament)
    assert f'<link rel="canonical" href="{address}">' in page
    assert f'<meta property="og:title" content="{tournament.name}">' in page
    assert f'<meta property="og:image" content="{SITE}{to("picture", tournament)}">' in page
    assert '<meta name="description" content="' in page
    about = json.loads(re.search(r'<script type="application/ld\+json">(.*?)</script>', page, re.S)[1])
    assert (about["@type"], about["name"], about["url"]) == ("Event", tournament.name, address)
    assert about["startDate"] == "2026-03-14"


def test_each_reader_is_told_the_name_by_which_the_site_was_opened(client, tournament, settings):
    settings.ALLOWED_HOSTS = ["testserver", "altro.example"]
    url = to("public", tournament)
    assert "http://testserver" in body(client, url)
    other = body(Client(), url, headers={"host": "altro.example"})
    assert "http://altro.example" in other
    assert "testserver" not in other


@pytest.mark.parametrize(
    "name", ['Coppa </script><b a="x"> & co', "\\u0000 \\u003c \\", "<!--<script>", "{{7*7}} {% now %}", "\u2028'\"`"]
)
def test_a_name_ends_no_element_of_the_page(client, tournament, name):
    tournament.name = name
    tournament.save()
    page = body(client, to("public", tournament))
    assert "</script><b" not in page
    about = json.loads(re.search(r'<script type="application/ld\+json">(.*?)</script>', page, re.S)[1])
    assert about["name"] == tournament.name


@pytest.mark.parametrize("change", [{"is_public": False}, {"is_rehearsal": True}])
def test_an_event_that_is_private_or_a_rehearsal_is_listed_nowhere(client, olga, tournament, change):
    for name, value in change.items():
        setattr(tournament, name, value)
    tournament.save()
    assert tournament.slug not in body(client, reverse("sitemap"))
    page = body(olga, to("public", tournament))
    assert '<meta name="robots" content="noindex">' in page
    assert "og:title" not in page
    assert "ld+json" not in page
    assert client.get(to("picture", tournament)).status_code == (404 if "is_public" in change else 200)


def test_the_sitemap_holds_public_events_and_seasons_and_nobody(client, tournament):
    enter(tournament, 3)
    hidden, open_ = (Season.objects.create(name=name, is_public=name == "Aperta") for name in ("Chiusa", "Aperta"))
    found = re.findall(r"<loc>(.*?)</loc>", body(client, reverse("sitemap")))
    assert SITE + to("public", tournament) in found
    assert SITE + open_.get_absolute_url() in found
    assert not any(hidden.code in one or "giocatori" in one for one in found)
    for address in found:
        assert client.get(unescape(address).removeprefix(SITE)).status_code == 200


def test_robots_are_told_where_the_sitemap_is(client):
    answer = client.get("/robots.txt")
    assert f"Sitemap: {SITE}{reverse('sitemap')}" in answer.content.decode()
    assert answer["Content-Type"].startswith("text/plain")


def test_the_icons_that_phones_are_told_are_there_and_of_that_size(client, db):
    """A maskable one is cut to a circle of four fifths: outside of it stands nothing but the ground."""
    home = body(client, "/")
    assert f'href="{reverse("manifest")}"' in home
    touch = re.search(r'<link rel="apple-touch-icon" href="(.*?)">', home)[1]
    worker = re.search(r'icon: "(.*?)"', (settings.BASE_DIR / "static/js/phone/service_worker.js").read_text())[1]
    icons = json.loads(body(client, reverse("manifest")))["icons"]
    pictures = [one for one in icons if one["type"] == "image/png"]
    assert {(one["sizes"], one["purpose"]) for one in pictures} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    for src, sizes in {(touch, "180x180"), (worker, "192x192"), *((one["src"], one["sizes"]) for one in pictures)}:
        with Image.open(finders.find(src.removeprefix(settings.STATIC_URL))) as icon:
            assert (icon.format, f"{icon.width}x{icon.height}") == ("PNG", sizes)
            drawn = icon.convert("RGB")
        side, ground = drawn.width, drawn.getpixel((0, 0))
        marks = [(x, y) for x in range(0, side, 2) for y in range(0, side, 2) if drawn.getpixel((x, y)) != ground]
        assert marks
        assert all(hypot(x - side / 2, y - side / 2) <= 0.4 * side for x, y in marks)
    for one in icons:
        assert finders.find(one["src"].removeprefix(settings.STATIC_URL))


def test_the_picture_of_an_event_has_the_podium_once_it_is_over(organizer, client):
    tournament = begin("arba", 4, organizer, "bracket")
    assert event_card(tournament).lines == ()
    before = client.get(to("picture", tournament)).content
    play_all(tournament, organizer)
    tournaments.finish(tournament, by=organizer)
    assert event_card(tournament).lines[0].words.startswith("1º ")
    answer = client.get(to("picture", tournament))
    assert answer["Content-Type"] == "image/png"
    assert answer.content != before
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert picture.size == (1200, 630)


def test_a_search_is_left_out_of_search_engines(client, tournament):
    page = body(client, to("event_search", tournament) + "?nome=x")
    assert '<meta name="robots" content="noindex">' in page
    assert "canonical" not in page


def test_the_picture_is_drawn_once_for_all_who_ask(client, olga, tournament, monkeypatch):
    drawn = []
    monkeypatch.setattr(exports, "social_card", lambda card: drawn.append(card) or b"")
    for reader in (client, Client(), olga):
        assert reader.get(to("picture", tournament)).status_code == 200
    assert len(drawn) == 1
    tournament.name = "Un altro nome"
    tournaments.edit(tournament, by=None, name="Un altro nome")
    client.get(to("picture", tournament))
    assert [one.title for one in drawn][1:] == ["Un altro nome"]
