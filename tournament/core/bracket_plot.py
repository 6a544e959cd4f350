"""The geometry of a bracket: tables in columns, one a round, and a line for everybody who plays on. It knows no database.

`plot` draws it whole, for a screen. `sheets_of` draws it for paper: on one sheet where there is room for letters of eight points, else
cut between tables, with words where a line would leave the sheet. `pages_of_wall` does so for a projector, in its letters.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, groupby
from math import inf

from tournament.core.columns import balanced
from tournament.core.letter_widths import broken, width_of
from tournament.core.ordinals import ordinal

BOX_WIDTH, TOP = 200, 34
LETTERS, MARGIN, LINE, MARK = 14, 10, 17, 1.4
"""Size of the letters as `.bracket` sets it, what is beside a row, the height of a further line of a name, and the width of the mark of
who is through, in sizes of the letters.
"""
BOLD = 1.05
"""A bold name is so much wider than what is measured."""
ROW, ROW_OF_FINGERS = 26, 44
"""How high a row is, all of which is a link: for a pointer, and where a finger taps it."""
GAME = 90
"""Beside the number of a table in the head of its box."""
FOOT = 6
"""Below the last row of a box."""
SPACE, LANE, ALL_LANES, CLEAR = 11, 7, 105, 4
"""Widths between two columns: what is free on each side of the lines, the way from one line to the next, and what all lines have at
most; and how far apart two lines end that share a lane.
"""
CROWN_GAP = 10
"""Between the final and the name of its winner, which stands above it."""


@dataclass(frozen=True)
class RowSizes:
    """Heights of a row, of the head of a box, and between two boxes; the width of a box, and of the number of its table where that has
    no head but stands before the rows.
    """

    row: int
    head: int
    gap: int
    box: int = BOX_WIDTH
    side: int = 0

    @property
    def labels_all(self) -> bool:
        """Whether every origin is in words. Beside a box without a head they are where the line of it is on another page."""
        return self.side == 0


POINTER = RowSizes(ROW, 24, 16)
FINGER = RowSizes(ROW_OF_FINGERS, ROW_OF_FINGERS, 16)
INK = RowSizes(18, 19, 6)
SIDE = 36
BOXES_OF_WALL = tuple(RowSizes(19, 0, 9, box, SIDE) for box in (180, 200, 225, 250, 290, 340))
"""On a projector the widest that asks for no further page, unless narrower ones have larger letters."""


@dataclass(frozen=True)
class Paper:
    """What a page has for the drawing below its heading; of A4 within margins of 10 mm, in pixels of 1/96 inch. `least` and `most` are the
    scales between which its letters are.
    """

    width: float
    height: float
    is_upright: bool
    least: float
    most: float


LEAST_SCALE = 8 / (LETTERS * 0.75)
"""Letters of eight points."""
MOST_SCALE = 1.1
ACROSS = Paper(1046, 676, is_upright=False, least=LEAST_SCALE, most=MOST_SCALE)
UPRIGHT = Paper(717, 1004, is_upright=True, least=LEAST_SCALE, most=MOST_SCALE)


@dataclass(frozen=True)
class BracketRow:
    """A player at a table; `number` is the entrant's, `points` in words, and who `is_through` plays on or has won."""

    number: int
    name: str
    points: str = ""
    is_through: bool = False
    place: int | None = None

    def lines(self, width: float) -> list[str]:
        """The whole name: one that is wider than the box has further lines."""
        room = (width - 3 * MARGIN) / LETTERS - width_of(self.points) - (MARK if self.is_through else 0)
        return broken(self.name, room / BOLD)


@dataclass(frozen=True)
class BracketTable:
    """`game` is the address of its game; empty where nobody can see that."""

    number: int
    rows: tuple[BracketRow, ...]
    game: str = ""


@dataclass(frozen=True)
class BracketRound:
    title: str
    number: int
    tables: tuple[BracketTable, ...]
    is_last: bool = False
    """Whoever is through here has won."""


@dataclass(frozen=True)
class Origin:
    """Where somebody last played, and the place there."""

    round: BracketRound
    table: int
    place: int | None


@dataclass(frozen=True)
class DrawnRow:
    top: float
    height: float
    row: BracketRow
    lines: tuple[str, ...]
    """Of the name."""
    origin: Origin | None

    @property
    def base(self) -> float:
        """The base line of the first line of the name."""
        return self.middle + LETTERS * 0.36 - LINE * (len(self.lines) - 1) / 2

    @property
    def middle(self) -> float:
        return self.top + self.height / 2


@dataclass(frozen=True)
class Crown:
    """Who has won, above the last table."""

    y: float
    height: float
    base: float
    row: BracketRow
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Exit:
    """Where somebody goes on whose next table is on another sheet."""

    y: float
    table: int


@dataclass(frozen=True)
class Box:
    """A table on the picture, with its corner."""

    x: float
    y: float
    height: float
    round: BracketRound
    table: BracketTable
    rows: tuple[DrawnRow, ...]
    crowns: tuple[Crown, ...] = ()
    exits: tuple[Exit, ...] = ()

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


@dataclass(frozen=True)
class Line:
    """From the row of who plays on to the words before the row at the next table, or from the name of who has won to the last table."""

    number: int
    path: str


@dataclass(frozen=True)
class BracketPlot:
    width: float
    height: float
    head: int
    """How high the head of a box is, a link too."""
    box_width: int
    name_left: int
    """Where a name begins in its box."""
    label_width: int
    line_height: int
    """Between two lines of one name."""
    titles: tuple[tuple[float, BracketRound], ...]
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]

    @property
    def game_width(self) -> int:
        """Of the way to a table's game, at the right end of the head of its box."""
        return GAME

    @property
    def game_left(self) -> int:
        return self.box_width - GAME


@dataclass(frozen=True)
class BracketSheet:
    plot: BracketPlot
    scale: float
    is_upright: bool
    room: float
    """How wide the page is, in the units of the plot."""

    @property
    def left(self) -> float:
        """Where the page begins if the plot stands in its middle."""
        return round((self.plot.width - self.room) / 2, 1)

    @property
    def width(self) -> float:
        return round(self.plot.width * self.scale, 1)

    @property
    def height(self) -> float:
        return round(self.plot.height * self.scale, 1)

    @property
    def points(self) -> float:
        """The size of the letters on paper."""
        return LETTERS * self.scale * 0.75


Place = tuple[int, int]
"""A column and the number of a table in it."""


def plot(rounds: Sequence[BracketRound], sizes: RowSizes = POINTER) -> BracketPlot:
    """Tables that feed the same table stand together, and each stands level with those that feed it where there is room."""
    drawing = _Drawing(rounds, sizes)
    return drawing.sheet(drawing.pages(range(len(rounds)), inf)[0], range(len(rounds)))


def sheets_of(rounds: Sequence[BracketRound]) -> tuple[BracketSheet, ...]:
    """On as few sheets as may be, across or upright, in the largest letters that this many allow."""
    drawing = _Drawing(rounds, INK)
    ways = [_sheets_on(paper, drawing) for paper in (ACROSS, UPRIGHT)]
    return min(ways, key=lambda sheets: (len(sheets), -sheets[0].scale if sheets else 0))


def pages_of_wall(
    rounds: Sequence[BracketRound], *, width: float, height: float, least: float, most: float, most_pages: int = 99
) -> tuple[BracketSheet, ...]:
    """The last two rounds with as many before them as ask for no further page, in the largest letters, which have a size from `least` to
    `most`. Nothing where a box has no room in such letters, where that asks for more pages than `most_pages`, and where no round comes
    before the last.
    """
    paper = Paper(width, height, is_upright=False, least=least / LETTERS, most=most / LETTERS)
    found: tuple[BracketSheet, ...] = ()
    for first in range(len(rounds) - 2, -1, -1):
        if _least_pages(rounds[first:], height / paper.least) > (len(found) or most_pages):
            break
        ways = [_sheets_on(paper, _Drawing(rounds[first:], sizes)) for sizes in BOXES_OF_WALL]
        whole = [sheets for sheets in ways if all(sheet.scale >= paper.least for sheet in sheets)]
        if min(map(len, whole), default=inf) > (len(found) or most_pages):
            break
        found = min(whole, key=lambda sheets: (len(sheets), -round(sheets[0].scale, 3)))
    return found


def _least_pages(rounds: Sequence[BracketRound], height: float) -> int:
    """So many pages at least, if no name has a further line: a bound that needs no drawing."""
    sizes = BOXES_OF_WALL[0]
    boxes = max(sum(len(table.rows) * sizes.row + FOOT for table in one.tables) for one in rounds)
    return -(-int(boxes) // int(height - TOP))


def _sheets_on(paper: Paper, drawing: "_Drawing") -> tuple[BracketSheet, ...]:
    width, height = paper.width / paper.least, paper.height / paper.least
    plots: list[BracketPlot] = []
    first, many = 0, len(drawing.rounds)
    while first < many:
        for last in range(many, first, -1):
            columns = range(first, last)
            found = [drawing.sheet(page, columns) for page in drawing.pages(columns, height)]
            if max(one.width for one in found) <= width or last == first + 1:
                break
        plots += found
        first = last
    fits = [min(paper.width / one.width, paper.height / one.height) for one in plots]
    scale = min([paper.most, *fits])
    return tuple(BracketSheet(one, scale, paper.is_upright, round(paper.width / scale, 1)) for one in plots)


@dataclass(frozen=True)
class _Ends:
    """Of a line: its table, the height at which it begins and ends, and whose it is."""

    place: Place
    y1: float
    y2: float
    number: int


class _Drawing:
    """Where each table of a bracket stands, on one page or on several."""

    def __init__(self, rounds: Sequence[BracketRound], sizes: RowSizes) -> None:
        self.rounds = rounds
        self.sizes = sizes
        self.onward = _onward(rounds)
        self.origins = origins_of(rounds)
        self.ordered = _ordered(rounds, self.onward)
        self.label = max([_label(one) for one in self.origins.values()], default=0)

    def pages(self, columns: range, room: float) -> list[dict[Place, float]]:
        """Of each page, the tables of these columns with the height at which they stand."""
        on = self._distributed(columns, room)
        return [self._levelled(columns, on, page, room) for page in range(1 + max(on.values(), default=0))]

    def _distributed(self, columns: range, room: float) -> dict[Place, int]:
        """By table, its page: the first column fills them evenly, and each further table is where most of those are that feed it."""
        on: dict[Place, int] = {}
        for column in columns:
            tables = self.ordered[column]
            heights = [self._height(column, table) + self.sizes.gap for table in tables]
            if column == columns[0]:
                counts = self._cut(column, heights, room - TOP)
                on |= {(column, table.number): page for table, page in zip(tables, _pages_of(counts), strict=True)}
                continue
            page, used = 0, 0.0
            for table, height in zip(tables, heights, strict=True):
                pages = sorted(on[place] for place in self._feeders(column, table) if place in on)
                wanted = pages[(len(pages) - 1) // 2] if pages else page
                while wanted > page or (used and TOP + used + height > room):
                    page, used = page + 1, 0.0
                on[column, table.number] = page
                used += height
        return on

    def _cut(self, column: int, heights: Sequence[float], room: float) -> list[int]:
        """How many tables of the first column each page has; those that send on to one table stay together where that asks for no more."""
        tables = self.ordered[column]
        if room == inf:
            return [len(tables)]
        counts = balanced(heights, room, 1)
        rest = iter(heights)
        together = [
            [next(rest) for _table in group] for _to, group in groupby(tables, key=partial(self._targets, column))
        ]
        by_group = balanced([sum(group) for group in together], room, 1)
        if len(by_group) > len(counts) or any(sum(group) > room for group in together):
            return counts
        groups = iter(together)
        return [sum(len(next(groups)) for _group in range(many)) for many in by_group]

    def _targets(self, column: int, table: BracketTable) -> list[Place]:
        return sorted(set(self.onward[column, table.number].values()))

    def _levelled(self, columns: range, on: Mapping[Place, int], page: int, room: float) -> dict[Place, float]:
        tops: dict[Place, float] = {}
        for column in columns:
            tables = [table for table in self.ordered[column] if on[column, table.number] == page]
            y = float(TOP)
            for table in tables:
                feeders = [place for place in self._feeders(column, table) if place in tops]
                middles = [tops[place] + self._box_height(self._table(place)) / 2 for place in feeders]
                above = self._height(column, table) - self._box_height(table)
                level = sum(middles) / len(middles) - self._box_height(table) / 2 if middles else y + above
                y = round(max(y + above, level), 1)
                tops[column, table.number] = y
                y += self._box_height(table) + self.sizes.gap
            limit = room - 2
            for table in reversed(tables):
                place = column, table.number
                tops[place] = min(tops[place], limit - self._box_height(table))
                limit = tops[place] - (self._height(column, table) - self._box_height(table)) - self.sizes.gap
        return tops

    def _feeders(self, column: int, table: BracketTable) -> list[Place]:
        return [place for place, to in self.onward.items() if (column, table.number) in to.values()]

    def _table(self, place: Place) -> BracketTable:
        return next(table for table in self.rounds[place[0]].tables if table.number == place[1])

    def _box_height(self, table: BracketTable) -> float:
        return self.sizes.head + sum(self._row_height(one) for one in table.rows) + FOOT

    def _lines_of(self, row: BracketRow, *, is_crown: bool = False) -> tuple[str, ...]:
        return tuple(row.lines(self.sizes.box - (0 if is_crown else self.sizes.side)))

    def _row_height(self, row: BracketRow) -> int:
        least = self.sizes.row
        return max(least, min(least, ROW) + LINE * (len(self._lines_of(row)) - 1))

    def _crowned(self, column: int, table: BracketTable) -> list[BracketRow]:
        return [row for row in table.rows if row.is_through] if self.rounds[column].is_last else []

    def _crown_height(self, row: BracketRow) -> float:
        return LINE + ROW + LINE * (len(self._lines_of(_crown_of(row), is_crown=True)) - 1) + FOOT

    def _height(self, column: int, table: BracketTable) -> float:
        """With the names of who has won above it."""
        crowns = sum(self._crown_height(row) + CROWN_GAP for row in self._crowned(column, table))
        return self._box_height(table) + crowns

    def sheet(self, tops: Mapping[Place, float], columns: range) -> BracketPlot:
        here = {column: [place for place in tops if place[0] == column] for column in columns}
        away = {place: {number: to for number, to in self.onward[place].items() if to not in tops} for place in tops}
        lines = {column: self._ends(column, tops) for column in columns}
        labels = {column: self._label_of(column, tops) for column in columns}
        widths = []
        for column in columns[1:]:
            exits = self.label if any(away[place] for place in here[column - 1]) else 0
            widths.append(self.sizes.box + exits + labels[column] + 2 * SPACE + _lanes_width(lines[column]))
        left = 1.0 + labels[columns[0]]
        lefts = dict(zip(columns, (round(one, 1) for one in accumulate(widths, initial=left)), strict=True))
        boxes = {place: self._box(place, lefts[place[0]], tops, away[place]) for place in tops}
        right = max(lefts.values()) + self.sizes.box + 1
        if any(away[place] for place in here[columns[-1]]):
            right += self.label
        return BracketPlot(
            head=self.sizes.head,
            width=round(right, 1),
            height=round(max([box.y + box.height for box in boxes.values()], default=TOP) + 2, 1),
            box_width=self.sizes.box,
            name_left=self.sizes.side or MARGIN,
            label_width=self.label,
            line_height=LINE,
            titles=tuple((lefts[column], self.rounds[column]) for column in columns if here[column]),
            boxes=tuple(boxes.values()),
            lines=(
                *(line for column in columns for line in self._lines(lines[column], lefts, labels[column])),
                *self._lines_of_crowns(boxes.values()),
            ),
        )

    def _label_of(self, column: int, tops: Mapping[Place, float]) -> int:
        """The width before a column for the words of where its players come from: none where none has such words on this page."""
        rows = [(place, row) for place in tops if place[0] == column for row in self._table(place).rows]
        return self.label if any(self._origin(place, row, tops) for place, row in rows) else 0

    def _origin(self, place: Place, row: BracketRow, tops: Mapping[Place, float]) -> Origin | None:
        found = self.origins.get((place[0], row.number))
        if found is None or self.sizes.labels_all:
            return found
        at = next(at for at, one in enumerate(self.rounds) if one.number == found.round.number)
        return None if (at, found.table) in tops else found

    def _box(self, place: Place, x: float, tops: Mapping[Place, float], away: Mapping[int, Place]) -> Box:
        table, round_, y = self._table(place), self.rounds[place[0]], tops[place]
        rows = tuple(self._drawn_rows(place, table, tops))
        return Box(
            x,
            y,
            self._box_height(table),
            round_,
            table,
            rows,
            crowns=tuple(self._crowns(place[0], table, y)),
            exits=tuple(Exit(one.middle, away[one.row.number][1]) for one in rows if one.row.number in away),
        )

    def _drawn_rows(self, place: Place, table: BracketTable, tops: Mapping[Place, float]) -> Iterator[DrawnRow]:
        top = tops[place] + self.sizes.head + (0 if self.sizes.head else FOOT / 2)
        for row in table.rows:
            height = self._row_height(row)
            yield DrawnRow(top, height, row, self._lines_of(row), self._origin(place, row, tops))
            top += height

    def _crowns(self, column: int, table: BracketTable, y: float) -> Iterator[Crown]:
        for row in reversed(self._crowned(column, table)):
            height = self._crown_height(row)
            y -= height + CROWN_GAP
            crown = _crown_of(row)
            lines = self._lines_of(crown, is_crown=True)
            yield Crown(y, height, y + LINE + ROW / 2 + LETTERS * 0.36, crown, lines)

    def _ends(self, column: int, tops: Mapping[Place, float]) -> list[list[_Ends]]:
        """The lines that lead to this column, in clusters of those that pass each other."""
        found = []
        for place, to in self.onward.items():
            for number, target in to.items():
                if target[0] == column and place in tops and target in tops:
                    found.append(
                        _Ends(place, self._middle(place, number, tops), self._middle(target, number, tops), number)
                    )
        clusters: list[list[_Ends]] = []
        reached = -inf
        for ends in sorted(found, key=lambda one: min(one.y1, one.y2)):
            if min(ends.y1, ends.y2) > reached + CLEAR:
                clusters.append([])
            clusters[-1].append(ends)
            reached = max(reached, ends.y1, ends.y2)
        return clusters

    def _middle(self, place: Place, number: int, tops: Mapping[Place, float]) -> float:
        rows = self._drawn_rows(place, self._table(place), tops)
        return next(row.middle for row in rows if row.row.number == number)

    def _lines(self, clusters: list[list[_Ends]], lefts: Mapping[int, float], label: int) -> Iterator[Line]:
        """Each goes up or down in a lane that no line beside it has."""
        for cluster in clusters:
            pitch = _pitch(len(cluster))
            for lane, ends in enumerate(sorted(cluster, key=_lane)):
                x1 = lefts[ends.place[0]] + self.sizes.box
                target = self.onward[ends.place][ends.number]
                x2 = lefts[target[0]] - label
                x = x2 - SPACE - (len(cluster) - lane - 0.5) * pitch
                end = x2 if self.sizes.labels_all else x2 + label
                yield Line(ends.number, f"M{x1:.0f} {ends.y1:.1f}H{x:.1f}V{ends.y2:.1f}H{end:.0f}")

    def _lines_of_crowns(self, boxes: Iterable[Box]) -> Iterator[Line]:
        for box in boxes:
            x = box.x + self.sizes.box / 2
            ends = [*(crown.y for crown in box.crowns), box.y]
            for crown in box.crowns:
                below = min(end for end in ends if end > crown.y)
                yield Line(crown.row.number, f"M{x:.0f} {crown.y + crown.height:.1f}V{below:.1f}")


def _label(origin: Origin) -> int:
    """How wide the words are of where somebody comes from, or goes."""
    place = f" · {ordinal(origin.place)}" if origin.place else ""
    return round(width_of(f"T{origin.table}{place}") * LETTERS) + 8


def _crown_of(row: BracketRow) -> BracketRow:
    return BracketRow(row.number, row.name, is_through=True)


def _pages_of(counts: Sequence[int]) -> Iterator[int]:
    for page, many in enumerate(counts):
        yield from [page] * many


def _lanes_width(clusters: Sequence[Sequence[_Ends]]) -> float:
    most = max(map(len, clusters), default=0)
    return _pitch(most) * most


def origins_of(rounds: Sequence[BracketRound]) -> dict[tuple[int, int], Origin]:
    """By column and player, where they played before."""
    found: dict[tuple[int, int], Origin] = {}
    last: dict[int, Origin] = {}
    for column, one in enumerate(rounds):
        for table in one.tables:
            for row in table.rows:
                if row.number in last:
                    found[column, row.number] = last[row.number]
                last[row.number] = Origin(one, table.number, row.place)
    return found


def _pitch(lines: int) -> float:
    return min(LANE, ALL_LANES / lines) if lines else 0


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


def _lane(ends: _Ends) -> tuple[bool, float]:
    """Of the lines that go down the lowest turns first, of those that go up the highest: so none crosses its neighbour for nothing."""
    return (ends.y2 > ends.y1, -ends.y1 if ends.y2 > ends.y1 else ends.y1)
