"""The tables on the road to the final as a wall has them, by measure: who plays there, from which table and place, with which points.

A table is never cut. Lengths are in hundredths of the screen's height at 16 to 9.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.core.columns import balanced
from tournament.core.letter_widths import lines_of, width_of
from tournament.queries.projector_rows import BESIDE, BOLD, GAP, LEAST, LETTERS_OF_LISTS, LINE, PAGE, ROW, SAFE

WAY = 1.6
"""The line from where somebody comes from, with the free room beside it, in sizes of the letters."""
MARK = 1.4
"""Of who is through, in sizes of the letters."""
BETWEEN = 2.4
"""Between two tables, with the borders of one."""


@dataclass(frozen=True)
class RoadRow:
    name: str
    origin: str = ""
    points: str = ""
    is_through: bool = False


@dataclass(frozen=True)
class RoadTable:
    number: int
    rows: tuple[RoadRow, ...]


@dataclass(frozen=True)
class Road:
    letters: float
    columns: int
    counts: list[int]
    """Tables of each column, down one after the other."""
    fits: bool

    @property
    def pages(self) -> int:
        return -(-len(self.counts) // self.columns)


def road(tables: Sequence[RoadTable], *, room: float, least: float, most_columns: int) -> Road:
    """On as few pages as may be, there in the largest letters that hold every table. Letters are smaller than asked for only where a table
    alone has no room on a page.
    """
    ways = [
        _laid(tables, room, letters, columns) for letters in LETTERS_OF_LISTS for columns in range(1, most_columns + 1)
    ]
    fitting = [way for way in ways if way.fits]
    large = [way for way in fitting if way.letters >= least]
    if not large:
        return max(fitting, key=lambda way: (way.letters, -way.pages, -way.columns), default=ways[0])
    pages = min(way.pages for way in large)
    return max((way for way in large if way.pages == pages), key=lambda way: (way.letters, -way.columns))


def _laid(tables: Sequence[RoadTable], room: float, letters: float, columns: int) -> Road:
    rows = [row for table in tables for row in table.rows]
    origin = max(width_of(row.origin) for row in rows)
    points = max(width_of(row.points) for row in rows)
    taken = (origin + (WAY if origin else 0) + points + MARK) * letters * SAFE * BOLD + 2 * BESIDE
    width = ((PAGE - GAP * (columns - 1)) / columns - taken) / letters / SAFE / BOLD
    heights = [
        (1 + sum(lines_of(row.name, max(width, LEAST)) for row in table.rows)) * LINE * letters
        + ROW * len(table.rows)
        + BETWEEN
        for table in tables
    ]
    return Road(letters, columns, balanced(heights, room, columns), max(heights) <= room and width >= LEAST)
