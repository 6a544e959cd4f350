"""All games, by slug. A game is one folder with a `game.py` that holds `GAME`; nothing else names it.

An example game is found by its slug, so that its tables and archives stay readable, but is on offer only where
`SDADATA_EXAMPLE_GAMES=1` stands in the environment.
"""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from games.kernel.game import Game

ORDER = ("risiko", "iperisiko", "fabrisiko", "arba", "fatal")


class UnknownGame(LookupError):
    """No game goes by that slug."""


def games() -> dict[str, Game]:
    """Every game on offer, the five of the house first, others by name."""
    with_examples = os.environ.get("SDADATA_EXAMPLE_GAMES", "") not in ("", "0")
    return {slug: found for slug, found in every_game().items() if with_examples or not found.is_example}


@lru_cache(maxsize=1)
def every_game() -> dict[str, Game]:
    there = Path(__file__).parent.glob("*/game.py*")  # game.pyc alone where only bytecode was brought: on a tablet
    found = {module.parent.name for module in there} - {"kernel"}
    slugs = sorted(found, key=lambda slug: (ORDER.index(slug) if slug in ORDER else len(ORDER), slug))
    modules = [import_module(f"games.{slug}.game") for slug in slugs]
    return {module.GAME.slug: module.GAME for module in modules}


def game(slug: str) -> Game:
    """Raises `UnknownGame`."""
    try:
        return every_game()[slug]
    except KeyError:
        raise UnknownGame(f"unknown game: {slug}") from None
