"""Every rule that an act breaks is named, in the order of the book."""

from __future__ import annotations

from games.kernel import cases
from games.kernel.acts import Act
from games.kernel.cases import Case
from games.kernel.record import Record
from games.kernel.words import same
from games.registry import game
from games.risiko import acts

RISIKO = game("risiko")


def table(**result: object) -> Record:
    return cases.set_up(RISIKO, Case("0", "6", same(""), position=result))


def named(record: Record, by: int, act: Act) -> list[str]:
    return [breach.article for breach in record.breaches(by, act)]


def test_a_far_attack_with_fewer_dice() -> None:
    record = table(board={"0": "alaska 2"})

    assert named(record, 0, acts.Attack("alaska", "ontario")) == ["8", "base.attack"]


def test_a_move_in_the_reinforcements_that_leaves_one_on_a_border() -> None:
    record = table(board={"0": "alaska 3, ontario 2"}, awaits={"is": "reinforce", "left": 3})

    assert named(record, 0, acts.Move("alaska", "ontario", 2)) == ["10", "10", "15"]


def test_a_third_player_throws_fewer_dice_for_the_defender() -> None:
    record = table(board={"0": "alaska 5", "1": "siam"})
    record.play(0, acts.Attack("alaska", "kamchatka"))
    record.play(0, acts.AttackDice((1, 1, 1)))

    assert named(record, 1, acts.DefenceDice((1,))) == ["5", "7"]


def test_one_rule_is_one_breach_and_none_is_none() -> None:
    record = table(board={"0": "alaska 5"})

    assert named(record, 0, acts.Draw()) == ["11"]
    assert named(record, 0, acts.Attack("alaska", "kamchatka")) == []
