"""Points of the tournament mode: 15 Fabriano, 12 most territories, 8 and 5 Frazioni Maggiori, 3 most resources, 1 a structure."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel.lines import header_for
from games.kernel.record import Record
from games.registry import game

GAME = game("fabrisiko")


def ended(counted_lines: dict[str, Any], edition: str = "torneo", **options: str) -> Record:
    """Three at the end by time: s1 leads Melano, s2 Marischio, s3 Collamato, each with the own Frazione Maggiore."""
    record = Record(GAME, header_for(GAME, ["s1", "s2", "s3"], edition=edition, options=options))
    record.state = GAME.position(record.rules, {"ended": "time", **counted_lines})
    return record


def lines(record: Record) -> list[tuple[int | None, str | None, str]]:
    """By seat the rank, the points and the tie-breaks."""
    return [(row.rank, row.points, " ".join(row.tiebreaks)) for row in record.score().rows]


def counted_lines(record: Record, seat: int) -> list[tuple[str, str, bool]]:
    return [(line.words.en, line.value, line.counts) for line in GAME.counted(record.rules, record.state, seat)]


WHOLE = {
    "resources": [3, 5, 5],
    "penalties": [2, 0, 0],
    "board": {
        "0": "fabriano, varano fanteria 1 complesso 1 sito_aa 1, bassano complesso 1",
        "1": "collamato, marischio",
        "2": "serradica",
    },
}


def test_every_part_of_the_points_is_told() -> None:
    """s1 holds Fabriano, four territories and three structures, less two; s2 took Collamato from s3, who led it."""
    record = ended(WHOLE)

    assert lines(record) == [(1, "33", "4"), (2, "16", "2"), (3, "3", "1")]
    assert [row.seat for row in record.score().rows] == [0, 1, 2]
    assert counted_lines(record, 0) == [
        ("Fabriano", "15", True),
        ("most territories", "12", True),
        ("the own Frazione Maggiore", "5", True),
        ("other Frazioni Maggiori: 0", "0", False),
        ("most resources", "0", False),
        ("structures", "3", True),
        ("the referee's penalty", "-2", True),
    ]
    assert [value for _words, value, _counts in counted_lines(record, 1)] == ["0", "0", "5", "8", "3", "0", "0"]
    assert counted_lines(record, 1)[3] == ("other Frazioni Maggiori: 1", "8", True)
    assert [value for _words, value, _counts in counted_lines(record, 2)] == ["0", "0", "0", "0", "3", "0", "0"]


@pytest.mark.parametrize(("option", "resources"), [("everybody", ["3", "3"]), ("nobody", ["0", "0"])])
def test_those_level_on_most_share_it_or_nobody_has_it(option: str, resources: list[str]) -> None:
    record = ended(WHOLE, tied_for_most=option)

    assert [counted_lines(record, seat)[4][1] for seat in (1, 2)] == resources
    assert [counted_lines(record, seat)[1][1] for seat in (0, 1)] == ["12", "0"]


def test_nobody_has_most_of_nothing() -> None:
    record = ended({**WHOLE, "resources": [0, 0, 0]})

    assert [counted_lines(record, seat)[4][1] for seat in (0, 1, 2)] == ["0", "0", "0"]


def test_whoever_has_most_alone_has_it_under_both_readings() -> None:
    for option in ("everybody", "nobody"):
        record = ended({**WHOLE, "resources": [1, 0, 0]}, tied_for_most=option)
        assert [counted_lines(record, seat)[4][1] for seat in (0, 1, 2)] == ["3", "0", "0"]


LEVEL = {"resources": [1, 4, 2], "board": {"0": "varano", "1": "rocchetta", "2": "serradica"}}


def test_ties_go_by_territories_and_by_option_by_resources() -> None:
    """All have two territories, so most of them, and 17 points; the three for most resources make s2's twenty."""
    record = ended(LEVEL)
    assert lines(record) == [(2, "17", "2"), (1, "20", "2"), (2, "17", "2")]
    assert [words.en for words in record.score().tiebreak_names] == ["territories"]

    record = ended(LEVEL, tie="resources")
    assert lines(record) == [(3, "17", "2 1"), (1, "20", "2 4"), (2, "17", "2 2")]
    assert [words.en for words in record.score().tiebreak_names] == ["territories", "resources"]


def test_in_the_traditional_game_a_territory_is_a_point_and_the_winner_is_first() -> None:
    record = ended({**WHOLE, "ended": "territories", "winner": 2}, edition="base")

    assert lines(record) == [(2, "4", "4"), (3, "2", "2"), (1, "1", "1")]
    assert record.score().ended_by == "territories"
    assert [counted_lines(record, seat) for seat in (0, 1)] == [
        [("territories", "4", True)],
        [("territories", "2", True)],
    ]


@pytest.mark.parametrize(("tie", "names"), [("shared", ["territories"]), ("resources", ["territories", "resources"])])
def test_while_the_game_goes_on_points_are_not_given(tie: str, names: list[str]) -> None:
    sheet = ended({**WHOLE, "ended": ""}, tie=tie).score()

    assert [(row.seat, row.points, row.tiebreaks, row.rank) for row in sheet.rows] == [
        (seat, None, (), None) for seat in (0, 1, 2)
    ]
    assert (sheet.ended_by, [words.en for words in sheet.awaits]) == (None, ["the game goes on"])
    assert [words.en for words in sheet.tiebreak_names] == names
