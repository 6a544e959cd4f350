"""The score sheet: both smazzate, treasures of one's own colour, the two tie-breaks, what is still face down.

`rosso_meno_1` is worth minus one. Of treasures of the own colour one to five are worth 1, 3, 6, 10 and 15 once the character is revealed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel.record import Record
from games.kernel.vault import Secret, Vault

Table = Callable[..., Record]


@pytest.fixture
def ended(table: Table) -> Table:
    """A game that the Queen has ended: four, three and two cards in hand, 2, 6 and 1 points from the first smazzata."""

    def ended(**counted_lines: Any) -> Record:
        return table(**{"ended": "queen", "points": [2, 6, 1], "hands": [4, 3, 2], **counted_lines})

    return ended


def lines(record: Record, vault: Vault | None = None) -> list[tuple[int | None, str | None, str]]:
    """By seat the rank, the points and the tie-breaks."""
    return [(row.rank, row.points, " ".join(row.tiebreaks)) for row in record.score(vault).rows]


def awaited(record: Record) -> list[str]:
    return [words.en for words in record.score().awaits]


def counted_lines(record: Record, seat: int) -> list[tuple[str, str, bool]]:
    return [(line.words.en, line.value, line.counts) for line in record.game.counted(record.rules, record.state, seat)]


RED = {"characters": {"0": "flambeaux"}, "revealed": [0]}


def test_both_smazzate_own_treasures_and_the_hand_make_the_points(ended: Table) -> None:
    """s1 leads the reds: two of his own are 3, a green one is itself; s2 has revealed nobody."""
    face_up = {"0": ["rosso_1", "rosso_3", "verde_2"], "1": ["giallo_2", "rosso_meno_1"]}
    record = ended(face_up=face_up, **RED)

    assert lines(record) == [(1, "11", "2 4"), (2, "10", "0 0"), (3, "3", "0 0")]
    assert record.score().ended_by == "queen"
    assert [words.en for words in record.score().tiebreak_names] == [
        "treasures of one's own colour",
        "sum of one's own treasures",
    ]
    assert counted_lines(record, 0) == [
        ("first smazzata", "2", True),
        ("2 treasures of one's own colour", "3", True),
        ("green 2", "2", True),
        ("cards in hand", "4", True),
    ]
    assert [(words, value) for words, value, _counts in counted_lines(record, 1)] == [
        ("first smazzata", "6"),
        ("red -1", "-1"),
        ("yellow 2", "2"),
        ("cards in hand", "3"),
    ]


@pytest.mark.parametrize(
    ("own", "worth"),
    [
        (["rosso_3"], 1),
        (["rosso_3", "rosso_2"], 3),
        (["rosso_3", "rosso_2", "rosso_1"], 6),
        (["rosso_3", "rosso_2", "rosso_1", "rosso_meno_1"], 10),
        (["rosso_3", "rosso_2", "rosso_1", "rosso_meno_1", "rosso_meno_1"], 15),
    ],
)
def test_own_treasures_are_worth_by_how_many_there_are(own: list[str], worth: int, ended: Table) -> None:
    record = ended(face_up={"0": own}, display=["giallo_1", "verde_1"], **RED)

    assert lines(record)[0][1] == str(2 + worth + 4)
    assert counted_lines(record, 0)[1] == (f"{len(own)} treasures of one's own colour", str(worth), True)


def test_who_has_not_revealed_has_the_printed_values(ended: Table) -> None:
    record = ended(face_up={"0": ["rosso_1", "rosso_3"]}, characters={"0": "flambeaux"})

    assert lines(record)[0] == (1, "10", "2 4")
    assert [value for _words, value, _counts in counted_lines(record, 0)] == ["2", "1", "3", "4"]


LEVEL = {
    "points": [5, 5, 0],
    "hands": [0, 0, 0],
    "face_up": {"0": ["rosso_1"], "1": ["giallo_1"]},
    "display": ["verde_1"],
}


def test_own_treasures_part_those_level_on_points_and_then_their_sum(ended: Table) -> None:
    more = {**LEVEL, "characters": {"0": "flambeaux", "1": "terranova", "2": "lichtenborn"}}
    assert lines(ended(**more))[:2] == [(1, "6", "1 1"), (2, "6", "0 0")]

    by_sum = {**LEVEL, "points": [3, 5, 0], "face_up": {"0": ["rosso_3"], "1": ["giallo_1"]}}
    known = {"characters": {"0": "flambeaux", "1": "lichtenborn", "2": "terranova"}}
    assert lines(ended(**by_sum, **known))[:2] == [(1, "6", "1 3"), (2, "6", "1 1")]


def test_those_level_on_points_show_their_character_first(ended: Table) -> None:
    record = ended(**LEVEL)
    assert [line[:2] for line in lines(record)] == [(None, "6"), (None, "6"), (None, "0")]
    assert awaited(record) == [f"seat {seat}: level on points, shows the character" for seat in (1, 2)]

    half = ended(**LEVEL, characters={"1": "lichtenborn"})
    assert awaited(half) == ["seat 1: level on points, shows the character"]
    assert awaited(ended(**LEVEL, characters={"0": "flambeaux", "1": "lichtenborn"})) == []


def test_the_vault_opens_the_characters_that_were_not_shown(ended: Table) -> None:
    """s1's card is in the vault; s2 has shown lichtenborn, whatever the vault says; s3's is not there."""
    secrets = [(0, "character", "flambeaux"), (1, "character", "terranova"), (0, "hand", "v01")]
    vault = Vault(tuple(Secret(seat, kind, value, "") for seat, kind, value in secrets))
    record = ended(
        **{**LEVEL, "points": [3, 5, 0], "face_up": {"0": ["rosso_3"], "1": ["giallo_1"]}},
        characters={"1": "lichtenborn"},
    )

    assert lines(record, vault) == [(1, "6", "1 3"), (2, "6", "1 1"), (3, "0", "0 0")]
    going_on = ended(**{**LEVEL, "ended": ""})
    assert lines(going_on, vault) == [(None, None, "")] * 3


def test_a_special_victory_comes_before_points(ended: Table) -> None:
    record = ended(ended="rival", winner=2)

    assert [line[:2] for line in lines(record)] == [(3, "6"), (2, "9"), (1, "3")]


def test_treasures_that_are_face_down_leave_the_sheet_open(ended: Table) -> None:
    record = ended(treasures={"2": ["verde_3"]}, **RED)

    assert [line[:2] for line in lines(record)] == [(None, "6"), (None, "9"), (None, None)]
    assert record.score().rows[2].status == "active"
    assert awaited(record) == ["seat 3: treasures to be turned up"]
    assert counted_lines(record, 2) == [
        ("first smazzata", "1", True),
        ("1 treasures still face down", "0", False),
        ("cards in hand", "2", True),
    ]


OUT = {"standing": ["active", "eliminated", "abandoned"], "left": [2, 1]}


@pytest.mark.parametrize(("option", "ranks"), [("by_leaving", [1, 2, 3]), ("shared", [1, 2, 2])])
def test_who_is_out_has_nothing_and_whoever_left_later_is_ahead(option: str, ranks: list[int], ended: Table) -> None:
    record = ended(options={"eliminated_rank": option}, face_up={"1": ["giallo_2"]}, **OUT)

    assert [line[0] for line in lines(record)] == ranks
    assert lines(record)[1][1:] == ("0", "0 0")
    assert [row.status for row in record.score().rows] == ["active", "eliminated", "abandoned"]
    assert counted_lines(record, 1) == [("out of the game", "0", False)]


def test_while_the_game_goes_on_nothing_is_known(table: Table) -> None:
    record = table(points=[2, 6, 1])
    sheet = record.score()

    assert [(row.seat, row.points, row.tiebreaks, row.rank, row.status) for row in sheet.rows] == [
        (seat, None, (), None, "active") for seat in (0, 1, 2)
    ]
    assert (sheet.ended_by, [words.en for words in sheet.awaits]) == (None, ["the game goes on"])
    assert len(sheet.tiebreak_names) == 2


# Who still plays, where time has made the giro under way the last


@pytest.mark.parametrize(
    ("outcome", "is_recorded"),
    [
        ({"last_giro": 3}, True),
        ({"last_giro": 4}, True),
        ({}, False),
        ({"last_giro": 3, "giro": 0}, False),
        ({"last_giro": 3, "ended": "time"}, False),
    ],
)
def test_the_table_is_told_who_still_plays(outcome: dict[str, Any], is_recorded: bool, table: Table) -> None:
    def text(called: str) -> list[str]:
        record = table(options={"time_called": called}, seat=1, **outcome)
        return [words.it for words in record.game.guide(record.rules, record.state)]

    assert bool(text("last_giro")) == is_recorded
    assert text("noted") == []


@pytest.mark.parametrize(("last_giro", "is_last"), [(3, True), (4, False)])
def test_the_last_to_play_is_told_that_the_count_follows(last_giro: int, is_last: bool, table: Table) -> None:
    record = table(options={"time_called": "last_giro"}, seat=2, first=0, last_giro=last_giro)
    game_record = [words.en for words in record.game.guide(record.rules, record.state)]
    assert game_record[0] == "Now seat 3 plays."
    assert ("It is the last turn of the game: then the count." in game_record) is is_last
