"""An attack or a march on the board: an arrow from place to place, with what each end lost at its ends."""

import math

from django.utils.html import escape

from games.kernel.maps import BoardMap
from games.kernel.scene import Scene, Shape
from referee.board_image.geometry import FAR_FOOT, FAR_PLATE
from referee.board_image.text import fitted, wide
from referee.records.moves import Arrow
from referee.wording import localized

Point = tuple[float, float]
Area = tuple[float, float, float, float]
"""Left, top, right, bottom."""
FREE, FREE_OF_CELLS = 46, 84
"""What of a way is left to the plaques at its ends, and to names and pieces of cells."""
HEAD, LABEL, ASIDE = 26, 44, 34
NAME = 26
PLAQUE = (52, 29)
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
        return _around(arrow, one, other, width, unit, scene, board_map) + _corner_losses(arrow, scene, board_map)
    is_of_cells = board_map is not None and bool(board_map.scale)
    start, end = _shortened(one, other, FREE_OF_CELLS, 0.36) if is_of_cells else _shortened(one, other, FREE * unit)
    words = _labels(arrow, start, end, unit, scene, board_map) + _corner_losses(arrow, scene, board_map)
    return _drawn([(start, end)], unit) + words


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


def _around(
    arrow: Arrow, one: Point, other: Point, width: float, unit: float, scene: Scene, board_map: BoardMap | None
) -> str:
    """Over one edge of the picture and in at the other."""
    out, back = (0.0, width) if one[0] < other[0] else (width, 0.0)
    away, home = _shortened(one, (out, one[1]), FREE * unit), _shortened((back, other[1]), other, FREE * unit)
    ways = [(away[0], (out, one[1])), ((back, other[1]), home[1])]
    return _drawn(ways, unit) + _labels(arrow, away[0], home[1], unit, scene, board_map)


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


def _has_tiles(board_map: BoardMap | None) -> bool:
    return board_map is None or bool(board_map.scale)


def _labels(arrow: Arrow, start: Point, end: Point, unit: float, scene: Scene, board_map: BoardMap | None) -> str:
    """Beside the line, on the side that is up, or on the other where names and plaques leave that one free."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0]) + math.pi / 2
    angle += math.pi if math.sin(angle) > 0 else 0
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    found = [(middle, str(arrow.moved))] if arrow.moved else []
    if not arrow.moved and not _has_tiles(board_map):
        found = [(point, f"−{lost}") for point, lost in ((start, arrow.source_lost), (end, arrow.target_lost)) if lost]
    taken = _taken(scene, board_map) if board_map else []
    return "".join(_label(_freest(point, words, angle, unit, taken), words, unit) for point, words in found)


def _freest(point: Point, words: str, angle: float, unit: float, taken: list[Area]) -> Point:
    sides = [_turned(point, way, ASIDE * unit) for way in (angle, angle + math.pi)]
    w, h = wide(words, LABEL * unit) / 2, LABEL * unit * 0.4

    def covered(x: float, y: float) -> float:
        return sum(_common((x - w, y - h, x + w, y + h), area) for area in taken)

    return min(sides, key=lambda side: covered(*side))


def _common(one: Area, other: Area) -> float:
    """What two areas share."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, across) * max(0.0, down)


def _taken(scene: Scene, board_map: BoardMap) -> list[Area]:
    """Names and plaques of a map that has its own; nothing on cells, whose boxes are full."""
    found: list[Area] = []
    for shape in scene.shapes:
        land = board_map.lands[shape.key]
        if land.plaque and land.name:
            (x, y), (nx, ny), half = land.plaque, land.name, wide(_name(shape), NAME) / 2
            found.append((x - PLAQUE[0], y - PLAQUE[1], x + PLAQUE[0], y + PLAQUE[1]))
            found.append((nx - half, ny - NAME, nx + half, ny))
    return found


def _name(shape: Shape) -> str:
    return localized(shape.short_label)


def _corner_losses(arrow: Arrow, scene: Scene, board_map: BoardMap | None) -> str:
    """What was lost on a tile or a cell: in its upper right corner where its name is short, else in the lower one, behind its pieces."""
    if arrow.moved or not _has_tiles(board_map):
        return ""
    unit, scale = (1, board_map.scale) if board_map else (TILE, 1)
    found = ((arrow.source, arrow.source_lost), (arrow.target, arrow.target_lost))
    return "".join(
        _label(_corner(scene, key, f"−{lost}", scale, LABEL * unit), f"−{lost}", unit) for key, lost in found if lost
    )


def _name_width(shape: Shape) -> float:
    """Of the widest line, over pieces and where there are none."""
    rooms = (shape.h - 1.5, shape.h - FAR_PLATE - FAR_FOOT - 0.6)
    names = (fitted(_name(shape), shape.w - 2.2, room) for room in rooms)
    return max(wide(line, letters) for letters, lines in names for line in lines)


def _corner(scene: Scene, key: str, words: str, scale: float, size: float) -> Point:
    shape = next(shape for shape in scene.shapes if shape.key == key)
    w = wide(words, size) / scale
    is_free = _name_width(shape) + 1.4 + w < shape.w
    y = shape.y + size / scale / 2 if is_free else shape.y + shape.h - size / scale / 2
    return (shape.x + shape.w - w / 2) * scale, y * scale


def _label(point: Point, words: str, unit: float) -> str:
    x, y = point[0], point[1] + LABEL * 0.36 * unit
    return f'<text class="m-lost" x="{x:.1f}" y="{y:.1f}" font-size="{LABEL * unit:g}" stroke-width="{9 * unit:g}">{escape(words)}</text>'
