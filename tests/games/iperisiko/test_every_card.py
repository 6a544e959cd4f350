"""Every unconventional card of article 17 has at least one refused case and one that passes; so has every article."""

from __future__ import annotations

import pytest

from games.iperisiko.board import standard
from games.iperisiko.game import GAME
from games.kernel.cases import Case, load, twins

CARDS = tuple(card.id for card in standard().cards.values() if card.kind in ("kit", "figure"))
CASES = load(GAME)
LETTERS_A_TO_P = 14


def is_about(case: Case, card: str) -> bool:
    return case.act.get("type") == card


def test_the_cards_are_those_of_letters_a_to_p() -> None:
    assert len(CARDS) == LETTERS_A_TO_P
    assert set(CARDS) <= {str(act.__struct_config__.tag) for act in GAME.acts}


@pytest.mark.parametrize("card", CARDS)
def test_every_card_is_refused_once_and_passes_once(card: str) -> None:
    assert [case.number for case in CASES if is_about(case, card)]
    assert [case.number for case in CASES for _, made in twins(case) if is_about(made, card)]


def test_every_article_of_the_rulebook_has_a_case() -> None:
    computed = {"6", "7", "8", "base.comparison"}
    met = {article for case in CASES for article in (case.article, case.refused_by)}
    assert {article.id for article in GAME.rulebook.articles} - met <= computed
    visible = {case.article for case in CASES}
    assert {"6", "7", "8"} <= visible
