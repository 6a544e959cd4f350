"""A place as each language writes it."""

from django.utils.translation import get_language

ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def ordinal(place: int) -> str:
    if get_language() != "en":
        return f"{place}º"
    return f"{place}{'th' if place % 100 in (11, 12, 13) else ENDINGS.get(place % 10, 'th')}"
