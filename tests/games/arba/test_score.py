"""The score of Arba vs Sedilis: a base taken decides; else, as the event says (evento), places held, then money, then pieces."""

from __future__ import annotations

import pytest

from games.arba import acts
from games.kernel.acts import CLOCK, JUDGE, TimeUp
from games.kernel.lines import header_for
from games.kernel.record import Record
from games.registry import game

GAME = game("arba")
NOT_OVER = "the game goes on"


def table(**options: object) -> Record:
    """In the base of each side ten troopers, a hundred in each purse; `s0` begins."""
    record = Record(GAME, header_for(GAME, ["s0", "s1"], options=options))
    record.play(JUDGE, acts.Nearest(0))
    return record


def ended(record: Record, by: str = "limit", winner: int = -1, **state: object) -> Record:
    record.state = record.state.with_(ended=by, winner=winner, **state)
    return record


def ranks(record: Record) -> list[tuple[int | None, str | None, str]]:
    return [(row.rank, row.points, " ".join(row.tiebreaks)) for row in record.score().rows]


def counted_lines(record: Record, seat: int) -> list[tuple[str, str, bool]]:
    return [(one.words.en, one.value, one.counts) for one in record.game.counted(record.rules, record.state, seat)]


def place(record: Record, name: str) -> int:
    return record.rules.board.index[name]


def garrisoned(record: Record, *names: str, side: int = 0) -> Record:
    """One ordinary trooper more of `side` at each place."""
    for name in names:
        record.state = record.state.with_pieces(side, 0, place(record, name), 1)
    return record


def test_nothing_is_counted_while_the_game_goes_on():
    sheet = table().score()
    assert sheet.ended_by is None
    assert [(row.seat, row.points, row.tiebreaks, row.rank) for row in sheet.rows] == [
        (0, None, (), None),
        (1, None, (), None),
    ]
    assert [words.en for words in sheet.awaits] == [NOT_OVER]
    assert [words.en for words in sheet.tiebreak_names] == ["places", "money", "pieces"]


def test_an_even_end_is_half_a_point_each_and_nothing_is_awaited():
    record = ended(table())
    sheet = record.score()
    assert (sheet.ended_by, sheet.awaits) == ("limit", ())
    assert [words.en for words in sheet.tiebreak_names] == ["places", "money", "pieces"]
    assert ranks(record) == [(1, "0.5", "1 100 10"), (1, "0.5", "1 100 10")]
    assert counted_lines(record, 1) == [
        ("Sedilis", "1", True),
        ("places level: money", "100", True),
        ("money level: pieces", "10", True),
    ]


@pytest.mark.parametrize("side", [0, 1])
def test_most_places_win_before_any_money(side):
    record = garrisoned(ended(table(), money=(0, 500) if side == 0 else (500, 0)), "codroipo", side=side)
    assert ranks(record)[side] == (1, "1", "2 0 11")
    assert ranks(record)[1 - side] == (2, "0", "1 500 10")


def test_places_level_money_decides_before_pieces():
    record = garrisoned(ended(table(), money=(100, 101)), "arba")
    assert ranks(record) == [(2, "0", "1 100 11"), (1, "1", "1 101 10")]


def test_money_level_pieces_of_every_kind_decide():
    record = ended(table())
    record.state = record.state.with_pieces(1, 1, place(record, "sedilis"), 1).with_pieces(
        1, 2, place(record, "sedilis"), 2
    )
    assert ranks(record) == [(2, "0", "1 100 10"), (1, "1", "1 100 13")]


def test_a_place_that_an_enemy_garrison_looks_at_is_told_and_not_counted():
    """Maniago was trod last by s0 and lies next to its base; a trooper of s1 stands next to it (possesso, condition 4)."""
    record = table()
    neighbours = record.rules.board.neighbours[place(record, "maniago")]
    beside = next(one for one in neighbours if one != place(record, "arba"))
    trod = list(record.state.trod)
    trod[place(record, "maniago")] = 0
    record.state = record.state.with_(trod=tuple(trod))
    ended(record)
    assert ("Maniago", "1", True) in counted_lines(record, 0)
    garrisoned(record, record.rules.board.ids[beside], side=1)
    assert ("Maniago (contested)", "0", False) in counted_lines(record, 0)
    assert ranks(record)[0] == (2, "0", "1 100 10")


@pytest.mark.parametrize("winner", [0, 1])
def test_a_base_taken_wins_whatever_else_is_held(winner):
    record = garrisoned(ended(table(), "base", winner), "codroipo", "maniago", side=1 - winner)
    assert [row[:2] for row in ranks(record)] == [(1, "1"), (2, "0")][:: 1 if winner == 0 else -1]
    assert counted_lines(record, winner) == [("enemy base taken", "1", True)]
    assert counted_lines(record, 1 - winner) == [("enemy base taken", "0", False)]


def test_where_the_event_says_so_an_unfinished_game_is_a_draw():
    record = garrisoned(ended(table(adjudication="draw")), "codroipo")
    assert ranks(record) == [(1, "0.5", "2 100 11"), (1, "0.5", "1 100 10")]
    assert counted_lines(record, 0) == [("no base taken: a draw", "0.5", True)]
    ended(record, "base", 1)
    assert [row[0] for row in ranks(record)] == [2, 1]


# Who still plays


def guide(record: Record) -> list[str]:
    return [words.en for words in record.game.guide(record.rules, record.state)]


FIRST = [
    "Now seat 1 plays.",
    "Then seat 2, in this order.",
]
SECOND = [
    "Now seat 2 plays.",
    "It is the last turn of the game: then the count.",
]


def test_the_table_is_told_who_still_plays_once_time_is_up():
    record = table()
    assert guide(record) == []
    record.play(CLOCK, TimeUp())
    assert guide(record) == FIRST
    record.state = record.state.with_(seat=1)
    assert guide(record) == SECOND
    record.state = record.state.with_(first=1)
    assert guide(record)[1] == "Then seat 1, in this order."
    ended(record)
    assert guide(record) == []


def test_the_table_is_told_in_the_last_of_the_event_s_rounds():
    record = table(rounds=2)
    assert guide(record) == []
    record.state = record.state.with_(giro=2)
    assert guide(record) == FIRST
    record.state = record.state.with_(giro=0)
    assert guide(record) == []
