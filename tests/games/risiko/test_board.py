"""The board against numbers written here: none of them is read from the file that the engine reads."""

from __future__ import annotations

from collections import Counter

import pytest

from games.risiko.board import Board, standard

BOARD: Board = standard()
VALUES = {
    2: "argentina madagascar giappone australia_orientale",
    3: "alaska quebec america_centrale venezuela peru islanda congo africa_del_sud jacuzia india siam indonesia",
    5: "europa_settentrionale africa_orientale siberia kamchatka mongolia",
    6: "ontario europa_meridionale ucraina africa_del_nord medio_oriente",
    7: "cina",
}
CONTINENTS = {  # territories, armies a turn, points, most that one player is dealt
    "america_del_nord": (9, 5, 35, 4),
    "america_del_sud": (4, 2, 12, 2),
    "europa": (7, 5, 32, 3),
    "africa": (6, 3, 23, 3),
    "asia": (12, 7, 51, 6),
    "oceania": (4, 2, 11, 2),
}
COUNTS = dict(zip(range(1, 17), (23, 20, 22, 21, 22, 22, 22, 22, 20, 21, 21, 20, 21, 23, 23, 22), strict=True))


def test_there_are_42_territories_and_82_borders() -> None:
    borders = {frozenset((here, there)) for here in range(BOARD.size) for there in BOARD.borders[here]}

    assert (BOARD.size, len(borders)) == (42, 82)


def test_borders_hold_both_ways() -> None:
    one_way = [(here, there) for here in range(42) for there in BOARD.borders[here] if here not in BOARD.borders[there]]

    assert one_way == []


def test_the_values_are_the_numbers_of_borders_and_164_in_all() -> None:
    assert [len(borders) for borders in BOARD.borders] == list(BOARD.values)
    assert sum(BOARD.values) == 164


@pytest.mark.parametrize("value", VALUES)
def test_the_printed_values(value: int) -> None:
    visible = {name for name, found in zip(BOARD.ids, BOARD.values, strict=True) if found == value}

    assert visible - {"nuova_guinea", "australia_occidentale"} == set(VALUES[value].split())


@pytest.mark.parametrize(
    ("here", "there", "touches"),
    [
        ("egitto", "medio_oriente", True),
        ("cina", "medio_oriente", True),
        ("alaska", "kamchatka", True),
        ("america_centrale", "stati_uniti_orientali", True),
        ("brasile", "africa_del_nord", True),
        ("africa_orientale", "medio_oriente", False),
        ("afghanistan", "india", False),
        ("argentina", "australia_orientale", False),
        ("groenlandia", "islanda", True),
    ],
)
def test_borders_on_which_editions_differ(here: str, there: str, touches: bool) -> None:
    assert BOARD.touches(BOARD.index[here], BOARD.index[there]) is touches


@pytest.mark.parametrize("name", CONTINENTS)
def test_the_continents(name: str) -> None:
    one = next(continent for continent in BOARD.continents if continent.id == name)

    assert (len(one.territories), one.bonus, one.points, one.cap) == CONTINENTS[name]
    assert sum(BOARD.values[place] for place in one.territories) == one.points


def test_the_cards_are_14_of_each_figure() -> None:
    assert Counter(BOARD.symbols) == {"fante": 14, "cannone": 14, "cavaliere": 14}


def test_the_objectives_are_1_to_16() -> None:
    assert list(BOARD.objectives) == list(range(1, 17))


@pytest.mark.parametrize("number", range(1, 17))
def test_every_objective_is_worth_86(number: int) -> None:
    territories = BOARD.objectives[number].territories

    assert sum(len(BOARD.borders[place]) for place in territories) == 86
    assert len(territories) == COUNTS[number]


@pytest.mark.parametrize("number", range(1, 17))
def test_every_objective_has_two_whole_continents_and_holds_together(number: int) -> None:
    territories = BOARD.objectives[number].territories
    whole = [one for one in BOARD.continents if territories.issuperset(one.territories)]
    reached, ahead = set(), [min(territories)]
    while ahead:
        here = ahead.pop()
        reached.add(here)
        ahead.extend(there for there in BOARD.borders[here] if there in territories and there not in reached)

    assert len(whole) >= 2
    assert reached == territories


def test_the_highest_score_short_of_an_objective_is_84() -> None:
    assert {86 - min(BOARD.values[place] for place in one.territories) for one in BOARD.objectives.values()} == {84}
