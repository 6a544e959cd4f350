"""A game of Arba vs Sedilis of which only the result is recorded: the board at its end, and how it ended."""

from __future__ import annotations

import pytest

from games.arba import acts
from games.arba.acts import Cell
from games.kernel.acts import JUDGE
from games.kernel.breaches import Refused, Unreadable
from games.kernel.lines import header_for
from games.kernel.record import Record
from games.registry import game

GAME = game("arba")


def ended(how: str, winner: int = -1) -> Record:
    record = Record(GAME, header_for(GAME, ["s0", "s1"], edition="evento"))
    record.play(
        JUDGE,
        acts.Shown(places={"arba": Cell(troops=(8, 0)), "codroipo": Cell(troops=(2, 0))}, turn=1, giro=12),
        why="test",
    )
    record.play(JUDGE, acts.Finish(how, winner))  # type: ignore[arg-type]
    return record


@pytest.mark.parametrize("winner", [0, 1])
def test_whoever_took_the_base_has_won(winner):
    record = Record(GAME, header_for(GAME, ["s0", "s1"]))
    loser_s_base, gate = (("sedilis", "nimis"), ("arba", "maniago"))[winner]
    places = {loser_s_base: Cell(), gate: Cell(troops=(1, 0) if winner == 0 else (0, 1))}
    record.play(JUDGE, acts.Shown(places=places, turn=1, giro=9), why="test")
    record.play(JUDGE, acts.Finish("base", winner))
    assert record.ended_by == "base"
    assert [row.points for row in record.score().rows] == ["1" if seat == winner else "0" for seat in (0, 1)]


@pytest.mark.parametrize("how", ["time", "limit"])
def test_without_a_base_taken_the_board_at_the_end_is_counted(how):
    record = ended(how)
    assert record.ended_by == how
    assert [(row.points, row.tiebreaks[0]) for row in record.score().rows] == [("1", "2"), ("0", "1")]


@pytest.mark.parametrize(("how", "winner"), [("base", -1), ("time", 0), ("limit", 1)])
def test_a_winner_is_named_exactly_where_a_base_was_taken(how, winner):
    with pytest.raises(Refused, match="who took the base"):
        ended(how, winner)


def test_what_is_no_seat_and_no_game_under_way_is_refused():
    with pytest.raises(Unreadable):
        ended("base", 2)
    record = Record(GAME, header_for(GAME, ["s0", "s1"]))
    with pytest.raises(Refused, match="the table waits for who begins"):
        record.play(JUDGE, acts.Finish("time"))
    with pytest.raises(Refused, match="the judge records"):
        ended("time").play(0, acts.Finish("time"))
