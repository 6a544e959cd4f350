"""How wide a text is in the letters of the site, so that the server can tell on how many lines it will stand.

The widths are those of Inter SemiBold, in thousandths of the size of the letters, with the figures of one width that the style asks for.
"""

import re
import unicodedata

GROUPS = {
    262: "ij",
    277: " ,.:;I",
    298: "l'’·",
    353: "t`!|",
    397: "fr()[]{}/\\",
    523: '"_^',
    566: "sLzxk?",
    591: "aJcvFyeE",
    626: "ohnubdpqg",
    660: "P*+-–0123456789<=>~$SRZBT&#«»ßøđ",
    728: "KYXDAVØÐ",
    769: "UCHGNOQ",
    839: "w",
    922: "mMæ",
    1020: "W@%Æ…",
}
WIDTHS = {letter: width for width, letters in GROUPS.items() for letter in letters}
UNKNOWN = 1020


def width_of(text: str) -> float:
    """In sizes of the letters. An accent takes no room of its own."""
    plain = (one for one in unicodedata.normalize("NFD", text) if not unicodedata.combining(one))
    return sum(WIDTHS.get(letter, UNKNOWN) for letter in plain) / 1000


def widest_word(text: str) -> float:
    """Of what is never broken where it has room: the words, and the parts of one with hyphens."""
    return max(map(width_of, re.findall(r"[^\s-]+-*", text)), default=0)


def lines_of(text: str, room: float) -> int:
    """The lines of a text in this room, broken between words and after hyphens; a word wider than the room is broken anywhere."""
    lines, left = 1, room
    for word in re.findall(r"\s*[^\s-]*-*", text):
        width = width_of(word)
        if width > left and left < room:
            lines, left, width = lines + 1, room, width_of(word.lstrip())
        while width > room:
            lines, width = lines + 1, width - room
        left -= width
    return lines


def broken(text: str, room: float) -> list[str]:
    """The lines themselves, for pictures, where nothing breaks them: `lines_of` says how many."""
    lines = [""]
    for word in re.findall(r"\s*[^\s-]*-*", text):
        if lines[-1] and width_of(lines[-1] + word) > room:
            lines.append("")
        for letter in word if lines[-1] else word.lstrip():
            if lines[-1] and width_of(lines[-1] + letter) > room:
                lines.append("")
            lines[-1] += letter
    return lines
