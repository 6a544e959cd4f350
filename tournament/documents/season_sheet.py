"""The ranking of a season as it is printed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property

from tournament.core.formatting import decimals_of


@dataclass(frozen=True)
class SeasonSheetRow:
    """`cells` are the points of each event, and whether they were discarded; `tie` says what parts the row from the one before it at
    the same total. `carried` are points from before the first event."""

    rank: int
    name: str
    club: str
    total: Decimal
    carried: Decimal
    cells: tuple[tuple[Decimal | None, bool], ...]
    tie: str = ""


@dataclass(frozen=True, kw_only=True)
class SeasonSheet:
    """`formula` and `progress` are words: how the ranking counts, and after how many of its `events` (title, day)."""

    season: str
    formula: str
    progress: str
    made_at: datetime
    events: tuple[tuple[str, date], ...]
    rows: tuple[SeasonSheetRow, ...]

    @property
    def has_carried(self) -> bool:
        return any(row.carried for row in self.rows)

    @cached_property
    def decimals(self) -> int:
        """Of every figure, so that the marks stand below each other."""
        return decimals_of(self._figures())

    def _figures(self) -> Iterator[Decimal | None]:
        for row in self.rows:
            yield from (row.total, row.carried, *(points for points, _is_discarded in row.cells))
