"""Acts at the same moment: at two tables neither waits for the other for good; at one table nothing comes between count and signature."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connections

from referee.actions import acceptances, entries, pauses, records
from referee.errors import Conflict, NotPlaying
from tests.referee.conftest import Recorder, current, open_table
from tests.tournament.conftest import NOW, lines_for
from tournament import live
from tournament.actions import results
from tournament.models import Table

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
