"""Where two articles meet in one turn: answers of the defender, and players who leave while something is due."""

from __future__ import annotations

from games.iperisiko import acts
from games.kernel import cases
from games.kernel.acts import JUDGE
from games.kernel.cases import Case, fact
from games.kernel.record import Record
from games.kernel.words import same
from games.registry import game

GAME = game("iperisiko")


def table(**result: object) -> Record:
    return cases.set_up(GAME, Case("0", "9", same(""), position=result))


def test_a_maresciallo_holds_on_the_second_front_too() -> None:
    record = table(cards=[0, 1, 0, 0], board={"0": "alaska 9, india 9", "1": "kamchatka 3, siam 3", "2": "congo"})
    record.play(0, acts.Attack("alaska", "kamchatka"))
    record.play(1, acts.Maresciallo())
    record.play(0, acts.AttackDice((6, 5, 4)))
    record.play(1, acts.DefenceDice((5, 4, 4)))
    record.play(0, acts.Attack("india", "siam"))
    record.play(0, acts.AttackDice((6, 5, 4)))
    record.play(1, acts.DefenceDice((5, 4, 4)))

    assert (fact(record, "territories.alaska.armies"), fact(record, "territories.india.armies")) == (6, 6)


def test_whoever_withdraws_from_a_fleet_lets_it_land_and_not_more_than_it() -> None:
    record = table(cards=[1, 0, 0, 0], board={"0": "alaska 9", "1": "giappone 3, mongolia 3", "2": "congo"})
    record.play(0, acts.Ammiraglio("alaska", "giappone", 5))
    record.play(1, acts.Ripiegamento("mongolia"))

    assert [one.article for one in record.breaches(0, acts.Occupy(6))] == ["17"]
    record.play(0, acts.Occupy(5))
    assert (fact(record, "territories.giappone.armies"), fact(record, "territories.mongolia.armies")) == (5, 6)


def test_whoever_withdrew_may_mine_the_land_that_he_left() -> None:
    record = table(board={"0": "alaska 9", "1": "kamchatka 3, mongolia 3", "2": "congo"})
    record.play(0, acts.Attack("alaska", "kamchatka"))
    record.play(1, acts.Ripiegamento("mongolia"))
    record.play(1, acts.CampoMinato())
    record.play(0, acts.Occupy(4))

    assert (fact(record, "territories.kamchatka.armies"), fact(record, "territories.alaska.armies")) == (1, 5)


def test_a_minibomb_announced_by_a_player_who_leaves_falls_nowhere() -> None:
    record = table(board={"0": "alaska 9", "1": "kamchatka 4, siam", "2": "congo"}, order=[0, 3, 2, 1])
    record.play(0, acts.Minibomba("kamchatka"))
    record.play(JUDGE, acts.Abandon(0))

    assert (fact(record, "territories.kamchatka.armies"), record.state.seat) == (4, 3)
    assert fact(record, "players.1.suffered.minibomba") == 0


def test_a_minibomb_on_the_land_of_a_player_who_leaves_falls_all_the_same() -> None:
    record = table(board={"0": "alaska 9", "1": "kamchatka 4, siam", "2": "congo"})
    record.play(0, acts.Minibomba("kamchatka"))
    record.play(JUDGE, acts.Abandon(1))
    record.play(0, acts.BombFalls())

    assert "armies" not in fact(record, "territories.kamchatka") or not fact(record, "territories.kamchatka.armies")


def test_from_a_player_who_leaves_a_spy_takes_nothing_and_the_turn_goes_on() -> None:
    record = table(cards=[1, 1, 0, 0], board={"0": "alaska 9", "1": "kamchatka 4, siam", "2": "congo"})
    record.play(0, acts.Spia(1))
    record.play(JUDGE, acts.Abandon(1))

    record.play(0, acts.Attack("alaska", "kamchatka"))
    assert record.state.seat == 0
