"""`ARTICLES.md` of every game is what its rulebook says, and the command line prints the same."""

from __future__ import annotations

import pytest

from games.cli import main
from games.kernel import articles
from games.kernel.game import Game
from games.registry import games

GAMES = [pytest.param(game, id=slug) for slug, game in games().items()]


@pytest.mark.parametrize("game", GAMES)
def test_the_articles_file_is_in_step_with_the_rulebook(game: Game) -> None:
    """To mend it: `python -m games articles GAME > games/GAME/ARTICLES.md`."""
    written = (game.folder / "ARTICLES.md").read_text(encoding="utf-8")

    assert written == articles.table(game.rulebook)


@pytest.mark.parametrize("game", GAMES)
def test_the_command_prints_the_file(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["articles", game.slug]) == 0
    assert capsys.readouterr().out == articles.table(game.rulebook)


def test_an_unknown_game_has_no_articles(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["articles", "tombola"]) == 2
    assert capsys.readouterr().err == "UnknownGame: unknown game: tombola\n"


@pytest.mark.parametrize("game", GAMES)
def test_every_option_that_is_a_reading_names_an_article(game: Game) -> None:
    assert [
        option.key for option in game.options if not all(article in game.rulebook for article in option.articles)
    ] == []
