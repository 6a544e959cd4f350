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
SHY = "\u00ad"
"""A hyphen that shows where a line ends at it."""
WIDTHS[SHY] = WIDTHS["-"]


def width_of(text: str) -> float:
    """In sizes of the letters. An accent takes no room of its own."""
    plain = (one for one in unicodedata.normalize("NFD", text) if not unicodedata.combining(one))
    return sum(WIDTHS.get(letter, UNKNOWN) for letter in plain) / 1000


def widest_word(text: str) -> float:
    """Of what is never broken where it has room: the words, and the parts of one with hyphens."""
    return max(map(width_of, re.findall(rf"[^\s{SHY}-]+[{SHY}-]*", text)), default=0)


def hyphenated(text: str, room: float) -> str:
    """With a soft hyphen wherever a word that has no room on a line goes on in the next one."""
    return re.sub(r"[^\s-]+-*", lambda found: SHY.join(_pieces(found[0], room)), text)


def _pieces(word: str, room: float) -> list[str]:
    """The word in pieces of about one length, each with its hyphen in the room."""
    many = 1
    while True:
        each = -(-len(word) // many)
        pieces = [word[first : first + each] for first in range(0, len(word), each)]
        if each == 1 or all(width_of(piece) + WIDTHS[SHY] / 1000 * (many > 1) <= room for piece in pieces):
            return pieces
        many += 1


def lines_of(text: str, room: float) -> int:
    """The lines of a text in this room, broken between words and after hyphens; a word wider than the room is broken anywhere."""
    lines, left = 1, room
    for word in re.findall(rf"\s*[^\s{SHY}-]*[{SHY}-]*", text):
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
