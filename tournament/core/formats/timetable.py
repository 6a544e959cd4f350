"""The timetable of a day: when each round begins and ends, and the breaks between them. A function of its arguments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta


@dataclass(frozen=True)
class Break:
    """A pause of so many minutes after a round, counted from 1; after 0 it comes before the first."""

    after: int
    minutes: int
    title: str


@dataclass(frozen=True)
class Slot:
    """One line: a round with its number, or a break with number 0. Of a night of a league that is still to come only the hour is
    known: it is not `is_dated`.
    """

    begins: datetime
    ends: datetime
    title: str
    number: int = 0
    is_dated: bool = True


def timetable(
    begins: datetime,
    titles: Sequence[str],
    minutes: Mapping[int, int],
    *,
    pause: int,
    breaks: Sequence[Break] = (),
    started: Mapping[int, datetime] | None = None,
) -> list[Slot]:
    """`titles` are those of the rounds and `minutes` how long each lasts; between two there are `pause` minutes, or the
    breaks that are named. A round that has `started` moves everything after it.
    """
    slots: list[Slot] = []
    # Counted in UTC: in the night in which the clocks change an hour on the wall is none, or two.
    now = _with_breaks(slots, begins.astimezone(UTC), 0, breaks)
    for number, title in enumerate(titles, 1):
        now = (started or {}).get(number, now).astimezone(UTC)
        end = now + timedelta(minutes=minutes[number])
        slots.append(Slot(now, end, title, number))
        after = _with_breaks(slots, end, number, breaks)
        now = after if after > end else end + timedelta(minutes=pause)
    zone = begins.tzinfo
    return [replace(one, begins=one.begins.astimezone(zone), ends=one.ends.astimezone(zone)) for one in slots]


def nights(
    begins: datetime, titles: Sequence[str], minutes: Mapping[int, int], started: Mapping[int, datetime]
) -> list[Slot]:
    """The rounds of a league, each on a day of its own: the first on that of `begins`, and the others at the same hour."""
    slots = []
    for number, title in enumerate(titles, 1):
        at = started.get(number, begins)
        end = (at.astimezone(UTC) + timedelta(minutes=minutes[number])).astimezone(begins.tzinfo)
        slots.append(Slot(at, end, title, number, is_dated=number == 1 or number in started))
    return slots


def _with_breaks(slots: list[Slot], now: datetime, number: int, breaks: Sequence[Break]) -> datetime:
    for one in breaks:
        if one.after == number:
            end = now + timedelta(minutes=one.minutes)
            slots.append(Slot(now, end, one.title))
            now = end
    return now
