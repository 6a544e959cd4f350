"""The picture and the views: what lies open is there, what is closed is a count, and stand-in cards are called so."""

from __future__ import annotations

import msgspec

from games.fatal.contents import TABLES
from games.fatal.scene import SHEETS
from games.kernel.vault import seal
from games.kernel.words import Words


def drawn(record):
    return record.game.scene(record.rules, record.state, frozenset({"s0.row0.0"}))


def test_every_place_has_a_key_of_its_own_and_a_named_group(table) -> None:
    scene = drawn(table(5))
    keys = [shape.key for shape in scene.shapes]

    assert len(set(keys)) == len(keys)
    assert {shape.group for shape in scene.shapes} == {key for key, _ in scene.groups}
    assert all(shape.x + shape.w <= scene.width and shape.y + shape.h <= scene.height for shape in scene.shapes)


def test_no_two_places_overlap(table) -> None:
    shapes = drawn(table(3)).shapes
    for number, one in enumerate(shapes):
        for other in shapes[number + 1 :]:
            apart = one.x + one.w <= other.x or other.x + other.w <= one.x
            assert apart or one.y + one.h <= other.y or other.y + other.h <= one.y, (one.key, other.key)


def test_what_lies_open_is_drawn_and_what_is_closed_is_counted(table) -> None:
    record = table(
        rows={"0": [["v02"], []]},
        treasures={"1": ["rosso_2"]},
        face_up={"2": ["verde_2"]},
        characters={"2": "terranova"},
    )
    by_key = {shape.key: shape for shape in drawn(record).shapes}

    assert by_key["s0.row0.0"].badges == ("★", Words("dritta", "upright"))
    assert by_key["s0.row0.0"].lit
    assert by_key["s1.treasures"].pieces[0].count == 1
    assert by_key["s1.treasures"].badges == ()
    assert by_key["s2.treasures"].badges == (Words("2 verde", "green 2"),)
    assert [(mark.colour, mark.letter) for mark in drawn(record).seats] == [("", "1"), ("", "2"), ("", "3")]
    assert len({mark.hatch for mark in drawn(record).seats}) == 3


def test_the_picture_says_that_cards_are_stand_ins(table) -> None:
    scene = drawn(table())

    assert scene.stand_in is not None
    assert "visioni" in scene.stand_in.it
    assert ".csv" not in scene.stand_in.it + scene.stand_in.en
    assert set(SHEETS) == {f"{name}.csv" for name in TABLES}


def test_only_a_seat_sees_its_own_character(table) -> None:
    record = table()
    vault = seal("character", ("flambeaux", "lichtenborn", "terranova"), (bytes(16),) * 3)
    views = {viewer: msgspec.json.encode(record.view(viewer, vault)).decode() for viewer in ("public", "judge", 0, 1)}

    assert '"my_character":"flambeaux"' in views[0]
    assert '"my_character":"lichtenborn"' in views[1]
    assert all("flambeaux" not in views[viewer] for viewer in ("public", "judge", 1))


def test_closed_treasures_are_in_no_public_view(table) -> None:
    record = table(treasures={"1": ["rosso_3"]})

    assert "rosso_3" not in msgspec.json.encode(record.view("public")).decode()
