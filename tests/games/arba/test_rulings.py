"""After a registered infraction the game goes on as it happened."""

from __future__ import annotations

from games.arba import acts
from games.kernel import cases
from games.kernel.cases import Case
from games.kernel.record import Record
from games.kernel.words import same
from games.registry import game

GAME = game("arba")


def table(**result: object) -> Record:
    return cases.set_up(GAME, Case("0", "turno", same(""), position={"step": 5, **result}))


def test_an_attack_of_pieces_that_have_moved_is_thrown_to_its_end() -> None:
    record = table(board={0: "udine_nord 2", 1: "sedilis 5, udine_centro 2"}, spent={"troop": "udine_nord 2"})
    record.rule(0, acts.Attack("udine_nord", "udine_centro"))
    for attack, defence in ((1, 6), (6, 1), (6, 1)):
        record.play(0, acts.AttackDie(attack))
        record.play(1, acts.DefenceDie(defence))

    assert cases.fact(record, "places.udine_nord.troops") == [1, 0]
    assert cases.fact(record, "awaits.awaits") == "turn"


def test_alpini_that_attacked_alone_fall_like_any_piece() -> None:
    record = table(
        alpini="udine_nord 1", alpini_of=0, board={0: "rifugio_degli_alpini 1", 1: "sedilis 5, udine_centro 1"}
    )
    record.rule(0, acts.Attack("udine_nord", "udine_centro"))
    record.play(0, acts.AttackDie(1))
    record.play(1, acts.DefenceDie(6))

    assert "alpini" not in cases.fact(record, "places.udine_nord")


def test_a_second_barricade_of_the_turn_leaves_the_first_where_it_stands() -> None:
    record = table(money=[90, 0], board={0: "udine_nord 2, fagagna 2", 1: "sedilis 5"})
    record.play(0, acts.Barricades({"udine_nord": 1}))
    record.rule(0, acts.Barricades({"fagagna": 1}))

    assert [cases.fact(record, f"places.{place}.barricade") for place in ("udine_nord", "fagagna")] == [1, 1]


def test_a_purchase_that_could_not_be_paid_takes_what_there_is() -> None:
    record = table(money=[20, 0], board={0: "arba 2", 1: "sedilis 5"})
    record.rule(0, acts.BuyCannon("arba"))

    assert (cases.fact(record, "sides.0.money"), cases.fact(record, "places.arba.cannons")) == (0, 1)
