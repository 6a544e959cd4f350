"""What a round brings to the standings: tables' results and penalties, as values."""

from collections.abc import Iterable
from decimal import Decimal

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


class TableResult(msgspec.Struct, frozen=True, gc=False):
    """A table's score sheet; rounds and tables count from 1."""

    round: int
    table: int
    rows: tuple[ResultRow, ...]


class PenaltyPoints(msgspec.Struct, frozen=True, gc=False):
    """Points taken away (a positive number); of one round, or of the total alone when `round` is None."""

    entrant: str
    points: Decimal
    round: int | None = None
