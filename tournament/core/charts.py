"""Line charts over rounds or giri: figures and geometry. The page shows the same figures in a table beside the picture.

Lines are in hundredths of the area that the page leaves between the figures of the axis and the names, so that letters keep their size on
the screen whatever the width of the picture.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby, pairwise

from tournament.core.letter_widths import width_of

Value = int | Decimal | None

AREA = 100.0
INSET = 3.0
"""Between the edges of the area and the first and the last column."""
LONGEST_NAME = 18
LABEL_STEP = 7.0
"""From one name to the next, in an area of which `chart.css` says the height."""
NARROWEST, FIGURE = 150.0, 7.5
"""The width of the area on a phone, and of a figure under it, in pixels."""
MOST_TICKS = 6
LEAST_POINTS = 3
"""A line over fewer is a stroke or a dot: its figures are shown themselves."""


@dataclass(frozen=True)
class Series:
    """One line. `tone` names an army's colour, empty for the chart's own; `letter` marks its points without colour."""

    name: str
    values: tuple[Value, ...]
    tone: str = ""
    letter: str = ""


@dataclass(frozen=True)
class Chart:
    """A chart; with `best_is_low`, for ranks, the first is on top."""

    title: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    axis: str = ""
    best_is_low: bool = False

    @property
    def rows(self) -> list[tuple[Series, tuple[Value, ...]]]:
        return [(series, series.values) for series in self.series]

    @property
    def is_short(self) -> bool:
        """Whether no series has enough values for a line."""
        return all(sum(value is not None for value in series.values) < LEAST_POINTS for series in self.series)


@dataclass(frozen=True)
class Label:
    x: float
    y: float
    words: str


@dataclass(frozen=True)
class Trace:
    """One series on the picture: stretches between gaps, a point for each value, its name at the right."""

    number: int
    tone: str
    letter: str
    stretches: tuple[str, ...]
    points: tuple[tuple[float, float], ...]
    label: Label
    leader: str

    @property
    def words(self) -> str:
        """The name at the end of the line."""
        return f"{self.letter} · {self.label.words}" if self.letter else self.label.words


@dataclass(frozen=True)
class Plot:
    widest: str
    """The longest figure of the axis, for which the page leaves room."""
    longest: str
    """And the longest name."""
    rows: tuple[Label, ...]
    columns: tuple[Label, ...]
    traces: tuple[Trace, ...]


def plot(chart: Chart) -> Plot:
    """The coordinates of a chart in hundredths of its area."""
    ticks = _ticks(chart)
    xs = [_across(place, len(chart.labels)) for place in range(len(chart.labels))]
    ys = _Scale(ticks[0], ticks[-1], chart.best_is_low)
    traces = tuple(_traces(chart, xs, ys))
    rows = tuple(Label(0, ys.at(tick), _figure(tick)) for tick in ticks)
    return Plot(
        widest=max((row.words for row in rows), key=width_of, default=""),
        longest=max((trace.words for trace in traces), key=width_of, default=""),
        rows=rows,
        columns=tuple(Label(round(x, 2), AREA, words) for x, words in _thinned(xs, chart.labels)),
        traces=traces,
    )


def _across(place: int, many: int) -> float:
    room = AREA - 2 * INSET
    return INSET + (room * place / (many - 1) if many > 1 else room / 2)


def _thinned(xs: list[float], labels: Sequence[str]) -> Iterator[tuple[float, str]]:
    """As many labels as fit side by side."""
    longest = max((len(label) for label in labels), default=1) + 1
    step = max(1, math.ceil(longest * FIGURE * len(labels) / NARROWEST))
    return ((x, label) for place, (x, label) in enumerate(zip(xs, labels, strict=True)) if place % step == 0)


def _ticks(chart: Chart) -> list[int]:
    """Round numbers around every value; ranks begin at 1, and the axis need not include 0."""
    values = [value for series in chart.series for value in series.values if value is not None]
    least, most = min(values, default=0), max(values, default=1)
    low = 1 if chart.best_is_low else math.floor(least) if least > most / 2 else min(0, math.floor(least))
    high = max(low + 1, math.ceil(most))
    step = _round_step((high - low) / MOST_TICKS)
    first = low if chart.best_is_low else step * math.floor(low / step)
    return list(range(first, high + step, step))


def _round_step(least: float) -> int:
    power: int = 10 ** max(0, math.floor(math.log10(max(1, least))))
    return next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= least)


@dataclass(frozen=True)
class _Scale:
    low: int
    high: int
    is_turned: bool

    def at(self, value: Value) -> float:
        share = (float(value or 0) - self.low) / (self.high - self.low)
        return round(AREA * share if self.is_turned else AREA - AREA * share, 2)


def _traces(chart: Chart, xs: list[float], ys: _Scale) -> Iterator[Trace]:
    ends = [_last(series, xs, ys) for series in chart.series]
    heights = _apart([y for _x, y in ends])
    for number, (series, (x, y), height) in enumerate(zip(chart.series, ends, heights, strict=True)):
        yield Trace(
            number=number,
            tone=series.tone,
            letter=series.letter,
            stretches=tuple(_stretches(series, xs, ys)),
            points=tuple(
                (round(x, 2), ys.at(value)) for x, value in zip(xs, series.values, strict=True) if value is not None
            ),
            label=Label(AREA, height, _short(series.name)),
            leader=f"{x:.1f},{y:.1f} {AREA + 1.5},{height:.1f}",
        )


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"


def _last(series: Series, xs: list[float], ys: _Scale) -> tuple[float, float]:
    known = [(x, ys.at(value)) for x, value in zip(xs, series.values, strict=True) if value is not None]
    return known[-1] if known else (xs[-1] if xs else 0, AREA)


def _stretches(series: Series, xs: list[float], ys: _Scale) -> Iterator[str]:
    """Points of each unbroken stretch: a round that was not played is a gap, not a 0."""
    pairs = list(zip(xs, series.values, strict=True))
    for is_known, stretch in groupby(pairs, key=lambda pair: pair[1] is not None):
        if is_known:
            yield " ".join(f"{x:.1f},{ys.at(value):.1f}" for x, value in stretch)


def _apart(heights: list[float]) -> list[float]:
    """Names moved down, then up from the bottom, until no two touch, in the order of their lines."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    found = dict(enumerate(heights))
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + LABEL_STEP)
    limit = AREA
    for place in reversed(order):
        found[place] = min(found[place], limit)
        limit = found[place] - LABEL_STEP
    return [round(found[place], 2) for place in range(len(heights))]


def _figure(value: int) -> str:
    return str(value).replace("-", "−")
