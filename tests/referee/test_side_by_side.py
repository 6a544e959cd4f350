"""Acts at the same moment: at two tables neither waits for the other for good; at one table nothing comes between count and signature."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connections
from django.db.models import F

from games.kernel.acts import JUDGE, Note
from referee.actions import acceptances, entries, leases, pauses, records
from referee.errors import Conflict, LeaseLost, NotPlaying
from referee.models import Entry
from referee.records import beside
from referee.records import cache as record_cache
from tests.referee.conftest import Recorder, current, open_table
from tests.tournament.conftest import NOW, lines_for
from tournament import live
from tournament.actions import chairs, results
from tournament.models import Table, TableStatus
from tournament.states import TableState

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = 1.0
"""Long enough for the other to come as far as it can."""


class Meeting:
    """Either act waits behind the first shared topic that it raises, until the other has raised one too or cannot."""

    def __init__(self, monkeypatch, shared: set[str]) -> None:
        self.shared, self.increment = shared, live._increment
        self.reached = {"one": threading.Event(), "other": threading.Event()}
        self.faults: list[Exception] = []
        monkeypatch.setattr(live, "_increment", self._raise_and_wait)

    def of(self, one: Callable, other: Callable) -> list[Exception]:
        threads = [
            threading.Thread(target=self._try, args=(act,), name=name)
            for name, act in zip(self.reached, (one, other), strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return self.faults

    def _raise_and_wait(self, topics) -> int:
        raised = self.increment(topics)
        mine = self.reached.get(threading.current_thread().name)
        if mine is not None and not mine.is_set() and self.shared.intersection(topics):
            mine.set()
            for each in self.reached.values():
                each.wait(SECONDS)
        return raised

    def _try(self, act: Callable) -> None:
        try:
            act()
        except Exception as fault:
            self.faults.append(fault)
        finally:
            connections.close_all()


@pytest.fixture
def meeting(running, monkeypatch) -> Meeting:
    tournament = running.tournament
    return Meeting(monkeypatch, {tournament.topic, tournament.tables_topic, tournament.words_topic})


@pytest.fixture
def two(running, organizer) -> tuple[Table, Table]:
    """One waits, the other is counted."""
    one, other = running.tables.all()[:2]
    enter(other, organizer)
    return one, other


def enter(table: Table, by) -> None:
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=by)


def test_a_sheet_of_paper_and_a_signature(two, organizer, meeting):
    one, other = two
    assert meeting.of(lambda: enter(one, organizer), lambda: results.sign(other, by=organizer)) == []


def test_a_record_begun_and_a_signature(two, organizer, meeting):
    one, other = two
    assert meeting.of(lambda: open_table(one, organizer), lambda: results.sign(other, by=organizer)) == []


def test_the_end_of_a_pause_and_a_signature(two, organizer, meeting):
    one, other = two
    row, later = open_table(one, organizer), NOW + timedelta(minutes=3)
    pauses.begin(row, by=organizer, now=NOW)
    end = lambda: pauses.end(row, by=organizer, now=later)  # noqa: E731
    assert meeting.of(end, lambda: results.sign(other, by=organizer)) == []


# -- one table: its entries, and the signature


class Delayed:
    """An act that goes on, once it holds the record, only when the other has come as far as it can."""

    def __init__(self, monkeypatch) -> None:
        self.holds, self.goes_on = threading.Event(), threading.Event()
        locked = entries.lock

        def lock(row):
            locked(row)
            if threading.current_thread().name == "delayed":
                self.holds.set()
                self.goes_on.wait(SECONDS)

        monkeypatch.setattr(entries, "lock", lock)

    def beside(self, act: Callable, other: Callable) -> list[Exception]:
        """What the two failed with, the delayed one first."""
        faults: dict[str, Exception] = {}

        def tried(call: Callable) -> None:
            try:
                call()
            except Exception as fault:
                faults[threading.current_thread().name] = fault
            finally:
                connections.close_all()

        one = threading.Thread(target=tried, args=(act,), name="delayed")
        two = threading.Thread(target=tried, args=(other,), name="other")
        one.start()
        assert self.holds.wait(5 * SECONDS)
        two.start()
        two.join(SECONDS / 2)
        self.goes_on.set()
        one.join()
        two.join()
        return [faults[name] for name in ("delayed", "other") if name in faults]


@pytest.fixture
def counted(running, judge, monkeypatch):
    """A table whose game is over, with everybody's acceptance."""
    table = running.tables.first()
    table.judge = judge
    table.save()
    row = open_table(table, judge)
    Recorder(row, judge).record_all()
    row = current(row)
    for seat in range(table.seats.count()):
        acceptances.accept(row, seat=seat, head=row.head, seats=table.seats.count(), by=judge)
    return row


def test_no_entry_comes_between_the_count_and_its_signature(counted, judge, organizer, monkeypatch):
    seats, before = counted.table.seats.count(), counted.seq
    (fault,) = Delayed(monkeypatch).beside(
        lambda: acceptances.sign(counted, seats=seats, by=judge),
        lambda: records.note(counted, text="tardi", by=organizer),
    )
    assert isinstance(fault, NotPlaying)
    row = current(counted)
    assert (row.table.state, row.seq) == ("signed", before)


def test_a_count_that_somebody_wrote_behind_is_not_signed(counted, judge, organizer, monkeypatch):
    seats, before = counted.table.seats.count(), counted.seq
    (fault,) = Delayed(monkeypatch).beside(
        lambda: records.note(counted, text="prima", by=organizer),
        lambda: acceptances.sign(counted, seats=seats, by=judge),
    )
    assert isinstance(fault, Conflict)
    row = current(counted)
    assert (row.table.state, row.seq) == ("playing", before + 1)


# -- one table: an entry judged by what its request read a moment before


def _counts(row) -> None:
    Table.objects.filter(pk=row.table_id).update(state=TableState.COUNTED, version=F("version") + 1)


def _another_device(row, by) -> None:
    leases.acquire(row, by=by, device="altro")


def _write(row, judge):
    proposer = Recorder(row, judge)
    move = proposer.propose()
    return records.append(
        row, client_key="letto-prima", expected_seq=row.seq, by_seat=move.by, act=move.act, by=judge, lease=row.lease
    )


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda row, by: _counts(row), NotPlaying),
        (_another_device, LeaseLost),
        (lambda row, by: Recorder(current(row), by).record_next(), Conflict),
    ],
    ids=["counted", "another device", "another line"],
)
def test_an_entry_that_the_table_takes_no_longer_is_refused_and_leaves_nothing(running, judge, change, fault):
    table = running.tables.select_related("round__tournament").first()
    read = open_table(table, judge)
    change(current(read), judge)
    topics = [table.topic, table.round.tournament.tables_topic]
    before = current(read).seq, Entry.objects.count(), live.versions(topics)
    with pytest.raises(fault):
        _write(read, judge)
    assert (current(read).seq, Entry.objects.count(), live.versions(topics)) == before
    assert record_cache.is_sound(current(read))


def test_an_entry_has_the_level_and_the_seats_that_the_table_has_by_then(running, judge, organizer):
    one, other = running.tables.with_seats().select_related("round__tournament")[:2]
    read, _other = open_table(one, judge), open_table(other, judge)
    _write(read, judge)
    read = current(read)
    records.set_level(current(read), level=TableStatus.Level.TURN, by=judge)
    in_turn = TableStatus.objects.get(table=one).seat_in_turn
    chairs.put_right(in_turn, other.seats.first(), reason="scambiati", by=organizer)
    seats = set(one.seats.values_list("pk", flat=True))
    assert in_turn.pk not in seats
    last = current(read)
    read.seq, read.head = last.seq, last.head  # the note about the seats is a line of its own
    records.append(
        read, client_key="letto-prima", expected_seq=read.seq, by_seat=JUDGE, act=Note("già detto"), by=judge
    )
    status = TableStatus.objects.get(table=one)
    assert status.level == TableStatus.Level.TURN
    assert status.seat_in_turn_id in seats


def test_the_row_that_comes_with_a_receipt_is_the_one_that_is_stored(row, judge):
    stands = _write(row, judge).stands
    (stored,) = beside.marked_by_id(row.pk)
    assert (stands.seq, stands.head, stands.table.state) == (stored.seq, stored.head, stored.table.state)
    assert beside.token(stands) == beside.token(stored)
    assert row.seq == 0
