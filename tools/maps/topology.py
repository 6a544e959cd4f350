"""Areas made into a map: borders that two areas share to the last point, and what each place touches."""

from collections import defaultdict
from itertools import combinations, pairwise

import shapely
from shapely import (
    LineString,
    MultiLineString,
    MultiPolygon,
    Polygon,
    line_merge,
    polygonize,
    set_precision,
    unary_union,
)

GRID = 0.5
SLIVER = 130
"""Square units below which a hole between areas is closed."""
LEAST_PART = 60
GAP = 5
"""What parts two areas that are not neighbours, and what is at least left of a border."""

Pair = tuple[str, str]


def parts_of(area) -> list[Polygon]:
    return [part for part in getattr(area, "geoms", [area]) if isinstance(part, Polygon)]


def settled(
    areas: dict[str, object], land: set[Pair], tolerance: float, gap: float = GAP, least: float = 2 * GRID
) -> dict[str, object]:
    """The areas with exact borders: `land` pairs share one, others that were nearer than `least` are parted by the gap."""
    areas = covered(areas)
    for _turn in range(4):
        wrong = [pair for pair in sorted(nearer(areas, least)) if pair not in land]
        if not wrong:
            break
        areas = covered(_parted(areas, wrong, gap))
    names = list(areas)
    simple = shapely.coverage_simplify([areas[name] for name in names], tolerance)
    return {name: without_crumbs(area) for name, area in zip(names, simple, strict=True)}


def covered(areas: dict[str, object]) -> dict[str, object]:
    """Overlaps and slivers go to one of their neighbours: all lines are noded on one grid and each face has one owner."""
    areas = {key: set_precision(area, GRID) for key, area in areas.items()}
    lines = unary_union([area.boundary for area in areas.values()], grid_size=GRID)
    faces = list(polygonize(list(getattr(lines, "geoms", [lines]))).geoms)
    owners = [_owner(face, areas) for face in faces]
    _close(faces, owners)
    found: dict[str, list[Polygon]] = defaultdict(list)
    for face, owner in zip(faces, owners, strict=True):
        if owner:
            found[owner].append(face)
    return {key: without_crumbs(shapely.coverage_union_all(found[key])) for key in areas}


def _owner(face: Polygon, areas: dict[str, object]) -> str:
    point = face.representative_point()
    return next((key for key, area in areas.items() if area.contains(point)), "")


def _close(faces: list[Polygon], owners: list[str]) -> None:
    """Each sliver joins the neighbour with which it shares most."""
    tree = shapely.STRtree(faces)
    for number, face in enumerate(faces):
        if owners[number] or face.area > SLIVER:
            continue
        shared: dict[str, float] = defaultdict(float)
        for other in tree.query(face):
            if owners[other]:
                shared[owners[other]] += face.boundary.intersection(faces[other].boundary).length
        if shared and max(shared.values()) > 0:
            owners[number] = max(shared, key=lambda key: shared[key])


def without_crumbs(area) -> MultiPolygon:
    parts = parts_of(area)
    largest = max(parts, key=lambda part: part.area)
    return MultiPolygon([part for part in parts if part is largest or part.area >= LEAST_PART])


def _parted(areas: dict[str, object], wrong: list[Pair], gap: float) -> dict[str, object]:
    """The larger of two that must not touch gives way."""
    for one, other in wrong:
        small, large = sorted((one, other), key=lambda key: areas[key].area)
        areas[large] = areas[large].difference(areas[small].buffer(gap, quad_segs=4))
    return areas


def bordering(areas: dict[str, object], least: float) -> set[Pair]:
    """The pairs whose common border is at least so long, in units of the map."""
    return {pair for pair, lines in borders(areas).items() if sum(_line(line).length for line in lines) >= least}


def nearer(areas: dict[str, object], least: float) -> set[Pair]:
    return {pair for pair in combinations(sorted(areas), 2) if areas[pair[0]].distance(areas[pair[1]]) < least}


def rings(area) -> list[list[float]]:
    """Closed rings as flat coordinates, without the last point; holes are rings as well (drawn by even and odd)."""
    found = [ring for part in parts_of(area) for ring in (part.exterior, *part.interiors)]
    return [[_short(value) for point in list(ring.coords)[:-1] for value in point] for ring in found]


def _short(value: float) -> float:
    value = round(value * 2) / 2
    return int(value) if value == int(value) else value


def borders(areas: dict[str, object]) -> dict[Pair, list[list[float]]]:
    """The segments that two areas have in common, chained."""
    at: dict[tuple, list[str]] = defaultdict(list)
    for key, area in areas.items():
        for ring in rings(area):
            points = list(zip(ring[::2], ring[1::2], strict=True))
            for segment in pairwise([*points, points[0]]):
                at[tuple(sorted(segment))].append(key)
    shared: dict[Pair, list[LineString]] = defaultdict(list)
    for segment, keys in at.items():
        if len(keys) == 2 and keys[0] != keys[1]:
            shared[tuple(sorted(keys))].append(LineString(segment))
    return {pair: [flat(line) for line in _merged(lines)] for pair, lines in shared.items()}


def _merged(lines: list[LineString]) -> list[LineString]:
    merged = line_merge(MultiLineString(lines))
    return list(getattr(merged, "geoms", [merged]))


def _line(flat_line: list[float]) -> LineString:
    return LineString(list(zip(flat_line[::2], flat_line[1::2], strict=True)))


def flat(line: LineString) -> list[float]:
    return [_short(value) for point in line.coords for value in point]
