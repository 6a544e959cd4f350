"""Measurement: CPU time of a unit, two workloads in turns, the exponent of a growth; and the lines of the table."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log
from statistics import median

Work = Callable[[], int]
"""Does some work and returns the number of its units."""


@dataclass(frozen=True)
class Figure:
    """A line of the table. `ratio` is the speed relative to the other side; `key` names it in the baseline."""

    what: str
    ours: str
    beside: str = ""
    ratio: float | None = None
    key: str = ""
    needs: float | None = None

    @property
    def is_short(self) -> bool:
        return self.ratio is not None and self.needs is not None and self.ratio < self.needs


@dataclass(frozen=True)
class Section:
    """A part of the table; `notes` say what each side does and what could not be measured here."""

    title: str
    figures: Sequence[Figure]
    notes: Sequence[str] = field(default_factory=tuple)


def cost(work: Work) -> float:
    """CPU seconds a unit."""
    began = time.process_time()
    units = work()
    return (time.process_time() - began) / units


def in_turns(ours: Work, theirs: Work, times: int = 5) -> tuple[float, float, float]:
    """(our cost, their cost, how many times as fast we are): medians over pairs that ran one after the other."""
    cost(ours), cost(theirs)
    pairs = [(cost(ours), cost(theirs)) for _time in range(times)]
    mine, other = zip(*pairs, strict=True)
    return median(mine), median(other), median([theirs_ / ours_ for ours_, theirs_ in pairs])


def of_many(work: Work, times: int = 5) -> float:
    """The median cost of a unit."""
    return median(cost(work) for _time in range(times))


def exponent(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """The power of the size with which the cost grows: the slope of a line through the logarithms, by least squares."""
    xs, ys = [log(size) for size in sizes], [log(cost_) for cost_ in costs]
    mid_x, mid_y = sum(xs) / len(xs), sum(ys) / len(ys)
    above = sum((x - mid_x) * (y - mid_y) for x, y in zip(xs, ys, strict=True))
    return above / sum((x - mid_x) ** 2 for x in xs)


def rate(seconds: float, unit: str) -> str:
    return f"{1 / seconds:,.0f} {unit}/s"


def span(seconds: float) -> str:
    """A duration in the unit that fits it."""
    for size, unit in ((1, "s"), (1e-3, "ms")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"
