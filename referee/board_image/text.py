"""Fitting text into a box: its width, its line breaks, and the largest size at which it fits."""

NAME_SIZES = (4.6, 4.3, 4.0, 3.9, 3.7)
LEAST_NAME, LEAST_TALL_NAME = 3.7, 3.9
"""Ten pixels on a judge's tablet, either way it is held; a tall board is drawn smaller. A name that does not fit is cut, never smaller."""
HYPHEN = "\u00ad"
NARROW, WIDE = frozenset("iljftrI.,'’: "), frozenset("mwMWQOGCD@")


def fitted(words: str, width: float, room: float, least: float = LEAST_NAME) -> tuple[float, list[str]]:
    """The largest size at which the words fit, and their lines; a long word is broken before the name is cut short."""
    whole, broken = words.replace(HYPHEN, ""), words.replace(HYPHEN, "- ")
    sizes = [size for size in NAME_SIZES if size >= least]
    for text in dict.fromkeys((whole, broken)):
        for size in sizes:
            lines = wrapped(text, size, width)
            if len(lines) * size * 1.06 <= room and all(wide(line, size) <= width for line in lines):
                return size, lines
    most = max(1, int(room / (least * 1.06)))
    lines = _with_initials(whole, least, width, most) or wrapped(whole, least, width)[:most]
    return least, [_cut(line, least, width) for line in lines]


def _with_initials(words: str, size: float, width: float, most: int) -> list[str]:
    """The name with its last words as initials, so that places that begin alike still differ (`Udine O.`); empty where that has no room, or
    where more whole words stand there without.
    """
    parts = words.split()
    without = len(" ".join(wrapped(words, size, width)[:most]).split())
    for whole in range(len(parts) - 1, without - 1, -1):
        initials = [f"{one[0]}." for one in parts[whole:] if one[0].isupper()]
        for count in range(len(initials), 0, -1):
            lines = wrapped(" ".join((*parts[:whole], *initials[:count])), size, width)
            if len(lines) <= most and all(wide(line, size) <= width for line in lines):
                return lines
    return []


def _cut(line: str, size: float, width: float) -> str:
    """As many letters as there is room for, with a point behind them."""
    if wide(line, size) <= width:
        return line
    whole = next(n for n in range(len(line) - 1, -1, -1) if n < 2 or wide(f"{line[:n]}.", size) <= width)
    return f"{line[:whole].rstrip(' .')}."


def wrapped(words: str, size: float, width: float) -> list[str]:
    lines: list[str] = []
    for word in words.split():
        if lines and wide(f"{lines[-1]} {word}", size) <= width:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines


def wide(text: str, size: float) -> float:
    """An upper estimate of a text's width in the fonts of screen and paper."""
    units = sum(0.38 if char in NARROW else 0.9 if char in WIDE else 0.7 if char.isupper() else 0.63 for char in text)
    return units * size
