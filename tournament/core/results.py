"""What a round brings to the standings, and a line of them: tables' results, penalties, scores, as values."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import msgspec

from tournament.core.translation import translated as _


class MissingResults(ValueError):
    """Tables of the round have no result yet; `tables` are their numbers."""

    def __init__(self, tables: Iterable[int]):
        self.tables = tuple(tables)
        super().__init__(_("mancano i risultati dei tavoli: %s") % ", ".join(map(str, self.tables)))


class ImpossibleResult(ValueError):
    """A result that cannot be: someone twice in a round, an unknown entrant, a table counted twice."""


class ResultRow(msgspec.Struct, frozen=True, gc=False):
    """One player's line of a signed score sheet; `rank` is the place at the table after tie-breaks and dice."""

    entrant: str
    points: Decimal
    tiebreaks: tuple[Decimal, ...] = ()
    rank: int = 0
    eliminated: bool = False


class TableResult(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A table's score sheet; rounds and tables count from 1. A bye that is worth a win is a table 0 of one row, a table whose
    other player left has one row as well. `decided` is the order that dice gave afterwards to people at the first place."""

    round: int
    table: int
    rows: tuple[ResultRow, ...]
    decided: tuple[str, ...] = ()

    @property
    def is_played(self) -> bool:
        return len(self.rows) > 1

    @property
    def first(self) -> tuple[str, ...]:
        """Whoever is signed first: several where they share the place."""
        return tuple(row.entrant for row in self.rows if row.rank == 1)

    @property
    def is_parted(self) -> bool:
        """Whether one alone is first, by the sheet or by what dice decided."""
        return len(self.first) < 2 or set(self.first) <= set(self.decided)

    def place_of(self, row: ResultRow) -> int:
        """The place at the table, after the dice that decided between several first."""
        if row.rank != 1 or not self.is_parted:
            return row.rank
        return 1 + sum(
            self.decided.index(other) < self.decided.index(row.entrant) for other in self.first if other != row.entrant
        )


class PenaltyPoints(msgspec.Struct, frozen=True, gc=False):
    """Points taken away (a positive number); of one round, or of the total alone when `round` is None."""

    entrant: str
    points: Decimal
    round: int | None = None


class RoundScore(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What an entrant did in a round; `points` are after the penalties of that round, which took `penalty`."""

    round: int
    table: int
    points: Decimal
    tiebreaks: tuple[Decimal, ...]
    place: int
    is_win: bool
    eliminated: bool
    penalty: Decimal = Decimal(0)

    @property
    def gross(self) -> Decimal:
        """The points before penalties."""
        return self.points + self.penalty


class Standing(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One line of the standings; those level on every key of the regulation share a rank, and the next is skipped."""

    rank: int
    entrant: str
    total: Decimal
    wins: int
    per_round: tuple[RoundScore | None, ...]
    reached: int
    tiebreaks: tuple[Decimal, ...]
    penalty: Decimal
    discarded: tuple[int, ...] = ()
    """Rounds that were played and do not count in the total."""
    is_enough: bool = True
    """Whether the rounds that the regulation needs were played."""
    merit: tuple[Any, ...] = ()
    """What it is ranked by: `is_enough`, then the figures of the regulation's order, the greatest first."""

    @property
    def last(self) -> RoundScore | None:
        """The last round that this entrant has played."""
        for score in reversed(self.per_round):
            if score:
                return score
        return None
