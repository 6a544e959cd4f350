"""After a registered infraction the game goes on as it happened."""

from __future__ import annotations

import msgspec
import pytest

from games.arba import acts
from games.arba.state import Turn
from games.kernel import cases
from games.kernel.acts import Act
from games.kernel.breaches import INFRACTION
from games.kernel.cases import Case
from games.kernel.lines import header_for
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
    record.play(0, acts.Barricades({"fagagna": 1}))

    assert [cases.fact(record, f"places.{place}.barricade") for place in ("udine_nord", "fagagna")] == [1, 1]


def test_a_purchase_that_could_not_be_paid_takes_what_there_is() -> None:
    record = table(money=[20, 0], board={0: "arba 2", 1: "sedilis 5"})
    record.rule(0, acts.BuyCannon("arba"))

    assert (cases.fact(record, "sides.0.money"), cases.fact(record, "places.arba.cannons")) == (0, 1)


def test_an_attack_registered_in_a_later_step_leaves_the_turn_in_it() -> None:
    """Won or lost, what comes before that step is over still (turno)."""
    for dice, left in (((6, 1), 0), ((1, 6), 1)):
        record = table(board={"0": "udine_nord 1", "1": "udine_est 1"}, step=7, money=(90, 90))
        record.rule(0, acts.Attack("udine_nord", "udine_est"), why="x")
        record.play(0, acts.AttackDie(dice[0]))
        record.play(1, acts.DefenceDie(dice[1]))
        assert record.state.awaits == Turn(7)
        assert record.state.troops(1, record.rules.board.index["udine_est"]) == left


STRAIGHT_INTO_THE_BASE = {
    "troopers": (acts.Deploy({"sedilis": 1}), "turno.1"),
    "a tractor": (acts.BuyTractor("sedilis"), "turno.3"),
    "paratroopers": (acts.Drop({"sedilis": 4}), "luoghi.basi"),
}


@pytest.mark.parametrize(("act", "article"), STRAIGHT_INTO_THE_BASE.values(), ids=STRAIGHT_INTO_THE_BASE)
def test_what_was_put_straight_into_the_enemy_base_goes_back_and_its_words_say_so(act: Act, article: str) -> None:
    """Whoever is in it has won, so that no ruling could leave it there."""
    record = table(step=1, money=[90, 0], board={0: "arba 5", 1: "sedilis 5"})
    undone = next(one for one in record.breaches(0, act) if one.article == article)
    assert (undone.kind, undone.waivable) == (INFRACTION, False)
    assert "taken off" in undone.reason.en


@pytest.mark.parametrize(("act", "article"), STRAIGHT_INTO_THE_BASE.values(), ids=STRAIGHT_INTO_THE_BASE)
def test_where_a_trooper_alone_conquers_others_may_be_left_in_the_enemy_base(act: Act, article: str) -> None:
    position = {"step": 1, "money": [90, 0], "board": {0: "arba 5", 1: "sedilis 5"}}
    record = cases.set_up(GAME, Case("0", "turno", same(""), options={"base_taken_by": "trooper"}, position=position))
    if article == "turno.1":
        assert not all(one.waivable for one in record.breaches(0, act))
    else:
        record.rule(0, act, why="left there")
        assert record.state.ended == ""


INTO_THE_RIFUGIO = {
    "put there": acts.Deploy({"rifugio_degli_alpini": 1}),
    "moved among alpini": acts.Move("osoppo", "rifugio_degli_alpini", troops=1),
    "passed through": acts.Move("osoppo", "tricesimo", troops=1, via="rifugio_degli_alpini"),
}


@pytest.mark.parametrize("act", INTO_THE_RIFUGIO.values(), ids=INTO_THE_RIFUGIO)
def test_a_trooper_who_comes_into_the_rifugio_by_a_ruling_has_conquered_it(act: Act) -> None:
    record = table(step=1, alpini="rifugio_degli_alpini 2", board={0: "arba 5, osoppo 2", 1: "sedilis 5"})
    found = record.breaches(0, act)
    assert found
    if all(one.may_be_registered for one in found):
        record.rule(0, act, why="as it happened")
        assert (record.state.alpini_of, sum(record.state.alpini)) == (0, 5)
        assert not tuple(GAME.unsound(record.rules, record.state))


@pytest.mark.parametrize(("revision", "ended"), [(13, "base"), (14, "")])
def test_who_comes_in_among_the_defenders_of_a_base_by_a_ruling_has_not_conquered_it(revision: int, ended: str) -> None:
    """Up to the thirteenth revision one registered trooper won against any number of them."""
    where = {0: "arba 3, nimis 2", 1: "sedilis 3"}
    record = Record(GAME, msgspec.structs.replace(header_for(GAME, ["s0", "s1"]), revision=revision))
    record.start_at({"turn": 8, "step": 5, "board": where})
    record.rule(0, acts.Move("nimis", "sedilis", troops=1))
    assert record.state.ended == ended
    if not ended:
        assert record.state.stands(0, record.rules.board.index["sedilis"])
        record.play(0, acts.EndTurn())
        record.play(1, acts.Collect())
        record.play(1, acts.Move("sedilis", "attimis", troops=3))
        assert (record.state.ended, record.state.winner) == ("base", 0)
