"""The clock of a round, read from its events alone."""

from datetime import timedelta

import pytest

from tests.tournament.conftest import NOW
from tournament.actions import clocks, rounds
from tournament.errors import NotNow, SomeoneElseMovedIt
from tournament.models import Round
from tournament.queries.clocks import clock_of, clock_of_table


def test_the_clock_is_read_from_its_events_alone(running, organizer):
    clocks.pause(running, by=organizer, now=NOW + timedelta(minutes=10))
    clocks.resume(running, by=organizer, now=NOW + timedelta(minutes=25))
    clocks.extend(running, minutes=5, by=organizer, now=NOW + timedelta(minutes=25))
    again = Round.objects.get(pk=running.pk)  # as after a restart
    reading = clock_of(again, now=NOW + timedelta(minutes=30))
    assert (reading.state, reading.elapsed) == ("running", timedelta(minutes=15))
    assert reading.remaining == timedelta(minutes=running.minutes + 5 - 15)


def test_the_clock_refuses_what_it_cannot_do(running, organizer):
    with pytest.raises(NotNow):
        clocks.resume(running, by=organizer, now=NOW)
    clocks.pause(running, by=organizer, now=NOW)
    with pytest.raises(NotNow):
        clocks.pause(running, by=organizer, now=NOW)
    clocks.resume(running, by=organizer, now=NOW)
    assert running.clock_events.count() == 3


@pytest.mark.parametrize("minutes", [0, -5, 241])
def test_minutes_added_are_bounded(running, organizer, minutes):
    with pytest.raises(NotNow):
        clocks.extend(running, minutes=minutes, by=organizer, now=NOW)
    clocks.extend(running, minutes=240, by=organizer, now=NOW)


def test_the_clock_does_not_go_before_the_start_of_the_round(draft, organizer):
    rounds.publish(draft, by=organizer)
    with pytest.raises(NotNow):
        clocks.start(draft, by=organizer, now=NOW)
    rounds.start(draft, by=organizer, now=NOW, with_clock=False)
    assert clock_of(draft, now=NOW).state == "waiting"
    clocks.start(draft, by=organizer, now=NOW)
    assert clock_of(draft, now=NOW).state == "running"


def test_a_slip_on_the_clock_is_taken_back(running, organizer):
    clocks.pause(running, by=organizer, now=NOW)
    clocks.take_back(running, by=organizer)
    assert clock_of(running, now=NOW).state == "running"
    assert running.tournament.log.first().data["kind"] == "pause"


def test_two_hands_on_the_clock_do_not_both_pause_it(running, organizer):
    stale = Round.objects.get(pk=running.pk)
    clocks.extend(running, minutes=1, by=organizer, now=NOW)
    with pytest.raises(SomeoneElseMovedIt):
        clocks.pause(stale, by=organizer, now=NOW)
    assert [event.kind for event in running.clock_events.all()] == ["start", "extend"]


def test_minutes_given_back_to_a_table_are_its_own(running, organizer):
    first, second = running.tables.all()[:2]
    clocks.extend(running, minutes=7, by=organizer, now=NOW, table=first)
    left = [clock_of_table(table, now=NOW).remaining for table in (first, second)]
    assert left == [timedelta(minutes=running.minutes + 7), timedelta(minutes=running.minutes)]
    assert clock_of(running, now=NOW).remaining == timedelta(minutes=running.minutes)
