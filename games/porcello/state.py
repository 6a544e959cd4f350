"""The rules under one header, and a position."""

from __future__ import annotations

import hashlib
from pathlib import Path

from msgspec import Struct

from games.kernel.editions import editions_of, options_of, settled
from games.kernel.lines import Header
from games.kernel.seats import ACTIVE

FOLDER = Path(__file__).parent
NOBODY = -1
AS_NAMED = 3
"""The revision from which `shown` changes what it names and nothing else, and a result is one that the position bears out."""
GIRO_IS_COMPLETE = 5
"""The revision from which a game is over by time once the last one to play has played, and one of which anything was played is no longer
told by its result alone."""
LATE_TIME_CLOSES = 6
"""The revision from which time told late, for a giro that is complete, ends the game, and is taken back by an undo."""

ONE_LAW = 7
"""The revision from which the judge's word about the time is taken back like any other act of his, and who left breaks the article by which
he did (8)."""
ONE_FORM = 8
"""The revision from which a ruling waives something, a digest stands only where a turn ends, and no text turns round what
follows it, and no board is shown of a giro after the last."""
CALLS_STAY = 9
"""The revision from which what the clock said stays in its giro, whatever is taken back and told again before it, and no
character in a reason or a note ends its line."""
SEEN_NOTES = 10
"""The revision from which a note says something that is seen, and an empty digest does not stand."""


class Rules(Struct, frozen=True):
    """Fields after `revision` are options, see `options.toml`."""

    seats: int
    revision: int
    target: int
    enough: str
    minutes: int


class Awaits(Struct, frozen=True, gc=False):
    """What comes next at this table."""


class WhoBegins(Awaits, frozen=True):
    pass


class Turn(Awaits, frozen=True):
    """The seat in turn throws or stops."""


class Over(Awaits, frozen=True):
    pass


WHO_BEGINS, TURN, OVER = WhoBegins(), Turn(), Over()


class State(Struct, frozen=True, gc=False):
    """One position. Before the first turn `giro` is 0; `turn_points` are the turn's points, not yet banked."""

    banked: tuple[int, ...]
    best: tuple[int, ...]
    standing: tuple[str, ...]
    seat: int = NOBODY
    first: int = NOBODY
    turn_points: int = 0
    throws: int = 0
    giro: int = 0
    turn: int = 0
    last_giro: int = 0
    ended: str = ""

    with_ = Struct.__replace__

    @property
    def awaits(self) -> Awaits:
        if self.ended:
            return OVER
        return TURN if self.giro else WHO_BEGINS


def start(rules: Rules) -> State:
    return State((0,) * rules.seats, (0,) * rules.seats, (ACTIVE,) * rules.seats)


# -- the rules


OPTIONS = options_of(FOLDER)
EDITIONS = editions_of(FOLDER)


def rules_for(header: Header) -> Rules:
    """Raises `Unreadable` for an option that is not one, or a value that it does not take."""
    return Rules(seats=len(header.seats), revision=header.revision, **settled(header, OPTIONS, EDITIONS))  # type: ignore[arg-type]


def board() -> str:
    """There is no board: a digest of its absence stands where that of a board would."""
    return hashlib.sha256(b"porcello: no board").hexdigest()
