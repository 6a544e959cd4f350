"""Links and orders of an event's public pages: `{% club_link tournament row.club %}`, `table|by_place`."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.core.identity import key_of
from tournament.labels.endings import endings_of
from tournament.models import Seat, Table, Tournament

register = template.Library()


@register.simple_tag
def club_link(tournament: Tournament, club: str) -> SafeString | str:
    """The club's name with its page at this event; a name without letters is no address."""
    key = key_of(club, "")
    if not key:
        return club
    return format_html(
        '<a class="who" href="{}">{}</a>', reverse("tournament:event_club", args=[tournament.slug, key]), club
    )


@register.filter
def by_place(table: Table) -> list[Seat]:
    """The seats of a counted table by place, of any other around the table."""
    seats = list(table.seats.all())
    if all(hasattr(seat, "result") for seat in seats):
        seats.sort(key=lambda seat: (seat.result.rank, -seat.result.points, seat.position))
    return seats


@register.filter
def shared_ending(table: Table) -> str:
    """How a counted game ended in which several are first; elsewhere the first place says it."""
    results = [seat.result for seat in table.seats.all() if hasattr(seat, "result") and seat.result]
    if sum(one.rank == 1 for one in results) < 2:
        return ""
    return endings_of(table.round.tournament.rules)[results[0].ended_by]
