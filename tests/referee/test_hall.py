"""The hall at a glance: one page for a judge of several tables, whose cost does not grow with them."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from referee.actions import flags
from referee.views import floor as floor_page
from tests.referee.conftest import open_table
from tests.tournament.conftest import user
from tournament.actions import staff, tables
from tournament.models import TableStatus
from tournament.states import Role, TableState


def floor(client, tournament):
    return client.get(reverse("referee:floor", args=[tournament.slug]))


def test_a_floor_judge_sees_the_own_tables_first(client, running, organizer):
    tournament = running.tournament
    both = user("gino")
    staff.grant(tournament, user=both, role=Role.JUDGE, by=organizer)
    for number in (4, 2):
        table = running.tables.get(number=number)
        tables.assign_judge(table, judge=both, by=organizer)
    row = open_table(running.tables.get(number=2), both)
    flags.raise_flag(row, words="carta presa senza diritto", by=both)
    client.force_login(both)
    found = floor(client, tournament).context["tables"]
    assert [one.table.number for one in found] == [2, 4, 1, 3, 5]
    assert [(one.is_mine, one.flags) for one in found][:3] == [(True, 1), (True, 0), (False, 0)]


def test_the_hall_costs_the_same_with_one_record_and_with_five(client, running, organizer):
    client.force_login(organizer)
    open_table(running.tables.get(number=1), organizer)

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert floor(client, running.tournament).status_code == 200
        return len(found)

    queries()
    one = queries()
    for number in (2, 3, 4, 5):
        open_table(running.tables.get(number=number), organizer)
    assert queries() == one <= 20


def test_nothing_is_shown_while_no_round_runs(client, ready, organizer):
    client.force_login(organizer)
    page = floor(client, ready)
    assert page.context["tables"] == []
    assert "Nessun turno è in corso" in page.content.decode()


def test_who_needs_somebody_stands_first(client, running, organizer):
    """By what is done about a table: a call, no line for long, a result to sign, then whoever plays, waits, is done."""
    now = timezone.now()

    def at(number: int, state: str, **status) -> None:
        running.tables.filter(number=number).update(state=state)
        TableStatus.objects.filter(table__round=running, table__number=number).update(**status)

    at(1, TableState.SIGNED)
    at(2, TableState.PLAYING, last_entry_at=now - timedelta(minutes=2))
    at(3, TableState.PLAYING, last_entry_at=now - timedelta(minutes=9))
    at(4, TableState.COUNTED)
    at(5, TableState.PLAYING, last_entry_at=now, called_at=now, call_reason="dadi")
    client.force_login(organizer)
    found = floor(client, running.tournament).context["tables"]
    assert [one.table.number for one in found] == [5, 3, 4, 2, 1]
    assert [one.tile.minutes for one in found] == [0, 9, None, 2, None]
    assert "ultima riga: 9 min" in floor(client, running.tournament).content.decode()


@pytest.mark.parametrize("status", [{"paused_at": timezone.now()}, {"level": TableStatus.Level.RESULT}])
def test_a_table_that_owes_no_line_is_never_silent(client, running, organizer, status):
    hour = timezone.now() - timedelta(hours=1)
    running.tables.filter(number=3).update(state=TableState.PLAYING)
    TableStatus.objects.filter(table__round=running, table__number=3).update(last_entry_at=hour, **status)
    client.force_login(organizer)
    found = floor(client, running.tournament).context["tables"]
    assert not any(one.tile.is_silent for one in found)
    assert "nessuna riga" not in client.get(running.tournament.get_absolute_url()).content.decode()


def test_the_desk_shows_the_hall_and_what_waits_there(client, running, organizer):
    minutes = timezone.now() - timedelta(minutes=9)
    running.tables.filter(number=3).update(state=TableState.PLAYING)
    TableStatus.objects.filter(table__round=running, table__number=3).update(last_entry_at=minutes)
    running.tables.filter(number=4).update(state=TableState.COUNTED)
    client.force_login(organizer)
    answer = client.get(running.tournament.get_absolute_url())
    page = answer.content.decode()
    assert [one.table.number for one in answer.context["tiles"]] == [3, 4, 1, 2, 5]
    assert "Tavolo 3: nessuna riga da 9 minuti" in page
    assert "5 tavoli senza arbitro" in page
    assert all(table.get_absolute_url() in page for table in running.tables.all())


def test_a_long_hall_has_pages_and_a_call_stands_on_each(client, running, organizer, monkeypatch):
    monkeypatch.setattr(floor_page, "TABLES_OF_PAGE", 2)
    caller = running.tables.get(number=5)
    TableStatus.objects.update_or_create(table=caller, defaults={"called_at": timezone.now(), "call_reason": "dadi"})
    client.force_login(organizer)
    address = reverse("referee:floor", args=[running.tournament.slug])
    seen = []
    for page in (1, 2, 3):
        context = client.get(address, {"pagina": page}).context
        seen += [one.table.number for one in context["tables"]]
        assert [one.table.number for one in context["calls"]] == [5]
    assert seen == [5, 1, 2, 3, 4]
