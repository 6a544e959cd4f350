"""The round clock: what it shows at a minute of the afternoon, after what was done to it."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.core.clock import NEXT, ClockError, ClockInput, allowed, read

TWO_O_CLOCK = datetime(2026, 3, 7, 14, tzinfo=UTC)


def at(minute: float) -> datetime:
    return TWO_O_CLOCK + timedelta(minutes=minute)


def start(minute=0):
    return ClockInput("start", at(minute))


def pause(minute):
    return ClockInput("pause", at(minute))


def resume(minute):
    return ClockInput("resume", at(minute))


def extend(minute, by=5):
    return ClockInput("extend", at(minute), by * 60)


def stop(minute):
    return ClockInput("stop", at(minute))


def clock_at(*events, now, minutes=90, pre_alarm=10):
    """(state, elapsed, remaining) in minutes."""
    reading = read(events, minutes, at(now), pre_alarm)
    return reading.state, reading.elapsed / timedelta(minutes=1), reading.remaining / timedelta(minutes=1)


def test_a_clock_that_nobody_started_waits_with_all_its_time():
    assert clock_at(now=30) == ("waiting", 0, 90)


def test_time_flows_from_the_start():
    assert clock_at(start(), now=30) == ("running", 30, 60)


def test_a_pause_stops_the_time():
    assert clock_at(start(), pause(30), now=55) == ("paused", 30, 60)


def test_after_a_pause_the_time_goes_on_from_where_it_stood():
    assert clock_at(start(), pause(30), resume(50), now=60) == ("running", 40, 50)


def test_added_time_lengthens_the_round_and_leaves_what_was_played():
    assert clock_at(start(), extend(20), now=30) == ("running", 30, 65)


def test_time_runs_out():
    assert clock_at(start(), now=89.5) == ("running", 89.5, 0.5)
    assert clock_at(start(), now=90) == ("over", 90, 0)
    assert clock_at(start(), now=93) == ("over", 93, 0)


def test_time_added_after_the_end_counts_from_the_old_limit():
    assert clock_at(start(), extend(92), now=93) == ("running", 93, 2)


def test_a_closed_clock_stands_still():
    assert clock_at(start(), stop(70), now=200) == ("stopped", 70, 20)


def test_the_end_is_told_while_time_flows_and_only_then():
    assert read([start(), pause(10), resume(20)], 90, at(30)).ends_at == at(100)
    assert read([start()], 90, at(95)).ends_at == at(90)
    assert read([start(), pause(10)], 90, at(30)).ends_at is None
    assert read([], 90, at(30)).ends_at is None
    assert read([start(), stop(10)], 90, at(30)).ends_at is None


@pytest.mark.parametrize(("now", "rings"), [(79.9, False), (80, True), (89.9, True), (90, False), (99, False)])
def test_the_pre_alarm_lasts_from_its_minute_to_the_end(now, rings):
    assert read([start()], 90, at(now), 10).pre_alarm is rings


def test_added_time_takes_the_pre_alarm_back():
    assert read([start(), extend(85, by=15)], 90, at(86), 10).pre_alarm is False


def test_the_pre_alarm_stays_during_a_pause():
    assert read([start(), pause(85)], 90, at(100), 10).pre_alarm is True


def test_without_a_pre_alarm_none_rings():
    assert read([start()], 90, at(89.99), 0).pre_alarm is False


def test_a_host_whose_clock_is_late_shows_the_moment_of_the_last_event():
    assert clock_at(start(10), now=5) == ("running", 0, 90)
    assert clock_at(start(), extend(30), now=29) == ("running", 30, 65)


@pytest.mark.parametrize(
    ("events", "kinds"),
    [
        ([], ("start", "extend")),
        ([start()], ("pause", "extend", "stop")),
        ([start(), pause(1)], ("resume", "extend", "stop")),
        ([start(), pause(1), resume(2)], ("pause", "extend", "stop")),
        ([start(), stop(1)], ()),
    ],
)
def test_what_may_come_next(events, kinds):
    assert allowed(events) == kinds


@pytest.mark.parametrize(
    "events",
    [
        [pause(0)],
        [resume(0)],
        [stop(0)],
        [start(), start(1)],
        [start(), resume(1)],
        [start(), pause(1), pause(2)],
        [start(), stop(1), resume(2)],
        [start(), stop(1), extend(2)],
        [start(10), pause(9)],
        [start(), extend(10), pause(9)],
        [start(), ClockInput("extend", at(1), 0)],
        [start(), ClockInput("extend", at(1), -60)],
        [start(), ClockInput("pause", at(1), 60)],
        [ClockInput("start", datetime(2026, 3, 7, 14))],  # noqa: DTZ001
    ],
)
def test_an_impossible_story_is_refused(events):
    with pytest.raises(ClockError):
        read(events, 90, at(60))


def test_two_events_at_the_same_moment_are_possible():
    assert clock_at(start(), pause(5), resume(5), now=6) == ("running", 6, 84)


def test_now_needs_a_time_zone():
    with pytest.raises(ClockError):
        read([start()], 90, datetime(2026, 3, 7, 15))  # noqa: DTZ001


def test_a_fault_is_told_in_words():
    with pytest.raises(ClockError) as caught:
        allowed([start(), start(1)])
    assert str(caught.value) == "Non si può far partire il tempo: il tempo scorre"


@st.composite
def stories(draw):
    """Events that can follow each other, some minutes apart."""
    events, minute, state = [], 0, "waiting"
    for gap in draw(st.lists(st.integers(0, 30), max_size=12)):
        if not NEXT[state]:
            break
        kind, minute = draw(st.sampled_from(NEXT[state])), minute + gap
        events.append(ClockInput(kind, at(minute), 60 if kind == "extend" else 0))
        state = {"start": "running", "pause": "paused", "resume": "running", "stop": "stopped"}.get(kind, state)
    return events, minute


@given(stories(), st.integers(0, 60), st.integers(0, 60))
def test_the_time_played_never_goes_back_and_never_jumps(story, first, later):
    events, last = story
    one, two = (read(events, 90, at(last + now)) for now in sorted((first, later)))
    assert timedelta(0) <= two.elapsed - one.elapsed <= timedelta(minutes=abs(later - first))
    assert one.remaining >= two.remaining


@given(stories())
def test_an_event_never_moves_the_time_played(story):
    """What the clock showed at the moment of an event, it still shows when that event is the last one."""
    events, last = story
    if events:
        assert read(events[:-1], 90, at(last)).elapsed == read(events, 90, at(last)).elapsed


@given(stories(), st.integers(0, 200))
def test_played_and_remaining_make_the_limit_until_time_is_over(story, now):
    events, last = story
    reading = read(events, 90, at(last + now))
    assert reading.remaining == max(reading.limit - reading.elapsed, timedelta(0))
    assert (reading.state == "over") == (not reading.remaining and allowed(events) not in ((), ("start", "extend")))
