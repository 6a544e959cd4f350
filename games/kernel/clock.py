"""What a game asks of the clock. The clock itself lives with the tournament; only `pre_alarm` and `time_up` enter a record."""

from __future__ import annotations

from msgspec import Struct

from games.kernel.words import Words


class ClockPlan(Struct, frozen=True):
    """Minutes of play, the warning (minutes from the start, 0 for none), and what happens when time is up."""

    minutes: int
    pre_alarm_at: int
    at_time_up: Words
    is_effective: bool = False
