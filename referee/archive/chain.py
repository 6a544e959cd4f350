"""Verifies the chain of one record with string cutting and SHA-256 alone, and finds the first changed line."""

from collections.abc import Sequence
from hashlib import sha256

from games.kernel.lines import split_head

HEADER = 1
"""Lines are counted as in a file: the header is the first, entry number n stands on line n + 1."""


def first_break(header: bytes, lines: Sequence[bytes]) -> int | None:
    """The first line with a wrong head; None when all are right. A changed header breaks the chain at line 2."""
    head = sha256(header).hexdigest()
    for number, line in enumerate(lines, HEADER + 1):
        body, claimed = split_head(line)
        head = sha256(head.encode() + body).hexdigest()
        if claimed != head:
            return number
    return None


def head_of(header: bytes, lines: Sequence[bytes]) -> str:
    """The head of a valid chain."""
    return split_head(lines[-1])[1] if lines else sha256(header).hexdigest()


def as_file(header: str, lines: Sequence[str]) -> bytes:
    """A record as a file: one line each, ended by a line feed."""
    return "".join(f"{line}\n" for line in (header, *lines)).encode()


def cut(data: bytes) -> list[bytes]:
    """The lines of a file, the header first. Only a line feed ends a line, so that no byte between lines is ignored."""
    lines = data.split(b"\n")
    return lines[:-1] if lines[-1] == b"" else lines


def first_difference(one: bytes, other: bytes) -> int | None:
    """The first line in which two files differ."""
    if one == other:
        return None
    ours, theirs = cut(one), cut(other)
    same = (number for number, (a, b) in enumerate(zip(ours, theirs, strict=False), 1) if a != b)
    return next(same, min(len(ours), len(theirs)) + 1)
