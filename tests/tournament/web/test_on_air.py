"""A table that everybody may follow is one tap away from the event's pages and the front page for as long as it can be followed."""

import pytest
from django.urls import reverse

from tests.tournament.conftest import NOW, lines_for
from tests.tournament.pages import page_text
from tests.tournament.test_formats import begin, play_round
from tournament.actions import broadcasts, results, rounds
from tournament.queries.results import format_of


def pages_without(client, tournament, address: str) -> list[str]:
    """The front page and the event's pages, one for each of its public rounds, that do not lead to the live page."""
    pages = [reverse("tournament:home"), reverse("tournament:public", args=[tournament.slug])]
    pages += [
        reverse("tournament:public_round", args=[tournament.slug, one.number]) for one in tournament.rounds.visible()
    ]
    return [page for page in pages if address not in page_text(client.get(page))]


@pytest.mark.parametrize(
    ("preset", "people", "kind"), [("arba", 6, "bracket"), ("risiko-torneo", 16, ""), ("open", 9, "")]
)
def test_a_table_on_air_is_one_tap_away_in_every_state_until_it_is_signed(client, organizer, preset, people, kind):
    tournament = begin(preset, people, organizer, kind)
    for _stage in format_of(tournament).stages[:-1]:
        play_round(tournament, organizer)
    round_ = rounds.draw(tournament, seed="seme", by=organizer)
    rounds.publish(round_, by=organizer)
    table = round_.tables.last()
    address = reverse("referee:live", args=[tournament.slug, round_.number, table.number])
    everywhere = 2 + round_.number
    assert len(pages_without(client, tournament, address)) == everywhere

    broadcasts.open_to_all(table, delay=10, delay_in="minutes", by=organizer)
    assert pages_without(client, tournament, address) == []
    rounds.start(round_, by=organizer, now=NOW)
    assert pages_without(client, tournament, address) == []
    table.refresh_from_db()
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer, confirmed="come sta sul foglio")
    assert pages_without(client, tournament, address) == []
    broadcasts.close(table, by=organizer)
    assert len(pages_without(client, tournament, address)) == everywhere
    broadcasts.open_to_all(table, delay=10, delay_in="minutes", by=organizer)
    results.sign(table, by=organizer)
    assert len(pages_without(client, tournament, address)) == everywhere
