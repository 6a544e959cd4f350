"""Data of the hall for the desk: `{% hall_links tournament as links %}`, `{% waiting_calls tournament as calls %}`;
of the wall: `{{ seat|name_on_wall }}`."""

from django import template
from django.utils import timezone

from tournament.hooks import tables as table_hooks
from tournament.models import Table
from tournament.queries import projector_tiles
from tournament.states import RoundState

register = template.Library()
register.filter("name_on_wall", projector_tiles.name_on_wall)


@register.simple_tag
def hall_links(tournament) -> list[table_hooks.TableLink]:
    return table_hooks.hall_links(tournament)


@register.simple_tag
def waiting_calls(tournament) -> list[tuple[Table, int]]:
    """Tables that call the head judge, the longest wait first, with its minutes."""
    calling = Table.objects.filter(
        round__tournament=tournament, round__state=RoundState.RUNNING, status__called_at__isnull=False
    )
    now = timezone.now()
    found = calling.select_related("status", "round").order_by("status__called_at")
    return [(table, int((now - table.status.called_at).total_seconds() // 60)) for table in found]
