"""Public names of people, for everybody except the staff.

A minor goes by the nick, and by the number where there is none; surname and name are for the roster, the check-in and the
emergency pack. Whatever prints an entrant (`str`) prints this.
"""

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class PublicName:
    surname: str
    name: str = ""
    nick: str = ""

    def __str__(self) -> str:
        return f"{self.surname} {self.name}".strip()


class Named(Protocol):
    """An entrant, with a `number`, or a person of the directory."""

    pk: Any
    surname: str
    name: str
    nick: str
    is_minor: bool


def public_name(who: Named) -> PublicName:
    if who.is_minor:
        return PublicName(who.nick or numbered(getattr(who, "number", who.pk)))
    return PublicName(who.surname, who.name, who.nick)


def numbered(number: int) -> str:
    """The same in every language, because files that are compared to the byte contain it."""
    return f"n. {number}"
