"""A place as each language writes it."""

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import get_language

ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def ordinal(place: int) -> str:
    if _language() != "en":
        return f"{place}º"
    return f"{place}{'th' if place % 100 in (11, 12, 13) else ENDINGS.get(place % 10, 'th')}"


def _language() -> str | None:
    try:
        return get_language()
    except ImproperlyConfigured:  # a module of the core runs without a site too
        return None
