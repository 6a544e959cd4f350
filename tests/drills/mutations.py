"""Ways to damage a stored record: each returns the damaged lines, and the lines of which one must be named as the first bad one.

Lines are counted as in a file: the header is line 1. A harmed header breaks the chain at line 2, so that either may be named.
"""

import json
from collections.abc import Callable
from random import Random

from games.kernel.lines import split_head

Lines = list[str]
Harm = Callable[[Lines, Random], tuple[Lines, set[int]]]
PRINTABLE = "".join(map(chr, range(32, 127)))


def another_letter(lines: Lines, rng: Random) -> tuple[Lines, set[int]]:
    at = rng.randrange(len(lines))
    line, place = lines[at], rng.randrange(len(lines[at]))
    other = rng.choice(PRINTABLE.replace(line[place], ""))
    return _with(lines, at, line[:place] + other + line[place + 1 :])


def another_number(lines: Lines, rng: Random) -> tuple[Lines, set[int]]:
    """What a person would forge: an army more, another die."""
    with_digits = [
        at for at, line in enumerate(lines) if any(c.isdigit() for c in split_head(line.encode())[0].decode())
    ]
    at = rng.choice(with_digits)
    body = lines[at]
    place = rng.choice([n for n, c in enumerate(body[: len(body) - 76 if at else None]) if c.isdigit()])
    other = rng.choice("0123456789".replace(body[place], ""))
    return _with(lines, at, body[:place] + other + body[place + 1 :])


def letter_gone(lines: Lines, rng: Random) -> tuple[Lines, set[int]]:
    at = rng.randrange(len(lines))
    place = rng.randrange(len(lines[at]))
    return _with(lines, at, lines[at][:place] + lines[at][place + 1 :])


def letter_more(lines: Lines, rng: Random) -> tuple[Lines, set[int]]:
    """Even a space that no reader would see."""
    at = rng.randrange(len(lines))
    place = rng.randrange(len(lines[at]) + 1)
    return _with(lines, at, lines[at][:place] + rng.choice(PRINTABLE) + lines[at][place:])


def head_gone(lines: Lines, rng: Random) -> tuple[Lines, set[int]]:
    at = rng.randrange(1, len(lines))
    return _with(lines, at, split_head(lines[at].encode())[0].decode())


def head_of_its_own(lines: Lines, rng: Random) -> tuple[Lines, set[int]]:
    """The why of a line changed and its own head worked out anew: the next line gives it away, or the list of heads does."""
    at = rng.randrange(1, len(lines))
    entry = json.loads(lines[at])
    head = f"{rng.getrandbits(256):064x}"
    return _with(lines, at, lines[at].replace(entry["head"], head))


def line_gone(lines: Lines, rng: Random) -> tuple[Lines, set[int]]:
    at = rng.randrange(1, len(lines))
    return lines[:at] + lines[at + 1 :], {at + 1}


def line_twice(lines: Lines, rng: Random) -> tuple[Lines, set[int]]:
    at = rng.randrange(1, len(lines))
    return lines[: at + 1] + lines[at:], {at + 2}


def lines_swapped(lines: Lines, rng: Random) -> tuple[Lines, set[int]]:
    at = rng.randrange(1, len(lines) - 1)
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]], {at + 1}


def end_cut_off(lines: Lines, rng: Random) -> tuple[Lines, set[int]]:
    at = rng.randrange(1, len(lines))
    return lines[:at], {at + 1}


def empty_line(lines: Lines, rng: Random) -> tuple[Lines, set[int]]:
    at = rng.randrange(1, len(lines) + 1)
    return [*lines[:at], "", *lines[at:]], {at + 1}


def line_of_another_place(lines: Lines, rng: Random) -> tuple[Lines, set[int]]:
    """One line written over another."""
    at, other = rng.sample(range(1, len(lines)), 2)
    return _with(lines, at, lines[other])


HARMS: tuple[Harm, ...] = (
    another_letter, another_number, letter_gone, letter_more, head_gone, head_of_its_own,
    line_gone, line_twice, lines_swapped, end_cut_off, empty_line, line_of_another_place,
)  # fmt: skip


def _with(lines: Lines, at: int, line: str) -> tuple[Lines, set[int]]:
    return [*lines[:at], line, *lines[at + 1 :]], {1, 2} if at == 0 else {at + 1}
