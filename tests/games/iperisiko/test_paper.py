"""A sheet of paper (7, 15): points follow from the objectives, the ending and who is out, as they do for the engine."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from random import Random

import pytest

from games.iperisiko.game import GAME
from games.iperisiko.paper import DEALT, REACHED, fields, score
from games.iperisiko.rules import Rules
from games.kernel.lines import header_for
from games.kernel.paper import PaperLine
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.kernel.vault import Vault

OUT = PaperLine({}, is_eliminated=True)
NOTHING = PaperLine({})


def holds(first: int, second: int, reached: int = 0, *, is_out: bool = False) -> PaperLine:
    won = {REACHED: str(reached)} if reached else {}
    return PaperLine({DEALT[0]: str(first), DEALT[1]: str(second), **won}, is_out)


def reaches(number: int) -> PaperLine:
    return PaperLine({REACHED: str(number)})


@pytest.fixture
def lines_of(rules_of: Callable[..., Rules]) -> Callable[..., list[tuple[int | None, str | None]]]:
    def lines_of(ended_by: str, *lines: PaperLine, **options: str) -> list[tuple[int | None, str | None]]:
        found = score(rules_of(**options), ended_by, lines)
        assert found.faults == ()
        return [(row.rank, row.points) for row in found.rows]

    return lines_of


def test_the_list_of_objectives_is_that_of_article_16(rules_of: Callable[..., Rules]) -> None:
    for field in fields(rules_of()):
        assert [value for value, _words in field.values] == [str(number) for number in range(1, 21)]
        assert field.values[4][1].it.endswith("(0,80)")
        assert field.values[4][1].en.endswith("(0.80)")


def test_a_draw_is_40_hundredths_of_the_mean_and_whoever_is_out_loses_30(lines_of) -> None:
    """0.70 and 1.20 give 0.38, as in the book; those in the game share the first place."""
    assert lines_of("time", holds(1, 14), holds(6, 15), holds(19, 20), OUT) == [
        (1, "0.38"), (1, "0.4"), (1, "0.56"), (4, "-0.3"),
    ]  # fmt: skip


def test_by_option_a_draw_is_ranked_by_its_points(lines_of) -> None:
    found = lines_of("time", holds(1, 14), holds(6, 15), holds(19, 20), OUT, drawn_ranks="points")
    assert [rank for rank, _points in found] == [3, 2, 1, 4]


def test_the_objective_reached_is_worth_its_coefficient(lines_of) -> None:
    assert lines_of("objective", NOTHING, reaches(20), OUT, NOTHING) == [(2, "0"), (1, "1.4"), (4, "-0.3"), (2, "0")]


def test_the_last_one_standing_takes_an_objective_or_as_the_organizer_chose(lines_of) -> None:
    last = holds(1, 14)
    assert lines_of("elimination", last, OUT, OUT, OUT)[0] == (1, "1.2")
    assert lines_of("elimination", last, OUT, OUT, OUT, last_standing="draw")[0] == (1, "0.38")
    assert lines_of("abandoned", holds(1, 14, 1), OUT, OUT, OUT)[0] == (1, "0.7")


@pytest.mark.parametrize("ended_by", ["time", "objective", "other"])
def test_what_does_not_follow_from_the_sheet_is_left_to_whoever_types(lines_of, ended_by: str) -> None:
    assert lines_of(ended_by, NOTHING, NOTHING, NOTHING, OUT) == [(None, None)] * 3 + [(None, "-0.3")]


@pytest.mark.parametrize("ended_by", ["elimination", "abandoned"])
def test_two_left_standing_are_no_last_one(rules_of: Callable[..., Rules], ended_by: str) -> None:
    found = score(rules_of(), ended_by, [holds(1, 14), holds(6, 15), OUT, OUT])
    assert [row.points for row in found.rows[:2]] == [None, None]
    assert [fault.field for fault in found.faults] == ["ended_by"]


@pytest.mark.parametrize(
    ("ended_by", "line", "field"),
    [
        ("time", holds(5, 5), DEALT[1]),
        ("time", PaperLine({DEALT[0]: "5"}), DEALT[1]),
        ("time", PaperLine({DEALT[1]: "5"}), DEALT[0]),
        ("time", holds(5, 14, 5), REACHED),
        ("objective", holds(5, 14, 6), REACHED),
        ("objective", holds(5, 14, 5, is_out=True), REACHED),
    ],
)
def test_what_cannot_stand_on_a_sheet_is_named_at_its_field(
    rules_of: Callable[..., Rules], ended_by: str, line: PaperLine, field: str
) -> None:
    found = score(rules_of(), ended_by, [NOTHING, line, NOTHING, NOTHING])
    assert {(fault.seat, fault.field) for fault in found.faults} == {(1, field)}


def test_an_objective_has_one_owner_and_one_alone_reaches_one(rules_of: Callable[..., Rules]) -> None:
    twice = score(rules_of(), "time", [holds(5, 14), holds(14, 15), OUT, OUT])
    assert [fault.seat for fault in twice.faults] == [0, 1]
    both = score(rules_of(), "objective", [reaches(5), reaches(6), OUT, OUT])
    assert [(fault.seat, fault.field) for fault in both.faults] == [(0, REACHED), (1, REACHED)]


def on_paper(record: Record, dealt: Vault) -> list[PaperLine]:
    """What the table would write down of a finished game."""
    found = []
    for player in record.view("judge").players:
        pair = [int(one.value) for one in dealt.of(player.seat, "objectives")]
        won = record.ended_by == "objective" and player.seat == record.view("judge").winner
        found.append(holds(*pair, player.objectives[0] if won else 0, is_out=player.standing != "active"))
    return found


def test_the_sheet_gives_what_the_engine_gives_to_games_of_every_ending() -> None:
    endings = set()
    for number in range(16):
        rng = Random(f"paper {number}")
        header = header_for(GAME, ["a", "b", "c", "d"])
        dealt = GAME.deal(header, rng)
        record = Record(GAME, header)
        list(play_game(record, rng, dealt))
        endings.add(record.ended_by)
        rows = score(record.rules, record.ended_by, on_paper(record, dealt)).rows
        expected = record.score(dealt).rows
        assert [(row.rank, Decimal(row.points)) for row in rows] == [
            (row.rank, Decimal(row.points)) for row in expected
        ]

    assert endings >= {"time", "objective"}
