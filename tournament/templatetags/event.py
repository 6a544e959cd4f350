"""Links of an event's public pages: `{% club_link tournament row.club %}`."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.core.identity import key_of
from tournament.models import Tournament

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
