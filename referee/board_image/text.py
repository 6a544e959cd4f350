"""Fitting text into a box: its width, its line breaks, and the largest size at which it fits."""

NAME_SIZES = (4.6, 4.3, 4.0, 3.7)
SMALL_NAMES = (3.4, 3.1)
LEAST_NAME = 2.7
HYPHEN = "\u00ad"
NARROW, WIDE = frozenset("iljftrI.,'’: "), frozenset("mwMWQOGCD@")


def fitted(words: str, width: float, room: float) -> tuple[float, list[str]]:
    """The largest size at which the words fit, and their lines; a long word is broken before the size shrinks."""
    whole, broken = words.replace(HYPHEN, ""), words.replace(HYPHEN, "- ")
    for text, sizes in ((whole, NAME_SIZES), (broken, NAME_SIZES), (whole, SMALL_NAMES)):
        for size in sizes:
            lines = wrapped(text, size, width)
            if len(lines) * size * 1.06 <= room and all(wide(line, size) <= width for line in lines):
                return size, lines
    lines = wrapped(whole, LEAST_NAME, width)
    longest = max(wide(line, 1) for line in lines)
    return max(2.2, min(LEAST_NAME, width / longest)), lines


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
