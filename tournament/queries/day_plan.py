"""The timetable of the day, and the hall of a table."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Min
from django.utils import timezone

from tournament.core.formats.timetable import Break, Slot, nights, timetable
from tournament.models import ClockEvent, DayPlan, Tournament, Venue
from tournament.queries.results import format_of


def timetable_of(tournament: Tournament) -> list[Slot]:
    """Empty before the day is planned; without a format the regulation's number of rounds."""
    day = DayPlan.objects.filter(tournament=tournament).first()
    if day is None:
        return []
    titles = _titles(tournament)
    drawn = dict(tournament.rounds.values_list("number", "minutes"))
    begins = datetime.combine(tournament.day, day.begins, tzinfo=timezone.get_current_timezone())
    minutes = {number: drawn.get(number, tournament.rules.minutes) for number in range(1, len(titles) + 1)}
    if is_of_nights(tournament):
        return nights(begins, titles, minutes, _started(tournament))
    return timetable(
        begins,
        titles,
        minutes,
        pause=day.pause,
        breaks=[Break(*row) for row in day.breaks],
        started=_started(tournament),
    )


def is_of_nights(tournament: Tournament) -> bool:
    """Whether each round is played on a day of its own."""
    return tournament.rules.format == "league"


def _titles(tournament: Tournament) -> list[str]:
    format_ = format_of(tournament)
    if format_ is None:
        return [tournament.round_title(number) for number in range(1, tournament.rules.rounds + 1)]
    return [stage.title(number) for number, stage in enumerate(format_.stages, 1)]


def _started(tournament: Tournament) -> dict[int, datetime]:
    starts = ClockEvent.objects.filter(round__tournament=tournament, kind=ClockEvent.Kind.START)
    found = starts.values_list("round__number").annotate(at=Min("at"))
    return {number: timezone.localtime(at) for number, at in found}


def hall_of(tournament: Tournament, table: int) -> str:
    """The hall of a table, where the tournament has several; one query for all tables of a page or a sheet."""
    if not hasattr(tournament, "halls"):
        tournament.halls = list(tournament.venues.all())
    return venue_of(tournament.halls, table)


def venue_of(venues: Iterable[Venue], table: int) -> str:
    """The hall of a table of this number; empty where the tournament has only one."""
    return next((venue.name for venue in venues if venue.first <= table <= venue.last), "")
