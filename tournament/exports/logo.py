"""A club's picture as the sheets print it."""

import io

from PIL import Image, UnidentifiedImageError

MOST = 600, 320
"""Pixels: as sharp as a printer shows a logo of some centimetres."""
MOST_PIXELS = 25_000_000
"""Unpacked they take four bytes each, whatever the file takes: a hundred bytes may say a thousand million."""
FORMATS = ("PNG", "JPEG", "GIF", "WEBP")


class NoPicture(ValueError):
    """The file is no picture that can be printed."""


class TooManyPixels(NoPicture):
    """The picture would fill the memory. Nothing of it was unpacked."""


def logo_png(data: bytes) -> bytes:
    """A small PNG of a picture in one of the usual formats. Raises NoPicture."""
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise TooManyPixels(f"{picture.width} × {picture.height} pixels")
            picture.thumbnail(MOST)
            out = io.BytesIO()
            picture.convert("RGBA").save(out, "PNG", optimize=True)
    except Image.DecompressionBombError as fault:
        raise TooManyPixels(str(fault)) from fault
    except NoPicture:
        raise
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as fault:
        raise NoPicture(str(fault)) from fault
    return out.getvalue()
