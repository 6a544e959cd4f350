"""One line, one reading: what a decoder lets pass, and two programs may read as two things, is refused by name.

A line whose text is what this program would write can be read in one way only. Any other is looked through: no member twice, no number
in another form than its shortest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, NoReturn
from unicodedata import category

import msgspec

from games.kernel.breaches import Unreadable
from games.kernel.words import Words

LONGEST_LINE = 100_000
"""Bytes of one line. The longest act, a whole board of F.A.T.A.L. or FabRisiko! put right at once, takes a tenth of it."""
MOST_DIGITS = 15
_CONTROL = re.compile(
    rb"(?<!\\)(?:\\\\)*\\(u00(?:[01][0-9a-fA-F]|7[fF]|[89][0-9a-fA-F])|[bfnrt])|(\x7f|\xc2[\x80-\x9f])"
)
"""A control character as it can stand in the text of a line: escaped, or one of the few that need not be."""
_KEY_OF_NUMBER = re.compile(r"\s*[+-]?\d[\d_]*\s*")
_PLACE = re.compile(r" - at (?:`key` in )?`\$\.?(.*?)`$")
_MEMBER = re.compile(r"^Object (contains unknown|missing required) field `(.*?)`")
_VALUE = re.compile(r"^(?:enum )?value (.*)$")
_WANTED = re.compile(r"^(?:Expected|Invalid) (.*?)(?:, got .*)?$")


def check_length(line: bytes) -> None:
    """Raises `Unreadable` for a line beyond any that a table can need."""
    if len(line) > LONGEST_LINE:
        raise Unreadable(
            "la riga è di {n} byte, al più {most}",
            "the line has {n} bytes, at most {most}",
            n=len(line),
            most=LONGEST_LINE,
        )


def check_unambiguous(text: bytes) -> Any:
    """The text as it is read. Raises `Unreadable` for a member that stands twice, a number that is not written in its shortest form, a
    byte that ends a line for other programs, or a control character in a text.
    """
    if b"\r" in text:
        raise Unreadable("un ritorno a capo in mezzo alla riga", "a carriage return within the line")
    if found := _CONTROL.search(text):
        _no_control(msgspec.json.decode(b'"\\%s"' % found[1] if found[1] else b'"%s"' % found[2]))
    return json.loads(
        text, object_pairs_hook=_members, parse_int=_integer, parse_float=_no_number, parse_constant=_no_number
    )


def may_steer(text: bytes) -> bool:
    """Whether a control character may stand in it: an escape, or one of the bytes that begin those which need none."""
    return b"\\" in text or b"\xc2" in text or b"\x7f" in text


def check_words(text: str) -> None:
    """Raises `Unreadable` for a control character in what a person wrote: no reader shows it, and some end the text there."""
    if not text.isprintable() and (found := next((one for one in text if category(one) == "Cc"), "")):
        _no_control(found)


UNSEEN = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U00013441\U00013442\U0001d159"
"""Letters and signs that are drawn as nothing: fillers, the braille cell without a dot, what stands for an object that is not there, the
blanks of hieroglyphs, the head of a note that is none."""
ENDING = "\u2028\u2029"
"""Characters that end a line where a line has only one."""
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that say in which direction the text behind them goes."""


def may_turn(text: bytes) -> bool:
    """Whether such a character, or one that ends a line, may stand in what was written, or its escape: cheap, for a whole file."""
    return b"\xe2\x80" in text or b"\xe2\x81" in text or b"\xd8\x9c" in text or b"\\u" in text


def check_direction(text: str) -> None:
    """Raises `Unreadable` for a character that turns round what follows it: in a log other words would stand there."""
    if found := next((one for one in text if one in TURNING), ""):
        raise Unreadable(
            "un carattere che gira il testo: U+{code}",
            "a character that turns the text round: U+{code}",
            code=f"{ord(found):04X}",
        )


def check_one_line(text: str) -> None:
    """Raises `Unreadable` for a character that ends a line: in a log what follows would stand on a line of its own."""
    if found := next((one for one in ENDING if one in text), ""):
        raise Unreadable(
            "un carattere che va a capo: U+{code}", "a character that ends the line: U+{code}", code=f"{ord(found):04X}"
        )


def shows_something(text: str) -> bool:
    """Whether a person sees anything of it: no blanks of any width, marks without a letter or characters that only steer."""
    return any(category(one)[0] in "LNPS" and one not in UNSEEN for one in text)


def hides_something(text: str) -> bool:
    """Whether two texts that look the same may differ by it: characters that are drawn as nothing, and blanks other than the usual one."""
    return not text.isprintable() or any(one in UNSEEN for one in text)


def reason_in(text: str) -> str:
    """What a person typed as a reason, in one line of at most 300 characters; empty where nothing of it is seen."""
    return " ".join(text.split())[:300] if shows_something(text) else ""


def _no_control(character: str) -> NoReturn:
    raise Unreadable(
        "un carattere di controllo nel testo: U+{code}",
        "a control character in the text: U+{code}",
        code=f"{ord(character):04X}",
    )


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Unreadable("il membro {key} sta due volte", "the member {key} stands twice", key=key)
        if _KEY_OF_NUMBER.fullmatch(key):
            _integer(key)
        found[key] = value
    return found


def _integer(text: str) -> int:
    if len(text) > MOST_DIGITS and text.isascii():
        shown = f"{text[:MOST_DIGITS]}…"
        raise Unreadable("{text}: un numero troppo lungo", "{text}: a number too long", text=shown)
    if not text.isascii() or "_" in text or str(int(text)) != text:
        _no_number(text)
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise Unreadable(
        "{text} non è un numero scritto nella forma più breve", "{text} is no number in its shortest form", text=text
    )


def parser_words(error: Exception, read: bytes = b"") -> Words:
    """What a parser found, in both languages: the place in the line and what belongs there. What makes the text that it `read` two texts
    comes first: the parser may have stumbled over the second of two members.
    """
    try:
        check_unambiguous(read)
    except Unreadable as doubled:
        return doubled.reason
    except (ValueError, RecursionError):
        pass  # no JSON: the parser says so
    text = str(error)
    if member := _MEMBER.match(text):
        unknown = member[1] == "contains unknown"
        words = Words("membro sconosciuto: {name}", "unknown member: {name}") if unknown else MISSING
        return words.fill({"name": member[2][:80]})
    place = _PLACE.search(text)
    wanted = _WANTED.match(text[: place.start()] if place else text)
    if not isinstance(error, msgspec.ValidationError) or wanted is None:
        return Words("non è JSON", "this is no JSON")
    where = (place[1] if place else "") or "$"
    if value := _VALUE.match(wanted[1]):
        return NO_VALUE.fill({"place": where, "value": value[1][:80]})
    return FITS_NOT.fill({"place": where, "wanted": _fitting(wanted[1])})


MISSING = Words("manca il membro {name}", "the member {name} is missing")
NO_VALUE = Words("{place}: {value} non è tra i valori", "{place}: {value} is none of the values")
FITS_NOT = Words("{place}: qui va {wanted}", "{place} takes {wanted}")
_TYPES = {
    "object": Words("un oggetto", "an object"),
    "array": Words("un elenco", "a list"),
    "int": Words("un numero intero", "a whole number"),
    "str": Words("un testo", "a text"),
    "bool": Words("vero o falso", "true or false"),
    "null": Words("niente", "nothing"),
}
_BOUNDS = (
    (re.compile(r" of length <= (\d+)"), Words(r", lungo al più \1", r", at most \1 long")),
    (re.compile(r" of length >= (\d+)"), Words(r", lungo almeno \1", r", at least \1 long")),
    (re.compile(r" of length (\d+)"), Words(r", lungo \1", r", \1 long")),
    (re.compile(r" <= (-?\d+)"), Words(r", al più \1", r", at most \1")),
    (re.compile(r" >= (-?\d+)"), Words(r", almeno \1", r", at least \1")),
    (re.compile(r" \| "), Words(" o ", " or ")),
)


def _fitting(wanted: str) -> Words:
    """What a parser wants, in words: `int` >= 0 is a whole number, at least 0."""
    it = en = wanted.replace("`", "")
    for pattern, words in _BOUNDS:
        it, en = pattern.sub(words.it, it), pattern.sub(words.en, en)
    for name, words in _TYPES.items():
        it, en = re.sub(rf"\b{name}\b", words.it, it), re.sub(rf"\b{name}\b", words.en, en)
    return Words(it, en)


def is_canonical(encoder: msgspec.json.Encoder, lines: list[bytes], entries: Iterable[Any]) -> bool:
    """Whether every line stands as this program would have written it, and none is beyond what a table can need.

    Lines in which a control character may stand are looked at one by one.
    """
    text = b"\n".join(lines) + b"\n"
    return (
        (len(text) <= LONGEST_LINE or max(map(len, lines)) <= LONGEST_LINE)
        and encoder.encode_lines(entries) == text
        and not may_steer(text)
    )
