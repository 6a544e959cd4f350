"""The crosstable: everybody by rank, and for each round the table, the place there and the points."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cached_property

from tournament.core.formatting import decimals_of
from tournament.documents.standings_progress import NOT_BEGUN, StandingsProgress


@dataclass(frozen=True)
class CrosstableCell:
    """`table` is 0 for a round without a table that gave points, such as a bye."""

    round: int
    table: int
    place: int | None
    points: Decimal | None


@dataclass(frozen=True, kw_only=True)
class CrosstableRow:
    rank: int
    name: str
    number: int
    club: str
    total: Decimal
    cells: tuple[CrosstableCell | None, ...]
    is_ranked: bool = True


@dataclass(frozen=True, kw_only=True)
class Crosstable:
    tournament: str
    made_at: datetime
    rounds: tuple[tuple[int, str], ...]
    rows: tuple[CrosstableRow, ...]
    is_provisional: bool = False
    progress: StandingsProgress = NOT_BEGUN

    @cached_property
    def decimals(self) -> int:
        """Of every figure, so that the marks stand below each other."""
        points = (cell.points for row in self.rows for cell in row.cells if cell)
        return decimals_of([*(row.total for row in self.rows), *points])
