"""Public names of people, for everybody except the staff.

A minor goes by the nick, and by the number where there is none; surname and name are for the roster, the check-in and the
emergency pack. Whatever prints an entrant (`str`) prints this, and for people of one name what tells them apart.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tournament.core.identity import key_of


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
    club: str
    is_minor: bool


def public_name(who: Named) -> PublicName:
    if who.is_minor:
        return PublicName(who.nick or numbered(getattr(who, "number", who.pk)))
    return PublicName(who.surname, who.name, who.nick)


def distinctions(people: Iterable[Named]) -> dict[Any, str]:
    """By key, what tells apart those who have one public name: "nick", "club" or "number", the first that differs for all of
    them; "" for whoever has no namesake.
    """
    people = list(people)
    same: dict[str, list[Named]] = {}
    for who in people:
        same.setdefault(key_of(str(public_name(who)), ""), []).append(who)
    return {who.pk: _distinction(group) if len(group) > 1 else "" for group in same.values() for who in group}


def _distinction(namesakes: Sequence[Named]) -> str:
    """A minor has no other public name than the nick, so that the nick tells nobody apart there."""
    if not any(who.is_minor for who in namesakes) and _differ(who.nick for who in namesakes):
        return "nick"
    return "club" if _differ(who.club for who in namesakes) else "number"


def _differ(texts: Iterable[str]) -> bool:
    given = [key_of(text, "") for text in texts]
    return all(given) and len(set(given)) == len(given)


def numbered(number: int) -> str:
    """The same in every language, because files that are compared to the byte contain it."""
    return f"n. {number}"
