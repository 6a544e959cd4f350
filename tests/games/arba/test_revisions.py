"""What an earlier revision of the rules answered is what its records still say."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.kernel.lines import header_for, read_act
from games.kernel.record import Record
from games.registry import game

GAME = game("arba")
UDINE = "udine_nord 1, udine_sud 1, udine_est 1, udine_ovest 1, udine_centro 1"


def standing(revision: int, **position: Any) -> Record:
    record = Record(GAME, msgspec.structs.replace(header_for(GAME, ["s0", "s1"]), revision=revision))
    record.state = GAME.position(record.rules, position)
    return record


def played(record: Record, *entries: tuple[int, dict[str, Any]]) -> Record:
    for by, act in entries:
        record.play(by, read_act(GAME, act))
    return record


def moved(src: str, dst: str, **pieces: int) -> tuple[int, dict[str, Any]]:
    return 0, {"type": "move", "src": src, "dst": dst, **pieces}


@pytest.mark.parametrize(("revision", "money"), [(2, 70), (3, 60)])
def test_udine_completed_in_the_other_side_s_turn_is_paid_once(revision, money):
    record = standing(
        revision,
        seat=1,
        first=1,
        missiles=[0, 1],
        money=[0, 0],
        alpini="udine_est 1",
        alpini_of=0,
        board={"0": f"arba 2, {UDINE}", "1": "sedilis 5, ronchi 1"},
    )
    alpino = {"place": "udine_est", "piece": "alpino"}
    played(record, (1, {"type": "strike", "weapon": "missile", "src": "ronchi", "hits": [alpino]}))
    played(record, (1, {"type": "end_turn"}), (0, {"type": "collect"}), moved("arba", "maniago", troops=1))
    assert record.state.money == (money, 0)


@pytest.mark.parametrize(("revision", "money"), [(2, 110), (3, 100)])
def test_udine_completed_before_contact_brings_nothing_yet(revision, money):
    board = {"0": "udine_nord 2, udine_sud 1, udine_est 1, udine_ovest 1", "1": "sedilis 10"}
    record = standing(revision, has_contact=False, step=5, board=board)
    played(record, moved("udine_nord", "udine_centro", troops=1))
    assert record.state.money == (money, 100)


@pytest.mark.parametrize(("revision", "articles"), [(2, []), (3, ["danaro.conteso"])])
def test_the_last_trooper_who_can_go_to_a_claimed_place_goes_nowhere_else(revision, articles):
    board = {"0": "spilimbergo 1", "1": "sedilis 5, casarsa_della_delizia 1"}
    record = standing(revision, step=5, claims=["valvasone"], trod={"0": "valvasone"}, board=board)
    by, act = moved("spilimbergo", "maniago", troops=1)
    assert [breach.article for breach in record.breaches(by, read_act(GAME, act))] == articles


@pytest.mark.parametrize(("revision", "articles"), [(2, []), (3, ["unita.cannone"])])
def test_a_cannon_reaches_a_bridge_only_by_an_end_that_it_could_hit(revision, articles):
    record = standing(revision, cannons="manzano 1", board={"0": "manzano 1", "1": "sedilis 5"})
    act = read_act(GAME, {"type": "strike", "weapon": "cannon", "src": "manzano", "bridge": "tarcento+nimis"})
    assert [breach.article for breach in record.breaches(0, act)] == articles


@pytest.mark.parametrize(("revision", "articles"), [(2, ["unita.paracadutisti"]), (3, [])])
def test_paratroopers_need_not_fight_those_who_landed_among_them(revision, articles):
    record = standing(revision, money=[30, 0], board={"0": "arba 5", "1": "sedilis 5, codroipo 2 para"})
    played(record, (0, {"type": "drop", "paras": {"codroipo": 4}}), (0, {"type": "end_turn"}), (1, {"type": "collect"}))
    assert [breach.article for breach in record.breaches(1, read_act(GAME, {"type": "end_turn"}))] == articles
    fight = {"type": "attack", "src": "codroipo", "dst": "codroipo"}
    played(record, (1, fight), (1, {"type": "attack_die", "die": 6}), (0, {"type": "defence_die", "die": 1}))
    played(record, (1, {"type": "break_off"}), (1, {"type": "end_turn"}), (0, {"type": "collect"}))
    owed = [breach.article for breach in record.breaches(0, read_act(GAME, {"type": "end_turn"}))]
    assert owed == ["unita.paracadutisti"]


def test_a_state_kept_before_the_third_revision_is_the_one_that_its_record_leads_to():
    record = standing(2, money=[30, 0], board={"0": "arba 5", "1": "sedilis 5, codroipo 2 para"})
    played(record, (0, {"type": "drop", "paras": {"codroipo": 4}}), (0, {"type": "end_turn"}))
    assert record.state.landed
    data = msgspec.json.decode(msgspec.json.encode(record.state))
    del data["landed_by"]
    assert msgspec.convert(data, GAME.state_type) == record.state
