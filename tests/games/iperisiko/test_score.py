"""Points (15): exact decimals, one game after another, as a spreadsheet would add them."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from games.iperisiko.acts import Reveal
from games.iperisiko.counting import draw_points
from games.iperisiko.game import GAME
from games.iperisiko.rules import Rules
from games.kernel.breaches import Refused
from games.kernel.lines import header_for
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.kernel.vault import Secret, Vault

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
    assert [row.status for row in record.score().rows] == ["active", "active", "active", "eliminated"]


def test_a_second_objective_may_be_turned_up_after_the_first_and_no_third(table: Callable[..., Record]) -> None:
    record = table(objectives=[[5], [6, 15], [], []])
    assert "16" not in [breach.article for breach in record.breaches(0, Reveal((14,)))]
    record.state = record.state.with_(objectives=((5, 7), *record.state.objectives[1:]))
    assert "16" in [breach.article for breach in record.breaches(0, Reveal((14,)))]


def test_while_cards_are_face_down_the_sheet_says_what_it_waits_for(table: Callable[..., Record]) -> None:
    record = table(ended="time", awaits={"is": "count"}, objectives=[[5, 14], [], [19, 20], []])

    assert [row.points for row in record.score().rows] == ["0.4", None, "0.56", None]
    assert [words.en for words in record.score().awaits] == [
        "seat 2: objectives to be turned up",
        "seat 4: objectives to be turned up",
    ]


# The other endings


ALL_OF_SIX = (
    "groenlandia, indonesia, nuova_guinea, islanda, gran_bretagna, africa_del_nord, egitto, africa_orientale, congo"
)
ISLANDS_AND_AFRICA = ALL_OF_SIX + ", africa_del_sud, madagascar, giappone"
"""Objective 6, worth 0.80."""


def lines(record: Record, vault: Vault | None = None) -> list[tuple[int | None, str | None]]:
    return [(row.rank, row.points) for row in record.score(vault).rows]


def test_the_objective_reached_is_worth_its_coefficient_and_the_others_nothing(table: Callable[..., Record]) -> None:
    record = table(
        ended="objective",
        winner=1,
        awaits={"is": "count"},
        standing=["active", "active", "eliminated", "active"],
        left=[2],
        objectives=[[5, 14], [6], [], []],
        board={0: "alaska", 1: ISLANDS_AND_AFRICA},
        others=-1,
    )

    assert lines(record) == [(2, "0"), (1, "0.8"), (4, "-0.3"), (2, "0")]
    assert record.score().awaits == ()
    result = [(line.value, line.counts) for line in record.game.counted(record.rules, record.state, 1)]
    assert result == [("0.80", True)]
    result = list(record.game.counted(record.rules, record.state, 0))
    assert [(line.words.en, line.value, line.counts) for line in result] == [
        ("5. South America, Africa, Oceania (0.80)", "0.80", False),
        ("14. South America, Europe, Oceania (1.20)", "1.20", False),
    ]


ALONE = {"standing": ["active", "eliminated", "eliminated", "eliminated"], "left": [1, 2, 3], "awaits": {"is": "count"}}


@pytest.mark.parametrize("ending", ["elimination", "abandoned"])
@pytest.mark.parametrize(
    ("last_standing", "pair", "points"),
    [
        ("win", [6, 14], "1.2"),
        ("draw", [6, 14], "0.8"),
        ("win", [3, 4], "0.28"),
        ("win", [3, 6], "0.8"),
        ("draw", [14, 15], "0.48"),
    ],
)
def test_the_last_one_standing_has_the_best_of_the_objectives_or_a_drawn_games_points(
    ending: str, last_standing: str, pair: list[int], points: str, table: Callable[..., Record]
) -> None:
    """Only objective 6 is held. By option what nobody could keep from them any more counts as well; a colour never does."""
    record = table(
        {"last_standing": last_standing},
        ended=ending,
        objectives=[pair, [], [], []],
        board={0: ISLANDS_AND_AFRICA},
        **ALONE,
    )

    assert lines(record) == [(1, points), (2, "-0.3"), (2, "-0.3"), (2, "-0.3")]


def test_a_colour_counts_for_whoever_destroyed_it_alone(table: Callable[..., Record]) -> None:
    """The second seat is black; its armies fall to the first one, or to the third."""
    colours = ["verde", "nero", "rosso", "blu"]
    for by, is_won in ((0, True), (2, False)):
        record = table(
            ended="time",
            objectives=[[1, 5], [6, 7], [8, 9], [10, 11]],
            colours=colours,
            awaits={"is": "count"},
            destroyed_by=[-1, by, -1, -1],
        )
        assert [line.counts for line in record.game.counted(record.rules, record.state, 0)] == [is_won, False]


def test_the_vault_turns_up_what_still_decides_points_and_nothing_else(table: Callable[..., Record]) -> None:
    """s1 has shown both, s2 one, s3 none; s4 is out and s3's cards are not in the vault."""
    secrets = [(0, "19"), (0, "20"), (1, "15"), (1, "6"), (3, "7"), (3, "8")]
    vault = Vault(tuple(Secret(seat, "objectives", value, "") for seat, value in secrets))
    result = {
        "awaits": {"is": "count"},
        "standing": ["active", "active", "active", "eliminated"],
        "left": [3],
        "objectives": [[5, 14], [15], [], []],
    }

    assert lines(table(ended="time", **result), vault) == [(None, "0.4"), (None, "0.4"), (None, None), (None, "-0.3")]
    assert lines(table(ended="", **{**result, "awaits": {"is": "fight"}}), vault) == [(None, None)] * 4


def test_while_the_game_goes_on_nothing_is_known(table: Callable[..., Record]) -> None:
    sheet = table(objectives=[[5, 14], [], [], []]).score()

    assert [(row.seat, row.points, row.tiebreaks, row.rank, row.status) for row in sheet.rows] == [
        (seat, None, (), None, "active") for seat in range(4)
    ]
    assert (sheet.ended_by, [words.en for words in sheet.awaits]) == (None, ["the game goes on"])


# Which cards may be shown


@pytest.mark.parametrize(
    ("seat", "pair", "words"),
    [
        (1, (14, 15), "another player"),
        (1, (15, 16), "other objectives"),
        (1, (6, 6), "two objectives, not the same"),
        (1, (6,), "two objectives"),
        (3, (7, 8), "plays no longer"),
    ],
)
def test_cards_that_cannot_be_the_seats_are_refused(
    seat: int, pair: tuple[int, ...], words: str, table: Callable[..., Record]
) -> None:
    def record() -> Record:
        return table(
            ended="time",
            awaits={"is": "count"},
            standing=["active", "active", "active", "eliminated"],
            left=[3],
            objectives=[[5, 14], [6], [], []],
        )

    with pytest.raises(Refused, match=words):
        record().play(seat, Reveal(pair, ()))
    game_record = record()
    game_record.play(1, Reveal((6, 15), ()))
    assert game_record.state.objectives == ((5, 14), (6, 15), (), ())
