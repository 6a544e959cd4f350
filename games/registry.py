"""All games, by slug. A game is one folder with a `game.py` that holds `GAME`; nothing else names it."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pathlib import Path

from games.kernel.game import Game

ORDER = ("risiko", "iperisiko", "fabrisiko", "arba", "fatal")


class UnknownGame(LookupError):
    """No game goes by that slug."""


@lru_cache(maxsize=1)
def games() -> dict[str, Game]:
    """Every game, the five of the house first, others by name."""
    found = [folder.parent.name for folder in Path(__file__).parent.glob("*/game.py") if folder.parent.name != "kernel"]
    slugs = sorted(found, key=lambda slug: (ORDER.index(slug) if slug in ORDER else len(ORDER), slug))
    modules = [import_module(f"games.{slug}.game") for slug in slugs]
    return {module.GAME.slug: module.GAME for module in modules}


def game(slug: str) -> Game:
    """Raises `UnknownGame`."""
    try:
        return games()[slug]
    except KeyError:
        raise UnknownGame(slug) from None
