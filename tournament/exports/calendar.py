"""A tournament as a calendar (RFC 5545): its day, and each round that has begun."""

from datetime import datetime, timedelta

from django.db.models import Max
from icalendar import Calendar, Event

from tournament.models import Round, Tournament

UID = "{}@sdadata"
"""Of the tournament's code, which is drawn at random: the same by whatever name or address the site is reached."""


def event_calendar(tournament: Tournament) -> bytes:
    calendar = Calendar()
    calendar.add("prodid", "-//Sdadata//IT")
    calendar.add("version", "2.0")
    changed = _changed(tournament)
    calendar.add_component(_day(tournament, changed))
    for round_ in tournament.rounds.visible().prefetch_related("clock_events"):
        if start := _start(round_):
            calendar.add_component(_round(round_, start, tournament, changed))
    return calendar.to_ical()


def _changed(tournament: Tournament) -> tuple[int, datetime]:
    """The revision of the calendar, which rises with every act on the tournament, and when the last was."""
    last = tournament.log.aggregate(number=Max("pk"), at=Max("at"))
    return tournament.log.count(), last["at"] or tournament.created_at


def _day(tournament: Tournament, changed: tuple[int, datetime]) -> Event:
    event = _event(UID.format(tournament.slug), tournament, tournament.name, changed)
    event.add("dtstart", tournament.day)
    event.add("dtend", tournament.day + timedelta(days=1))
    return event


def _round(round_: Round, start: datetime, tournament: Tournament, changed: tuple[int, datetime]) -> Event:
    uid, name = UID.format(f"{tournament.slug}-{round_.number}"), f"{round_.name} · {tournament.name}"
    event = _event(uid, tournament, name, changed)
    event.add("dtstart", start)
    event.add("dtend", max(round_.closed_at or start + timedelta(minutes=round_.minutes), start))
    return event


def _event(uid: str, tournament: Tournament, name: str, changed: tuple[int, datetime]) -> Event:
    sequence, at = changed
    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", at)
    event.add("last-modified", at)
    event.add("sequence", sequence)
    event.add("summary", " ".join(name.split()))
    if tournament.place:
        event.add("location", " ".join(tournament.place.split()))
    return event


def _start(round_: Round) -> datetime | None:
    return next((event.at for event in round_.clock_events.all() if event.kind == "start"), None)
