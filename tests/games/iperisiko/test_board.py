"""The board, the incomes, the objectives and the cards (6, 8, 16, 17): figures counted by hand from the rulebook."""

from __future__ import annotations

from decimal import Decimal
from itertools import combinations
from pathlib import Path

import pytest

from games.iperisiko import board
from games.kernel.boards import BadData
from games.risiko import board as classic

TENTHS = (7, 7, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 11, 12, 12, 12, 13, 13, 14, 14)
SIZES = {
    5: 14,
    6: 12,
    7: 15,
    8: 15,
    9: 12,
    10: 12,
    11: 16,
    12: 14,
    13: 14,
    14: 15,
    15: 17,
    16: 17,
    17: 18,
    18: 18,
    19: 19,
    20: 17,
}


def borders(plan: classic.Board) -> set[frozenset[str]]:
    return {frozenset((plan.ids[here], plan.ids[there])) for here in range(plan.size) for there in plan.borders[here]}


def test_one_border_is_new_and_egypt_touches_the_middle_east() -> None:
    ours, theirs = borders(board.standard()), borders(classic.standard())

    assert ours - theirs == {frozenset({"argentina", "australia_orientale"})}
    assert theirs - ours == set()
    assert frozenset({"egitto", "medio_oriente"}) in ours
    assert len(ours) == 83


def test_the_classic_board_is_left_as_it_was() -> None:
    board.standard()

    assert len(borders(classic.standard())) == 82
    assert {one.id: one.bonus for one in classic.standard().continents}["asia"] == 7


def test_incomes_are_those_of_article_8() -> None:
    incomes = {continent.id: continent.bonus for continent in board.standard().continents}

    assert incomes == {
        "asia": 4,
        "europa": 3,
        "america_del_nord": 2,
        "africa": 1,
        "america_del_sud": 1,
        "oceania": 1,
    }


def test_twenty_objectives_with_their_coefficients() -> None:
    plan = board.standard()

    assert {number: str(value) for number, value in plan.coefficients.items()} == {
        number: str((Decimal(tenths) / 10).quantize(Decimal("0.01"))) for number, tenths in enumerate(TENTHS, 1)
    }
    assert {n: len(goal.territories) for n, goal in plan.objectives.items() if goal.territories} == SIZES
    assert plan.targets == {1: "nero", 2: "blu", 3: "rosso", 4: "verde"}


def test_the_islands_of_objective_6_are_the_seven_of_the_note() -> None:
    plan = board.standard()
    africa = {"africa_del_nord", "egitto", "africa_orientale", "congo", "africa_del_sud", "madagascar"}
    islands = {"groenlandia", "islanda", "gran_bretagna", "madagascar", "indonesia", "nuova_guinea", "giappone"}

    assert {plan.ids[place] for place in plan.objectives[6].territories} == africa | islands


def test_155_of_190_pairs_may_stand() -> None:
    assert sum(one + other >= 18 for one, other in combinations(TENTHS, 2)) == 155


def test_only_cita_and_afghanistan_have_no_coast() -> None:
    plan = board.standard()

    assert [name for name, coast in zip(plan.ids, plan.has_coast, strict=True) if not coast] == ["cita", "afghanistan"]


def test_the_kit_and_the_figures_are_those_of_article_17() -> None:
    plan = board.standard()

    assert {card.id: card.count for card in plan.kit} == {
        "riserva": 1,
        "dna": 1,
        "trasporto_aereo": 1,
        "minibomba": 1,
        "cortina_di_ferro": 1,
        "socialista": 1,
        "armate_nascoste": 2,
        "ripiegamento": 2,
        "campo_minato": 1,
    }
    assert {card.id: card.count for card in plan.figures} == dict.fromkeys(
        ("generale", "maresciallo", "diplomatico", "ammiraglio", "spia"), 2
    )


def test_what_nobody_knows_is_labelled() -> None:
    facts = board.standard().facts

    assert facts["status.rinforzo"].startswith("unknown")
    assert facts["status.factories"].startswith("unknown")
    assert "status.lists" not in facts


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("isole;12", "isole;13"), "objectives.csv: line 10: 12 territories, not 13"),
        (("asia;4", "asie;4"), "continents.csv: the continents are not those of the board"),
    ],
)
def test_a_data_file_that_does_not_stand_is_named(tmp_path: Path, change: tuple[str, str], says: str) -> None:
    for path in board.DATA.iterdir():
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8").replace(*change, 1), encoding="utf-8")

    with pytest.raises(BadData) as raised:
        board.load(tmp_path)
    assert str(raised.value).startswith(says)
