"""Choices: only legal answers are offered, and no way that is legal is left out."""

from __future__ import annotations

from typing import Any

from games.kernel.lines import header_for, read_act
from games.kernel.record import Record
from games.registry import game

GAME = game("arba")


def standing(**position: Any) -> Record:
    record = Record(GAME, header_for(GAME, ["s0", "s1"]))
    record.state = GAME.position(record.rules, position)
    return record


def test_troopers_who_can_step_onto_a_claimed_place_are_not_offered_to_go_elsewhere():
    board = {"0": "spilimbergo 3", "1": "sedilis 5, casarsa_della_delizia 1"}
    record = standing(step=5, claims=["valvasone"], trod={"0": "valvasone"}, board=board)
    way = {"type": "move", "src": "spilimbergo"}
    assert record.choices({**way, "dst": "maniago"}).most == 2
    assert record.choices({**way, "dst": "valvasone"}).most == 3


def answered(record: Record, partial: dict[str, Any], *values: str) -> dict[str, Any]:
    ask = record.choices(partial)
    for value in values:
        ask = record.choices(ask.answered(value))
    assert ask.kind == "ready", ask
    assert record.breaches(ask.by, read_act(GAME, ask.act)) == ()
    return ask.act


def alpini_at(*sectors: str) -> list[dict[str, Any]]:
    return [{"place": sector, "piece": "alpino", "count": 1} for sector in sectors]


def test_one_missile_takes_alpini_of_three_sectors_of_udine():
    alpini = "udine_nord 1, udine_sud 1, udine_est 1, udine_ovest 1, udine_centro 1"
    record = standing(missiles=[1, 0], alpini=alpini, alpini_of=1, board={"0": "arba 5", "1": "sedilis 5"})
    launched = {"type": "strike", "weapon": "missile", "src": "arba"}
    one, two, three = (f"{name}:alpino1" for name in ("udine_nord", "udine_est", "udine_ovest"))
    assert answered(record, launched, one, two, three)["hits"] == alpini_at("udine_nord", "udine_est", "udine_ovest")
    assert answered(record, launched, one, two, "-")["hits"] == alpini_at("udine_nord", "udine_est")


def test_a_missile_that_finds_nothing_more_in_udine_is_asked_nothing():
    board = {"0": "arba 5", "1": "sedilis 5, udine_nord 4, codroipo 2"}
    record = standing(missiles=[1, 0], board=board)
    launched = {"type": "strike", "weapon": "missile", "src": "arba"}
    assert answered(record, launched, "udine_nord:troop1")
    assert answered(record, launched, "codroipo:troop1")


def test_by_the_other_reading_a_missile_hits_one_sector():
    record = Record(GAME, header_for(GAME, ["s0", "s1"], options={"udine_target": "sector"}))
    result = {"missiles": [1, 0], "alpini": "udine_nord 1, udine_sud 1", "alpini_of": 1}
    record.state = GAME.position(record.rules, result | {"board": {"0": "arba 5", "1": "sedilis 5"}})
    assert answered(record, {"type": "strike", "weapon": "missile", "src": "arba"}, "udine_nord:alpino1")


def test_troopers_who_go_two_places_say_by_which_way_since_they_tread_it():
    board = {"0": "arba 5", "1": "sedilis 5"}
    record = standing(step=5, has_contact=False, board=board)
    act = answered_move(record, {"src": "arba", "dst": "spilimbergo", "troops": 1}, "sequals")
    record.play(0, read_act(GAME, act))
    trod = {name for name, index in record.rules.board.index.items() if record.state.trod[index] == 0}
    assert trod == {"arba", "sequals", "spilimbergo"}
    assert GAME.describe(record.rules, 0, read_act(GAME, act)).en.startswith("Move: Arba → Sequals → Spilimbergo")


def test_the_way_is_not_asked_where_it_changes_nothing():
    board = {"0": "arba 5", "1": "sedilis 5"}
    record = standing(step=5, has_contact=False, trod={"0": "maniago, sequals"}, board=board)
    assert answered_move(record, {"src": "arba", "dst": "spilimbergo", "troops": 1})
    assert answered_move(record, {"src": "arba", "dst": "pinzano_al_tagliamento", "troops": 1})
    assert answered_move(record, {"src": "arba", "dst": "maniago", "troops": 1})


def answered_move(record: Record, result: dict[str, Any], *values: str) -> dict[str, Any]:
    return answered(record, {"type": "move", **result}, *values)
