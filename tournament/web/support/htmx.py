"""Whether htmx sent a request, and whether it replaces a part of the page."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


def is_htmx(request: HttpRequest) -> bool:
    return bool(_details(request))


def wants_part(request: HttpRequest) -> bool:
    """A boosted link replaces the whole page, as a link without htmx does."""
    details = _details(request)
    return bool(details) and not details.boosted


def _details(request: HttpRequest) -> HtmxDetails:
    return request.htmx  # type: ignore[attr-defined]  # set by django_htmx's middleware
