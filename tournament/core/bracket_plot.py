"""The geometry of a bracket: tables in columns, one a round, and a line for everybody who plays on. It knows no database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from tournament.core.letter_widths import broken, width_of

BOX_WIDTH, ROW, HEAD, GAP_X, GAP_Y, TOP = 216, 22, 24, 56, 16, 34
LETTERS, MARGIN, LINE, MARK = 14, 10, 17, 1.4
"""Size of the letters as `.bracket` sets it, what is beside a row, the height of a further line of a name, and the width of the mark of
who is through, in sizes of the letters.
"""
BOLD = 1.05
"""A bold name is so much wider than what is measured."""


@dataclass(frozen=True)
class BracketRow:
    """A player at a table; `number` is the entrant's, `points` in words, and who `is_through` plays on or has won."""

    number: int
    name: str
    points: str = ""
    is_through: bool = False

    @property
    def lines(self) -> list[str]:
        """The whole name: one that is wider than the box has further lines."""
        room = (BOX_WIDTH - 3 * MARGIN) / LETTERS - width_of(self.points) - (MARK if self.is_through else 0)
        return broken(self.name, room / BOLD)

    @property
    def height(self) -> int:
        return ROW + LINE * (len(self.lines) - 1)


@dataclass(frozen=True)
class BracketTable:
    number: int
    rows: tuple[BracketRow, ...]

    @property
    def height(self) -> int:
        return sum(row.height for row in self.rows)


@dataclass(frozen=True)
class BracketRound:
    title: str
    number: int
    tables: tuple[BracketTable, ...]


@dataclass(frozen=True)
class Box:
    """A table on the picture, with its corner and the base line of the first line of each row."""

    x: float
    y: float
    height: float
    round: int
    table: BracketTable

    @property
    def rows(self) -> list[tuple[float, BracketRow]]:
        above = accumulate((row.height for row in self.table.rows), initial=0)
        return [(self.y + HEAD + ROW * 0.7 + top, row) for top, row in zip(above, self.table.rows, strict=False)]

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


@dataclass(frozen=True)
class BracketPlot:
    width: float
    height: float
    box_width: int
    line_height: int
    """Between two lines of one name."""
    titles: tuple[tuple[float, BracketRound], ...]
    boxes: tuple[Box, ...]
    lines: tuple[str, ...]
    """Paths from the row of who plays on to the row at the next table."""


Place = tuple[int, int]
"""A column and the number of a table in it."""


def plot(rounds: Sequence[BracketRound]) -> BracketPlot:
    """Tables that feed the same table stand together, and each stands level with those that feed it where there is room."""
    onward = _onward(rounds)
    order = _ordered(rounds, onward)
    boxes: dict[Place, Box] = {}
    for column, tables in enumerate(order):
        y = float(TOP)
        for table in tables:
            height = HEAD + table.height + 6
            feeders = [boxes[place].middle for place, to in onward.items() if (column, table.number) in to.values()]
            level = sum(feeders) / len(feeders) - height / 2 if feeders else y
            y = max(y, level)
            boxes[column, table.number] = Box(
                column * (BOX_WIDTH + GAP_X) + 1, round(y, 1), height, rounds[column].number, table
            )
            y += height + GAP_Y
    return BracketPlot(
        width=max(1, len(rounds)) * (BOX_WIDTH + GAP_X) - GAP_X + 2,
        height=max([box.y + box.height for box in boxes.values()], default=TOP) + 2,
        box_width=BOX_WIDTH,
        line_height=LINE,
        titles=tuple((column * (BOX_WIDTH + GAP_X) + 1, one) for column, one in enumerate(rounds)),
        boxes=tuple(boxes.values()),
        lines=tuple(_lines(onward, boxes)),
    )


def _onward(rounds: Sequence[BracketRound]) -> dict[Place, dict[int, Place]]:
    """By table, where each of its players plays next."""
    found: dict[Place, dict[int, Place]] = {}
    last: dict[int, Place] = {}
    for column, one in enumerate(rounds):
        for table in one.tables:
            place = column, table.number
            found[place] = {}
            for row in table.rows:
                if row.number in last:
                    found[last[row.number]][row.number] = place
                last[row.number] = place
    return found


def _ordered(rounds: Sequence[BracketRound], onward: Mapping[Place, Mapping[int, Place]]) -> list[list[BracketTable]]:
    """From the last column to the first, each table by the mean place of those to which it sends players."""
    heights: dict[Place, float] = {}
    columns: list[list[BracketTable]] = []
    for column in reversed(range(len(rounds))):
        tables = sorted(rounds[column].tables, key=partial(_level, column, onward, heights))
        heights |= {(column, table.number): place / max(1, len(tables)) for place, table in enumerate(tables)}
        columns.insert(0, tables)
    return columns


def _level(
    column: int, onward: Mapping[Place, Mapping[int, Place]], heights: Mapping[Place, float], table: BracketTable
) -> tuple[float, int]:
    ahead = [heights[place] for place in onward[column, table.number].values()]
    return (sum(ahead) / len(ahead) if ahead else float("inf"), table.number)


def _lines(onward: Mapping[Place, Mapping[int, Place]], boxes: Mapping[Place, Box]) -> list[str]:
    found = []
    for place, to in onward.items():
        for number, target in to.items():
            start, end = boxes[place], boxes[target]
            x1, x2 = start.x + BOX_WIDTH, end.x
            y1, y2 = _row_of(start, number), _row_of(end, number)
            middle = x2 - GAP_X / 2
            found.append(f"M{x1:.0f} {y1:.1f}H{middle:.0f}V{y2:.1f}H{x2:.0f}")
    return found


def _row_of(box: Box, number: int) -> float:
    return next(y - ROW * 0.2 for y, row in box.rows if row.number == number)
