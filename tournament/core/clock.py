"""The round clock: a function of its events and of now. It keeps no state, so a restart changes nothing."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from tournament.core.translation import translated as _

Kind = Literal["start", "pause", "resume", "extend", "stop"]
State = Literal["waiting", "running", "paused", "over", "stopped"]

NEXT: dict[str, tuple[Kind, ...]] = {
    "waiting": ("start", "extend"),
    "running": ("pause", "extend", "stop"),
    "paused": ("resume", "extend", "stop"),
    "stopped": (),
}
AFTER: dict[Kind, State] = {"start": "running", "pause": "paused", "resume": "running", "stop": "stopped"}
NO_TIME = timedelta()


class ClockError(ValueError):
    """Impossible events: wrong order, time going backwards, a moment without a time zone."""


class ClockInput(msgspec.Struct, frozen=True):
    """An event of the clock; `seconds` is the time added by an `extend`, 0 otherwise."""

    kind: Kind
    at: datetime
    seconds: int = 0


class ClockReading(msgspec.Struct, frozen=True, kw_only=True):
    """A reading of the clock; `ends_at` is None unless time is flowing or has run out."""

    state: State
    elapsed: timedelta
    remaining: timedelta
    ends_at: datetime | None
    pre_alarm: bool
    limit: timedelta


class _Tally(msgspec.Struct, frozen=True):
    """The clock after some events: the time played, and since when it flows again (None when it does not)."""

    state: State = "waiting"
    played: timedelta = NO_TIME
    since: datetime | None = None
    added: timedelta = NO_TIME
    last: datetime | None = None


def read(events: Sequence[ClockInput], minutes: int, now: datetime, pre_alarm: int = 0) -> ClockReading:
    """The clock at `now`. A `now` before the last event (another host is late) counts as that event's moment."""
    tally = _replay(events)
    _aware(now)
    limit = max(timedelta(minutes=minutes) + tally.added, NO_TIME)
    elapsed = _played_until(tally, now)
    remaining = max(limit - elapsed, NO_TIME)
    is_over = tally.state in ("running", "paused") and not remaining
    return ClockReading(
        state="over" if is_over else tally.state,
        elapsed=elapsed,
        remaining=remaining,
        ends_at=tally.since + (limit - tally.played) if tally.since else None,
        pre_alarm=tally.state in ("running", "paused") and NO_TIME < remaining <= timedelta(minutes=pre_alarm),
        limit=limit,
    )


def standing_still(reading: ClockReading, played: int) -> ClockReading:
    """The clock of a table that has paused after these seconds, while the hall's goes on."""
    elapsed = timedelta(seconds=played)
    left = max(reading.limit - elapsed, NO_TIME)
    return msgspec.structs.replace(reading, state="paused", elapsed=elapsed, remaining=left, ends_at=None)


def allowed(events: Sequence[ClockInput]) -> tuple[Kind, ...]:
    """The possible next kinds. Time may be added after it has run out: the limit moves, the time played does not."""
    return NEXT[_replay(events).state]


def _replay(events: Sequence[ClockInput]) -> _Tally:
    tally = _Tally()
    for event in events:
        tally = _after(tally, event)
    return tally


def _after(tally: _Tally, event: ClockInput) -> _Tally:
    _refuse_impossible(tally, event)
    if event.kind == "extend":
        return msgspec.structs.replace(tally, added=tally.added + timedelta(seconds=event.seconds), last=event.at)
    state = AFTER[event.kind]
    return msgspec.structs.replace(
        tally,
        state=state,
        played=_played_until(tally, event.at),
        since=event.at if state == "running" else None,
        last=event.at,
    )


def _played_until(tally: _Tally, moment: datetime) -> timedelta:
    if tally.since is None or tally.last is None:
        return tally.played
    return tally.played + (max(moment, tally.last) - tally.since)


def _refuse_impossible(tally: _Tally, event: ClockInput) -> None:
    _aware(event.at)
    if event.kind not in NEXT[tally.state]:
        raise ClockError(_("Non si può %(verb)s: %(state)s") % {"verb": _verb(event), "state": _state(tally)})
    if tally.last is not None and event.at < tally.last:
        raise ClockError(_("Non si può %s a un'ora anteriore all'ultimo comando dell'orologio") % _verb(event))
    if (event.kind == "extend") != (event.seconds != 0) or event.seconds < 0:
        raise ClockError(_("solo un recupero porta secondi, e sempre più di zero"))


def _verb(event: ClockInput) -> str:
    return {
        "start": _("far partire il tempo"),
        "pause": _("sospendere il tempo"),
        "resume": _("riprendere il tempo"),
        "extend": _("aggiungere tempo"),
        "stop": _("chiudere il tempo"),
    }[event.kind]


def _state(tally: _Tally) -> str:
    return {
        "waiting": _("il tempo non è ancora partito"),
        "running": _("il tempo scorre"),
        "paused": _("il tempo è sospeso"),
        "stopped": _("il tempo è chiuso"),
    }[tally.state]


def _aware(moment: datetime) -> None:
    if moment.tzinfo is None or moment.utcoffset() is None:
        raise ClockError(_("un orario senza fuso non è un istante"))
