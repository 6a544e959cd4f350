"""The picture of an event, a table or a turn where a link to it is shared: 1200 × 630, a PNG, which every preview shows.

Words are fitted and never cut: the larger the letters, the fewer the lines; a long name goes on in further lines, then in smaller
letters, and a word that is wider than its room goes on in the next line.
"""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby

from PIL import Image, ImageDraw, ImageFont

from tournament.documents.social_card import CardLine, SocialCard
from tournament.exports.typeface import BOLD, FONTS, PLAIN, face_of
from tournament.privacy import copies

WIDTH, HEIGHT, EDGE = 1200, 630, 56
PAPER, INK, SOFT, BRAND, PIP = "#f6f3ee", "#182230", "#4f5966", "#b71a18", "#ffffff"
ARMIES = {
    "red": "#c2181d",
    "blue": "#1e4eac",
    "green": "#09672e",
    "yellow": "#f4ce23",
    "black": "#191b1d",
    "purple": "#7a2f97",
}
"""As on pages by day (static/css/map.css)."""
BOARD, GAP, MARK = (770, 434), 26, 64
LEADING, STEP, LEAST = 1.24, 2, 8
MEASURED, HINTED = 100, 1.02
COLOURS = 160
"""A picture of flat colours loses nothing to the eye, and is a third as heavy: some previews take no picture above 300 kB."""
Box = tuple[float, float, float, float]
"""Left, top, width, height."""


@dataclass(frozen=True)
class Words:
    """Words as they stand in the picture: lines from the top left corner of a box."""

    x: float
    y: float
    lines: tuple[str, ...]
    size: int
    font: str
    ink: str

    @property
    def width(self) -> float:
        return max((_width(line, self.font, self.size) for line in self.lines), default=0)

    @property
    def height(self) -> float:
        return len(self.lines) * self.size * LEADING


@dataclass(frozen=True)
class Chip:
    """The letter of an army on its colour."""

    x: float
    y: float
    side: float
    letter: str
    colour: str


def social_card(card: SocialCard, board: Callable[[tuple[int, int]], Image.Image] | None = None) -> bytes:
    """A PNG; `board` draws the picture of a board that fits into that size, which then stands beside the lines."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(picture)
    drawn = board(BOARD) if board else None
    for part in laid_out(card, board_width=drawn.width if drawn else 0):
        _draw(draw, part)
    if drawn:
        picture.paste(drawn, (EDGE, HEIGHT - EDGE // 2 - BOARD[1]))
    _die(draw, WIDTH - EDGE - MARK, EDGE - 14, MARK)
    out = io.BytesIO()
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def laid_out(card: SocialCard, *, board_width: int = 0) -> Iterator[Words | Chip]:
    """Everything that is written, with its place; a board of that width stands in the corner below on the left."""
    head = WIDTH - 2 * EDGE - MARK - GAP
    if board_width:
        below = HEIGHT - EDGE / 2 - BOARD[1]
        title = _words(card.title, (EDGE, EDGE - 18, head, 78), 46, BOLD, INK)
        yield title
        rest = (EDGE, title.y + title.height + 2, head, below - title.y - title.height - 8)
        yield _words(" · ".join(filter(None, (card.moment, card.where))), rest, 28, PLAIN, SOFT)
        left = EDGE + board_width + GAP
        yield from _list(card.lines, (left, below, WIDTH - EDGE / 2 - left, BOARD[1]), 34)
        return
    title = _words(card.title, (EDGE, EDGE - 14, head, 190), 64, BOLD, INK)
    yield title
    top = title.y + title.height + 12
    for words, size, ink in ((card.where, 30, SOFT), (card.moment, 38, INK)):
        if words:
            part = _words(words, (EDGE, top, WIDTH - 2 * EDGE, 80), size, PLAIN, ink)
            yield part
            top += part.height + 14
    yield from _list(card.lines, (EDGE, top, WIDTH - 2 * EDGE, HEIGHT - EDGE / 2 - top), 40)


def _list(lines: tuple[CardLine, ...], box: Box, most: int) -> Iterator[Words | Chip]:
    """Each line in an equal part of the height, with its note under it where there is room beside nothing."""
    left, top, width, height = box
    slot = min(height / max(1, len(lines)), 3.2 * most if any(line.note for line in lines) else 1.6 * most)
    side = min(slot * 0.62, 44.0)
    indent = side + 14 if any(line.letter for line in lines) else 0
    for number, line in enumerate(lines):
        y = top + number * slot
        if line.letter:
            yield Chip(left, y + 2, side, line.letter, line.colour)
        room = slot * (0.6 if line.note else 0.94)
        words = _words(
            line.words, (left + indent, y, width - indent, room), most, BOLD if line.is_strong else PLAIN, INK
        )
        yield words
        if line.note:
            under = (left + indent, y + words.height, width - indent, slot * 0.94 - words.height)
            yield _words(line.note, under, min(24, most), PLAIN, SOFT)


def _words(text: str, box: Box, most: int, font: str, ink: str) -> Words:
    x, y, width, height = box
    size, lines = fitted(text, width, height, most, font)
    return Words(x, y, tuple(lines), size, font, ink)


@copies.cached(512)
def fitted(text: str, width: float, height: float, most: int, font: str) -> tuple[int, list[str]]:
    """The largest size, from `most` downwards, at which the words fit, and their lines: whole words if any size allows it."""
    for may_break in (False, True):
        for size in range(most, LEAST - 1, -STEP):
            lines = _wrapped(text, width, font, size, may_break)
            if lines is not None and len(lines) * size * LEADING <= height:
                return size, lines
    return LEAST, _wrapped(text, width, font, LEAST, may_break=True) or []


def _wrapped(text: str, width: float, font: str, size: int, may_break: bool) -> list[str] | None:
    """None where a word is wider than its room and must stay whole."""
    lines: list[str] = []
    room = 0.0
    for word in text.split():
        for piece in (
            (word,) if _width(word, font, size) <= width or not may_break else _pieces(word, width, font, size)
        ):
            wide = _width(piece, font, size)
            if wide > width:
                return None
            after = wide + _width(" ", font, size)
            if lines and piece == word and wide <= room:
                lines[-1] = f"{lines[-1]} {piece}"
                room -= after
            else:
                lines.append(piece)
                room = width - after
    return lines


def _pieces(word: str, width: float, font: str, size: int) -> list[str]:
    pieces = [""]
    room = width
    for letter in word:
        wide = _width(letter, font, size)
        if pieces[-1] and wide > room:
            pieces.append("")
            room = width
        pieces[-1] += letter
        room -= wide
    return pieces


def _width(text: str, font: str, size: int) -> float:
    """Letters are measured once, in large; small ones are set a little wider than in proportion."""
    return sum(_advance(letter, font) for letter in text) * size * HINTED / MEASURED


@lru_cache(maxsize=4096)
def _advance(letter: str, font: str) -> float:
    return _font(face_of(letter, font), MEASURED).getlength(letter)


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"{name}.ttf", size)


def _draw(draw: ImageDraw.ImageDraw, part: Words | Chip) -> None:
    if isinstance(part, Chip):
        chip(draw, part.x, part.y, part.side, part.letter, part.colour)
        return
    for number, line in enumerate(part.lines):
        x, y = part.x, part.y + number * part.size * LEADING + _font(part.font, part.size).getmetrics()[0]
        for face, run in groupby(line, lambda letter: face_of(letter, part.font)):
            font, words = _font(face, part.size), "".join(run)
            draw.text((x, y), words, part.ink, font, anchor="ls")
            x += font.getlength(words)


def chip(draw: ImageDraw.ImageDraw, x: float, y: float, side: float, letter: str, colour: str) -> None:
    draw.rounded_rectangle((x, y, x + side, y + side), side / 5, ARMIES.get(colour, SOFT))
    font = _font(BOLD, max(LEAST, int(side * 0.62)))
    draw.text((x + side / 2, y + side / 2), letter, ink_on(colour), font, anchor="mm")


def ink_on(colour: str) -> str:
    return INK if colour == "yellow" else PIP


def lettering(size: int) -> ImageFont.FreeTypeFont:
    """The letters of boards."""
    return _font(BOLD, size)


def _die(draw: ImageDraw.ImageDraw, x: int, y: int, side: int) -> None:
    """The mark: five."""
    draw.rounded_rectangle((x, y, x + side, y + side), side // 4, BRAND)
    radius = side // 10
    for across, down in ((0.27, 0.27), (0.73, 0.27), (0.5, 0.5), (0.27, 0.73), (0.73, 0.73)):
        middle = x + side * across, y + side * down
        draw.ellipse((middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius), PIP)
