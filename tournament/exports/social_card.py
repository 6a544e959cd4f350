"""The picture of an event where a link to it is shared: its name, day and place, and the podium or the round."""

import io
import textwrap
from functools import cache, lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT, EDGE = 1200, 630, 72
FONTS = Path(__file__).with_name("fonts")
PAPER, INK, SOFT, BRAND, PIP = "#f6f3ee", "#182230", "#4f5966", "#b71a18", "#ffffff"
LETTERS_OF_NAME, LETTERS_OF_LINE = 24, 44
MOST_LINES = 3


@lru_cache(maxsize=64)
def social_card(name: str, where: str, lines: tuple[str, ...]) -> bytes:
    """A PNG; a long name goes on in a second line, and what is too long ends in an ellipsis.

    Drawn once for everybody: a stranger may ask for it again and again.
    """
    picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(picture)
    y = EDGE
    for words in textwrap.wrap(name, LETTERS_OF_NAME, max_lines=2, placeholder="…"):
        draw.text((EDGE, y), words, INK, _font("DejaVuSans-Bold", 64))
        y += 80
    draw.text((EDGE, y + 8), _short(where), SOFT, _font("DejaVuSans", 32))
    y += 96
    for number, words in enumerate(lines[:MOST_LINES]):
        draw.text((EDGE, y), _short(words), INK, _font("DejaVuSans-Bold" if number == 0 else "DejaVuSans", 40))
        y += 60
    _die(draw, WIDTH - EDGE - 104, HEIGHT - EDGE - 104, 104)
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def _short(words: str) -> str:
    return textwrap.shorten(words, LETTERS_OF_LINE, placeholder="…")


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"{name}.ttf", size)


def _die(draw: ImageDraw.ImageDraw, x: int, y: int, side: int) -> None:
    """The mark: five."""
    draw.rounded_rectangle((x, y, x + side, y + side), side // 4, BRAND)
    radius = side // 10
    for across, down in ((0.27, 0.27), (0.73, 0.27), (0.5, 0.5), (0.27, 0.73), (0.73, 0.73)):
        middle = x + side * across, y + side * down
        draw.ellipse((middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius), PIP)
