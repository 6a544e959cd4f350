"""Where the pages of the manuals and their pictures are, in the reader's language."""

from collections.abc import Iterator
from pathlib import Path

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language

from tournament.documents.manuals import manuals


def picture_file(name: str) -> Path | None:
    """None where `make screenshots` has not made it."""
    found = finders.find(_path(name))
    return Path(found) if found else None


def picture_address(name: str) -> str:
    """ "" for no name, and where there is no such picture."""
    return static(_path(name)) if name and picture_file(name) else ""


def addresses(*slugs: str) -> Iterator[str]:
    """Of these manuals' pages and their pictures: what a device needs to open them without a network."""
    for manual in manuals():
        if manual.slug in slugs:
            yield reverse("referee:manual", args=[manual.slug])
            yield from filter(None, (picture_address(chapter.picture) for chapter in manual.chapters))


def _path(name: str) -> str:
    return f"manuals/{(get_language() or 'it')[:2]}/{name}.webp"
