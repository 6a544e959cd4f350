"""Points (15): exact decimals, one game after another, as a spreadsheet would add them."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from random import Random

from games.iperisiko.counting import draw_points
from games.iperisiko.game import GAME
from games.iperisiko.rules import Rules
from games.kernel.playing import play_game
from games.kernel.record import Record, header_for

TENTHS = (7, 7, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 11, 12, 12, 12, 13, 13, 14, 14)


def test_every_draw_is_40_hundredths_of_the_mean(rules_of: Callable[..., Rules]) -> None:
    rules = rules_of()
    for one, other in combinations(range(1, 21), 2):
        hundredths = 2 * (TENTHS[one - 1] + TENTHS[other - 1])
        assert draw_points(rules, (one, other)) == Fraction(hundredths, 100)


def counted(record: Record, vault: object) -> list[Decimal]:
    """Points of a finished game from the view and the dealt cards alone, with decimals."""
    seen, values = record.view("judge"), [Decimal(tenths) / 10 for tenths in TENTHS]
    found = []
    for player in seen.players:
        pair = [int(one.value) for one in vault.of(player.seat, "objectives")]
        if player.standing != "active":
            found.append(Decimal("-0.30"))
        elif seen.ended_by == "objective":
            won = player.seat == seen.winner
            found.append(max(values[number - 1] for number in player.objectives) if won else Decimal(0))
        elif seen.ended_by == "time":
            found.append(Decimal("0.40") * sum(values[number - 1] for number in pair) / 2)
        else:
            found.append(max(values[number - 1] for number in pair if number > 4))
    return found


def test_an_event_of_four_games_adds_up_to_the_last_cent() -> None:
    totals = {seat: Fraction(0) for seat in range(4)}
    by_hand = {seat: Decimal(0) for seat in range(4)}
    endings = set()
    for number in range(12):
        rng = Random(f"event {number}")
        header = header_for(GAME, ["a", "b", "c", "d"], options={"order": "chosen"} if number % 4 else {})
        dealt = GAME.deal(header, rng)
        record = Record(GAME, header)
        list(play_game(record, rng, dealt))
        endings.add(record.ended_by)
        for row, expected in zip(record.score().rows, counted(record, dealt), strict=True):
            totals[row.seat] += Fraction(row.points)
            by_hand[row.seat] += expected

    assert {seat: Fraction(total) for seat, total in by_hand.items()} == totals
    assert endings >= {"time", "objective"}


def test_nobody_wins_a_drawn_game(table: Callable[..., Record]) -> None:
    record = table(
        ended="time",
        awaits={"is": "count"},
        standing=["active", "active", "active", "eliminated"],
        left=[3],
        objectives=[[5, 14], [6, 15], [19, 20], []],
        board={0: "alaska", 1: "siam", 2: "congo"},
        others=-1,
    )

    assert [(row.points, row.rank) for row in record.score().rows] == [("0.4", 1), ("0.4", 1), ("0.56", 1), ("-0.3", 4)]


def test_while_cards_are_face_down_the_sheet_says_what_it_waits_for(table: Callable[..., Record]) -> None:
    record = table(ended="time", awaits={"is": "count"}, objectives=[[5, 14], [], [19, 20], []])

    assert [row.points for row in record.score().rows] == ["0.4", None, "0.56", None]
    assert [words.en for words in record.score().awaits] == [
        "seat 2: objectives to be turned up",
        "seat 4: objectives to be turned up",
    ]
