"""Links and orders of an event's public pages: `{% club_link tournament row.club %}`, `table|by_place`."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.core.identity import key_of
from tournament.labels.endings import endings_of
from tournament.models import Entrant, Seat, Table, Tournament
from tournament.queries.event_page import first_of_bracket
from tournament.states import RoundState

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


@register.simple_tag
def bracket_of_table(table: Table) -> str:
    """Where the bracket shows this table; empty where it is not drawn."""
    round_ = table.round
    found = bracket_address(round_.tournament, round_.number)
    return f"{found}#m{round_.number}-{table.number}" if found else ""


@register.simple_tag
def bracket_of_player(entrant: Entrant) -> str:
    """Where the bracket shows the way of this player; empty for who is not in it."""
    first = first_of_bracket(entrant.tournament)
    if not first or not entrant.seats.exclude(round__state=RoundState.DRAFT).filter(round__number__gte=first).exists():
        return ""
    return f"{reverse('tournament:bracket', args=[entrant.tournament.slug])}#chi-{entrant.number}"


def bracket_address(tournament: Tournament, number: int) -> str:
    first = first_of_bracket(tournament)
    return reverse("tournament:bracket", args=[tournament.slug]) if first and number >= first else ""


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
