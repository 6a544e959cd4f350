"""The board in black and white as a reportlab drawing: letters, hatches and greys show the owners."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from reportlab.graphics.shapes import Drawing as Sheet
from reportlab.graphics.shapes import Path, Polygon, PolyLine, Rect, String
from reportlab.lib.colors import Color, black, white
from reportlab.pdfbase.pdfmetrics import stringWidth

from referee.board_image.geometry import ABOVE
from referee.board_image.icons import SIGNS
from referee.board_image.shapes import Army, Drawing, Line, Plate, Sign, Text, Tile
from referee.board_image.text import fitted
from tournament.exports.paper import BOLD, PLAIN, register_fonts

Point = tuple[float, float]
STEP = 1.6
LEGEND = 9.0
HATCH_INK = {"cross": 0.15, "dots": 0.35}
FLAT = {"solid": 0.72, "": 0.88}
GROUNDS = (0.93, 0.88, 0.95, 0.9, 0.86, 0.92)
LINES = {"river": (3.0, ()), "sea": (0.8, (1.7, 1.1)), "mountain": (2.4, (1.2, 0.7))}


def sheet(drawn: Drawing, names: Sequence[str] = ()) -> Sheet:
    """The picture, one point a unit, to be scaled by the caller; `names` by seat stand under it beside letter and hatch."""
    register_fonts()
    below = LEGEND if names else 0
    pen = Pen(Sheet(drawn.width + 2 * drawn.edge, drawn.height + ABOVE + below), drawn.edge, drawn.height + below)
    armies = {army.seat: army for army in drawn.armies}
    for area in drawn.areas:
        for box in area.boxes:
            pen.rect(box.x, box.y, box.w, box.h, fill=grey(GROUNDS[area.number % len(GROUNDS)]), r=4)
    for line in (*drawn.rivers, *drawn.lines):
        _line(pen, line)
    for tile in drawn.tiles:
        _tile(pen, tile, armies)
    for text in (*(area.label for area in drawn.areas if area.label), *drawn.texts):
        pen.text(text)
    for sign in drawn.signs:
        _sign(pen, sign)
    _note(pen, drawn)
    players_below(pen, drawn, names, drawn.width, drawn.height)
    return pen.sheet


def over_map(pen: "Pen", drawn: Drawing) -> None:
    """Bridges, and the places' names and pieces on white grounds, over lands that a map draws."""
    for line in drawn.lines:
        if line.kind in ("bridge", "broken_bridge"):
            _line(pen, line)
    for tile in drawn.tiles:
        for text in tile.names:
            width = stringWidth(text.words, font_of(text), text.size)
            pen.rect(text.x - 0.5, text.y - text.size * 0.82, width + 1, text.size * 1.08, fill=white, r=0.8)
            pen.text(text)
        _pieces(pen, tile)


def grey(share: float) -> Color:
    return Color(share, share, share)


@dataclass
class Pen:
    """Converts coordinates that run downwards to those of a sheet, which run upwards."""

    sheet: Sheet
    left: float
    top: float

    def at(self, x: float, y: float) -> Point:
        return self.left + x, self.top - y

    def rect(self, x: float, y: float, w: float, h: float, *, fill: Color, stroke: float = 0, r: float = 0) -> None:
        left, bottom = self.at(x, y + h)
        edge = black if stroke else None
        self.sheet.add(
            Rect(left, bottom, w, h, rx=r, ry=r, fillColor=fill, strokeColor=edge, strokeWidth=stroke or 0.1)
        )

    def polyline(self, points: Iterable[Point], width: float, ink: Color = black, dash: Sequence[float] = ()) -> None:
        flat = [value for point in points for value in self.at(*point)]
        self.sheet.add(PolyLine(flat, strokeWidth=width, strokeColor=ink, strokeDashArray=list(dash) or None))

    def polygon(self, corners: Iterable[Point], ink: Color = black) -> None:
        flat = [value for corner in corners for value in self.at(*corner)]
        self.sheet.add(Polygon(flat, fillColor=ink, strokeColor=None, strokeWidth=0))

    def text(self, text: Text, ink: Color = black) -> None:
        x, y = self.at(text.x, text.y)
        self.sheet.add(
            String(
                x, y, text.words, fontName=font_of(text), fontSize=text.size, fillColor=ink,
                textAnchor=text.anchor,
            )
        )  # fmt: skip


def font_of(text: Text) -> str:
    return PLAIN if text.weight in ("name", "note", "river") else BOLD


def _line(pen: Pen, line: Line) -> None:
    if line.kind in ("bridge", "broken_bridge"):
        dash = (1.6, 1.8) if line.kind == "broken_bridge" else ()
        pen.polyline(line.points, 3.2, dash=dash)
        pen.polyline(line.points, 1.7, white, dash)
        return
    width, dash = LINES.get(line.kind, (1.2, ()))
    pen.polyline(line.points, width, grey(0.78) if line.kind == "river" else black, dash)


def _tile(pen: Pen, tile: Tile, armies: dict[int, Army]) -> None:
    box = tile.box
    pen.rect(box.x, box.y, box.w, box.h, fill=white, stroke=0.6, r=1.8)
    army = armies.get(tile.seat)
    if army:
        _hatched(pen, box.x + 0.6, box.y + box.h - 7.9, box.w - 1.2, 7.3, army.hatch)
    for text in tile.names:
        pen.text(text)
    _pieces(pen, tile)


def _pieces(pen: Pen, tile: Tile) -> None:
    for plate in tile.plates:
        _plate(pen, plate)
    for text in tile.texts:
        _chip(pen, text)
    for sign in tile.signs:
        pen.rect(sign.x - 0.4, sign.y - 0.4, sign.size + 0.8, sign.size + 0.8, fill=white, r=0.8)
        _sign(pen, sign)


def _chip(pen: Pen, text: Text) -> None:
    """Badges stand at the right end of their text, on a white ground of their own."""
    width = stringWidth(text.words, font_of(text), text.size) + 1
    pen.rect(text.x - width + 0.5, text.y - text.size * 0.85, width, text.size * 1.05, fill=white, r=0.8)
    pen.text(text)


def _plate(pen: Pen, plate: Plate) -> None:
    x, y, w, h = plate.box
    pen.rect(x, y, w, h, fill=white, stroke=0.4, r=1)
    if plate.letter:
        pen.rect(x, y, plate.cell, h, fill=black, r=1)
        pen.text(plate.letter, white)
    for text in plate.texts:
        pen.text(text)
    for sign in plate.signs:
        _sign(pen, sign)


def _sign(pen: Pen, sign: Sign) -> None:
    for corners in SIGNS[sign.name]:
        pen.polygon((sign.x + x * sign.size, sign.y + y * sign.size) for x, y in corners)


def _note(pen: Pen, drawn: Drawing) -> None:
    if not drawn.stand_in:
        return
    first, last = drawn.stand_in[0], drawn.stand_in[-1]
    pen.rect(0.3, first.y - 4.2, drawn.width - 0.6, last.y - first.y + 6, fill=white, stroke=0.5, r=1.5)
    for text in drawn.stand_in:
        pen.text(text)


def players_below(pen: Pen, drawn: Drawing, names: Sequence[str], width: float, height: float) -> None:
    """One column a player, as wide as the picture allows."""
    wide, top = width / max(1, len(names)), height + 1.5
    for army, name in zip(drawn.armies, names, strict=False):
        x = army.seat * wide
        pen.rect(x, top, 6, 6, fill=black, r=1)
        pen.text(Text(x + 3, top + 4.6, 4.8, army.letter or str(army.seat + 1), "middle", "letter"), white)
        _hatched(pen, x + 6.6, top, 7, 6, army.hatch)
        size, lines = fitted(name, wide - 16, 6)
        pen.text(Text(x + 14.6, top + 4.4, size, lines[0]))


# -- hatches, cut to their band: a drawing has no clipping


def _hatched(pen: Pen, x: float, y: float, w: float, h: float, hatch: str) -> None:
    if hatch in FLAT:
        pen.rect(x, y, w, h, fill=grey(FLAT[hatch]), r=1.2)
        return
    ink = grey(HATCH_INK.get(hatch, 0.45))
    path = Path(fillColor=None, strokeColor=ink, strokeWidth=0.5)
    for start, end in STROKES[hatch](x, y, w, h):
        path.moveTo(*pen.at(*start))
        path.lineTo(*pen.at(*end))
    pen.sheet.add(path)


Strokes = Iterator[tuple[Point, Point]]


def _horizontal(x: float, y: float, w: float, h: float) -> Strokes:
    return (((x, at), (x + w, at)) for at in _steps(y + STEP / 2, y + h))


def _vertical(x: float, y: float, w: float, h: float) -> Strokes:
    return (((at, y), (at, y + h)) for at in _steps(x + STEP / 2, x + w))


def _rising(x: float, y: float, w: float, h: float) -> Strokes:
    for at in _steps(x - h + STEP, x + w):
        low, high = max(x, at), min(x + w, at + h)
        yield (low, y + h - (low - at)), (high, y + h - (high - at))


def _crossed(x: float, y: float, w: float, h: float) -> Strokes:
    for (ax, ay), (bx, by) in _rising(x, y, w, h):
        yield (ax, ay), (bx, by)
        yield (ax, 2 * y + h - ay), (bx, 2 * y + h - by)


def _dotted(x: float, y: float, w: float, h: float) -> Strokes:
    for down in _steps(y + STEP / 2, y + h):
        yield from (((at, down), (at + 0.5, down)) for at in _steps(x + STEP / 2, x + w - 0.5))


STROKES: dict[str, Callable[[float, float, float, float], Strokes]] = {
    "horizontal": _horizontal,
    "vertical": _vertical,
    "diagonal": _rising,
    "cross": _crossed,
    "dots": _dotted,
}


def _steps(low: float, high: float) -> Iterator[float]:
    return (low + STEP * number for number in range(int((high - low) / STEP) + 1))
