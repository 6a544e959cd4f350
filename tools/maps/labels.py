"""Where the plaque and the name of each place stand: on their land where they fit, else in free water with a leader to the land.

No two labels overlap and none leaves the picture. `width` of a name is the widest of all languages.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import shapely

from tools.maps.topology import parts_of

PLAQUE = (104, 58)
"""Room for a letter and two digits of 52 pixels, ten arc minutes at ten metres from a picture two metres wide."""
ABOVE, BELOW = -37, 55
"""Where the base line of a name stands from the middle of its plaque."""
NAME = 26
STEP = 8
CELL = 4
REACH = 250
MARGIN = 3
LEADER_COST = 0.5
MOST_COVERED, COVER_COST = 0.4, 1.5
"""The share of a land that its plaque may hide, and what each share beyond costs: a small island is better pointed at."""
TRIES = 30


@dataclass(frozen=True)
class Label:
    """The middle of the plaque, the middle of the name's base line, and the end of the leader on the land, where there is one."""

    plaque: tuple[float, float]
    name: tuple[float, float]
    leader: tuple[float, float] | None
    boxes: tuple[tuple[float, float, float, float], ...]
    cost: float


class Ground:
    """The picture as cells, for the share of a rectangle that a land or any land covers."""

    def __init__(self, areas: dict[str, object], size: tuple[int, int]) -> None:
        self.size = size
        columns, rows = np.meshgrid(np.arange(CELL / 2, size[0], CELL), np.arange(CELL / 2, size[1], CELL))
        self.own = {key: _sums(shapely.contains_xy(area, columns, rows)) for key, area in areas.items()}
        self.sizes = {key: max(part.area for part in parts_of(area)) for key, area in areas.items()}
        whole = shapely.union_all(list(areas.values()))
        self.land = _sums(shapely.contains_xy(whole, columns, rows))

    def share(self, sums: np.ndarray, rectangle: tuple[float, float, float, float]) -> float:
        left, top, right, bottom = (round(value / CELL) for value in rectangle)
        total = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        return float(total) / max(1, (right - left) * (bottom - top))

    def is_inside(self, rectangle: tuple[float, float, float, float]) -> bool:
        left, top, right, bottom = rectangle
        return left >= 4 and top >= 4 and right <= self.size[0] - 4 and bottom <= self.size[1] - 4


def _sums(mask: np.ndarray) -> np.ndarray:
    return np.pad(mask.astype(np.int32).cumsum(0).cumsum(1), ((1, 0), (1, 0)))


def placed(
    areas: dict[str, object],
    widths: dict[str, float],
    size: tuple[int, int],
    reserved: list[tuple[float, ...]],
    water: list[object] = (),
) -> dict[str, Label]:
    """`reserved` are rectangles that stay free of labels; `water` are lines that callouts keep clear of."""
    ground = Ground(areas, size)
    free = list(reserved)
    choices = {key: _choices(key, area, widths[key], ground, free) for key, area in areas.items()}
    rng = np.random.default_rng(1)
    best: dict[str, Label] = {}
    least = float("inf")
    order = sorted(areas, key=lambda key: -choices[key][0].cost)
    for _try in range(TRIES):
        found = _greedy(order, choices)
        cost = sum(label.cost for label in found.values()) + 100 * (len(areas) - len(found))
        if cost < least:
            best, least = found, cost
        missing = [key for key in order if key not in found]
        mixed = sorted(areas, key=lambda key: -choices[key][0].cost + rng.normal(0, 0.25))
        order = missing + [key for key in mixed if key not in missing]
    if lost := set(areas) - set(best):
        raise SystemExit(f"no room for {sorted(lost)}")
    return best


def _greedy(order: list[str], choices: dict[str, list[Label]]) -> dict[str, Label]:
    taken: list[tuple[float, float, float, float]] = []
    found = {}
    for key in order:
        label = next((one for one in choices[key] if not _overlaps(one.boxes, taken)), None)
        if label:
            found[key] = label
            taken += label.boxes
    return found


def _overlaps(boxes, taken) -> bool:
    return any(
        a[0] < b[2] + MARGIN and b[0] < a[2] + MARGIN and a[1] < b[3] + MARGIN and b[1] < a[3] + MARGIN
        for a in boxes
        for b in taken
    )


def _choices(key: str, area, width: float, ground: Ground, reserved) -> list[Label]:
    """All positions, the best first."""
    largest = max(parts_of(area), key=lambda part: part.area)
    anchor = shapely.maximum_inscribed_circle(largest).coords[0]
    found = []
    for x, y in _grid(anchor, ground.size):
        for name_at in (ABOVE, BELOW):
            label = _label(key, (x, y), name_at, width, anchor, ground)
            if label and not _overlaps(label.boxes, reserved):
                found.append(label)
    return sorted(found, key=lambda label: label.cost)


def _grid(anchor: tuple[float, float], size: tuple[int, int]) -> Iterator[tuple[float, float]]:
    for x in np.arange(anchor[0] - REACH, anchor[0] + REACH + 1, STEP):
        for y in np.arange(anchor[1] - REACH, anchor[1] + REACH + 1, STEP):
            yield float(round(x)), float(round(y))


def _label(key: str, at, name_at: float, width: float, anchor, ground: Ground) -> Label | None:
    (x, y), (wide, tall) = at, PLAQUE
    plaque = (x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2)
    name = (x - width / 2, y + name_at - NAME * 0.78, x + width / 2, y + name_at + NAME * 0.22)
    if not (ground.is_inside(plaque) and ground.is_inside(name)):
        return None
    far = float(np.hypot(x - anchor[0], y - anchor[1]))
    own = ground.share(ground.own[key], plaque)
    foreign = ground.share(ground.land, name) - ground.share(ground.own[key], name)
    spoken = ((x, y), (x, y + name_at))
    boxes = (plaque, name)
    if own > 0.6:
        hidden = own * wide * tall / ground.sizes[key]
        cost = 2 * (1 - own) + 1.2 * foreign + far / 400 + (0.03 if name_at > 0 else 0)
        cost += COVER_COST * max(0, hidden - MOST_COVERED)
        return Label(*spoken, None, boxes, cost)
    hull = (
        min(plaque[0], name[0]) - 6,
        min(plaque[1], name[1]) - 6,
        max(plaque[2], name[2]) + 6,
        max(plaque[3], name[3]) + 6,
    )
    if ground.is_inside(hull) and ground.share(ground.land, hull) < 0.02:
        return Label(*spoken, anchor, boxes, LEADER_COST + far / 300)
    return None
