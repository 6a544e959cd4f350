"""`{% share_of tournament as share %}`: what the head of an event's page tells search engines and link previews."""

import json
import secrets
from dataclasses import dataclass

from django import template
from django.utils.safestring import SafeString, mark_safe

from tournament.models import Tournament
from tournament.queries import sharing

register = template.Library()
ESCAPED = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}
"""No name ends the element in which the data stand."""
OF_THE_SITE = secrets.token_hex(16)
"""Stands for the origin while the data are written: random, so that nobody can write it into a name."""


@dataclass(frozen=True)
class Share:
    is_listed: bool
    origin: str
    description: str
    schema: SafeString


@register.simple_tag(takes_context=True)
def share_of(context: template.Context, tournament: Tournament) -> Share:
    """A page that many readers share has a placeholder as its origin. Who has logged in reads pages that no search engine sees."""
    request = context["request"]
    origin = context.get("origin") or f"{request.scheme}://{request.get_host()}"
    schema = json.dumps(sharing.schema_of(tournament, OF_THE_SITE), ensure_ascii=False).translate(ESCAPED)
    return Share(
        is_listed=sharing.is_listed(tournament) and not request.user.is_authenticated,
        origin=origin,
        description=sharing.description_of(tournament),
        schema=mark_safe(schema.replace(OF_THE_SITE, str(origin))),
    )
