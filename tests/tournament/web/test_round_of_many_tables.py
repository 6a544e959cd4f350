"""The staff's page of a round with more tables than a page holds: nothing is out of reach, and it costs no more than a small one."""

import re
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
from tournament.states import Role
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
    return [int(number) for number in re.findall(r'<section class="panel table-card" id="table-(\d+)"', text)]


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
