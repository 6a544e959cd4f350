"""The cards: what is confirmed of them, and that a file which does not stand says where."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from games.fatal.contents import BEATS, DATA, SYMBOLS, TYPES, load, standard
from games.kernel.boards import BadData


def test_the_box_holds_52_visions_18_enchantments_and_25_treasures() -> None:
    box = standard()

    assert len(box.visions) == 52
    assert sum(box.copies) == 70
    assert sum(one.copies for one in box.treasures) == 25


def test_each_colour_has_one_two_three_and_twice_minus_one() -> None:
    values: dict[str, list[int]] = {}
    for one in standard().treasures:
        values.setdefault(one.colour, []).extend([one.value] * one.copies)

    assert set(values) == {"rosso", "giallo", "verde", "blu", "viola"}
    assert all(sorted(own) == [-1, -1, 1, 2, 3] for own in values.values())


def test_the_stand_in_deck_has_thirteen_visions_of_each_type_and_four_without_a_symbol() -> None:
    visions = standard().visions

    assert Counter(one.type for one in visions) == dict.fromkeys(TYPES, 13)
    assert Counter(one.symbol for one in visions) == {**dict.fromkeys(SYMBOLS, 16), "": 4}


def test_any_two_visions_of_the_stand_in_deck_act_on_one_or_two_cards() -> None:
    visions = standard().visions

    assert {second.stars[1] + third.tip for second in visions for third in visions} == {1, 2}


def test_symbols_beat_one_another_in_a_ring() -> None:
    assert BEATS["pietra_magica"] == "multilame"
    assert BEATS[BEATS[BEATS["pergamena"]]] == "pergamena"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_lineage_has_one_rival_and_is_the_rival_of_one(players: int) -> None:
    rivals = standard().rivals[players]

    assert sorted(rivals) == sorted(rivals.values())
    assert len(rivals) == players
    assert rivals["flambeaux"] == "lichtenborn"


def test_files_with_invented_cards_are_called_stand_ins() -> None:
    assert standard().stand_ins == ("visions.csv", "enchantments.csv", "lineages.csv", "characters.csv")


@pytest.mark.parametrize(
    ("name", "was", "becomes", "says"),
    [
        ("visions.csv", "v01;draw;", "v01;sing;", "visions.csv: line 10: unknown type sing"),
        ("visions.csv", "v01;draw;pietra_magica", "v01;draw;spada", "visions.csv: line 10: unknown symbol spada"),
        ("visions.csv", "v01;draw;pietra_magica;0", "v01;draw;pietra_magica;x", "line 10: stars_1 cannot be 'x'"),
        (
            "visions.csv",
            "v09;draw;pergamena;0;1;0;0",
            "v09;draw;pergamena;0;1;0;1",
            "line 18: the star in the tip shows",
        ),
        ("visions.csv", "v52;strip;;1;1;1;0;1;0\n", "", "51 visions where the box has 52"),
        ("enchantments.csv", "Screen;4;screen", "Screen;5;screen", "19 enchantments where the box has 18"),
        ("enchantments.csv", "Screen;4;screen", "Screen;4;song", "unknown effect song"),
        ("treasures.csv", "rosso_1;rosso;1;1", "rosso_1;oro;1;1", "no lineage has the colour oro"),
        ("treasures.csv", "rosso_1;rosso;1;1", "rosso_1;rosso;1;2", "6 treasures of colour rosso"),
        ("characters.csv", ";3;flambeaux;lichtenborn", ";3;flambeaux;aquate", "the rival aquate does not play with 3"),
        (
            "characters.csv",
            ";3;flambeaux;lichtenborn",
            ";3;terranova;lichtenborn",
            "2 lineages in the characters for 3",
        ),
    ],
)
def test_a_fault_names_its_file_and_line(tmp_path: Path, name: str, was: str, becomes: str, says: str) -> None:
    folder = tmp_path / "data"
    shutil.copytree(DATA, folder)
    text = (folder / name).read_text(encoding="utf-8")
    assert was in text
    (folder / name).write_text(text.replace(was, becomes), encoding="utf-8")

    with pytest.raises(BadData) as raised:
        load(folder)
    assert says in str(raised.value)


def test_another_deck_is_read_in_place_of_the_stand_in(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path / "data")
    path = tmp_path / "data" / "visions.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("v01;draw", "v01;rob"), encoding="utf-8")
    box = load(tmp_path / "data")

    assert box.visions[0].type == "rob"
    assert box.digest != standard().digest
