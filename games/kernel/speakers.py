"""Who may say an act: declared once for each, and refused by the kernel before the game is asked.

`docs/notation.md` prints the declaration. Whether it is the right seat that speaks is asked in two steps: out of turn is worked out with
the act's moment (`games.kernel.moments`); a seat that only the position names (a defender, who chooses a colour) is the game's to judge.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from games.kernel.acts import CLOCK, JUDGE, By
from games.kernel.breaches import Breach, impossible
from games.kernel.words import Words, seat_words

Seats = Literal["", "in turn", "own", "named"]


class Who(Struct, frozen=True):
    """`column` is how the documentation says it; `seats` whether a seat may say it, and which one."""

    column: str
    judge: bool = False
    clock: bool = False
    seats: Seats = ""
    is_statement: bool = False
    """It says how the table stands, and is held against what can stand."""
    needs_reason: bool = False
    """The line says why: it overrules what the record knew."""

    def speakers(self, seats: int) -> frozenset[By]:
        """Everybody who may say it at a table of so many seats."""
        found: list[By] = [*range(seats)] if self.seats else []
        return frozenset((*found, *((JUDGE,) if self.judge else ()), *((CLOCK,) if self.clock else ())))


JUDGE_SAYS = Who("`judge`", judge=True)
JUDGE_STATES = Who("`judge`", judge=True, is_statement=True)
"""The judge says who left the table, or how the game ended."""
JUDGE_SHOWS = Who("`judge`", judge=True, is_statement=True, needs_reason=True)
"""The judge says how the table stands."""
CLOCK_SAYS = Who("`clock`, `judge`", judge=True, clock=True)
IN_TURN = Who("seat", seats="in turn")
ITS_OWN = Who("seat", seats="own")
"""As `IN_TURN`, for what touches the speaker's own pieces or cards alone: in another's turn it breaks the act's own article, and can be
registered as it happened."""
SEAT = Who("seat", seats="named")
"""As `IN_TURN`, for what is said only where it is due, or after the last turn: the game says whose it is."""


def named(column: str, *, judge: bool = False) -> Who:
    """A seat that the position names."""
    return Who(column, judge=judge, seats="named")


def everybody(seats: int) -> frozenset[By]:
    """Who speaks at a table of so many seats."""
    return frozenset((*range(seats), JUDGE, CLOCK))


def strangers(who: Who, by: By, article: str = "") -> Iterator[Breach]:
    """The breach of a speaker who cannot say the act at all."""
    speaker = speaker_words(by)
    if who.clock:
        yield impossible(
            "lo dice il cronometro o il giudice, non {who}",
            "the clock or the judge says it, not {who}",
            article,
            who=speaker,
        )
    elif not who.seats:
        yield impossible("lo registra il giudice, non {who}", "the judge records it, not {who}", article, who=speaker)
    else:
        yield impossible("lo fa un giocatore, non {who}", "a player does it, not {who}", article, who=speaker)


def speaker_words(by: Any) -> Words:
    if by == JUDGE:
        return Words("il giudice", "the judge")
    return Words("il cronometro", "the clock") if by == CLOCK else _the_seat(by)


def _the_seat(seat: int) -> Words:
    words = seat_words(seat)
    return Words(f"il {words.it}", words.en)
