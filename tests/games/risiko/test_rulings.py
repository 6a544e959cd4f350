"""After a ruling the board may be as the rules forbid it: the game goes on from there."""

from __future__ import annotations

import msgspec

from games.kernel import cases
from games.kernel.acts import JUDGE, Ruling
from games.kernel.cases import Case
from games.kernel.lines import header_for
from games.kernel.record import Record
from games.kernel.words import same
from games.registry import game
from games.risiko import acts
from games.risiko.rules import AS_IT_HAPPENED

RISIKO = game("risiko")


def table(**result: object) -> Record:
    return cases.set_up(RISIKO, Case("0", "6", same(""), position=result))


def test_a_throw_with_every_army_leaves_one_behind() -> None:
    record = table(board={"0": "alaska 2", "3": "kamchatka 2"})
    record.rule(0, acts.Attack("alaska", "kamchatka"))
    record.rule(0, acts.AttackDice((1, 1)))
    record.play(3, acts.DefenceDice((6, 6)))

    assert cases.fact(record, "territories.alaska.armies") == 1


def test_an_attack_in_inferiority_that_was_registered_is_thrown_or_given_up() -> None:
    record = table(board={"0": "alaska 2", "3": "kamchatka 3"})
    record.rule(0, acts.Attack("alaska", "kamchatka"))

    assert {"end_turn", "attack_dice"} <= {choice.value for choice in record.choices({}).choices}
    record.play(0, acts.AttackDice((6,)))
    record.play(3, acts.DefenceDice((5, 1, 1)))
    assert cases.fact(record, "territories.kamchatka.armies") == 2


def test_a_registered_inferiority_holds_for_every_throw_of_that_attack() -> None:
    record = table(board={"0": "alaska 2", "3": "kamchatka 4"})
    record.rule(0, acts.Attack("alaska", "kamchatka"))
    for _ in range(3):
        record.play(0, acts.AttackDice((6,)))
        record.play(3, acts.DefenceDice((1,) * min(3, 4 - _)))

    assert cases.fact(record, "territories.kamchatka.armies") == 1


def test_an_attack_after_the_move_is_thrown_as_it_happened_and_another_asks_for_a_ruling_of_its_own() -> None:
    record = table(board={"0": "alaska 9, alberta 3"})
    record.play(0, acts.Move("alaska", "alberta", 2))
    record.rule(0, acts.Attack("alaska", "kamchatka"))
    record.play(0, acts.AttackDice((1, 1, 6)))
    record.play(3, acts.DefenceDice((5, 5)))
    record.play(0, acts.AttackDice((6, 6, 6)))
    record.play(3, acts.DefenceDice((1,)))
    record.play(0, acts.Occupy(3))

    assert [breach.article for breach in record.breaches(0, acts.Attack("alberta", "ontario"))] == ["10"]


def test_the_attack_that_was_under_way_goes_on_after_the_move_by_a_ruling() -> None:
    record = table(board={"0": "alaska 9, alberta 3"}, awaits={"is": "fight", "src": "alaska", "dst": "kamchatka"})
    record.play(0, acts.Move("alaska", "alberta", 2))
    record.rule(0, acts.AttackDice((6, 6, 6)))

    assert cases.fact(record, "awaits.awaits") == "defence_throw"


def test_armies_that_a_registered_attack_left_in_the_hand_are_still_due() -> None:
    record = table(board={"0": "alaska 9"}, awaits={"is": "reinforce", "left": 5})
    record.rule(0, acts.Attack("alaska", "kamchatka"))
    record.play(0, acts.AttackDice((1, 1, 1)))
    record.play(3, acts.DefenceDice((6, 6)))

    assert [breach.reason.en for breach in record.breaches(0, acts.EndTurn())] == ["5 armies are still to be placed"]
    assert "place" in [choice.value for choice in record.choices({}).choices]
    record.play(0, acts.Place({"alaska": 5}))
    assert record.breaches(0, acts.EndTurn()) == ()


def test_a_move_before_the_reinforcements_leaves_them_due() -> None:
    record = table(board={"0": "alaska 9, alberta 3"}, awaits={"is": "reinforce", "left": 3})
    record.rule(0, acts.Move("alaska", "alberta", 2))
    record.play(0, acts.Place({"alaska": 3}))

    assert cases.fact(record, "territories.alaska.armies") == 10


def test_a_card_that_is_not_due_goes_back_into_the_deck() -> None:
    for result in ({"conquests": 0}, {"conquests": 1, "cards": [7, 0, 0, 0]}):
        record = table(board={"0": "alaska 5"}, **result)
        deck, held = cases.fact(record, "deck"), cases.fact(record, "players.0.cards")
        record.rule(0, acts.Draw())
        assert (cases.fact(record, "deck"), cases.fact(record, "players.0.cards")) == (deck, held)


def test_a_throw_to_close_that_was_left_out_passes_the_hand_on() -> None:
    for act in (acts.Place({"congo": 1}), acts.Attack("congo", "egitto")):
        record = table(board={"0": "congo 5"}, last_giro=5, seat=3)
        record.play(3, acts.EndTurn())
        assert {breach.article for breach in record.breaches(0, act)} >= {"16"}
        record.rule(0, act)
        assert cases.fact(record, "in_turn") == 0


def test_a_defence_throw_before_the_attackers_changes_nothing() -> None:
    record = table(board={"0": "alaska 9"})
    record.play(0, acts.Attack("alaska", "kamchatka"))
    before = record.state
    record.rule(3, acts.DefenceDice((6, 6)))

    assert record.state == before


def test_a_garrison_of_one_that_was_registered_may_be_brought_up_to_strength() -> None:
    record = table(board={"0": "alaska 4, alberta 3"})
    record.rule(0, acts.Move("alaska", "alberta", 3))

    assert cases.fact(record, "territories.alaska.armies") == 1
    assert record.breaches(0, acts.EndTurn()) == ()


def older(**result: object) -> Record:
    """A table whose record was begun under the revision before."""
    header = header_for(RISIKO, ["a", "b", "c", "d"])
    record = Record(RISIKO, msgspec.structs.replace(header, revision=AS_IT_HAPPENED - 1))
    record.start_at(result)
    return record


def test_an_older_record_keeps_an_eighth_card_and_loses_armies_that_were_not_laid() -> None:
    record = older(conquests=1, cards=[7, 0, 0, 0], board={"0": "alaska 5"})
    record.rule(0, acts.Draw())
    assert cases.fact(record, "players.0.cards") == 8

    record = older(board={"0": "alaska 9"}, awaits={"is": "reinforce", "left": 5})
    record.rule(0, acts.Attack("alaska", "kamchatka"))
    assert record.breaches(0, acts.EndTurn()) == ()


def test_an_older_record_may_waive_again_what_a_ruling_let_stand() -> None:
    """Each throw asked for a ruling of its own."""
    record = older(board={"0": "alaska 2", "3": "kamchatka 3"})
    record.rule(0, acts.Attack("alaska", "kamchatka"))
    throw = msgspec.Raw(msgspec.json.encode(acts.AttackDice((6,))))

    assert record.breaches(JUDGE, Ruling(("8",), 0, throw)) == ()


def test_an_attack_after_the_turn_s_end_is_fought_out_and_the_next_turn_begins_anew() -> None:
    board = {"0": "alaska 5", "1": "kamchatka 1, siam 5, india 5, cina 5", "2": "congo"}
    record = table(board=board, conquests=2, first=0)
    record.play(0, acts.EndTurn())
    was = record.state
    record.rule(0, acts.Attack("alaska", "kamchatka"))
    record.play(0, acts.AttackDice((6, 6, 6)))
    record.play(1, acts.DefenceDice((1,)))
    record.play(0, acts.Occupy(3))

    assert cases.fact(record, "conquests") == 3
    record.play(0, acts.Draw())
    record.play(0, acts.EndTurn())
    assert (record.state.seat, record.state.giro, record.state.turn) == (was.seat, was.giro, was.turn)
    assert record.state.awaits.left == 1


def test_what_was_drawn_and_moved_in_the_turn_just_over_still_counts() -> None:
    board = {"0": "alaska 5, alberta 5", "1": "siam 5", "2": "congo"}
    record = table(board=board, conquests=1)
    record.play(0, acts.Move("alberta", "alaska", 1))
    record.play(0, acts.Draw())
    record.play(0, acts.EndTurn())

    for act, articles in ((acts.Draw(), ["5", "11"]), (acts.Move("alaska", "alberta", 1), ["5", "10"])):
        assert [one.article for one in record.breaches(0, act)] == articles


def test_once_the_next_player_has_begun_or_a_throw_to_close_was_made_it_is_taken_back() -> None:
    board = {"0": "alaska 5", "1": "siam 5, india 5", "2": "congo", "3": "cina 5"}
    begun = table(board=board)
    begun.play(0, acts.EndTurn())
    begun.play(1, acts.Attack("siam", "cina"))
    thrown = table(board=board, seat=3, last_giro=5)
    thrown.play(3, acts.EndTurn())
    thrown.play(3, acts.CloseDice((6, 6)))

    for record, by, attack in ((begun, 0, ("alaska", "kamchatka")), (thrown, 3, ("cina", "siam"))):
        assert [one.may_be_registered for one in record.breaches(by, acts.Attack(*attack))] == [False]


def test_a_turn_that_was_ended_twice_leaves_nothing_to_register() -> None:
    record = table(board={"0": "alaska 5", "1": "siam 5", "2": "congo"})
    record.play(0, acts.EndTurn())

    assert [one.may_be_registered for one in record.breaches(0, acts.EndTurn())] == [False]


def test_armies_left_in_the_hand_by_a_registered_attack_come_before_the_next_one() -> None:
    record = table(
        board={"0": "alaska 9, brasile 9", "1": "kamchatka 9, peru 3"}, awaits={"is": "reinforce", "left": 3}
    )
    record.rule(0, acts.Attack("alaska", "kamchatka"))
    for _ in range(2):  # “again” is the attack that was registered
        record.play(0, acts.AttackDice((1, 1, 1)))
        record.play(1, acts.DefenceDice((6, 6, 6)))
    second = acts.Attack("brasile", "peru")
    assert [breach.article for breach in record.breaches(0, second)] == ["base.placing"]
    record.play(0, acts.Place({"alaska": 3}))
    assert record.breaches(0, second) == ()
