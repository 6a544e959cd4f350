"""The score sheet (17), on positions that a reader can add up: a territory is worth the number of its borders.

Objective 1 has both Americas, 2 and 3 have Europe and Africa; Alaska is worth 3, Alberta 4, Kamchatka 5, Islanda 3, Scandinavia 4,
Siberia 5, Madagascar 2, Cina 7. Armies not named are two.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel.breaches import Refused
from games.kernel.lines import header_for
from games.kernel.record import Record
from games.kernel.vault import Secret, Vault
from games.registry import game
from games.risiko.acts import Claim, Reveal, TieDice

RISIKO = game("risiko")
COUNT = {"is": "count"}


def counted(result: dict[str, Any], seats: int = 4, **options: Any) -> Record:
    """A record at the count of a game that ended by time, unless told otherwise; nobody holds what is not named."""
    record = Record(RISIKO, header_for(RISIKO, [f"s{seat}" for seat in range(seats)], options=options))
    record.start_from(RISIKO.position(record.rules, {"ended": "time", "awaits": COUNT, "others": -1, **result}))
    return record


def lines(record: Record, vault: Vault | None = None) -> list[tuple[int | None, str | None, str]]:
    """By seat the rank, the points and the tie-breaks."""
    return [(row.rank, row.points, " ".join(row.tiebreaks)) for row in record.score(vault).rows]


def awaited(record: Record) -> list[str]:
    return [words.en for words in record.score().awaits]


WHOLE_SHEET = {
    "board": {0: "alaska 5, alberta, kamchatka 3", 1: "islanda, scandinavia 4, siberia", 3: "madagascar 3, cina"},
    "objectives": [1, 2, 0, 3],
    "standing": ["active", "active", "eliminated", "active"],
    "left": [2],
}


def test_points_are_inside_the_objective_and_tie_breaks_outside_it_then_armies() -> None:
    """s1 and s2 have 7 inside and 5 outside: seven armies inside the objective come before six."""
    record = counted(WHOLE_SHEET)

    assert lines(record) == [(1, "7", "5 7 10 0"), (2, "7", "5 6 8 0"), (4, "0", "0 0 0 0"), (3, "2", "7 3 5 0")]
    sheet = record.score()
    assert (sheet.ended_by, sheet.awaits) == ("time", ())
    assert [row.seat for row in sheet.rows] == [0, 1, 2, 3]
    assert [row.status for row in sheet.rows] == ["active", "active", "eliminated", "active"]
    assert [words.it for words in sheet.tiebreak_names] == [
        "valore fuori obiettivo",
        "armate in obiettivo",
        "armate in campo",
        "dadi",
    ]


def test_more_value_outside_comes_before_more_armies() -> None:
    result = {"board": {0: "alaska 9", 1: "islanda, giappone", 2: "africa_del_nord"}, "objectives": [1, 2, 3, 4]}

    assert [line[0] for line in lines(counted(result))] == [3, 2, 1, 4]


def test_armies_on_the_whole_board_come_last_before_the_dice() -> None:
    board = {0: "alaska 3, kamchatka 2", 1: "islanda 3, siberia 4", 2: "cina", 3: "brasile"}
    found = lines(counted({"board": board, "objectives": [1, 2, 3, 6]}))

    assert found[:2] == [(3, "3", "5 3 5 0"), (2, "3", "5 3 7 0")]


def test_whoever_left_later_ranks_higher_or_they_share_it() -> None:
    result = {
        "board": {0: "alaska", 2: "cina"},
        "objectives": [1, 0, 2, 0],
        "standing": ["active", "eliminated", "active", "abandoned"],
        "left": [3, 1],
    }

    assert [line[0] for line in lines(counted(result))] == [1, 3, 2, 4]
    assert [line[0] for line in lines(counted(result, eliminated_rank="shared"))] == [1, 3, 2, 3]


# The objective reached


def whole(number: int, record: Record) -> str:
    board = record.rules.board
    return ", ".join(board.ids[place] for place in sorted(board.objectives[number].territories))


def test_an_objective_reached_is_worth_a_hundred_or_by_option_in_the_last_giro_its_territories() -> None:
    names = whole(1, counted({}))
    result = {"ended": "objective", "winner": 0, "objectives": [1, 2, 3, 4], "board": {0: names}}

    assert lines(counted({**result, "last_giro": 5}, claim_points="value"))[0][:2] == (1, "86")
    assert lines(counted(result, claim_points="value"))[0][:2] == (1, "100")
    assert lines(counted({**result, "last_giro": 5}))[0][:2] == (1, "100")


def test_the_winner_stands_first_whatever_the_others_hold() -> None:
    record = counted({"ended": "objective", "winner": 1, "objectives": [1, 2, 3, 4], "board": {0: "alaska, cina"}})

    assert [line[0] for line in lines(record)][:2] == [2, 1]


ALONE = {"standing": ["active", "eliminated", "eliminated", "eliminated"], "left": [1, 2, 3], "ended": "elimination"}


def test_an_objective_reached_by_the_conquest_that_left_nobody_else_needs_no_claim() -> None:
    board = {0: whole(1, counted({}))}

    assert lines(counted({**ALONE, "objectives": [1, 0, 0, 0], "board": board}))[0][:2] == (1, "100")
    assert lines(counted({**ALONE, "objectives": [2, 0, 0, 0], "board": board}))[0][1] != "100"
    by_time = {**ALONE, "ended": "time", "objectives": [1, 0, 0, 0], "board": board}
    assert lines(counted(by_time))[0][:2] == (1, "86")


# Cards that are still face down


def test_while_the_game_goes_on_nothing_is_known() -> None:
    record = counted({**WHOLE_SHEET, "ended": "", "awaits": {"is": "fight"}})
    sheet = record.score()

    assert lines(record) == [(None, None, "")] * 4
    assert (sheet.ended_by, [words.en for words in sheet.awaits]) == (None, ["the game goes on"])
    assert [row.seat for row in sheet.rows] == [0, 1, 2, 3]


def test_while_a_card_is_face_down_nobody_has_a_rank() -> None:
    record = counted({**WHOLE_SHEET, "objectives": [1, 0, 0, 3]})

    assert lines(record) == [(None, "7", "5 7 10 0"), (None, None, ""), (None, "0", "0 0 0 0"), (None, "2", "7 3 5 0")]
    assert awaited(record) == ["seat 2: objective to be turned up"]
    assert record.score().rows[1].status == "active"
    record.play(1, Reveal(2, ""))
    assert lines(record) == lines(counted(WHOLE_SHEET))
    assert awaited(record) == []


def test_the_vault_opens_what_was_not_turned_up_and_nothing_else() -> None:
    """The card of s2 is in the vault; s1 has shown 1, whatever the vault says; s4's is not in it."""
    secrets = [(0, "objective", "5"), (1, "objective", "2"), (1, "hand", "7"), (2, "objective", "6")]
    vault = Vault(tuple(Secret(seat, kind, value, "") for seat, kind, value in secrets))

    assert lines(counted({**WHOLE_SHEET, "objectives": [1, 0, 0, 3]}), vault) == lines(counted(WHOLE_SHEET))
    half = lines(counted({**WHOLE_SHEET, "objectives": [1, 0, 0, 0]}), vault)
    assert [line[:2] for line in half] == [(None, "7"), (None, "7"), (None, "0"), (None, None)]
    going_on = counted({**WHOLE_SHEET, "ended": "", "objectives": [1, 0, 0, 0], "awaits": {"is": "fight"}})
    assert lines(going_on, vault) == [(None, None, "")] * 4


# Dice for a tie


LEVEL = {**WHOLE_SHEET, "board": {0: "alaska, kamchatka", 1: "islanda, siberia", 3: "madagascar 3, cina"}}


def test_those_level_on_everything_throw_and_whoever_is_level_again_throws_again() -> None:
    record = counted(LEVEL)
    assert [line[0] for line in lines(record)] == [1, 1, 4, 3]
    assert awaited(record) == ["seat 1, seat 2: level on everything, dice are thrown"]

    record.play("judge", TieDice((4, 4)))
    assert [line[2] for line in lines(record)] == ["5 2 4 4", "5 2 4 4", "0 0 0 0", "7 3 5 0"]
    record.play("judge", TieDice((2, 6)))
    assert [(line[0], line[2]) for line in lines(record)][:2] == [(2, "5 2 4 42"), (1, "5 2 4 46")]
    assert awaited(record) == []


@pytest.mark.parametrize("dice", [(4,), (4, 4, 1)])
def test_nobody_else_throws(dice: tuple[int, ...]) -> None:
    with pytest.raises(Refused) as refused:
        counted(LEVEL).play("judge", TieDice(dice))

    assert [(one.article, one.kind) for one in refused.value.breaches] == [("17", "infraction")]
    assert refused.value.breaches[0].reason.en == "only seats level on everything throw, 2 dice: the throw is repeated"


def test_nobody_throws_while_a_card_is_face_down_or_the_game_goes_on() -> None:
    for result in ({**LEVEL, "objectives": [1, 0, 0, 3]}, {**LEVEL, "ended": "", "awaits": {"is": "fight"}}):
        with pytest.raises(Refused, match=r"nobody throws for a tie|nothing on the table calls for it"):
            counted(result).play("judge", TieDice((4, 4)))


# Which cards may be shown


@pytest.mark.parametrize(
    ("seat", "number"),
    [(1, 1), (1, 3), (3, 4), (2, 5)],
    ids=["that of the seat before", "that of a seat after", "another than the own", "of who is out"],
)
def test_a_card_that_cannot_be_the_seats_is_refused(seat: int, number: int) -> None:
    with pytest.raises(Refused):
        counted({**WHOLE_SHEET, "objectives": [1, 0, 0, 3]}).play(seat, Reveal(number, ""))


def test_the_own_card_is_turned_up_once() -> None:
    record = counted({**WHOLE_SHEET, "objectives": [1, 0, 0, 3]})
    with pytest.raises(Refused, match="has been turned up"):
        record.play(3, Reveal(3, ""))


def test_a_claim_needs_every_territory() -> None:
    names = whole(1, counted({}))
    for board, may in (({0: names}, True), ({0: names.partition(", ")[2]}, False)):
        record = counted({"ended": "", "awaits": {"is": "fight"}, "board": board, "others": 3})
        if may:
            record.play(0, Claim(1, ""))
            assert (record.ended_by, record.state.winner, record.state.objectives) == ("objective", 0, (1, 0, 0, 0))
        else:
            with pytest.raises(Refused, match="territor"):
                record.play(0, Claim(1, ""))
