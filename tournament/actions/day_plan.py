"""Arranging the day: its timetable, its halls, its prizes."""

from collections.abc import Sequence
from datetime import time
from itertools import pairwise

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.base import record, take_turns
from tournament.core.formats.timetable import Break
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow
from tournament.models import DayPlan, Prize, Tournament, Venue

PLAN = log_verb("day.plan", gettext_lazy("ha sistemato l'orario, con inizio alle"))
UNPLAN = log_verb("day.unplan", gettext_lazy("ha tolto l'orario"))
SET_VENUES = log_verb("day.set_venues", gettext_lazy("ha sistemato le sale: %s"))
SET_PRIZES = log_verb("day.set_prizes", gettext_lazy("ha sistemato i premi: %s"))


@transaction.atomic
def plan(tournament: Tournament, *, begins: time, pause: int, breaks: Sequence[Break], by) -> DayPlan:
    """Set the timetable, replacing the previous one."""
    rows = [[one.after, one.minutes, one.title] for one in breaks]
    same = DayPlan.objects.filter(tournament=tournament, begins=begins, pause=pause, breaks=rows).first()
    if same:
        return same
    made, _is_new = DayPlan.objects.update_or_create(
        tournament=tournament, defaults={"begins": begins, "pause": pause, "breaks": rows}
    )
    record(tournament, PLAN, by=by, subject=f"{begins:%H:%M}", pause=pause, breaks=rows)
    return made


@transaction.atomic
def unplan(tournament: Tournament, *, by) -> None:
    """Take the timetable away, if there is one."""
    deleted, _by_model = DayPlan.objects.filter(tournament=tournament).delete()
    if deleted:
        record(tournament, UNPLAN, by=by)


@transaction.atomic
def set_venues(tournament: Tournament, *, venues: Sequence[tuple[str, int, int]], by) -> None:
    """Halls with their first and last table. Refuses a table in two halls."""
    ordered = sorted(venues, key=lambda venue: venue[1])
    for (name, _first, last), (other, first, _last) in pairwise(ordered):
        if first <= last:
            raise NotNow(_("Il tavolo %(table)d è in due sale: %(one)s e %(other)s.") % {
                "table": first, "one": name, "other": other,
            })  # fmt: skip
    take_turns(tournament)
    if list(tournament.venues.values_list("name", "first", "last")) == [tuple(venue) for venue in ordered]:
        return
    tournament.venues.all().delete()
    Venue.objects.bulk_create(
        Venue(tournament=tournament, name=name, first=first, last=last) for name, first, last in ordered
    )
    record(tournament, SET_VENUES, by=by, subject=len(ordered), venues=[list(venue) for venue in ordered])


@transaction.atomic
def set_prizes(tournament: Tournament, *, prizes: Sequence[tuple[str, int, str]], by) -> None:
    take_turns(tournament)
    written = list(tournament.prize_list.order_by("pk").values_list("category", "place", "title"))
    if written == [tuple(prize) for prize in prizes]:
        return
    tournament.prize_list.all().delete()
    Prize.objects.bulk_create(
        Prize(tournament=tournament, category=category, place=place, title=title) for category, place, title in prizes
    )
    record(tournament, SET_PRIZES, by=by, subject=len(prizes), prizes=[list(prize) for prize in prizes])
