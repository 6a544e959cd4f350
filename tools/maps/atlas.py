"""Countries of Natural Earth at 1:50 million, decoded from the TopoJSON of the npm package `world-atlas`."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

from shapely import Polygon, make_valid

ATLAS = Path("node_modules/world-atlas/countries-50m.json")


def countries() -> Iterator[tuple[str, Polygon]]:
    """Each polygon with its country's name, in degrees; what lies beyond the date line in the east has longitudes above 180."""
    topology = json.loads(ATLAS.read_text(encoding="utf-8"))
    arcs = [list(_decoded(arc, topology["transform"])) for arc in topology["arcs"]]
    for country in topology["objects"]["countries"]["geometries"]:
        polygons = country["arcs"] if country["type"] == "MultiPolygon" else [country["arcs"]]
        for rings in polygons:
            found = [_ring(arcs, ring) for ring in rings]
            if country["properties"]["name"] == "Russia":
                found = [[(x + 360 if x < -100 else x, y) for x, y in ring] for ring in found]
            for part in _polygons(make_valid(Polygon(found[0], found[1:]))):
                yield country["properties"]["name"], part


def _decoded(arc: list[list[int]], transform: dict[str, list[float]]) -> Iterator[tuple[float, float]]:
    (sx, sy), (dx, dy) = transform["scale"], transform["translate"]
    steps = itertools.accumulate(arc, lambda at, step: [at[0] + step[0], at[1] + step[1]])
    return ((x * sx + dx, y * sy + dy) for x, y in steps)


def _ring(arcs: list[list[tuple[float, float]]], numbers: list[int]) -> list[tuple[float, float]]:
    """Arcs by number, backwards where it is negative; each begins where the one before ends."""
    points: list[tuple[float, float]] = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        points += arc[1:] if points else arc
    return points


def _polygons(shape) -> Iterator[Polygon]:
    return (part for part in getattr(shape, "geoms", [shape]) if isinstance(part, Polygon))
