"""`{% offline_attributes %}`: what static/js/offline and static/js/judge must know of the page, on its body."""

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from referee import manuals
from referee.offline import bundle, engine

register = template.Library()


@register.simple_tag(takes_context=True)
def offline_attributes(context) -> str:
    table = context["table"]
    at = [table.round.tournament.slug, table.round.number, table.number]
    return format_html(
        ' data-user="{}" data-snapshot-url="{}" data-queue-url="{}" data-service-worker="{}" data-worker="{}" '
        'data-engine="{}" data-sources="{}" data-language="{}" data-manuals="{}"{}',
        salted_hmac("referee.offline", str(context["user"].pk), algorithm="sha1").hexdigest()[:16],
        reverse("referee:offline_bundle", args=at),
        reverse("referee:queue", args=at),
        reverse("referee:service_worker"),
        reverse("referee:worker"),
        engine.address(),
        reverse("referee:sources", args=[bundle.digest()]) if engine.address() else "",
        get_language(),
        " ".join(manuals.addresses("tablet", "emergenze")),
        mark_safe(" data-engine-first") if settings.ENGINE_FIRST else "",
    )
