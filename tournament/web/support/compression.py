"""gzip of a page that many read: its text is compressed once, and what differs from answer to answer is put between uncompressed.

What stands for one reader alone (the token against forged requests) is never compressed together with the rest, so the length of an answer
says nothing about it (BREACH).
"""

import re
import struct
import zlib
from collections.abc import Sequence

ACCEPTED = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))")
HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LAST_BLOCK = b"\x03\x00"
MOST_STORED = 0xFFFF  # bytes of a block that is not compressed
QUICK, SMALL = 6, 9
"""Levels for what one reader gets and for what many do: a large page costs an eighth at the first, and is a twentieth larger."""


def is_accepted(header: str) -> bool:
    """Whether `Accept-Encoding` names gzip, and not to refuse it."""
    return ACCEPTED.search(header.lower()) is not None


def pressed(text: bytes, level: int = SMALL) -> bytes:
    """Blocks of a deflate stream that end at a byte and refer to nothing before them."""
    stream = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    return stream.compress(text) + stream.flush(zlib.Z_FULL_FLUSH)


def stored(text: bytes) -> bytes:
    """The same without compression."""
    pieces = [text[at : at + MOST_STORED] for at in range(0, len(text), MOST_STORED)]
    return b"".join(struct.pack("<BHH", 0, len(one), len(one) ^ MOST_STORED) + one for one in pieces)


def gzip(blocks: Sequence[bytes], text: bytes) -> bytes:
    """The file of these blocks, which hold `text`."""
    return HEADER + b"".join(blocks) + LAST_BLOCK + struct.pack("<II", zlib.crc32(text), len(text) & 0xFFFFFFFF)
