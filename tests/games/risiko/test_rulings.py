"""After a ruling the board may be as the rules forbid it: the game goes on from there."""

from __future__ import annotations

from games.kernel import cases
from games.kernel.cases import Case
from games.kernel.record import Record
from games.kernel.words import same
from games.registry import game
from games.risiko import acts

RISIKO = game("risiko")


def table(**told: object) -> Record:
    return cases.set_up(RISIKO, Case("0", "6", same(""), position=told))


def test_a_throw_with_every_army_leaves_one_behind() -> None:
    record = table(board={"0": "alaska 2", "3": "kamchatka 2"})
    record.rule(0, acts.Attack("alaska", "kamchatka"))
    record.rule(0, acts.AttackDice((1, 1)))
    record.play(3, acts.DefenceDice((6, 6)))

    assert cases.fact(record, "territories.alaska.armies") == 1


def test_an_attack_in_inferiority_that_was_registered_can_be_given_up() -> None:
    record = table(board={"0": "alaska 2", "3": "kamchatka 3"})
    record.rule(0, acts.Attack("alaska", "kamchatka"))

    assert "end_turn" in [choice.value for choice in record.choices({}).choices]
    assert "attack_dice" not in [choice.value for choice in record.choices({}).choices]


def test_an_attack_after_the_move_goes_on_only_by_rulings() -> None:
    record = table(board={"0": "alaska 9, alberta 3"})
    record.play(0, acts.Move("alaska", "alberta", 2))
    record.rule(0, acts.Attack("alaska", "kamchatka"))
    record.play(0, acts.AttackDice((6, 6, 6)))
    record.play(3, acts.DefenceDice((1, 1)))
    record.play(0, acts.Occupy(3))

    assert [breach.article for breach in record.breaches(0, acts.Attack("alberta", "ontario"))] == ["10"]


def test_an_eighth_card_that_was_registered_stays_in_the_hand() -> None:
    record = table(conquests=1, cards=[7, 0, 0, 0], board={"0": "alaska 5"})
    record.rule(0, acts.Draw())

    assert cases.fact(record, "players.0.cards") == 8


def test_a_garrison_of_one_that_was_registered_may_be_brought_up_to_strength() -> None:
    record = table(board={"0": "alaska 4, alberta 3"})
    record.rule(0, acts.Move("alaska", "alberta", 3))

    assert cases.fact(record, "territories.alaska.armies") == 1
    assert record.breaches(0, acts.EndTurn()) == ()
