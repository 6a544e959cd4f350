"""The retention of a tournament's personal data."""

from datetime import date, timedelta

from django.conf import settings
from django.db import models

from tournament.models import Entrant, Tournament


def retention_days(tournament: Tournament) -> int:
    """Days after the event's own; 0 is for ever."""
    return settings.RETENTION_DAYS if tournament.keep_days is None else tournament.keep_days


def retained_until(tournament: Tournament) -> date | None:
    days = retention_days(tournament)
    try:
        return tournament.day + timedelta(days=days) if days else None
    except OverflowError:  # beyond the last day of any calendar
        return None


def named(tournament: Tournament) -> models.QuerySet[Entrant]:
    """Entrants who are not erased yet."""
    return tournament.entrants.filter(erased_at=None)


def overdue(today: date) -> list[Tournament]:
    """Tournaments whose retention has ended and that still have personal data."""
    old = Tournament.objects.filter(day__lt=today, entrants__erased_at=None).distinct().order_by("day")
    return [one for one in old if (until := retained_until(one)) and until < today]
