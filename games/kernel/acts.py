"""Acts that every game knows: the judge's undo, ruling and note, and what the clock says.

A game adds its own as structs that derive from `Act`; the class name in snake case is the tag in the record.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

By = int | Literal["judge", "clock"]
JUDGE: Literal["judge"] = "judge"
CLOCK: Literal["clock"] = "clock"


# What a text stands for, where its type alone does not say it: a form that is made from the act's type offers just that.
PLACE = Meta(extra={"of": "place"})
SEAT_KEY = Meta(extra={"of": "seat"})
EACH_SEAT = Meta(extra={"of": "each seat"})
ROW = {"of": "row"}
"""For the `extra` of a number: one of a few rows, which people count from one."""


LONGEST_TEXT = 2_000
Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]
"""What a person wrote: a note, a reason."""
Name = Annotated[str, Meta(max_length=100)]
"""An id of a person, a seat, an article, an edition."""

MOST = 9_999
"""No number of an act is greater: seats, objectives, giri, armies, money."""
Index = Annotated[int, Meta(ge=0, le=MOST)]
IndexOrNone = Annotated[int, Meta(ge=-1, le=MOST)]
"""A number, or -1 for none: a seat, or nobody."""


def one_of(*ids: str, at_place: bool = False) -> Meta:
    """One of these ids, or `id@place`. Nothing is checked by it: the game says what an unknown name is."""
    return Meta(extra={"ids": ids, "at_place": at_place})


def tag(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Act(Struct, frozen=True, tag_field="type", tag=tag, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Something that happened at the table, inputs only."""


class Undo(Act, frozen=True):
    """The judge takes back entry `of`: the last act of the table that still stands. Clock acts, rulings and notes stay."""

    of: int


class Ruling(Act, frozen=True):
    """The judge registers an act as it happened although it breaks the articles in `waives`."""

    waives: tuple[Name, ...]
    by: By
    act: Raw


class Note(Act, frozen=True):
    """The judge notes something that changes no board: conduct out of turn, a warning, a penalty. Seats, never names."""

    text: Text
    article: Name = ""
    seat: int = -1


class TimeUp(Act, frozen=True):
    """The time of the round is over. `giro` is the judge's correction: time had expired in that giro."""

    giro: Index = 0


class TimeNotUp(Act, frozen=True):
    """The judge's correction: time had been called by mistake."""


class PreAlarm(Act, frozen=True):
    """The warning before the end of time was given."""
