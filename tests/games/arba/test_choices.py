"""Choices: only legal answers are offered, and no way that is legal is left out."""

from __future__ import annotations

from typing import Any

from games.kernel.lines import header_for, read_act
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import acts_of, fresh, whole_game

GAME = game("arba")


def standing(options: dict[str, str | int] | None = None, **position: Any) -> Record:
    record = Record(GAME, header_for(GAME, ["s0", "s1"], options=options or {}))
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


def offered(record: Record, partial: dict[str, Any] | None = None) -> set[str]:
    return {str(choice.value) for choice in record.choices(partial or {}).choices}


def test_who_leaves_before_it_is_known_who_begins_is_offered():
    assert "resign" in offered(Record(GAME, header_for(GAME, ["s0", "s1"])))


CONTESTED = {"trod": {"0": "valvasone"}, "board": {"0": "spilimbergo 1", "1": "sedilis 5, casarsa_della_delizia 1"}}


def test_a_contested_place_that_is_always_claimed_can_not_be_left_out():
    record = standing({"claiming": "automatic"}, step=1, **CONTESTED)
    assert "collect" in offered(record)
    assert offered(record, {"type": "collect"}) == {"valvasone"}
    assert offered(standing(step=1, **CONTESTED), {"type": "collect"}) == {"-", "valvasone"}


SHARED = {
    "alpini": "udine_sud 1",
    "alpini_of": 0,
    "board": {"0": "rifugio_degli_alpini 1, cormons 2 para", "1": "sedilis 5, cormons 1"},
}


def test_own_pieces_are_offered_to_a_ranged_attack_only_where_that_is_allowed():
    strike = {"type": "strike", "weapon": "plane"}
    own = answered(standing({"own_pieces": "allowed"}, **SHARED), strike, "cormons:own-para1")
    assert own["hits"] == [{"place": "cormons", "piece": "para", "count": 1, "own": True}]
    assert not any("own-" in value for value in offered(standing(**SHARED), strike))


def test_kinds_that_stay_out_of_an_attack_are_asked_for_only_where_the_attacker_chooses():
    board = {"0": "fagagna 2, fagagna 2 para", "1": "sedilis 5, udine_ovest 1"}
    attack = {"type": "attack", "src": "fagagna", "dst": "udine_ovest"}
    assert offered(standing({"involved": "chosen"}, step=5, board=board), attack) == {"-", "para", "troop"}
    assert answered(standing({"involved": "chosen"}, step=5, board=board), attack, "para")["without"] == "para"
    assert standing(step=5, board=board).choices(attack).kind == "ready"


def test_a_second_purchase_of_barricades_offers_what_can_be_added():
    record = standing(step=5, money=[20, 0], board={"0": "codroipo 1, rivolto 1", "1": "sedilis 5"})
    record.play(0, read_act(GAME, {"type": "barricades", "levels": {"codroipo": 1}}))
    assert offered(record, {"type": "barricades"}) == {"codroipo:2", "rivolto:1"}


def test_the_way_of_two_steps_is_asked_for_where_it_matters():
    record = standing(has_contact=False, step=5, board={"0": "arba 5", "1": "sedilis 5"})
    act = answered(record, {"type": "move", "src": "arba", "dst": "spilimbergo", "troops": 1}, "sequals")
    assert act["via"] == "sequals"


def test_each_die_names_its_battle():
    record, lines, _ = whole_game("arba", 2, 1)
    table, seen = fresh(record), set()
    for by, act in acts_of(record, lines):
        for tag in ("attack_die", "defence_die"):
            awaits = table.state.awaits
            if type(awaits).__name__ == {"attack_die": "Duel", "defence_die": "Reply"}[tag]:
                words = table.choices({"type": tag}).words
                names = table.rules.board.names
                assert f"{names[awaits.src]} → {names[awaits.dst]}" in words.it
                seen.add(tag)
        table.append_trusted(by, act)
    assert seen == {"attack_die", "defence_die"}
