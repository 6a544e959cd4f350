"""An act has an actor and a line of the log; a refused one writes nothing."""

import pytest

from tests.tournament.conftest import NOW, play
from tournament.actions import rounds
from tournament.errors import NotNow
from tournament.models import ClockEvent


def test_every_act_of_a_day_has_an_actor_and_a_line(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    events = list(draft.tournament.log.order_by("pk"))
    assert {event.actor for event in events} == {organizer}
    per_table = ["tables.begin", "results.report", "results.sign"]
    assert [event.verb for event in events] == [
        "tournament.create",
        "tournament.open_checkin",
        "plan.choose",
        "rounds.draw",
        "rounds.publish",
        "rounds.start",
        "clock.start",
        *(per_table * draft.tables.count()),
        "rounds.close",
    ]


def test_a_refused_act_writes_nothing(running, organizer):
    before = (running.tournament.log.count(), ClockEvent.objects.count())
    with pytest.raises(NotNow):
        rounds.close(running, by=organizer, now=NOW)
    assert (running.tournament.log.count(), ClockEvent.objects.count()) == before
