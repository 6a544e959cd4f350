"""After a registered infraction the game goes on as it happened."""

from __future__ import annotations

from games.fabrisiko import acts
from games.kernel import cases
from games.kernel.cases import Case
from games.kernel.record import Record
from games.kernel.words import same
from games.registry import game

GAME = game("fabrisiko")


def table(**result: object) -> Record:
    return cases.set_up(GAME, Case("0", "turno", same(""), position=result))


def battle(**result: object) -> Record:
    """Melano has thrown against Varano."""
    record = table(
        **{"board": {1: "varano fanteria 2"}, "guests": {0: "varano fanteria 2 from melano points 0"}, **result}
    )
    record.play(0, acts.Battle("varano"))
    record.play(0, acts.AttackDice((9, 9)))
    return record


def test_dice_thrown_out_of_their_moment_change_nothing() -> None:
    record = battle()
    before = record.state
    record.rule(0, acts.AttackDice((1, 1)))

    assert record.state == before


def test_of_too_many_dice_the_first_ones_count() -> None:
    record = battle()
    record.rule(1, acts.DefenceDice((10, 1, 1, 1)))

    assert [one["seat"] for one in cases.fact(record, "battle.soldiers")] == [0, 1, 1]


def test_too_many_dice_bring_no_more_resources() -> None:
    record = table(phase="1-B", cards=[1, 0], resources=[0, 0], board={0: "fabriano"})
    record.play(0, acts.Event("scambi"))
    record.rule(0, acts.TradeDice((4, 10)))

    assert cases.fact(record, "players.0.resources") == 2


def test_a_strategic_card_after_the_first_dice_has_its_effect() -> None:
    record = battle(cards=[0, 1])
    record.rule(1, acts.Strategy("tregua"))

    assert cases.fact(record, "battle") == "@none"


def test_a_turn_may_end_with_a_battle_due_by_a_ruling() -> None:
    record = table(board={1: "varano fanteria 2"}, guests={0: "varano fanteria 2 from melano points 0"})
    assert [breach.article for breach in record.breaches(0, acts.EndTurn())] == ["4-B"]
    record.rule(0, acts.EndTurn())

    assert cases.fact(record, "in_turn") == 1


def test_a_reroll_too_many_is_registered_as_it_happened() -> None:
    record = battle(rerolls=0)
    assert [breach.article for breach in record.breaches(0, acts.Reroll(0, 1))] == ["melano.gambero"]
    record.rule(0, acts.Reroll(0, 1))

    assert cases.fact(record, "awaits.awaits") != "attack_throw"


def test_a_bomber_that_flew_its_mission_flies_another_by_a_ruling() -> None:
    record = table(
        board={1: "varano fanteria 1 complesso 2"}, guests={0: "varano bombardiere 1 from melano points 1"}, phase="4-B"
    )
    record.play(0, acts.Bomb("varano", "complesso"))
    record.play(0, acts.BombDice((1,)))
    record.rule(0, acts.Bomb("varano", "complesso"))

    assert cases.fact(record, "awaits.awaits") == "bomb_throw"


def test_a_forgotten_card_is_drawn_in_another_s_turn() -> None:
    record = table(board={1: "marischio, varano, paterno"})
    record.rule(1, acts.Draw(1))

    assert cases.fact(record, "players.1.cards") == 1
    assert (cases.fact(record, "in_turn"), cases.fact(record, "phase")) == (0, "2")


def test_the_table_goes_on_past_a_forgotten_die_of_the_dominio() -> None:
    record = table(factions=["albacina", "melano"], board={1: "melano fanteria 1"})
    record.play(0, acts.EndTurn())
    record.rule(1, acts.Invade("melano", ("varano",), {"fanteria": 1}))

    assert cases.fact(record, "in_turn") == 1
    assert cases.fact(record, "territories.varano.seat") == 1


def test_a_fighter_that_bombed_is_registered_with_its_die() -> None:
    record = table(phase="4-A", board={1: "varano complesso 1"}, guests={0: "varano caccia 1 from melano points 3"})
    record.rule(0, acts.Bomb("varano", "complesso"))
    record.play(0, acts.BombDice((7,)))

    assert cases.fact(record, "territories.varano.complessi") == 0


def test_a_tank_that_left_a_place_of_battle_is_where_it_went() -> None:
    record = table(board={0: "melano carro 1", 1: "varano fanteria 1, viacce"})
    record.play(0, acts.Invade("melano", ("varano",), {"carro": 1}))
    record.rule(0, acts.Invade("varano", ("viacce",), {"carro": 1}))

    assert cases.fact(record, "territories.viacce.seat") == 0
    assert cases.fact(record, "territories.varano.seat") == 1


def test_planes_that_nobody_fired_at_are_where_they_flew() -> None:
    record = table(board={0: "melano caccia 2 fanteria 1", 1: "varano sito_aa 1"})
    record.play(0, acts.Invade("melano", ("varano",), {"caccia": 2}))
    record.rule(0, acts.Invade("melano", ("viacce",), {"fanteria": 1}))

    assert cases.fact(record, "territories.varano.units.0.caccia") == 2
    assert cases.fact(record, "territories.viacce.seat") == 0
