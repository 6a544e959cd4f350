"""`docs/interpretations.md`, or a page in the game's own folder, names every option with all its values in that game's own section."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.kernel.game import Game
from games.kernel.options import Option
from games.registry import games

PAGE = (Path(__file__).parents[2] / "docs" / "interpretations.md").read_text(encoding="utf-8")
GAMES = [pytest.param(game, id=slug) for slug, game in games().items()]
OPTIONS = [
    pytest.param(game, option, id=f"{slug}-{option.key}") for slug, game in games().items() for option in game.options
]


def section(slug: str) -> str:
    own = games()[slug].folder / "interpretations.md"
    pages = PAGE + (own.read_text(encoding="utf-8") if own.exists() else "")
    found = re.findall(rf"^## [^\n]*\(`{slug}`\)$(.*?)(?=^## |\Z)", pages, flags=re.MULTILINE | re.DOTALL)
    assert len(found) == 1, f"one section ## … (`{slug}`) in docs/interpretations.md or {own.name} of the game"
    return str(found[0])


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_one_section(game: Game) -> None:
    assert section(game.slug).strip() != ""


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_every_option_stands_there_with_its_values(game: Game, option: Option) -> None:
    result = section(game.slug)

    assert [name for name in (option.key, *option.values) if f"`{name}`" not in result] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_edition_stands_there(game: Game) -> None:
    result = section(game.slug)

    assert [edition.slug for edition in game.editions if f"`{edition.slug}`" not in result] == []


def test_no_section_is_about_a_game_that_does_not_exist() -> None:
    assert [
        slug for slug in re.findall(r"^## [^\n]*\(`(\w+)`\)$", PAGE, flags=re.MULTILINE) if slug not in games()
    ] == []
