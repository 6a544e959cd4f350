"""A table as a picture, in data: shapes, pieces, labels by key, links. One renderer each draws it for page, projector and PDF."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.kernel.words import Words

NOWHERE = -1


class Piece(Struct, frozen=True, omit_defaults=True):
    """So many pieces of one kind of one seat on a shape; `seat` is -1 for nobody's."""

    kind: str
    count: int
    seat: int = -1


class Shape(Struct, frozen=True, omit_defaults=True):
    """A place on the board. Position and size are in units of the scene; `group` is a continent, a row, a bank of a river."""

    key: str
    label: Words
    x: int
    y: int
    w: int = 10
    h: int = 6
    group: str = ""
    seat: int = -1
    pieces: tuple[Piece, ...] = ()
    badges: tuple[str | Words, ...] = ()
    """Signs and numbers, or words of the game."""
    lit: bool = False
    short: Words | None = None
    """The label where there is little room; empty in a language that needs none, or whose label is the same."""

    @property
    def short_label(self) -> Words:
        if self.short is None:
            return self.label
        has_one_name = self.label.it == self.label.en
        return Words(
            self.short.it or self.label.it, self.short.en or (self.short.it if has_one_name else self.label.en)
        )


class Link(Struct, frozen=True, omit_defaults=True):
    """Two places that touch; `kind` is land, sea, mountain, river, bridge… `wraps` leaves one edge of the picture and enters the other.

    `via` are the bends on the way, where a straight line would run under a third place; `key` names what can be chosen itself.
    """

    a: str
    b: str
    kind: str = "land"
    wraps: bool = False
    via: tuple[tuple[int, int], ...] = ()
    key: str = ""


class River(Struct, frozen=True):
    """Water that parts places, from point to point."""

    label: Words
    points: tuple[tuple[int, int], ...]


class KindMark(Struct, frozen=True):
    """What a picture needs of a kind of piece or badge: the drawn sign that stands for it, and words for the legend."""

    kind: str
    sign: str
    label: Words


class Goal(Struct, frozen=True):
    """An objective that lies open: whose it is, what it is called, which places belong to it."""

    seat: int
    label: Words
    places: tuple[str, ...]


class SeatMark(Struct, frozen=True, omit_defaults=True):
    """How a seat is drawn: colour by name, a letter and a hatch beside it, for print and for eyes that do not tell colours."""

    seat: int
    player: str
    colour: str
    letter: str
    hatch: str
    lines: tuple[Words, ...] = ()
    is_in_turn: bool = False
    is_out: bool = False
    count: int = 0
    """How many of what the scene counts the seat has."""


class Scene(Struct, frozen=True, omit_defaults=True):
    width: int
    height: int
    shapes: tuple[Shape, ...]
    links: tuple[Link, ...]
    seats: tuple[SeatMark, ...]
    groups: tuple[tuple[str, Words], ...] = ()
    headline: Words = Words("", "")
    stand_in: Words | None = None
    rivers: tuple[River, ...] = ()
    kinds: tuple[KindMark, ...] = ()
    goals: tuple[Goal, ...] = ()
    counted: Words = Words("", "")
    """What people watch grow and shrink: territories, treasures."""
    standing: Words = Words("", "")
    """What stands on the shapes and is a figure of its own, in the game's one word for it: armies, units. Shared pages know no other."""
    has_areas: bool = False
    """Whether the groups are areas of the picture, such as continents."""
    headings: tuple[tuple[str, Words], ...] = ()
    """Words for groups of answers that are no places: kinds of cards, colours of treasures."""
    named: tuple[tuple[str, Words], ...] = ()
    """What a person calls the cards and treasures whose ids stand in the record; empty where places and forms name them all."""


def from_and_to(ids: tuple[str, ...], awaits: Any) -> tuple[str, ...]:
    """Ids of the places between which something is under way; none where what the table waits for has no such places, or none now."""
    return tuple(ids[place] for name in ("src", "dst") if (place := getattr(awaits, name, NOWHERE)) != NOWHERE)
