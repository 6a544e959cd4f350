"""Acts at two tables at the same moment: over PostgreSQL neither waits for the other for good."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connections

from referee.actions import pauses
from tests.referee.conftest import open_table
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
