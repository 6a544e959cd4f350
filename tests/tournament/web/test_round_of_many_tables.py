"""The staff's page of a round with more tables than a page holds: nothing is out of reach, and it costs no more than a small one."""

import re
from datetime import timedelta
from itertools import chain

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournament.conftest import a_tournament, enter, ready_to_draw
from tests.tournament.pages import page_text, to
from tournament.actions import formats, rounds, staff, tournaments
from tournament.core.formats import possible_formats
from tournament.models import Table, TableStatus
from tournament.queries import hall
from tournament.states import Role, TableState
from tournament.web.views.rounds import TABLES_OF_PAGE

PEOPLE = 4 * (2 * TABLES_OF_PAGE + 3)


@pytest.fixture
def large(tournament, organizer):
    enter(tournament, PEOPLE)
    tournaments.open_checkin(tournament, by=organizer)
    formats.choose(tournament, key=possible_formats(PEOPLE, tournament.rules)[0].key, by=organizer)
    round_ = rounds.draw(tournament, seed="s", by=organizer)
    rounds.publish(round_, by=organizer)
    rounds.start(round_, by=organizer, now=timezone.now())
    return round_


def cards(text: str) -> list[int]:
    """The numbers of the tables on the page, at a glance or with their seats."""
    return [int(number) for number in re.findall(r'<(?:li|section class="panel table-card") id="table-(\d+)"', text)]


def read(client, round_, **query) -> str:
    return page_text(client.get(to("round", round_.tournament, round_.number), query))


def test_every_table_stands_on_one_page_and_every_call_on_all(olga, large):
    last = large.tables.last()
    TableStatus.objects.filter(table=last).update(called_at=timezone.now(), call_reason="Un dado è caduto")
    pages = [read(olga, large, pagina=number) for number in (1, 2, 3)]
    found = [cards(page) for page in pages]
    assert max(map(len, found)) == TABLES_OF_PAGE
    assert sorted(chain.from_iterable(found)) == sorted(large.tables.values_list("number", flat=True))
    assert found[0][0] == last.number  # who calls comes first
    assert all("Un dado è caduto" in page for page in pages)
    assert all("0 tavoli firmati su" in page for page in pages)


def test_a_part_that_is_fetched_stays_the_page_that_was_open(olga, large):
    assert "?pagina=2" in read(olga, large, pagina=2).split('id="round-live"')[1][:400]


def test_a_table_is_found_by_its_number_and_by_who_sits_there(olga, large):
    table = large.tables.last()
    seat = table.seats.select_related("entrant").first()
    assert table.number in cards(read(olga, large, cerca=table.number))
    assert table.number in cards(read(olga, large, cerca=seat.entrant.surname.lower()))
    assert cards(read(olga, large, cerca="nessuno di nome così")) == []


def test_the_page_asks_as_often_for_many_tables_as_for_few(olga, large, organizer):
    small = rounds.draw(
        ready_to_draw(a_tournament(organizer, name="Piccolo"), 4 * 5, organizer), seed="s", by=organizer
    )
    rounds.publish(small, by=organizer)
    rounds.start(small, by=organizer, now=timezone.now())
    read(olga, small)

    def asked(round_) -> int:
        with CaptureQueriesContext(connection) as found:
            read(olga, round_)
        return len(found)

    assert asked(large) <= asked(small)


def test_judges_of_one_page_leave_those_of_the_others_as_they_are(olga, large, judge, organizer):
    staff.grant(large.tournament, user=judge, role=Role.JUDGE, by=organizer)
    first, last = large.tables.first(), large.tables.last()
    Table.objects.filter(pk=last.pk).update(judge=judge)
    olga.post(to("judges", large.tournament, large.number), {f"judge_{first.number}": str(judge.pk)})
    judges = dict(large.tables.filter(judge=judge).values_list("number", "judge"))
    assert set(judges) == {first.number, last.number}
    olga.post(to("judges", large.tournament, large.number), {f"judge_{first.number}": ""})
    assert set(large.tables.filter(judge=judge).values_list("number", flat=True)) == {last.number}


@pytest.fixture
def small(tournament, organizer):
    """Five tables under way."""
    round_ = rounds.draw(ready_to_draw(tournament, 4 * 5, organizer), seed="s", by=organizer)
    rounds.publish(round_, by=organizer)
    rounds.start(round_, by=organizer, now=timezone.now())
    return round_


def test_the_round_and_the_hall_have_one_order(olga, small):
    """A call, a table without a line for long, a result to sign, then whoever plays, waits, is done."""
    now = timezone.now()

    def at(number: int, state: str, **status) -> None:
        small.tables.filter(number=number).update(state=state)
        TableStatus.objects.filter(table__round=small, table__number=number).update(**status)

    at(1, TableState.SIGNED)
    at(2, TableState.PLAYING, last_entry_at=now - timedelta(minutes=2))
    at(3, TableState.PLAYING, last_entry_at=now - timedelta(minutes=9))
    at(4, TableState.COUNTED)
    at(5, TableState.PLAYING, last_entry_at=now, called_at=now, call_reason="dadi")
    in_hall = [one.table.number for one in hall.tiles_of(small, now=now)]
    assert in_hall == [5, 3, 4, 2, 1]
    assert [cards(read(olga, small, vista=view)) for view in ("piastrelle", "elenco")] == [in_hall, in_hall]


def test_tables_under_way_are_seen_at_a_glance_and_their_people_one_tap_away(olga, small):
    table = small.tables.first()
    seat, glance = table.seats.select_related("entrant").first(), read(olga, small)
    assert table.get_absolute_url() in glance
    assert "senza arbitro" in glance
    assert str(seat.entrant) not in glance
    assert "?vista=elenco" in glance
    assert str(seat.entrant) in read(olga, small, vista="elenco")
    assert str(seat.entrant) in read(olga, small, cerca=seat.entrant.surname)  # who is sought is seen


def test_before_it_begins_a_round_shows_who_sits_where(olga, tournament, organizer):
    round_ = rounds.draw(ready_to_draw(tournament, 4 * 5, organizer), seed="s", by=organizer)
    rounds.publish(round_, by=organizer)
    page = read(olga, round_)
    assert all(str(seat.entrant) in page for seat in round_.seats.select_related("entrant"))


def test_the_view_that_was_chosen_lasts_over_pages_and_what_is_fetched(olga, large):
    page = read(olga, large, vista="elenco")
    assert "?vista=elenco&amp;pagina=2" in page
    assert "?pagina=1&amp;vista=elenco" in page.split('id="round-live"')[1][:400]
    assert "vista=" not in read(olga, large, vista="nessuna").split('id="round-live"')[1][:400]
