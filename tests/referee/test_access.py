"""How a referee's page gets its table: who reads it, who writes, who may still tell what was written there."""

from types import SimpleNamespace

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import RequestFactory

from referee import permissions
from referee.actions import leases
from referee.models import Entry, GameRecord, Handover
from referee.views import access
from tests.referee.conftest import open_table
from tests.tournament.conftest import NOW, user
from tournament import permissions as of_tournament
from tournament.actions import rounds, staff, tables
from tournament.models import Membership, Table
from tournament.states import Role


def asking(who):
    request = RequestFactory().get("/")
    request.user = who
    return request


def status_for(get, who, table: Table) -> str:
    round_ = table.round
    try:
        found = get(asking(who), round_.tournament.slug, round_.number, table.number)
    except Http404:
        return "404"
    except PermissionDenied:
        return "403"
    assert found == table
    return "writes" if found.may_record else "reads"


def answers(get, table: Table, *people) -> list[str]:
    return [status_for(get, who, table) for who in people]


@pytest.fixture
def stranger(db):
    return user("ugo")


@pytest.fixture
def player(table, organizer):
    """A head judge who plays at the table."""
    player = user("piero")
    staff.grant(table.round.tournament, user=player, role=Role.HEAD_JUDGE, by=organizer)
    staff.plays(table.seats.get(position=2).entrant, user=player, by=organizer)
    return player


def test_a_table_is_read_by_the_staff_and_written_by_its_judge_or_the_direction(
    table, judge, other_judge, head_judge, organizer, stranger, player
):
    people = (stranger, player, other_judge, judge, head_judge, organizer)
    assert answers(access.table_to_read, table, *people) == ["404", "403", "reads", "writes", "writes", "writes"]
    assert answers(access.table_to_write, table, *people) == ["404", "403", "403", "writes", "writes", "writes"]
    assert answers(access.table_for_entry, table, *people) == ["404", "403", "403", "writes", "writes", "writes"]


def test_who_plays_reads_the_other_tables(table, player):
    other = table.round.tables.exclude(pk=table.pk).first()
    assert status_for(access.table_to_read, player, other) == "writes"


def test_the_reader_of_the_own_table_is_told_why_not(table, player):
    with pytest.raises(PermissionDenied, match="Chi gioca a un tavolo"):
        access.table_to_read(asking(player), table.round.tournament.slug, 1, table.number)


def test_nobody_reads_a_draft(draft, organizer):
    tournament, table = draft.tournament, draft.tables.first()
    assert answers(access.table_to_read, table, organizer) == ["404"]
    rounds.publish(draft, by=organizer)
    assert answers(access.table_to_read, table, organizer) == ["writes"]
    for round_, place in ((1, 99), (2, table.number)):
        with pytest.raises(Http404):
            access.table_to_read(asking(organizer), tournament.slug, round_, place)


def test_a_table_comes_with_its_seats_in_order_and_its_round(table, judge, django_assert_num_queries):
    found = access.table_to_read(asking(judge), table.round.tournament.slug, 1, table.number)
    with django_assert_num_queries(0):
        assert [seat.position for seat in found.seats.all()] == [1, 2, 3, 4]
        assert all(seat.entrant.surname for seat in found.seats.all())
        assert (found.round.tournament.slug, found.judge) == (table.round.tournament.slug, judge)
        assert found.status.table_id == table.pk


# Who wrote here before


@pytest.fixture
def replaced(row, table, judge, other_judge, organizer):
    """The judge who opened the record; another one has the table now."""
    tables.assign_judge(table, judge=other_judge, by=organizer)
    return judge


def test_who_wrote_here_may_tell_what_came_late_and_nobody_else(replaced, table, recorder, organizer):
    third = user("teresa")
    staff.grant(table.round.tournament, user=third, role=Role.JUDGE, by=organizer)
    assert status_for(access.table_for_entry, third, table) == "403"
    recorder.by = third
    recorder.record_next()
    assert status_for(access.table_for_entry, third, table) == "reads"
    assert status_for(access.table_to_write, third, table) == "403"


def test_who_held_the_table_may_tell_although_no_line_had_arrived(replaced, row, table, other_judge):
    """The network went right after the record was opened: all that the tablet has is still on it."""
    leases.acquire(row, by=other_judge, device="un'altra")
    assert status_for(access.table_for_entry, replaced, table) == "reads"
    assert status_for(access.table_to_write, replaced, table) == "403"


def test_who_handed_the_table_over_may_tell_as_well(replaced, row, table):
    Handover.objects.create(record=row, code="123456", offered_by=replaced, offered_at=NOW)
    assert status_for(access.table_for_entry, replaced, table) == "reads"


def test_what_was_written_at_another_table_opens_nothing_here(replaced, row, table, other_judge, recorder):
    recorder.record_next()
    Handover.objects.create(record=row, code="123456", offered_by=other_judge, offered_at=NOW)
    other = table.round.tables.exclude(pk=table.pk).first()
    assert Entry.objects.filter(actor=replaced).exists()
    assert answers(access.table_for_entry, other, replaced, other_judge) == ["403", "403"]


# The record


def test_a_table_has_one_record_and_none_before_it_is_opened(table, row, organizer):
    other = table.round.tables.exclude(pk=table.pk).first()
    tables.assign_judge(other, judge=organizer, by=organizer)
    opened = open_table(other, organizer)
    assert (access.record_of(other), opened.table_id) == (opened, other.pk)
    found = access.record_of(table)
    assert (found, found.table is table) == (row, True)
    GameRecord.objects.all().delete()
    with pytest.raises(Http404):
        access.record_of(table)


def test_an_entry_finds_its_record_with_its_table(table, row, judge, other_judge):
    where = (table.round.tournament.slug, 1, table.number)
    found = access.record_for_entry(asking(judge), *where)
    assert (found, found.table) == (row, table)
    with pytest.raises(PermissionDenied):
        access.record_for_entry(asking(other_judge), *where)
    GameRecord.objects.all().delete()
    with pytest.raises(Http404):
        access.record_for_entry(asking(judge), *where)


def test_the_lease_is_of_one_person_on_one_device(judge, other_judge):
    row = SimpleNamespace(holder_id=judge.pk, device="tavoletta")
    assert permissions.holds_lease(row, judge, "tavoletta")
    assert not permissions.holds_lease(row, other_judge, "tavoletta")
    assert not permissions.holds_lease(row, judge, "un'altra")
    row.device = ""
    assert permissions.holds_lease(row, judge, "") is False


# Who plays at a table


def test_who_plays_at_a_table_is_kept_from_it_and_from_no_other(table, player, judge):
    other = table.round.tables.exclude(pk=table.pk).first()
    for test in (permissions.plays_at, of_tournament.is_barred_from_record):
        assert [test(who, at) for who in (player, judge) for at in (table, other)] == [True, False, False, False]


def test_a_fetched_table_says_the_same(table, player, judge):
    def fetched(who, at) -> bool:
        return permissions.marked_for(who).get(pk=at.pk).is_readers

    other = table.round.tables.exclude(pk=table.pk).first()
    assert [fetched(who, at) for who in (player, judge) for at in (table, other)] == [True, False, False, False]
    assert Membership.objects.filter(user=judge, entrant=None).exists()
