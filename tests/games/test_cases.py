"""Every case of every game: the refused act is refused by exactly its article, its twins pass and leave what they say."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from games.kernel import cases
from games.kernel.cases import BadCase, Case, Twin
from games.kernel.game import Game
from games.registry import games

CASES = [
    pytest.param(game, case, id=f"{slug}-{case.number}") for slug, game in games().items() for case in cases.load(game)
]
TWINS = [
    pytest.param(game, twin, made, id=f"{slug}-{case.number}-{number}")
    for slug, game in games().items()
    for case in cases.load(game)
    for number, (twin, made) in enumerate(cases.twins(case), 1)
]
GAMES = [pytest.param(game, id=slug) for slug, game in games().items()]


@pytest.mark.parametrize(("game", "case"), CASES)
def test_the_act_is_refused_by_exactly_its_article(game: Game, case: Case) -> None:
    found = cases.refusal(game, case)

    assert found, "the act may stand"
    kinds = {breach.kind for breach in found}
    assert (found[0].kind, found[0].article) == (case.kind, case.refused_by), found[0].reason.en
    assert kinds == {case.kind} or case.kind == "impossible"
    assert {breach.article for breach in found} == {case.refused_by, *case.also}


@pytest.mark.parametrize(("game", "twin", "made"), TWINS)
def test_the_twin_passes_and_leaves_what_it_says(game: Game, twin: Twin, made: Case) -> None:
    record = cases.outcome(game, made)

    assert {path: cases.fact(record, path) for path in twin.then} == dict(twin.then)


@pytest.mark.parametrize("game", GAMES)
def test_every_enforced_article_has_a_case_that_it_refuses(game: Game) -> None:
    refusing = {case.refused or case.article for case in cases.load(game)}
    enforced = [article.id for article in game.rulebook.articles if article.status == "enforced"]

    assert [article for article in enforced if article not in refusing] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_computed_article_has_a_case_with_a_result(game: Game) -> None:
    visible = {case.article for case in cases.load(game) if any(twin.then for twin in case.twin)}
    computed = [article.id for article in game.rulebook.articles if article.status == "computed"]

    assert [article for article in computed if article not in visible] == []


# -- the reader

CASE = """
[[case]]
number = "6.1"
article = "6"
title = { it = "Uno", en = "One" }
act = { type = "attack_dice", dice = [1] }
[[case.twin]]
act = { type = "end_turn" }
"""


def written(tmp_path: Path, text: str) -> Game:
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "art_06.toml").write_text(text, encoding="utf-8")
    return msgspec.structs.replace(games()["risiko"], folder=tmp_path)


def test_a_file_of_cases_is_read(tmp_path: Path) -> None:
    assert [case.number for case in cases.load(written(tmp_path, CASE))] == ["6.1"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("[[case]]", "[[case"), "art_06.toml: "),
        (('article = "6"', 'article = "99"'), "art_06.toml: case 6.1: there is no article 99"),
        (
            ('number = "6.1"', 'number = "6.1"\nkolour = 1'),
            "art_06.toml: case 6.1: Object contains unknown field `kolour`",
        ),
        (('[[case.twin]]\nact = { type = "end_turn" }', ""), "art_06.toml: case 6.1: no twin that passes"),
        (("[[case", "[[kase"), "art_06.toml: Object contains unknown field `kase`"),
    ],
)
def test_a_fault_names_the_file_and_the_case(tmp_path: Path, change: tuple[str, str], says: str) -> None:
    with pytest.raises(BadCase) as raised:
        cases.load(written(tmp_path, CASE.replace(*change)))
    assert str(raised.value).startswith(says)


def test_a_number_stands_once(tmp_path: Path) -> None:
    with pytest.raises(BadCase, match=r"art_06\.toml: case 6\.1: this number stands twice"):
        cases.load(written(tmp_path, CASE + CASE))
