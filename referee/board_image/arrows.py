"""An attack or a march on the board: an arrow from place to place, with what each end lost at its ends."""

import math

from django.utils.html import escape

from games.kernel.maps import BoardMap
from games.kernel.scene import Scene
from referee.records.moves import Arrow

Point = tuple[float, float]
FREE, FREE_OF_CELLS = 46, 84
"""What of a way is left to the plaques at its ends, and to names and pieces of cells."""
HEAD, LABEL, ASIDE = 26, 44, 34
TILE = 0.125
"""A unit of a picture of tiles is so many of a map's."""


def arrow_svg(arrow: Arrow | None, scene: Scene, board_map: BoardMap | None) -> str:
    """Nothing for no arrow."""
    if arrow is None:
        return ""
    unit = 1 if board_map else TILE
    one, other = (_middle(key, scene, board_map) for key in (arrow.source, arrow.target))
    width = board_map.width if board_map else scene.width
    pair = {arrow.source, arrow.target}
    if any(link.wraps and {link.a, link.b} == pair for link in scene.links):
        return _around(arrow, one, other, width, unit)
    is_of_cells = board_map is not None and bool(board_map.scale)
    start, end = _shortened(one, other, FREE_OF_CELLS, 0.36) if is_of_cells else _shortened(one, other, FREE * unit)
    return _drawn([(start, end)], unit) + _labels(arrow, start, end, unit)


def _middle(key: str, scene: Scene, board_map: BoardMap | None) -> Point:
    if board_map and (plaque := board_map.lands[key].plaque):
        return plaque
    shape = next(shape for shape in scene.shapes if shape.key == key)
    scale = board_map.scale if board_map else 1
    return (shape.x + shape.w / 2) * scale, (shape.y + shape.h / 2) * scale


def _shortened(one: Point, other: Point, free: float, most: float = 1 / 3) -> tuple[Point, Point]:
    """The way without its ends, each of them `most` of it at most."""
    (x, y), (ox, oy) = one, other
    length = math.dist(one, other) or 1
    cut = min(free, length * most) / length
    return (x + (ox - x) * cut, y + (oy - y) * cut), (ox - (ox - x) * cut, oy - (oy - y) * cut)


def _around(arrow: Arrow, one: Point, other: Point, width: float, unit: float) -> str:
    """Over one edge of the picture and in at the other."""
    out, back = (0.0, width) if one[0] < other[0] else (width, 0.0)
    away, home = _shortened(one, (out, one[1]), FREE * unit), _shortened((back, other[1]), other, FREE * unit)
    ways = [(away[0], (out, one[1])), ((back, other[1]), home[1])]
    return _drawn(ways, unit) + _labels(arrow, away[0], home[1], unit)


def _drawn(ways: list[tuple[Point, Point]], unit: float) -> str:
    lines = "".join(f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" for a, b in ways)
    start, end = ways[-1]
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    corners = [(end[0] + HEAD * unit * 0.3 * math.cos(angle), end[1] + HEAD * unit * 0.3 * math.sin(angle))]
    corners += [_turned(end, angle + side, HEAD * unit) for side in (math.pi * 0.83, -math.pi * 0.83)]
    head = "L".join(f"{x:.1f} {y:.1f}" for x, y in corners)
    return "".join(
        f'<path class="{kind}" d="{lines}" stroke-width="{wide * unit:g}"/>'
        f'<path class="{kind}-head" d="M{head}Z" stroke-width="{rim * unit:g}"/>'
        for kind, wide, rim in (("m-shaft-rim", 16, 12), ("m-shaft", 9, 2))
    )


def _turned(point: Point, angle: float, far: float) -> Point:
    return point[0] + far * math.cos(angle), point[1] + far * math.sin(angle)


def _labels(arrow: Arrow, start: Point, end: Point, unit: float) -> str:
    """Beside the line, on the side that is up."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0]) + math.pi / 2
    angle += math.pi if math.sin(angle) > 0 else 0
    if arrow.moved:
        return _label(
            _turned(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), angle, ASIDE * unit), str(arrow.moved), unit
        )
    found = ((start, arrow.source_lost), (end, arrow.target_lost))
    return "".join(_label(_turned(point, angle, ASIDE * unit), f"−{lost}", unit) for point, lost in found if lost)


def _label(point: Point, words: str, unit: float) -> str:
    x, y = point[0], point[1] + LABEL * 0.36 * unit
    return f'<text class="m-lost" x="{x:.1f}" y="{y:.1f}" font-size="{LABEL * unit:g}" stroke-width="{9 * unit:g}">{escape(words)}</text>'
