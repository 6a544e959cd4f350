"""After a registered infraction the game goes on as it happened."""

from __future__ import annotations

import pytest

from games.iperisiko import acts
from games.iperisiko.state import Closing, Fight
from games.kernel import cases
from games.kernel.acts import JUDGE, Act
from games.kernel.cases import Case
from games.kernel.record import Record
from games.kernel.words import same
from games.registry import game

GAME = game("iperisiko")


def table(**result: object) -> Record:
    return cases.set_up(GAME, Case("0", "9", same(""), position=result))


def attacked(**result: object) -> Record:
    """Alaska has thrown against Kamchatka."""
    record = table(**{"board": {"0": "alaska 5", "1": "kamchatka 2, cita 2"}, **result})
    record.play(0, acts.Attack("alaska", "kamchatka"))
    record.play(0, acts.AttackDice((6, 5, 4)))
    return record


def test_an_attack_under_a_truce_that_was_registered_is_thrown_to_its_end() -> None:
    truce = {"by": 1, "seat": 0, "giro": 9, "at_end": False}
    record = table(board={"0": "alaska 9", "1": "kamchatka 4"}, truces=[truce])
    assert [breach.article for breach in record.breaches(0, acts.Attack("alaska", "kamchatka"))] == ["17"]
    record.rule(0, acts.Attack("alaska", "kamchatka"))
    for _ in range(2):
        record.play(0, acts.AttackDice((6, 1, 1)))
        record.play(1, acts.DefenceDice((5, 5, 5)))

    assert cases.fact(record, "territories.kamchatka.armies") == 2
    assert [breach.article for breach in record.breaches(0, acts.Attack("alaska", "kamchatka"))] == ["17"]


def test_armies_shown_after_the_dice_defend() -> None:
    record = attacked()
    record.rule(1, acts.ArmateNascoste())

    record.play(1, acts.DefenceDice((6, 6, 6)))
    assert cases.fact(record, "territories.kamchatka.armies") == 5


def test_whoever_withdrew_after_the_dice_is_gone() -> None:
    record = attacked()
    record.rule(1, acts.Ripiegamento("cita"))

    record.play(0, acts.Occupy(1))
    assert cases.fact(record, "territories.cita.armies") == 4


def test_a_general_in_defence_is_spent_and_changes_nothing() -> None:
    record = attacked(cards=[0, 1, 0, 0])
    record.rule(1, acts.Generale(0))

    assert (cases.fact(record, "players.1.cards"), cases.fact(record, "awaits.awaits")) == (0, "defence_throw")


def test_a_reserve_in_anothers_turn_stands() -> None:
    record = attacked()
    record.rule(1, acts.Riserva("cita"))

    assert (cases.fact(record, "territories.cita.armies"), cases.fact(record, "players.1.kit.riserva")) == (5, 0)


def test_a_second_card_that_the_spy_took_goes_back() -> None:
    record = table(board={"0": "alaska 5", "1": "kamchatka"}, cards=[1, 3, 0, 0])
    record.play(0, acts.Spia(1))
    record.play(0, acts.SpiaRemoves("siam"))
    record.rule(0, acts.SpiaRemoves("giappone"))

    assert cases.fact(record, "players.1.cards") == 2


def test_armies_that_a_registered_attack_left_in_the_hand_are_still_due() -> None:
    record = table(board={"0": "alaska 5", "1": "kamchatka 2"}, awaits={"is": "reinforce", "left": 3})
    record.rule(0, acts.Attack("alaska", "kamchatka"))

    assert "place" in [choice.value for choice in record.choices({}).choices]
    record.play(0, acts.Place({"alaska": 3}))
    record.play(0, acts.AttackDice((6, 6, 6)))


def test_hidden_armies_that_attacked_all_the_same_fall_in_the_attack() -> None:
    record = table(board={"0": "alaska 4", "1": "kamchatka 3, siam"}, hidden={"alaska": 3})
    record.rule(0, acts.Attack("alaska", "kamchatka"))
    record.play(0, acts.AttackDice((1, 1, 1)))
    record.play(1, acts.DefenceDice((6, 6, 6)))

    assert cases.fact(record, "territories.alaska") == {"seat": 0, "armies": 1, "hidden": 1}


def test_new_armies_of_a_factory_that_were_moved_are_no_longer_there() -> None:
    record = table(board={"0": "alaska 4, alberta 2"}, locked={"alaska": 2}, awaits={"is": "reinforce", "left": 0})
    record.rule(0, acts.Move("alaska", "alberta", 3))

    assert cases.fact(record, "territories.alaska") == {"seat": 0, "armies": 1, "locked": 1}
    assert cases.fact(record, "territories.alberta.armies") == 5


def test_a_minefield_shown_too_late_strikes_those_who_moved_in() -> None:
    record = table(board={"0": "alaska 9", "1": "kamchatka 1, siam"})
    record.play(0, acts.Attack("alaska", "kamchatka"))
    record.play(0, acts.AttackDice((6, 5, 4)))
    record.play(1, acts.DefenceDice((1,)))
    record.play(0, acts.Occupy(3))
    record.rule(1, acts.CampoMinato())

    assert cases.fact(record, "territories.kamchatka") == {"seat": -1, "armies": 0}
    assert [breach.article for breach in record.breaches(0, acts.Draw())] == ["14"]


def test_a_forgotten_card_may_be_let_stand() -> None:
    record = table(board={"0": "alaska 5", "1": "siam", "2": "congo"}, conquests=1, has_attacked=True)
    record.play(0, acts.EndTurn())
    record.rule(0, acts.LateCard())

    assert cases.fact(record, "players.0.cards") == 1
    assert record.breaches(0, acts.LateCard()) != ()


def test_a_diplomat_that_came_too_late_for_the_start_leaves_the_turn_where_it_was() -> None:
    record = table(
        board={"0": "alaska 5", "1": "siam", "2": "congo"}, cards=[1, 0, 0, 0], awaits={"is": "reinforce", "left": 2}
    )
    record.rule(0, acts.Diplomatico(1))

    assert (cases.fact(record, "awaits.left"), cases.fact(record, "truces.0.at_end")) == (2, False)


def test_an_attack_after_the_turn_s_end_is_fought_out_and_the_next_player_s_factory_produces_once() -> None:
    board = {"0": "alaska 9", "1": "kamchatka 1, cita 3, siam 3", "2": "congo", "3": "india"}
    record = table(board=board, has_attacked=True, factories=["india"], order=[0, 3, 2, 1])
    record.play(0, acts.EndTurn())
    was = record.state
    assert cases.fact(record, "territories.india.armies") == 4
    record.rule(0, acts.Attack("alaska", "kamchatka"))
    assert cases.fact(record, "territories.india.armies") == 2
    record.play(0, acts.AttackDice((6, 6, 6)))
    record.play(1, acts.DefenceDice((1,)))
    record.play(0, acts.Occupy(3))
    record.play(0, acts.EndTurn())

    assert cases.fact(record, "territories.india.armies") == 4
    assert (record.state.seat, record.state.giro, record.state.turn) == (was.seat, was.giro, was.turn)


def test_a_generale_holds_after_the_turn_s_end_and_a_missile_stays_fired() -> None:
    board = {"0": "alaska 9", "1": "kamchatka 9, cita 9, siam 3", "2": "congo", "3": "india"}
    record = table(board=board, has_attacked=True, generals=[1], played=["minibomba"], struck=["cita"])
    record.play(0, acts.EndTurn())
    assert record.state.generals == ()
    record.rule(0, acts.Attack("alaska", "kamchatka"))

    assert (record.state.generals, record.state.played) == ((1,), ("minibomba",))


FOUGHT = {"0": "alaska 9, alberta 4, argentina 9", "1": "kamchatka 9, cita 5, siam 9", "2": "congo", "3": "india"}
OUT_OF_ITS_MOMENT = [
    acts.Move("alberta", "alaska", 1),
    acts.TrasportoAereo("argentina", "alaska", 2),
    acts.Dna("siam"),
]


@pytest.mark.parametrize("act", OUT_OF_ITS_MOMENT)
def test_an_attack_goes_on_without_a_new_declaration_after_what_was_registered_in_its_midst(act: Act) -> None:
    """Art. 9: what was declared holds until another attack is."""
    record = table(board=FOUGHT)
    record.play(0, acts.Attack("alaska", "kamchatka", 2))
    record.rule(0, act)
    record.play(0, acts.AttackDice((6, 1)))
    record.play(1, acts.DefenceDice((5, 5, 5)))
    record.play(0, acts.AttackDice((6, 1)))
    assert cases.fact(record, "awaits.awaits") == "defence_throw"


def test_a_missile_on_the_territory_under_attack_ends_the_attack() -> None:
    record = table(board=FOUGHT)
    record.play(0, acts.Attack("alaska", "kamchatka"))
    record.rule(0, acts.Dna("kamchatka"))
    assert record.state.awaits == Fight()
    record.play(0, acts.Enter("alaska", "kamchatka", 3))


@pytest.mark.parametrize("act", [*OUT_OF_ITS_MOMENT, acts.Minibomba("siam"), acts.Socialista("kamchatka", "alaska")])
def test_a_fight_that_is_over_stays_over_after_what_was_registered(act: Act) -> None:
    """The card was drawn, so that another attack still breaks an article."""
    record = table(board=FOUGHT, giro=3, conquests=1, has_attacked=True)
    record.play(0, acts.Draw())
    record.rule(0, act)
    if isinstance(act, acts.Minibomba):
        record.play(0, acts.BombFalls())
    assert record.state.awaits == Closing()
    assert [breach.article for breach in record.breaches(0, acts.Attack("alaska", "kamchatka"))] == ["base.deck"]


def test_a_registered_attack_stands_once_its_defender_has_left() -> None:
    record = table(board={**FOUGHT, "0": "alaska 4"}, hidden={"alaska": 3})
    record.rule(0, acts.Attack("alaska", "kamchatka"))
    record.play(0, acts.AttackDice((6, 6, 6)))
    record.play(JUDGE, acts.Abandon(1))
    record.play(3, acts.DefenceDice((1, 1, 1)))
    record.play(0, acts.AttackDice((6, 6, 6)))


@pytest.mark.parametrize("act", [acts.Attack("argentina", "brasile"), acts.Generale(1), acts.Minibomba("siam")])
def test_armies_left_in_the_hand_by_a_registered_attack_come_before_the_next_act_of_the_fight(act: Act) -> None:
    board = {**FOUGHT, "1": "kamchatka 9, cita 5, siam 9, brasile 3"}
    record = table(board=board, cards=[3, 0, 0, 0], awaits={"is": "reinforce", "left": 3})
    record.rule(0, acts.Attack("alaska", "kamchatka"))
    record.play(0, acts.AttackDice((1, 1, 1)))
    record.play(1, acts.DefenceDice((6, 6, 6)))
    record.play(0, acts.AttackDice((1, 1, 1)))  # “again” is the attack that was registered
    record.play(1, acts.DefenceDice((6, 6, 6)))
    assert [breach.article for breach in record.breaches(0, act)] == ["base.placing"]
    record.play(0, acts.Place({"alaska": 3}))
    assert record.breaches(0, act) == ()


@pytest.mark.parametrize(
    "act", [acts.ArmateNascoste(), acts.CortinaDiFerro(), acts.Ripiegamento("cita"), acts.Maresciallo()]
)
def test_who_has_left_answers_nothing_by_the_article_by_which_he_did(act: Act) -> None:
    record = table(board=FOUGHT, cards=[0, 3, 0, 0])
    record.play(0, acts.Attack("alaska", "kamchatka"))
    record.play(JUDGE, acts.Abandon(1))
    (breach,) = record.breaches(1, act)
    assert (breach.article, breach.reason.en) == ("base.leaving", "this player is no longer in the game")
