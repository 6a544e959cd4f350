"""Identity by name: the rule by which the directory and a league identify a person."""

import unicodedata
from collections.abc import Iterable
from typing import Protocol, TypeVar


class Identifiable(Protocol):
    nick: str
    club: str


T = TypeVar("T", bound=Identifiable)


def key_of(surname: str, name: str) -> str:
    """A name without case, accents, signs and spaces: D'Amico Èlia and DAMICO ELIA are one."""
    plain = unicodedata.normalize("NFKD", f"{surname} {name}".casefold())
    return "".join(c for c in plain if c.isalnum())[:180]


def same(one: Identifiable, candidates: Iterable[T]) -> T | None:
    """The one of them who is this person: by nick, by club, or where one of the two clubs is not said. All of them have this name, and
    none of them is at this tournament: two of one name there are never the same person.
    """
    candidates = list(candidates)
    by_club = [other for other in candidates if other.club.casefold() == one.club.casefold()]
    by_nick = [other for other in candidates if other.nick and other.nick.casefold() == one.nick.casefold()]
    unsaid = [other for other in candidates if not other.club or not one.club]
    for found in (by_nick, by_club, unsaid):
        if len(found) == 1:
            return found[0]
    return None
