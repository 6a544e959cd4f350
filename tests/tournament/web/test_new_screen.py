"""A screen of the hall that is connected by the code that it shows, and by nothing else."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.tournament.conftest import a_tournament, user
from tournament.actions import screen_links
from tournament.actions.login_limits import NEW_SCREENS_FROM_AN_ADDRESS, SCREEN_CODES_OF_AN_ACCOUNT
from tournament.actions.screen_links import MOST_WAITING
from tournament.errors import NotNow
from tournament.models import ScreenLink, ScreenPairing

HERE = "/tv/"


def code_of(screen: Client) -> str:
    return screen.post(HERE, headers={"HX-Request": "true"}).context["code"]


def connect(client: Client, tournament, code: str):
    address = reverse("tournament:screen_pair", args=[tournament.slug])
    return client.post(address, {"code": code, "pairing_label": "palco"}, follow=True)


@pytest.fixture
def screen() -> Client:
    return Client()


@pytest.fixture
def desk(client, organizer) -> Client:
    client.force_login(organizer)
    return client


def test_opening_the_page_writes_nothing(screen, db):
    assert screen.get(HERE).status_code == 200
    assert not ScreenPairing.objects.exists()


def test_the_first_page_leads_a_screen_to_its_code(screen, db):
    """A television's remote types the site's own address, which is under twenty characters, and presses a link."""
    assert f'href="{HERE}"' in screen.get("/").content.decode()


def test_the_code_typed_at_the_desk_opens_the_tournament_on_that_screen_alone(screen, desk, tournament):
    other = Client()
    code, others_code = code_of(screen), code_of(other)
    assert code != others_code
    connect(desk, tournament, f" {code[:2].lower()} {code[2:].lower()} ")
    answer = screen.post(HERE, headers={"HX-Request": "true"})
    address = answer.headers["HX-Redirect"]
    assert tournament.name in screen.get(address).content.decode()
    assert screen.post(HERE).url == address
    assert code_of(other) == others_code
    assert tournament.screens.get().label == "palco"


def test_a_screen_shows_its_code_as_long_as_it_lasts(screen, db):
    code = code_of(screen)
    assert code_of(screen) == code
    ScreenPairing.objects.update(ends_at=timezone.now())
    assert code_of(screen) != code


@pytest.mark.parametrize("code", ["", "AAAAA", "ABC", "'; --", "ÀÀÀÀÀ"])
def test_an_unknown_code_connects_nothing_and_says_so(desk, tournament, code):
    page = connect(desk, tournament, code)
    assert not ScreenLink.objects.exists()
    assert [str(message) for message in page.context["messages"]] != []


def test_a_code_connects_once_and_not_after_its_time(screen, organizer, tournament):
    code = code_of(screen)
    late = timezone.now() + screen_links.PAIRING_LASTS + timedelta(seconds=1)
    with pytest.raises(NotNow):
        screen_links.pair(tournament, code=code, by=organizer, now=late)
    screen_links.pair(tournament, code=code, by=organizer, now=timezone.now())
    with pytest.raises(NotNow):
        screen_links.pair(tournament, code=code, by=organizer, now=timezone.now())


def test_a_revoked_screen_waits_for_a_new_code(screen, organizer, tournament):
    link = screen_links.pair(tournament, code=code_of(screen), by=organizer, now=timezone.now())
    screen_links.revoke(link, by=organizer)
    code = code_of(screen)
    again = screen_links.pair(tournament, code=code, by=organizer, now=timezone.now())
    assert again.token_hash != link.token_hash
    assert screen.post(HERE).status_code == 302


def test_strangers_cannot_fill_the_table(monkeypatch, db):
    monkeypatch.setattr(screen_links, "MOST_WAITING", 3)
    codes = [code_of(Client()) for _screen in range(5)]
    assert list(ScreenPairing.objects.values_list("code", flat=True)) == codes[-3:]


def test_no_address_takes_all_codes_and_who_has_one_keeps_it(screen, db):
    code = code_of(screen)
    flood = [Client(REMOTE_ADDR="10.0.0.7").post(HERE) for _ask in range(NEW_SCREENS_FROM_AN_ADDRESS + 3)]
    assert [answer.status_code for answer in flood] == [200] * NEW_SCREENS_FROM_AN_ADDRESS + [429] * 3
    assert MOST_WAITING > 100 * NEW_SCREENS_FROM_AN_ADDRESS
    assert code_of(screen) == code
    assert code_of(Client(REMOTE_ADDR="10.0.0.8")) != code


def test_a_screen_that_got_no_code_says_so_and_waits(db):
    asked = [Client().post(HERE, headers={"HX-Request": "true"}) for _ask in range(NEW_SCREENS_FROM_AN_ADDRESS + 1)]
    refused = asked[-1].content.decode()
    assert asked[-1].status_code == 429
    assert "every 60s" in refused
    assert "screen-code" not in refused.replace("#screen-code", "")


def test_a_waiting_screen_that_asks_again_only_reads(screen, db):
    code = code_of(screen)
    with CaptureQueriesContext(connection) as queries:
        assert code_of(screen) == code
    assert {query["sql"].split()[0] for query in queries} == {"SELECT"}


def test_codes_of_screens_are_not_guessed(screen, desk, tournament):
    """Whoever organizes anything, if only a rehearsal, may type codes; the right one is refused after too many, to that account alone."""
    rival, own = Client(), a_tournament(other := user("rival"), name="Un altro torneo")
    rival.force_login(other)
    code = code_of(screen)
    for number in range(SCREEN_CODES_OF_AN_ACCOUNT):
        connect(rival, own, f"AAA{chr(65 + number // 8)}{chr(65 + number % 8)}")
    page = connect(rival, own, code)
    assert any("quarto d'ora" in str(message) for message in page.context["messages"])
    assert not ScreenLink.objects.exists()
    connect(desk, tournament, code)
    assert tournament.screens.count() == 1


def test_right_codes_do_not_count(desk, tournament):
    for number in range(SCREEN_CODES_OF_AN_ACCOUNT + 1):
        connect(desk, tournament, code_of(Client(REMOTE_ADDR=f"10.0.1.{number}")))
    assert tournament.screens.count() == SCREEN_CODES_OF_AN_ACCOUNT + 1


def test_the_database_knows_no_token(screen, organizer, tournament):
    code = code_of(screen)
    token = screen.cookies["screen"].value.split(":")[0]
    screen_links.pair(tournament, code=code, by=organizer, now=timezone.now())
    assert ScreenLink.objects.get().token_hash == screen_links.hash_of(token)
    assert not ScreenPairing.objects.exists()


def test_a_forged_cookie_opens_nothing(screen, organizer, tournament):
    _link, token = screen_links.issue(tournament, by=organizer)
    screen.cookies["screen"] = f"{token}:AAAA:forged"
    assert screen.post(HERE).status_code == 200


def test_the_page_of_screens_says_what_to_type(desk, tournament, settings):
    settings.ALLOWED_HOSTS = ["sdadata.local"]
    page = desk.get(reverse("tournament:screen_links", args=[tournament.slug]), headers={"host": "sdadata.local"})
    assert page.context["pairing_address"] == "sdadata.local/tv"
    assert len(page.context["pairing_address"]) < 20
