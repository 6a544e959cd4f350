"""Identity by name: the rule by which the directory and a league identify a person, and how a list of people is searched."""

import unicodedata
from collections.abc import Iterable
from typing import Protocol, TypeVar

UNDIVIDED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "ħ": "h", "æ": "ae", "œ": "oe"})
"""Letters with a sign that Unicode does not take apart."""
MARKS = "'’‘`´-‐.,()"
"""What stands between the letters of a name: D'Amico, Bianchi-Rossi, Gian M."""


class Identifiable(Protocol):
    nick: str
    club: str


class Named(Protocol):
    @property
    def surname(self) -> str: ...

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Identifiable)


def key_of(surname: str, name: str) -> str:
    """A name without case, accents, signs and spaces: D'Amico Èlia and DAMICO ELIA are one."""
    return _plain(f"{surname} {name}")[:180]


def is_match(sought: str, *texts: str) -> bool:
    """Whether every word sought is part of one of the texts, in any order, whatever the case, accents and signs.

    Spaces in a text do not count, so that «deluca» and «de luca» both find De Luca. Nothing sought matches
    everybody; signs alone match nobody.
    """
    plain = [_plain(text) for text in texts]
    words = [word for word in map(_plain, sought.split()) if word]
    if sought.strip() and not words:
        return False
    return all(any(word in text for text in plain) for word in words)


def alphabetical(one: Named) -> tuple[str, str, str]:
    """By surname and name as people look them up: case and accents decide only between equals."""
    return _plain(one.surname), _plain(one.name), f"{one.surname} {one.name}"


def is_same_name(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether surname and name are the same two, in either order."""
    return key_of(*other) in (key_of(*one), key_of(*reversed(one)))


def is_doubtful_name(text: str) -> bool:
    """Whether the name of a person has signs that names seldom have: digits, and others that are neither letters nor marks
    between them.
    """
    return any(not (c.isalpha() or c.isspace() or c in MARKS or unicodedata.combining(c)) for c in text)


def has_unseen(text: str) -> bool:
    """Whether it has characters that nobody sees: controls, marks that turn the direction of what follows, private and unassigned ones."""
    return any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn") for c in text)


def _plain(text: str) -> str:
    """The letters and figures, without case and accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()).translate(UNDIVIDED) if c.isalnum())


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
