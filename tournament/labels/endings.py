"""How a game ended: in the words of its own game, or as any game on paper may end. A result stores the code."""

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.registry import games
from tournament.core.regulation.schema import Regulation

OTHER = "other"
ON_PAPER = {
    "abandoned": _("partita abbandonata"),
    "walkover": _("a tavolino: l'avversario non è venuto"),
    OTHER: _("altro"),
}


class Endings(dict[str, str]):
    """An unknown code, from another site's archive, is its own label."""

    def __missing__(self, code: str) -> str:
        return code


def endings_of(rules: Regulation) -> Endings:
    """Each code with its words in the reader's language, the game's own first."""
    return game_endings(rules.game)


def game_endings(game: str) -> Endings:
    """The same for a game by its slug; an unknown game has only the endings on paper."""
    language = get_language() or settings.LANGUAGE_CODE
    played = games().get(game)
    own = {code: words.in_language(language) for code, words in played.endings.items()} if played else {}
    return Endings(own | {code: str(words) for code, words in ON_PAPER.items() if code not in own})
