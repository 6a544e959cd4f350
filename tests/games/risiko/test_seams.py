"""Where two articles meet in one turn: the last of the last giro, who is out in it, and what is taken back across the end of the game."""

from __future__ import annotations

import pytest

from games.kernel import cases
from games.kernel.acts import JUDGE, TimeUp
from games.kernel.breaches import Refused
from games.kernel.cases import Case, fact
from games.kernel.record import Record
from games.kernel.words import same
from games.registry import game
from games.risiko import acts

RISIKO = game("risiko")


def table(players: int = 4, **result: object) -> Record:
    return cases.set_up(RISIKO, Case("0", "16", same(""), players=players, position=result))


def put_out(record: Record, by: int, src: str, dst: str, loser: int) -> None:
    record.play(by, acts.Attack(src, dst))
    record.play(by, acts.AttackDice((6, 6, 6)))
    record.play(loser, acts.DefenceDice((1,)))
    record.play(by, acts.Occupy(3))


def test_who_puts_the_last_of_the_last_giro_out_throws_as_the_last_with_his_cards_in_hand() -> None:
    board = {"0": "alaska", "1": "congo", "2": "india 9", "3": "siam 1"}
    record = table(seat=2, others=1, cards=[0, 0, 2, 3], board=board)
    record.play(JUDGE, TimeUp())
    put_out(record, 2, "india", "siam", 3)
    record.play(2, acts.EndTurn())
    record.play(2, acts.Draw(6))
    record.play(2, acts.CloseDice((3, 3)))

    assert (record.state.seat, record.state.giro, fact(record, "players.2.cards")) == (0, 6, 6)


def test_with_the_first_of_the_order_put_out_by_the_last_the_next_giro_begins_with_the_second() -> None:
    board = {"0": "alaska 1", "1": "congo", "2": "india", "3": "kamchatka 9"}
    record = table(seat=3, others=1, board=board)
    record.play(JUDGE, TimeUp())
    put_out(record, 3, "kamchatka", "alaska", 0)
    record.play(3, acts.EndTurn())
    record.play(3, acts.CloseDice((6, 6)))

    assert (record.state.seat, record.state.giro) == (1, 6)


def test_with_five_players_and_the_fourth_first_the_third_throws_as_the_last() -> None:
    board = {"0": "alaska", "1": "congo", "2": "india", "3": "siam", "4": "brasile"}
    record = table(5, seat=1, first=3, board=board)
    record.play(JUDGE, TimeUp())
    record.play(1, acts.EndTurn())
    assert record.state.seat == 2
    record.play(2, acts.EndTurn())
    record.play(2, acts.CloseDice((3, 3)))

    assert (record.state.seat, record.state.giro) == (3, 6)


def test_a_closing_throw_taken_back_with_its_turn_is_asked_for_again_after_a_move() -> None:
    record = table(seat=3, last_giro=5, board={"0": "alaska", "1": "congo", "3": "siam 5, india 5"})
    record.play(3, acts.EndTurn())
    record.play(3, acts.CloseDice((1, 1)))
    assert record.ended_by == "dice"
    record.undo(why="a move was forgotten")
    record.undo(why="a move was forgotten")
    record.play(3, acts.Move("siam", "india", 1))
    record.play(3, acts.EndTurn())

    with pytest.raises(Refused, match="say why"):
        record.play(3, acts.CloseDice((1, 2)))
    record.play(3, acts.CloseDice((1, 1)))
    assert record.ended_by == "dice"
