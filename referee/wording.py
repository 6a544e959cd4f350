"""Words of the games in the reader's language."""

from django.utils.translation import get_language

from games.kernel.words import Words

COLOURS = {
    "nero": Words("nero", "black"),
    "rosso": Words("rosso", "red"),
    "giallo": Words("giallo", "yellow"),
    "verde": Words("verde", "green"),
    "blu": Words("blu", "blue"),
    "viola": Words("viola", "purple"),
}


def said(words: Words | str) -> str:
    return words.in_language(get_language() or "it") if isinstance(words, Words) else words


def colour(name: str) -> str:
    """Games name the colour of a seat in Italian."""
    return said(COLOURS.get(name, name))
