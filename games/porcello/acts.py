"""What can happen at the table, as it stands in a record."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from games.kernel.acts import Act

Die = Annotated[int, Meta(ge=1, le=6)]
Seat = Annotated[int, Meta(ge=0, le=9)]
Number = Annotated[int, Meta(ge=0, le=1000)]
Giro = Annotated[int, Meta(ge=1, le=1000)]


class First(Act, frozen=True):
    """Who begins."""

    seat: Seat


class Throw(Act, frozen=True):
    """The player throws the die."""

    dice: Annotated[tuple[Die, ...], Meta(min_length=1, max_length=1)]


class Stop(Act, frozen=True):
    """The player stops, and banks the turn's points."""


class Abandon(Act, frozen=True):
    """A player leaves the table."""

    seat: Seat


class Shown(Act, frozen=True):
    """What the table shows, by the judge: points banked by seat, whose turn it is, in which giro. `turn_over` ends that turn."""

    banked: dict[Seat, Number] = {}
    turn: Seat | None = None
    giro: Giro | None = None
    turn_over: bool = False


class Finish(Act, frozen=True):
    """The game is over as the table says, where only the result is recorded."""

    how: Literal["objective", "time"]
