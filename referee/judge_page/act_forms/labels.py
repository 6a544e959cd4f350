"""Names of the fields of acts in words, from the game's `forms.toml`."""

from games.kernel.forms import forms_of
from games.kernel.game import Game
from referee.wording import localized

HOW = "how"
"""The field of `finish` that says how the game ended."""


def label(name: str, game: Game) -> str:
    """An id of the games that has no word of its own reads well enough without its underscores."""
    words = forms_of(game).words(name)
    return localized(words) if words else name.replace("_", " ").replace("@", " · ")


def value(field: str, value: str, game: Game) -> str:
    """A value of a field; how a game ended in the words in which every page says it."""
    return localized(game.endings[value]) if field == HOW and value in game.endings else label(value, game)
