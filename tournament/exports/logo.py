"""A club's picture as the sheets print it."""

import io

from PIL import Image, UnidentifiedImageError

MOST = 600, 320
"""Pixels: as sharp as a printer shows a logo of some centimetres."""
FORMATS = ("PNG", "JPEG", "GIF", "WEBP")


class NoPicture(ValueError):
    """The file is no picture that can be printed."""


def logo_png(data: bytes) -> bytes:
    """A small PNG of a picture in one of the usual formats. Raises NoPicture."""
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
            picture.thumbnail(MOST)
            out = io.BytesIO()
            picture.convert("RGBA").save(out, "PNG", optimize=True)
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError) as fault:
        raise NoPicture(str(fault)) from fault
    return out.getvalue()
