"""The board as pixels, for the picture of a shared link: owners by colour and letter, counts, fronts. No names of places: too small there.

It is drawn at twice its size and brought down, since Pillow draws lines and edges without any half-tones.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from PIL import Image, ImageChops, ImageDraw

from games.kernel.maps import BoardMap, Flat, Land, pair_of
from games.kernel.scene import Scene, SeatMark, Shape
from referee.board_image.svg import ARMIES
from referee.wording import army_letter, localized
from tournament.exports.social_card import ARMIES as COLOURS
from tournament.exports.social_card import BOLD, INK, LEADING, SOFT, fitted, ink_on, lettering

TWICE = 2
WATER, FREE, MEADOW, BARE = "#dbebf3", "#c9c3b8", "#d3dfc6", "#f3eee2"
COAST, INNER, FRONT, CASING, LINK, RIVER, LAST = INK, "#182230", "#ffffff", "#0d2131", "#5b7c93", "#4f93c4", "#f5a300"
PLAQUE, RIM = "#fefcf9", "#182230"


@dataclass(frozen=True)
class PicturedBoard:
    """A scene to be drawn; equal ones are drawn once. `last` are the places that the last move changed."""

    scene: Scene
    last: frozenset[str] = frozenset()
    board_map: BoardMap | None = field(default=None, compare=False)

    def drawn(self, size: tuple[int, int]) -> Image.Image:
        """As large as fits into that width and height."""
        scene, board_map = self.scene, self.board_map
        wide, high = (board_map.width, board_map.height) if board_map else (scene.width, scene.height)
        scale = min(size[0] / wide, size[1] / high)
        sheet = Image.new("RGB", (round(wide * scale * TWICE), round(high * scale * TWICE)), self._ground())
        _Pen(self, sheet, scale * TWICE).draw()
        return sheet.resize((sheet.width // TWICE, sheet.height // TWICE), Image.Resampling.LANCZOS)

    def _ground(self) -> str:
        if self.board_map is None:
            return BARE
        return MEADOW if self.board_map.scale else WATER


class _Pen:
    def __init__(self, board: PicturedBoard, sheet: Image.Image, scale: float) -> None:
        self.scene, self.last, self.map = board.scene, board.last, board.board_map
        self.sheet, self.scale = sheet, scale
        self.pen = ImageDraw.Draw(sheet)
        self.marks = {mark.seat: mark for mark in self.scene.seats}
        self.free = FREE if self.map and not self.map.scale else BARE

    def draw(self) -> None:
        if self.map is None:
            self._tiles()
            return
        shapes = {shape.key: shape for shape in self.scene.shapes if shape.key in self.map.lands}
        for lines in self.map.seas.values():
            for flat in lines:
                self._line(flat, LINK, 3)
        for land in self.map.lands.values():
            for ring in land.rings:
                self._line((*ring, *ring[:2]), COAST, 6)
        for key, shape in shapes.items():
            self._land(self.map.lands[key], self._colour(shape))
        self._borders(shapes)
        for flat in self.map.rivers:
            self._line(flat, RIVER, 15)
        for key, shape in shapes.items():
            self._mark_on_map(shape, self.map.lands[key])

    def _colour(self, shape: Shape) -> str:
        mark = self.marks.get(shape.seat)
        return COLOURS.get(ARMIES.get(mark.colour, ""), self.free) if mark else self.free

    def _points(self, flat: Flat) -> list[tuple[float, float]]:
        return [(x * self.scale, y * self.scale) for x, y in zip(flat[::2], flat[1::2], strict=True)]

    def _line(self, flat: Flat, ink: str, width: float) -> None:
        self.pen.line(self._points(flat), ink, max(1, round(width * self.scale)), joint="curve")

    def _land(self, land: Land, colour: str) -> None:
        """Rings within rings are holes: a point is land that an odd number of them surrounds."""
        if len(land.rings) == 1:
            self.pen.polygon(self._points(land.rings[0]), colour)
            return
        rings = [self._points(ring) for ring in land.rings]
        left, top = (int(min(point[axis] for ring in rings for point in ring)) for axis in (0, 1))
        right, bottom = (int(max(point[axis] for ring in rings for point in ring)) + 2 for axis in (0, 1))
        area = Image.new("L", (right - left, bottom - top), 0)
        for ring in rings:
            one = Image.new("L", area.size, 0)
            ImageDraw.Draw(one).polygon([(x - left, y - top) for x, y in ring], 255)
            area = ImageChops.difference(area, one)
        self.sheet.paste(colour, (left, top), area)

    def _borders(self, shapes: Mapping[str, Shape]) -> None:
        assert self.map is not None
        fronts = []
        for key, lines in self.map.borders.items():
            one, other = (shapes[place] for place in pair_of(key))
            for flat in lines:
                self._line(flat, INNER, 2.5)
                fronts += [flat] if one.seat != other.seat else []
        for ink, width in ((CASING, 11), (FRONT, 7)):
            for flat in fronts:
                self._line(flat, ink, width)

    def _mark_on_map(self, shape: Shape, land: Land) -> None:
        assert self.map is not None
        if self.map.scale:
            unit = self.map.scale * self.scale
            self._plaque(shape, (shape.x + shape.w / 2) * unit, (shape.y + shape.h / 2) * unit, 9.5 * unit)
            return
        x, y = land.plaque or (0, 0)
        if land.leader:
            self._line((x, y, *land.leader), RIM, 3)
        self._plaque(shape, x * self.scale, y * self.scale, 62 * self.scale)

    def _tiles(self) -> None:
        """A board without a map: places as boxes, joined by lines."""
        middles = {shape.key: (shape.x + shape.w / 2, shape.y + shape.h / 2) for shape in self.scene.shapes}
        for link in self.scene.links:
            if not link.wraps:
                bends = [value for point in link.via for value in point]
                self._line((*middles[link.a], *bends, *middles[link.b]), LINK, 1.2)
        for shape in self.scene.shapes:
            box = (shape.x, shape.y, shape.x + shape.w, shape.y + shape.h)
            edges = LAST if shape.key in self.last else RIM
            wide = (1.6 if shape.key in self.last else 0.6) * self.scale
            corners = [value * self.scale for value in box]
            self.pen.rounded_rectangle(corners, 1.8 * self.scale, self._colour(shape), edges, max(1, round(wide)))
            x, y = middles[shape.key]
            below = self._name(shape)
            self._plaque(
                shape, x * self.scale, (y + below / 2) * self.scale, min(9.5, (shape.h - below) * 0.8) * self.scale
            )

    def _name(self, shape: Shape) -> float:
        """Over the pieces of a place; the height that it takes."""
        words = localized(shape.short_label)
        room = (shape.w - 3) * self.scale, shape.h * 0.5 * self.scale
        size, lines = fitted(words.replace("\u00ad", ""), *room, round(5 * self.scale), BOLD)
        for number, line in enumerate(lines):
            at = (shape.x + 1.5) * self.scale, (shape.y + 0.8) * self.scale + number * size * LEADING
            self.pen.text(
                at,
                line,
                ink_on(ARMIES.get(mark.colour, "")) if (mark := self._painted(shape)) else INK,
                lettering(size),
            )
        return min(len(lines) * size * LEADING / self.scale, shape.h * 0.5)

    def _painted(self, shape: Shape) -> SeatMark | None:
        """The owner of a place that has the owner's colour."""
        mark = self.marks.get(shape.seat)
        return mark if mark and mark.colour else None

    def _plaque(self, shape: Shape, x: float, y: float, high: float) -> None:
        """Letter on its colour, then the count; a place without an owner has the count alone."""
        mark = self.marks.get(shape.seat)
        count = sum(piece.count for piece in shape.pieces)
        if mark is None and not count:
            return
        letter, digits = army_letter(mark) if mark else "", str(count) if count else ""
        font = lettering(max(8, round(high * 0.78)))
        cell = high * 0.92 if letter else 0.0
        room = font.getlength(digits) + high * 0.3 if digits else 0.0
        left, top, edge = x - (cell + room) / 2, y - high / 2, max(1, round(high * 0.05))
        around = (left - edge, top - edge, left + cell + room + edge, top + high + edge)
        is_last = shape.key in self.last
        self.pen.rounded_rectangle(around, high * 0.2, PLAQUE, LAST if is_last else RIM, edge * (3 if is_last else 1))
        if letter and mark:
            colour = ARMIES.get(mark.colour, "")
            self.pen.rounded_rectangle(
                (left + edge, top + edge, left + cell - edge, top + high - edge), high * 0.14, COLOURS.get(colour, SOFT)
            )
            self.pen.text((left + cell / 2, y), letter, ink_on(colour), font, anchor="mm")
        if digits:
            self.pen.text((left + cell + room / 2, y), digits, INK, font, anchor="mm")
