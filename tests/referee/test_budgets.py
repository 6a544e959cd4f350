"""How often the pages and acts of a final may ask the database; what begins and ends a transaction is not counted."""

from itertools import count

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.drills import crowd
from tests.referee.conftest import DEVICE, SESSION_KEY, Recorder, open_table

ENTRIES = 30


@pytest.fixture
def tablet(table, judge) -> Client:
    client = Client()
    client.force_login(judge)
    session = client.session
    session[SESSION_KEY] = DEVICE
    session.save()
    return client


@pytest.fixture
def recorder(table, judge) -> Recorder:
    return Recorder(open_table(table, judge), judge)


def address(table, name: str) -> str:
    where = {"slug": table.round.tournament.slug, "number": table.round.number, "place": table.number}
    return reverse(f"referee:{name}", kwargs=where)


def query_count(act) -> int:
    with CaptureQueriesContext(connection) as found:
        act()
    return sum("SAVEPOINT" not in query["sql"] for query in found)


def test_the_judge_s_page_asks_fifteen_times_at_most_however_long_the_record(tablet, table, recorder):
    for _entry in range(ENTRIES):
        recorder.record_next()
    tablet.get(address(table, "judge"))
    assert query_count(lambda: tablet.get(address(table, "judge"))) <= 15


def test_writing_an_entry_asks_seven_times_at_most(recorder):
    recorder.record_next()
    assert max(query_count(recorder.record_next) for _entry in range(ENTRIES)) <= 7


def test_an_entry_from_a_tablet_asks_ten_times_at_most_with_who_writes_it_and_where_the_table_stands(
    tablet, table, recorder
):
    keys = count()

    def record_many() -> None:
        move = recorder.propose()
        entry = {"key": f"tablet-{next(keys)}", "kind": "act", "seq": recorder.ahead.seq, "lease": recorder.row.lease}
        entry |= {"by": move.by, "act": msgspec.Raw(msgspec.json.encode(move.act))}
        found = tablet.post(address(table, "queue"), msgspec.json.encode([entry]), content_type="application/json")
        assert [one["outcome"] for one in found.json()["settled"]] == ["written"]
        recorder.ahead.play(move.by, move.act)

    record_many()
    assert max(query_count(record_many) for _entry in range(ENTRIES)) <= 10


@pytest.mark.django_db
def test_the_standings_of_a_thousand_ask_twenty_times_at_most():
    tournament = crowd.fill(1_000, 500, rounds=2)
    url = reverse("tournament:standings", args=[tournament.slug])
    assert Client().get(url).content.count(b"<tr>") > 80, "the first of its pages"
    fresh = f"{url}?di=nuovo"  # an address with a query is drawn for its reader alone
    assert query_count(lambda: Client().get(fresh)) <= 20
