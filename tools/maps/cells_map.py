"""Maps of boards that have a layout of our own: each place is a cell around its box, grown along its links.

The rules: a cell is whatever lies nearest to its place's box or to its half of a link, within a wavy outline; cells that are not linked
are parted by a strip of open ground, cells on both banks of a river by the water, which bridges cross.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import shapely.ops
from shapely import LineString, MultiPoint, Point, box, unary_union, voronoi_polygons

from games.arba import board as arba_board
from games.fabrisiko import board as fabrisiko_board
from games.kernel import layout
from games.kernel.layout import Layout
from tools.maps import topology
from tools.maps.topology import Pair

SCALE = 8
"""Units of the map in one of the layout."""
STEP, WAVE = 14, 3.2
LEAST_BORDER = 40
MARGIN, WATER, GAP, ROAD, TRIM = 9, 26, 8, 8, 6
"""The rim around boxes, the width of a river, what parts cells from a link, half its width, and that of what is cut off."""
STRIP, LEAST_STRIP = 24, 19
"""What parts cells that are not linked, and what is left of it: six pixels of a tablet."""
LEAST_SEEN = 12
"""The shortest common border that a reader takes for one; a link with less of it is a road."""
TOLERANCE = 5.0
SEED = 3


def fabriano_map() -> dict[str, Any]:
    board = fabrisiko_board.standard()
    around = {
        (board.ids[here], board.ids[there])
        for here in range(len(board.ids))
        for there in board.around(here)
        if board.is_ridge(there) or board.is_ridge(here) or board.ridge_between(here, there) < 0
    }
    drawn = layout.read(fabrisiko_board.STANDARD.parent / "layout.toml")
    return _map(drawn, {tuple(sorted(pair)) for pair in around}, STRIP)


def friuli_map() -> dict[str, Any]:
    board = arba_board.standard()
    roads = {
        tuple(sorted((board.ids[here], board.ids[there]))) for here in range(board.size) for there in board.roads[here]
    }
    return _map(layout.read(arba_board.DATA / "layout.toml"), roads, STRIP)


def _map(drawn: Layout, land: set[Pair], strip: int = GAP) -> dict[str, Any]:
    size = (drawn.width * SCALE, drawn.height * SCALE)
    rivers = [[(x * SCALE, y * SCALE) for x, y in points] for points in drawn.rivers.values()]
    roads = dict(_crossing(drawn, land))
    land = land - set(roads)
    areas = _parted_cells(drawn, land, rivers, strip)
    while missing := land - topology.bordering(areas, LEAST_SEEN):
        roads |= {pair: _way(pair, drawn) for pair in missing}
        land = land - missing
        areas = _parted_cells(drawn, land, rivers, strip)
    borders = topology.borders(areas)
    return {
        "width": size[0],
        "height": size[1],
        "scale": SCALE,
        "ridges": [key for key in drawn.boxes if "/" in key],
        "lands": {key: {"rings": topology.rings(areas[key])} for key in drawn.boxes},
        "borders": {"|".join(pair): lines for pair, lines in sorted(borders.items())},
        "seas": {"|".join(pair): [topology.flat(line)] for pair, line in roads.items()},
        "rivers": [topology.flat(_wavy(LineString(points))) for points in rivers],
    }


def _parted_cells(
    drawn: Layout, land: set[Pair], rivers: list[list[tuple[float, float]]], strip: int
) -> dict[str, Any]:
    """The cells, and between two that are not linked a strip of open ground that a reader sees; where it leaves too little room for
    the common border of two others, these are linked by a road.
    """
    cells = {key: _trimmed(area) for key, area in _cells(drawn, land, rivers).items()}
    return topology.settled(cells, land, TOLERANCE, gap=strip, least=LEAST_STRIP if strip > GAP else 2 * topology.GRID)


def _cells(drawn: Layout, land: set[Pair], rivers: list[list[tuple[float, float]]]) -> dict[str, Any]:
    seeds = {key: _seeds(key, drawn, land) for key in drawn.boxes}
    owner = {point: key for key, points in seeds.items() for point in points}
    found: dict[str, list[Any]] = {key: [] for key in drawn.boxes}
    outline = _outline(drawn)
    tree_points = list(owner)
    cells = voronoi_polygons(MultiPoint(tree_points), extend_to=box(-200, -200, 2200, 2200), ordered=True)
    for point, cell in zip(tree_points, cells.geoms, strict=True):
        found[owner[point]].append(cell.buffer(0.2, join_style="mitre"))
    water = unary_union([_wavy(LineString(points)).buffer(WATER / 2) for points in rivers])
    ground = {key: unary_union(parts).intersection(outline).difference(water) for key, parts in found.items()}
    apart = {pair for pair in land if not _meet(ground[pair[0]], ground[pair[1]])}
    ways = {
        key: unary_union([half.buffer(ROAD, cap_style="flat") for half in _halves(key, drawn, apart)]) for key in found
    }
    return {
        key: unary_union([unary_union(parts).difference(_foreign(key, ways, land)), ways[key]])
        .intersection(outline.union(ways[key]))
        .difference(water)
        for key, parts in found.items()
    }


def _meet(one: Any, other: Any) -> bool:
    """Whether they have a border of their own that a reader sees, without the ground beside their link."""
    return one.buffer(1).intersection(other.boundary).length >= LEAST_BORDER


def _trimmed(area: Any) -> Any:
    """Without the spikes and crumbs that are narrower than the ground beside a link."""
    return area.buffer(-TRIM, join_style="mitre").buffer(TRIM, join_style="mitre", mitre_limit=2)


def _foreign(key: str, ways: dict[str, Any], land: set[Pair]) -> Any:
    """What a cell leaves free around the links of places that are not its neighbours."""
    others = (other for other in ways if other != key and tuple(sorted((key, other))) not in land)
    return unary_union([ways[other].buffer(GAP) for other in others])


def _seeds(key: str, drawn: Layout, land: set[Pair]) -> list[tuple[float, float]]:
    """Points on the rim of the box, and on the half of each link that is this place's."""
    one = drawn.boxes[key]
    rim = box(one.x * SCALE, one.y * SCALE, (one.x + one.w) * SCALE, (one.y + one.h) * SCALE).buffer(-4).exterior
    lines = [rim, *(half for half in _halves(key, drawn, land) if half.length > STEP)]
    count = [max(2, int(line.length / STEP)) for line in lines]
    found = [
        line.interpolate(at / n, normalized=True) for line, n in zip(lines, count, strict=True) for at in range(n + 1)
    ]
    return sorted({(round(point.x, 1), round(point.y, 1)) for point in found})


def _halves(key: str, drawn: Layout, land: set[Pair]) -> list[LineString]:
    """The place's halves of its links."""
    found = []
    for a, b in (pair for pair in sorted(land) if key in pair):
        whole = _way((a, b), drawn)
        whole = whole if a == key else whole.reverse()
        found.append(shapely.ops.substring(whole, 0, whole.length / 2))
    return found


def _way(pair: Pair, drawn: Layout) -> LineString:
    one, other = pair
    points = layout.way(drawn.boxes[one], drawn.boxes[other], drawn.route(one, other))
    return LineString([(x * SCALE, y * SCALE) for x, y in points])


def _crossing(drawn: Layout, land: set[Pair]) -> Iterator[tuple[Pair, LineString]]:
    """Links that run across another one: these are roads over open ground, since four cells cannot all touch."""
    drawn_before: list[LineString] = []
    for pair in sorted(land):
        line = _way(pair, drawn)
        if any(line.crosses(other) for other in drawn_before):
            yield pair, line
        else:
            drawn_before.append(line)


def _outline(drawn: Layout) -> Any:
    """The boxes and what lies between them, with a wavy rim."""
    boxes = [box(b.x * SCALE, b.y * SCALE, (b.x + b.w) * SCALE, (b.y + b.h) * SCALE) for b in drawn.boxes.values()]
    whole = unary_union([one.buffer(70) for one in boxes]).buffer(-70 + MARGIN)
    frame = box(2, 2, drawn.width * SCALE - 2, drawn.height * SCALE - 2)
    return unary_union([whole, *boxes]).intersection(frame)


def _wavy(line: LineString) -> LineString:
    """The line in small random bends, its ends where they were."""
    rng = Random(SEED)
    points = [line.interpolate(at) for at in range(0, int(line.length), 40)] + [Point(line.coords[-1])]
    bent = [(p.x + rng.uniform(-WAVE, WAVE) * 2, p.y + rng.uniform(-WAVE, WAVE)) for p in points]
    return LineString([line.coords[0], *bent[1:-1], line.coords[-1]])
