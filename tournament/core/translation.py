"""Translation for modules that also run without a site: the reader's language, else Italian."""

from django.core.exceptions import AppRegistryNotReady, ImproperlyConfigured
from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext


def translated(text: str) -> str:
    try:
        return gettext(text)
    except (ImproperlyConfigured, AppRegistryNotReady):
        return text


def translated_plural(one: str, many: str, number: int) -> str:
    try:
        return ngettext(one, many, number)
    except (ImproperlyConfigured, AppRegistryNotReady):
        return one if number == 1 else many


translated_lazy = lazy(translated, str)
"""The same for words in a table that is made when its module is read."""


def untranslated(text: str) -> str:
    """Marks a text for the catalogue; whoever shows it translates it. Unlike Django's own it needs no configured site."""
    return text
