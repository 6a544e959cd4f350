"""The maps of the boards: what is linked by land touches and nothing else does, each place is large enough, no label overlaps another."""

from __future__ import annotations

import gzip
import itertools
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.kernel.lines import header_for
from games.kernel.maps import BoardMap, Flat
from games.kernel.record import Record
from games.kernel.scene import Scene
from games.registry import games
from referee.board_image.text import wide

Pair = tuple[str, str]
Point = tuple[float, float]
CIRCLE = 24
PLAQUE, NAME = (104, 58), 26
MOST_BYTES = 80_000


def scene_and_map(slug: str) -> tuple[Scene, BoardMap | None]:
    game = games()[slug]
    record = Record(game, header_for(game, [f"p{seat}" for seat in range(min(game.seats))]))
    return game.scene(record.rules, record.state, frozenset()), game.board_map(record.rules)


MAPPED = [slug for slug in games() if scene_and_map(slug)[1]]


def points_of(flat: Flat) -> list[Point]:
    return list(zip(flat[::2], flat[1::2], strict=True))


def segments(board_map: BoardMap, key: str) -> set[tuple[Point, Point]]:
    found = set()
    for ring in board_map.lands[key].rings:
        points = points_of(ring)
        found |= {(min(a, b), max(a, b)) for a, b in itertools.pairwise([*points, points[0]])}
    return found


def shared(board_map: BoardMap) -> dict[Pair, float]:
    """The length of the border of each two places that have one."""
    owners: dict[tuple[Point, Point], list[str]] = {}
    for key in board_map.lands:
        for segment in segments(board_map, key):
            owners.setdefault(segment, []).append(key)
    lengths: dict[Pair, float] = {}
    for segment, keys in owners.items():
        for a, b in itertools.combinations(sorted(keys), 2):
            lengths[a, b] = lengths.get((a, b), 0) + math.dist(*segment)
    return lengths


def linked(scene: Scene, kinds: frozenset[str]) -> set[Pair]:
    return {(min(link.a, link.b), max(link.a, link.b)) for link in scene.links if link.kind in kinds}


def to_segment(point: Point, a: Point, b: Point) -> float:
    (x, y), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    share = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy or 1)))
    return math.hypot(x - ax - share * dx, y - ay - share * dy)


def is_inside(point: Point, rings: tuple[Flat, ...]) -> bool:
    x, y = point
    crossings = 0
    for ring in rings:
        points = points_of(ring)
        for (ax, ay), (bx, by) in itertools.pairwise([*points, points[0]]):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                crossings += 1
    return crossings % 2 == 1


@pytest.mark.parametrize("slug", MAPPED)
def test_land_borders_touch_and_nothing_else_does(slug: str) -> None:
    scene, board_map = scene_and_map(slug)
    assert board_map
    roads = {tuple(key.split("|")) for key in board_map.seas}
    wanted = linked(scene, frozenset({"land", "mountain"})) - roads
    lengths = shared(board_map)

    assert set(board_map.lands) == {shape.key for shape in scene.shapes}
    assert set(lengths) == wanted
    if not board_map.scale:
        assert roads <= linked(scene, frozenset({"sea"}))
    assert {pair: length for pair, length in lengths.items() if length < 8} == {}


@pytest.mark.parametrize("slug", MAPPED)
def test_the_borders_of_the_file_are_those_of_the_lands(slug: str) -> None:
    """A front is drawn where the two lands meet, all along it."""
    _scene, board_map = scene_and_map(slug)
    assert board_map
    for key, length in shared(board_map).items():
        lines = board_map.borders["|".join(key)]
        drawn = sum(math.dist(a, b) for line in lines for a, b in itertools.pairwise(points_of(line)))
        assert drawn == pytest.approx(length, rel=0.01), key
    assert len(board_map.borders) == len(shared(board_map))


@pytest.mark.parametrize("slug", MAPPED)
def test_places_that_are_not_neighbours_share_no_point(slug: str) -> None:
    _scene, board_map = scene_and_map(slug)
    assert board_map
    rims = {key: {point for segment in segments(board_map, key) for point in segment} for key in board_map.lands}
    touching = {(a, b) for a, b in itertools.combinations(sorted(rims), 2) if rims[a] & rims[b]}

    assert touching == set(shared(board_map))


def radius(board_map: BoardMap, key: str) -> float:
    """A lower bound of the largest circle inside a place: the best of a grid of points, on its largest part."""
    rings = board_map.lands[key].rings
    rim = list(segments(board_map, key))
    largest = max(rings, key=len)
    xs, ys = largest[::2], largest[1::2]
    step = 3
    grid = itertools.product(_steps(min(xs), max(xs), step), _steps(min(ys), max(ys), step))
    best = 0.0
    for point in grid:
        if is_inside(point, rings):
            room = float("inf")
            for a, b in rim:
                room = min(room, to_segment(point, a, b))
                if room <= best:
                    break
            best = max(best, room)
            if best >= CIRCLE:
                return best
    return best


def _steps(low: float, high: float, step: int) -> Iterator[float]:
    return (low + step * number for number in range(int((high - low) / step) + 1))


@pytest.mark.parametrize("slug", MAPPED)
def test_each_place_takes_a_circle_of_24_pixels_at_1920(slug: str) -> None:
    _scene, board_map = scene_and_map(slug)
    assert board_map
    unit = 1920 / board_map.width

    assert {key: room for key in board_map.lands if (room := radius(board_map, key) * unit) < CIRCLE} == {}


def boxes(scene: Scene, board_map: BoardMap, language: str) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """The rectangles of plaques and names."""
    for shape in scene.shapes:
        land = board_map.lands[shape.key]
        assert land.plaque
        assert land.name
        words = getattr(shape.short or shape.label, language) or (shape.short or shape.label).it
        (x, y), (nx, ny) = land.plaque, land.name
        width = wide(words.replace("\u00ad", ""), NAME)
        yield shape.key, (x - PLAQUE[0] / 2, y - PLAQUE[1] / 2, x + PLAQUE[0] / 2, y + PLAQUE[1] / 2)
        yield shape.key, (nx - width / 2, ny - NAME * 0.78, nx + width / 2, ny + NAME * 0.22)


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("slug", [slug for slug in MAPPED if not scene_and_map(slug)[1].scale])  # type: ignore[union-attr]
def test_no_label_overlaps_another_or_leaves_the_picture(slug: str, language: str) -> None:
    scene, board_map = scene_and_map(slug)
    assert board_map
    found = list(boxes(scene, board_map, language))
    overlapping = [
        (one, other)
        for (one, a), (other, b) in itertools.combinations(found, 2)
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]

    assert overlapping == []
    assert [key for key, (x, y, right, _low) in found if x < 0 or y < 0 or right > board_map.width] == []


def test_all_maps_together_are_small() -> None:
    files = sorted(Path("games").glob("*/data/map.json"))

    assert len(files) == 3
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) <= MOST_BYTES


APART = 19
"""Six pixels of a tablet that lies, where a unit of the layout is 2.5 of them."""


@pytest.mark.parametrize("slug", ["arba", "fabrisiko"])
def test_cells_that_are_not_linked_lie_visibly_apart(slug) -> None:
    scene, board_map = scene_and_map(slug)
    assert board_map
    near = linked(scene, frozenset(link.kind for link in scene.links))
    rims = {key: list(segments(board_map, key)) for key in board_map.lands}
    boxes = {key: [min(x), min(y), max(x), max(y)] for key, (x, y) in ((key, axes(rims[key])) for key in rims)}
    close = {
        (a, b)
        for a, b in itertools.combinations(sorted(rims), 2)
        if (a, b) not in near and reach(boxes[a], boxes[b]) < APART and gap(rims[a], rims[b]) < APART - 1
    }
    assert close == set()


def axes(rim: list[tuple[Point, Point]]) -> tuple[list[float], list[float]]:
    return [x for segment in rim for x, _y in segment], [y for segment in rim for _x, y in segment]


def reach(one: list[float], other: list[float]) -> float:
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


def gap(one: list[tuple[Point, Point]], other: list[tuple[Point, Point]]) -> float:
    ends = [(segment[0], rim) for here, rim in ((one, other), (other, one)) for segment in here]
    return min(to_segment(point, *segment) for point, rim in ends for segment in rim)
