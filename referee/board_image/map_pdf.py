"""The board on its map in black and white as a reportlab drawing: hatched lands, fronts as double lines, letter and count in a plaque.

One unit of the drawing is that of the tiles' picture, so that both take the same room on a sheet.
"""

from collections.abc import Iterator, Mapping, Sequence

from reportlab.graphics.shapes import Drawing as Sheet
from reportlab.graphics.shapes import Path
from reportlab.lib.colors import black, white

from games.kernel.maps import BoardMap, Flat, Land, pair_of
from games.kernel.scene import Scene, SeatMark, Shape
from referee.board_image import geometry
from referee.board_image.geometry import ABOVE
from referee.board_image.pdf import FLAT, HATCH_INK, LEGEND, Pen, grey, over_map, players_below
from referee.board_image.shapes import Text
from referee.board_image.text import wide
from referee.wording import army_letter, localized
from tournament.exports.paper import register_fonts

Point = tuple[float, float]
UNIT = 8
"""Units of a map in one of the drawing, where the map does not say."""
STEP = 1.9
NAME, LETTER, COUNT = 3.4, 4.6, 6.4
PLAQUE = 7.2


def sheet(scene: Scene, board_map: BoardMap, names: Sequence[str] = ()) -> Sheet:
    """One point a unit, to be scaled by the caller; `names` by seat stand under it beside letter and hatch."""
    register_fonts()
    unit, below = board_map.scale or UNIT, LEGEND if names else 0
    width, height = board_map.width / unit, board_map.height / unit
    pen = Pen(Sheet(width, height + ABOVE + below), 0, height + below)
    shapes = {shape.key: shape for shape in scene.shapes if shape.key in board_map.lands}
    armies = {mark.seat: mark for mark in scene.seats}
    for flat in (line for lines in board_map.seas.values() for line in lines):
        pen.polyline(_points(flat, unit), 0.5, grey(0.35), (1.4, 1.1))
    for key, shape in shapes.items():
        _land(pen, board_map.lands[key], armies.get(shape.seat), unit)
    _borders(pen, board_map, shapes, unit)
    for flat in board_map.rivers:
        pen.polyline(_points(flat, unit), 1.6, grey(0.6))
    drawn = geometry.drawing(scene)
    if board_map.scale:
        over_map(pen, drawn)
    else:
        _labels(pen, board_map, shapes, armies)
    players_below(pen, drawn, names, width, height)
    return pen.sheet


def _points(flat: Flat, unit: float) -> list[Point]:
    return [(x / unit, y / unit) for x, y in zip(flat[::2], flat[1::2], strict=True)]


# -- lands


def _land(pen: Pen, land: Land, mark: SeatMark | None, unit: float) -> None:
    rings = [_points(ring, unit) for ring in land.rings]
    hatch = mark.hatch if mark else ""
    fill = grey(FLAT[hatch]) if mark and hatch in FLAT else white
    outline = Path(fillColor=fill, strokeColor=black, strokeWidth=0.5, fillMode=0)
    for ring in rings:
        outline.moveTo(*pen.at(*ring[0]))
        for point in ring[1:]:
            outline.lineTo(*pen.at(*point))
        outline.closePath()
    pen.sheet.add(outline)
    if mark and hatch not in FLAT:
        _hatched(pen, rings, hatch)


SLOPES: dict[str, tuple[float, ...]] = {"horizontal": (0,), "diagonal": (-1,), "cross": (-1, 1), "dots": (0,)}
"""How far a stroke falls for each unit to the right; a vertical one is a horizontal one of the land laid on its side."""


def _hatched(pen: Pen, rings: list[list[Point]], hatch: str) -> None:
    path = Path(fillColor=None, strokeColor=grey(HATCH_INK.get(hatch, 0.45)), strokeWidth=0.45)
    for start, end in _strokes(rings, hatch):
        for a, b in _dotted(start, end) if hatch == "dots" else [(start, end)]:
            path.moveTo(*pen.at(*a))
            path.lineTo(*pen.at(*b))
    pen.sheet.add(path)


def _strokes(rings: list[list[Point]], hatch: str) -> Iterator[tuple[Point, Point]]:
    if hatch == "vertical":
        turned = [[(y, x) for x, y in ring] for ring in rings]
        yield from (((ay, ax), (by, bx)) for (ax, ay), (bx, by) in _across(turned, 0))
        return
    for slope in SLOPES[hatch]:
        yield from _across(rings, slope)


def _across(rings: list[list[Point]], slope: float) -> Iterator[tuple[Point, Point]]:
    """Parallel lines `y = slope · x + c` cut to what lies inside the rings, by even and odd crossings."""
    levels = [y - slope * x for ring in rings for x, y in ring]
    number = int(min(levels) / STEP)
    while number * STEP <= max(levels):
        level = number * STEP + 0.013  # no corner of a land, which lie on a grid, is on a stroke
        found = sorted(_crossings(rings, slope, level))
        yield from (
            ((left, slope * left + level), (right, slope * right + level))
            for left, right in zip(found[::2], found[1::2], strict=False)
        )
        number += 1


def _crossings(rings: list[list[Point]], slope: float, level: float) -> Iterator[float]:
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            above, below = ay - slope * ax - level, by - slope * bx - level
            if (above > 0) != (below > 0):
                yield ax + (bx - ax) * above / (above - below)


def _dotted(start: Point, end: Point) -> Iterator[tuple[Point, Point]]:
    (x, y), (last, _y) = start, end
    at = STEP * (int(x / STEP) + 1)
    while at < last - 0.3:
        yield (at, y), (at + 0.45, y)
        at += STEP


def _borders(pen: Pen, board_map: BoardMap, shapes: Mapping[str, Shape], unit: float) -> None:
    """Thin within a player's lands, wider between continents, double at a front."""
    fronts = []
    for key, lines in board_map.borders.items():
        one, other = (shapes[place] for place in pair_of(key))
        parts_groups = one.group != other.group and not board_map.scale
        for flat in lines:
            pen.polyline(_points(flat, unit), 1.1 if parts_groups else 0.4)
            fronts += [flat] if one.seat != other.seat else []
    for flat in fronts:
        pen.polyline(_points(flat, unit), 2.2)
    for flat in fronts:
        pen.polyline(_points(flat, unit), 0.9, white)


# -- labels


def _labels(pen: Pen, board_map: BoardMap, shapes: Mapping[str, Shape], armies: Mapping[int, SeatMark]) -> None:
    for key, shape in shapes.items():
        land = board_map.lands[key]
        (x, y), (nx, ny) = ((a / UNIT, b / UNIT) for a, b in (land.plaque or (0, 0), land.name or (0, 0)))
        if land.leader:
            end = (land.leader[0] / UNIT, land.leader[1] / UNIT)
            pen.polyline([(x, y), end], 1.6, white)
            pen.polyline([(x, y), end], 0.5)
        words = localized(shape.short_label).replace("\u00ad", "")
        room = wide(words, NAME)
        pen.rect(nx - room / 2 - 0.6, ny - NAME * 0.82, room + 1.2, NAME * 1.12, fill=white, r=0.8)
        pen.text(Text(nx, ny, NAME, words, "middle"))
        _plaque(pen, x, y, shape, armies.get(shape.seat))


def _plaque(pen: Pen, x: float, y: float, shape: Shape, mark: SeatMark | None) -> None:
    count = sum(piece.count for piece in shape.pieces)
    if mark is None and not count:
        return
    letter, digits = army_letter(mark) if mark else "", str(count) if count else ""
    cell, room = 5.4 if letter else 0.0, 0.66 * COUNT * len(digits) + (1.4 if digits else 0)
    left, top, base = x - (cell + room) / 2, y - PLAQUE / 2, y + COUNT * 0.34
    pen.rect(left, top, cell + room, PLAQUE, fill=white, stroke=0.5, r=1.2)
    if letter:
        pen.rect(left, top, cell, PLAQUE, fill=black, r=1.2)
        pen.text(Text(left + cell / 2, y + LETTER * 0.34, LETTER, letter, "middle", "letter"), white)
    if digits:
        pen.text(Text(left + cell + room / 2, base, COUNT, digits, "middle", "count"))
