"""`{% share_of tournament as share %}`: what the head of a page tells search engines and link previews, of an event's or, without a
tournament, of the site's; `shared` in the context is what the page says of itself.
"""

import json
import secrets
from dataclasses import dataclass

from django import template
from django.utils.html import format_html
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
    """`url` is the page as a search engine should know it, `moment` as it was shared."""

    is_listed: bool
    title: str
    description: str
    url: str
    moment: str
    picture: str
    schema: SafeString


@register.simple_tag(takes_context=True)
def share_of(context: template.Context, tournament: Tournament | None = None) -> Share | None:
    """A page that many readers share has a placeholder as its origin. Who has logged in reads pages that no search engine sees."""
    request, shared = context.get("request"), context.get("shared")
    tournament = tournament or None  # a page of the site has none
    if shared is None and tournament is not None:
        shared = sharing.shared_event(tournament)
    if request is None or shared is None:
        return None
    origin = str(context.get("origin") or f"{request.scheme}://{request.get_host()}")
    is_public = tournament is None or sharing.is_listed(tournament)
    return Share(
        is_listed=is_public and not request.user.is_authenticated,
        title=shared.title,
        description=shared.description,
        url=_address(origin, request.path),
        moment=_address(origin, request.path + shared.query),
        picture=_address(origin, shared.picture),
        schema=_schema(tournament, origin) if tournament else mark_safe(""),
    )


def _address(origin: str, path: str) -> SafeString:
    """A placeholder of a page that is drawn once is no HTML, and stays as it is."""
    return format_html("{}{}", mark_safe(origin), path)


def _schema(tournament: Tournament, origin: str) -> SafeString:
    schema = json.dumps(sharing.schema_of(tournament, OF_THE_SITE), ensure_ascii=False).translate(ESCAPED)
    return mark_safe(schema.replace(OF_THE_SITE, origin))
