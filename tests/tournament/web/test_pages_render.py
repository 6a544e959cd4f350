"""The pages that an organizer uses in a day open at every step of it; `tests/test_roles.py` opens all there are."""

import pytest
from django.urls import reverse

from tests.tournament.conftest import NOW, give_rights, play
from tournament.actions import rounds, screen_links, tournaments

PAGES = ("desk", "edit_tournament", "log", "staff", "penalties", "screen_links", "roster", "roster_import", "entrant_add", "checkin",
         "format", "public", "standings")  # fmt: skip


@pytest.fixture(autouse=True)
def keeps_the_house(organizer):
    give_rights(organizer)


def opens(client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200, (url, response.status_code)
    return response.content.decode()


def all_open(client, tournament):
    for name in PAGES:
        opens(client, reverse(f"tournament:{name}", args=[tournament.slug]))
    for round_ in tournament.rounds.all():
        opens(client, round_.get_absolute_url())
        if round_.state != "draft":
            for table in round_.tables.all():
                opens(client, table.get_absolute_url())


def test_pages_open_before_anybody_is_entered(olga, tournament):
    opens(olga, "/")
    opens(olga, reverse("tournament:new_tournament"))
    all_open(olga, tournament)


def test_pages_open_from_the_draft_to_the_end(olga, ready, organizer):
    _screen, token = screen_links.issue(ready, by=organizer)
    all_open(olga, ready)
    for number in range(1, len(ready.format["stages"]) + 1):
        round_ = rounds.draw(ready, seed=str(number), by=organizer)
        all_open(olga, ready)
        play(round_, organizer, sign=False)
        all_open(olga, ready)
        opens(olga, reverse("tournament:projector", args=[token]))
        for table in round_.tables.all():
            from tournament.actions import results

            results.sign(table, by=organizer)
        rounds.close(round_, by=organizer, now=NOW)
        all_open(olga, ready)
        opens(olga, reverse("tournament:projector", args=[token]))
    tournaments.finish(ready, by=organizer)
    all_open(olga, ready)
