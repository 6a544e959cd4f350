"""Where the places of a board stand on its picture: read from a file beside the board, or found by rule for a board without one.

A layout is a schematic of our own: boxes on a grid of units, so that each is large enough for a finger on a tablet (`TALL` units are
44 px where the picture is 573 px wide). `arranged` gives the same layout for the same board on every machine.
"""

from __future__ import annotations

import itertools
import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from games.kernel.words import Words

WIDTH = 220
TALL = 17
GAP = 3
SEED = 1957
ROUNDS = 400
TRIES = 6_000
NEAREST = 24

Point = tuple[int, int]
Pair = tuple[str, str]


class Box(Struct, frozen=True):
    x: int
    y: int
    w: int
    h: int
    short: Words | None = None

    @property
    def middle(self) -> Point:
        return self.x + self.w // 2, self.y + self.h // 2

    def is_near(self, other: Box, gap: int = GAP) -> bool:
        """Whether less than `gap` is left between two boxes."""
        apart = self.x + self.w + gap <= other.x or other.x + other.w + gap <= self.x
        return not (apart or self.y + self.h + gap <= other.y or other.y + other.h + gap <= self.y)


class Layout(Struct, frozen=True):
    """Boxes by place; `routes` are the bends of links that cannot run straight; `rivers` by name."""

    width: int
    height: int
    boxes: Mapping[str, Box]
    routes: Mapping[Pair, tuple[Point, ...]] = {}
    rivers: Mapping[str, tuple[Point, ...]] = {}

    def route(self, a: str, b: str) -> tuple[Point, ...]:
        """The bends from `a` to `b`."""
        return self.routes.get((a, b)) or tuple(reversed(self.routes.get((b, a), ())))


def read(path: Path) -> Layout:
    """The layout of a file: `place = [x, y, w, h, "short name"]`, routes as `"a/b" = [[x, y], …]`."""
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    return Layout(
        raw["width"],
        raw["height"],
        {key: _box(value) for key, value in raw["places"].items()},
        {_pair(key): _points(value) for key, value in raw.get("routes", {}).items()},
        {key: _points(value) for key, value in raw.get("rivers", {}).items()},
    )


def _box(value: list[Any]) -> Box:
    """The short name in Italian and, where one is needed, in English; a soft hyphen says where a word may break."""
    x, y, w, h, *short = value
    return Box(x, y, w, h, Words(short[0], short[1] if len(short) > 1 else "") if short else None)


def _pair(key: str) -> Pair:
    a, _, b = key.partition("/")
    return a, b


def _points(value: list[list[int]]) -> tuple[Point, ...]:
    return tuple((x, y) for x, y in value)


# -- links between boxes


def straight(one: Box, other: Box) -> tuple[Point, Point]:
    """The shortest way from box to box: across the gap where they face each other, else from corner to corner."""
    ax, bx = _facing(one.x, one.x + one.w, other.x, other.x + other.w)
    ay, by = _facing(one.y, one.y + one.h, other.y, other.y + other.h)
    return (ax, ay), (bx, by)


def way(one: Box, other: Box, bends: Sequence[Point] = ()) -> list[Point]:
    """A link from edge to edge, by its bends where it has some."""
    if not bends:
        return list(straight(one, other))
    first, last = Box(*bends[0], 0, 0), Box(*bends[-1], 0, 0)
    return [straight(one, first)[0], *bends, straight(other, last)[0]]


def _facing(a_low: int, a_high: int, b_low: int, b_high: int) -> Point:
    low, high = max(a_low, b_low), min(a_high, b_high)
    if low <= high:
        middle = (low + high) // 2
        return middle, middle
    return (a_high, b_low) if a_high < b_low else (a_low, b_high)


def crosses(start: Point, end: Point, box: Box, margin: int = 0) -> bool:
    """Whether a line runs through a box (Liang and Barsky)."""
    (x, y), dx, dy = start, end[0] - start[0], end[1] - start[1]
    low, high = 0.0, 1.0
    sides = (
        (-dx, x - box.x + margin),
        (dx, box.x + box.w + margin - x),
        (-dy, y - box.y + margin),
        (dy, box.y + box.h + margin - y),
    )
    for step, room in sides:
        if step == 0 and room <= 0:
            return False
        if step < 0:
            low = max(low, room / step)
        elif step > 0:
            high = min(high, room / step)
    return low < high


# -- a board without a layout


def arranged(
    links: Mapping[str, tuple[str, ...]], sizes: Mapping[str, Point], near: Mapping[str, tuple[float, float]] | None
) -> Layout:
    """Boxes that do not touch, neighbours close together, links running free of other boxes as far as that can be had.

    `near` says roughly where each place should stand; without it a spring layout does.
    """
    rough = near if near and len(set(near.values())) == len(near) else _sprung(links)
    area = sum((w + GAP) * (h + GAP) for w, h in sizes.values())
    height = max(100, int(area * 1.75 / WIDTH))
    middles = _scaled(rough, WIDTH, height)
    boxes = _parted({key: _around(middles[key], sizes[key]) for key in links})
    return _framed(_settled(_eased(boxes, links)), links)


def _around(middle: tuple[float, float], size: Point) -> Box:
    return Box(round(middle[0] - size[0] / 2), round(middle[1] - size[1] / 2), *size)


def _sprung(links: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[float, float]]:
    """Fruchterman and Reingold: everybody pushes, neighbours pull."""
    rng = Random(SEED)
    at = {key: [rng.random(), rng.random()] for key in links}
    spring = 1 / math.sqrt(max(1, len(at)))
    for turn in range(ROUNDS // 2):
        heat = 0.1 * (1 - 2 * turn / ROUNDS)
        push = {key: [0.0, 0.0] for key in at}
        for key, (x, y) in at.items():
            for other, (ox, oy) in at.items():
                if other != key:
                    dx, dy = x - ox, y - oy
                    far = max(1e-6, math.hypot(dx, dy))
                    pull = spring * spring / far - (far * far / spring if other in links[key] else 0)
                    push[key][0] += dx / far * pull
                    push[key][1] += dy / far * pull
        for key, (dx, dy) in push.items():
            far = max(1e-6, math.hypot(dx, dy))
            at[key][0] += dx / far * min(far, heat)
            at[key][1] += dy / far * min(far, heat)
    return {key: (round(x, 6), round(y, 6)) for key, (x, y) in at.items()}


def _scaled(rough: Mapping[str, tuple[float, float]], width: int, height: int) -> dict[str, tuple[float, float]]:
    xs, ys = [x for x, _ in rough.values()], [y for _, y in rough.values()]
    across, down = max(1e-6, max(xs) - min(xs)), max(1e-6, max(ys) - min(ys))
    return {
        key: ((x - min(xs)) / across * (width - 30) + 15, (y - min(ys)) / down * (height - 20) + 10)
        for key, (x, y) in rough.items()
    }


def _parted(boxes: dict[str, Box]) -> dict[str, Box]:
    """Boxes pushed apart until none is too near another, along the way that costs least."""
    keys = list(boxes)
    for turn in range(ROUNDS * 5):
        is_free = True
        for i, one in enumerate(keys):
            for other in keys[i + 1 :]:
                if boxes[one].is_near(boxes[other]):
                    is_free = False
                    boxes[one], boxes[other] = _pushed(boxes[one], boxes[other], turn)
        if is_free:
            break
    return boxes


def _pushed(one: Box, other: Box, turn: int) -> tuple[Box, Box]:
    dx = (one.w + other.w) / 2 + GAP - abs(one.x + one.w / 2 - other.x - other.w / 2)
    dy = (one.h + other.h) / 2 + GAP - abs(one.y + one.h / 2 - other.y - other.h / 2)
    step = 1 + turn % 2
    sideways = dx < dy * (1.0 if turn % 7 else 3.0)
    x, y = (step, 0) if sideways else (0, step)
    before = one.x + one.w / 2 <= other.x + other.w / 2 if sideways else one.y + one.h / 2 <= other.y + other.h / 2
    sign = -1 if before else 1
    return _moved(one, sign * x, sign * y), _moved(other, -sign * x, -sign * y)


def _moved(box: Box, x: int, y: int) -> Box:
    return Box(box.x + x, box.y + y, box.w, box.h)


def _inside(box: Box) -> Box:
    return Box(min(max(0, box.x), WIDTH - box.w), max(0, box.y), box.w, box.h)


def _eased(boxes: dict[str, Box], links: Mapping[str, tuple[str, ...]]) -> dict[str, Box]:
    """Small steps that shorten links and free them of the boxes in their way; only steps for the better are kept."""
    rng = Random(SEED)
    keys = list(boxes)
    lines = [(a, b) for a in keys for b in links[a] if a < b]
    for turn in range(TRIES):
        key = keys[rng.randrange(len(keys))]
        reach = 12 if turn < TRIES // 2 else 5
        step = _inside(_moved(boxes[key], rng.randint(-reach, reach), rng.randint(-reach, reach)))
        if any(step.is_near(box) for other, box in boxes.items() if other != key):
            continue
        was = _cost(key, boxes, links, lines)
        tried = {**boxes, key: step}
        if _cost(key, tried, links, lines) < was:
            boxes = tried
    return boxes


def _settled(boxes: Mapping[str, Box]) -> dict[str, Box]:
    """Whatever is still too near a box above it moves down until it is free."""
    free: dict[str, Box] = {}
    for key in sorted(boxes, key=lambda name: (boxes[name].y, boxes[name].x, name)):
        box = boxes[key]
        while any(box.is_near(other) for other in free.values()):
            box = _moved(box, 0, 1)
        free[key] = box
    return {key: free[key] for key in boxes}


def _cost(key: str, boxes: Mapping[str, Box], links: Mapping[str, tuple[str, ...]], lines: list[Pair]) -> float:
    """What the place of one box costs: the length of its links, and every line that runs under a box because of it."""
    length = blocked = 0.0
    for other in links[key]:
        start, end = straight(boxes[key], boxes[other])
        length += math.dist(start, end)
        blocked += sum(crosses(start, end, box, 1) for name, box in boxes.items() if name not in (key, other))
    for a, b in lines:
        if key not in (a, b) and crosses(*straight(boxes[a], boxes[b]), boxes[key], 1):
            blocked += 1
    return length + 60 * blocked


def _framed(boxes: Mapping[str, Box], links: Mapping[str, tuple[str, ...]]) -> Layout:
    left, top = min(box.x for box in boxes.values()), min(box.y for box in boxes.values())
    moved = {key: _moved(box, 2 - left, 2 - top) for key, box in boxes.items()}
    width = max(box.x + box.w for box in moved.values()) + 2
    height = max(box.y + box.h for box in moved.values()) + 2
    return Layout(max(width, WIDTH), height, moved, dict(_routes(moved, links)))


def _routes(boxes: Mapping[str, Box], links: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[Pair, tuple[Point, ...]]]:
    """Bends for each link that would run under a third box, where one or two corners lead around it."""
    corners = [
        (x, y) for box in boxes.values() for x in (box.x - 1, box.x + box.w + 1) for y in (box.y - 1, box.y + box.h + 1)
    ]
    pairs = [(one, other) for one in links for other in links[one] if one < other]
    for a, b in pairs:
        if not _is_free(a, b, boxes, ()) and (found := _around_corners(a, b, boxes, corners)):
            yield (a, b), found


def _around_corners(a: str, b: str, boxes: Mapping[str, Box], corners: Sequence[Point]) -> tuple[Point, ...]:
    """The shortest way by one or two of the nearest corners that is free; empty where there is none."""
    near = sorted(corners, key=lambda corner: _detour(boxes[a], boxes[b], (corner,)))[:NEAREST]
    tries = sorted(
        ((one,) if one == other else (one, other) for one in near for other in near),
        key=lambda bends: _detour(boxes[a], boxes[b], bends),
    )
    return next((bends for bends in tries if _is_free(a, b, boxes, bends)), ())


def _detour(one: Box, other: Box, bends: Sequence[Point]) -> float:
    points = way(one, other, bends)
    return sum(math.dist(start, end) for start, end in itertools.pairwise(points)) + 4 * len(bends)


def _is_free(a: str, b: str, boxes: Mapping[str, Box], bends: Sequence[Point]) -> bool:
    stretches = list(itertools.pairwise(way(boxes[a], boxes[b], bends)))
    return not any(
        crosses(start, end, box)
        for start, end in stretches
        for name, box in boxes.items()
        if bends or name not in (a, b)
    )
