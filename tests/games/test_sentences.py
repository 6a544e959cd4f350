"""Every sentence of a rulebook that commands or forbids is held by a case or says why none does; incidents name what the game has."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.cli import main
from games.kernel import cases, incidents, sentences
from games.kernel.acts import Act
from games.kernel.game import Game
from games.kernel.sentences import Sentence
from games.kernel.words import Words
from games.registry import games

GAMES = [pytest.param(game, id=slug) for slug, game in games().items()]


def numbers(game: Game) -> set[str]:
    return {case.number for case in cases.load(game)}


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_of_the_rulebook_is_without_a_case_or_a_reason(game: Game) -> None:
    assert list(sentences.gaps(sentences.load(game.folder), game.rulebook, numbers(game))) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_article_is_called_enforced_that_no_case_is_refused_by(game: Game) -> None:
    cited = {article for case in cases.load(game) for article in (case.refused_by, *case.also)}

    assert [one.id for one in game.rulebook.articles if one.status == "enforced" and one.id not in cited] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_case_belongs_to_a_sentence(game: Game) -> None:
    named = {number for one in sentences.load(game.folder) for number in one.cases}

    assert sorted(numbers(game) - named) == []


@pytest.mark.parametrize("game", GAMES)
def test_incidents_name_articles_acts_and_cases_of_the_game(game: Game) -> None:
    found = incidents.load(game.folder)

    assert found != ()
    assert list(incidents.faults(found, game.rulebook, {tag(act) for act in game.act_types}, numbers(game))) == []


def tag(act: type[Act]) -> str:
    return str(act.__struct_config__.tag)


@pytest.mark.parametrize("game", GAMES)
def test_the_command_prints_the_coverage(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    result = main(["articles", game.slug, "--coverage"])

    count = len(sentences.load(game.folder))
    assert result == 0
    assert f"\n{count} of {count} sentences covered: " in capsys.readouterr().out


def test_the_page_of_incidents_is_in_step_with_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    """To mend it: `python -m games incidents > docs/incidents.md`."""
    written = (Path(__file__).parents[2] / "docs" / "incidents.md").read_text(encoding="utf-8")

    assert main(["incidents"]) == 0
    assert capsys.readouterr().out == written


def test_gaps_names_what_is_missing() -> None:
    game = games()["porcello"]
    says = Words("Una frase.", "A sentence.")
    found = (Sentence("99", says, "judge"), Sentence("1", says, "engine"), Sentence("1", says, "engine", ("99.9",)))

    result = list(sentences.gaps(found, game.rulebook, numbers(game)))

    assert result[:4] == [
        "sentence 1 (art. 99): the rulebook has no such article",
        "sentence 1 (art. 99): no reason says why nothing checks it",
        "sentence 2 (art. 1): no case holds it",
        "sentence 3 (art. 1): there is no case 99.9",
    ]
    assert all(line.endswith(": no sentence") for line in result[4:])
    assert result[4:] != []
