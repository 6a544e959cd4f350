"""The name under which a browser saves a file: the event, then what the file holds in the reader's language, in ASCII."""

from typing import TypeVar

from django.http.response import HttpResponseBase
from django.utils.text import slugify

from tournament.models import Tournament

Response = TypeVar("Response", bound=HttpResponseBase)

MOST_LETTERS = 60
"""Of the event's name: a shelf of files stays readable."""


def event_name(tournament: Tournament) -> str:
    """The event's name as part of a file's name; its code where the name has no letter of the alphabet."""
    return slugify(tournament.name)[:MOST_LETTERS].strip("-") or tournament.slug


def file_name(*parts: object, kind: str) -> str:
    """`parts` are words of the page that links the file, numbers, or an event's name; `kind` is the ending."""
    words = (slugify(str(part)) for part in parts)
    return f"{'-'.join(filter(None, words))}.{kind}"


def to_save(response: Response, *parts: object, kind: str) -> Response:
    """The response, to be saved under this name."""
    response["Content-Disposition"] = f'attachment; filename="{file_name(*parts, kind=kind)}"'
    return response


def to_open(response: Response, *parts: object, kind: str) -> Response:
    """The response, to be opened in the browser; the name counts where it is saved from there."""
    response["Content-Disposition"] = f'inline; filename="{file_name(*parts, kind=kind)}"'
    return response
