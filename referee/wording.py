"""Words of the games in the reader's language."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.kernel.articles import Article, Rulebook
from games.kernel.scene import SeatMark
from games.kernel.words import Words, stopped

COLOURS = {
    "nero": Words("nero", "black"),
    "rosso": Words("rosso", "red"),
    "giallo": Words("giallo", "yellow"),
    "verde": Words("verde", "green"),
    "blu": Words("blu", "blue"),
    "viola": Words("viola", "purple"),
}
ENGLISH_LETTERS = {"nero": "K", "rosso": "R", "giallo": "Y", "verde": "G", "blu": "B", "viola": "L"}


DECIMALS = re.compile(r"(?<=\d)\.(?=\d)")
SEAT = re.compile(r"\b(?:([Ii]l|[Dd]el|[Dd]al|[Aa]l|[Cc]ol|[Ss]ul) )?(?:[Gg]iocatore|[Ss]eat) (\d{1,2})\b(\.(?!\.))?")
BEFORE_A_NAME = {"il": "", "del": "di ", "dal": "da ", "al": "a ", "col": "con ", "sul": "su "}
_names: ContextVar[tuple[str, ...]] = ContextVar("names of the seats", default=())


def figure(text: str | None) -> str | None:
    """A figure as the engines write it, `0.36`, with the reader's decimal mark."""
    return DECIMALS.sub(",", text) if text and get_language() != "en" else text


@contextmanager
def naming(names: Sequence[str]) -> Iterator[None]:
    """Within it the words of the games call the players by these names, by seat. Only for what is shown: what is stored names seats."""
    token = _names.set(tuple(names))
    try:
        yield
    finally:
        _names.reset(token)


def localized(words: Words | str) -> str:
    if not isinstance(words, Words):
        return words
    text, names = words.in_language(get_language() or "it"), _names.get()
    return with_names(text, names) if names and ("iocatore " in text or "eat " in text) else text


def with_names(text: str, names: Sequence[str]) -> str:
    """`la carta spetta al giocatore 2` as `la carta spetta a Anna B.`; a seat without a name stays as it is. A full stop behind an initial
    is one with it.
    """

    def name(found: re.Match[str]) -> str:
        seat = int(found[2]) - 1
        if not (0 <= seat < len(names) and names[seat]):
            return found[0]
        named = BEFORE_A_NAME.get((found[1] or "").lower(), "") + names[seat]
        return stopped(named) if found[3] else named

    return SEAT.sub(name, text)


def colour(name: str) -> str:
    """Games name the colour of a seat in Italian."""
    return localized(COLOURS.get(name, name))


def army_letter(mark: SeatMark) -> str:
    """The letter beside a colour: games give the Italian one; in English black is K, as printers call it, for blue has the B."""
    is_english = (get_language() or "it").startswith("en")
    return ENGLISH_LETTERS.get(mark.colour, mark.letter) if is_english else mark.letter


def article_title(article: Article) -> str:
    """`art. 16. Sdadata`, or `art. C) …` where the book prints the number as part of the title; without a number the title alone."""
    title = localized(article.title)
    if article.number:
        return _("art. %s") % (title if title.startswith(f"{article.number})") else f"{article.number}. {title}")
    if article.is_basic:
        return _("regola di base, %s") % title
    return title


def cite_articles(book: Rulebook, ids: str) -> str:
    """`art. 16, regola di base, Carte` of the ids `16, base.cards`: by their number in the book, else by their title."""
    return ", ".join(_short(book.by_id[one]) if one in book else one for one in ids.split(", ") if one)


def _short(article: Article) -> str:
    return _("art. %s") % article.number if article.number else article_title(article)
