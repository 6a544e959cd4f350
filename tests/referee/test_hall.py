"""The hall at a glance: one page for a judge of several tables, whose cost does not grow with them."""

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
from tournament.states import Role


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
    assert seen == [1, 2, 3, 4, 5]
