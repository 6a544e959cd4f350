"""What an earlier revision of the rules answered is what its records still say."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.kernel.acts import CLOCK, JUDGE
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


WALLED = {"step": 5, "money": [90, 0], "board": {"0": "codroipo 1, rivolto 1", "1": "sedilis 5"}}
CLAIMED = {
    "missiles": [1, 0],
    "claims": ["casarsa_della_delizia"],
    "trod": {"0": "casarsa_della_delizia"},
    "board": {"0": "rivolto 1, codroipo 1", "1": "sedilis 5, valvasone 1"},
}
BRIDGE = "casarsa_della_delizia+codroipo"
LOST = {"step": 6, "board": {"0": "rivolto 2", "1": "sedilis 5, mortegliano 1"}}
ANSWERED = {"awaits": {"is": "reply", "src": "rivolto", "dst": "mortegliano", "die": 5}, "board": LOST["board"]}
OPENING = {"has_contact": False, "step": 5, "board": {"0": "arba 5", "1": "sedilis 5"}}
TOLD_AS_PLAYED = {
    "barricades one after another": (WALLED, {"type": "barricades", "levels": {"rivolto": 1}}, "unita.barricata", None),
    "a bridge that a claim needs": (
        CLAIMED,
        {"type": "strike", "weapon": "missile", "src": "rivolto", "bridge": BRIDGE},
        None,
        "danaro.conteso",
    ),
    "an attack after one that was lost": (
        LOST,
        {"type": "attack", "src": "rivolto", "dst": "mortegliano"},
        "turno",
        "combattimento.ravvicinati",
    ),
    "the attacker throws for the defence": (
        ANSWERED,
        {"type": "defence_die", "die": 3},
        "turno",
        "combattimento.ravvicinati",
    ),
    "a way not told": (OPENING, {"type": "move", "src": "arba", "dst": "spilimbergo", "troops": 1}, None, "turno.6"),
}


@pytest.mark.parametrize("revision", [6, 7])
@pytest.mark.parametrize(("position", "act", "before", "since"), TOLD_AS_PLAYED.values(), ids=TOLD_AS_PLAYED)
def test_what_the_seventh_revision_reads_otherwise(position, act, before, since, revision):
    record = standing(revision, **position)
    if position is WALLED:
        played(record, (0, {"type": "barricades", "levels": {"codroipo": 1}}))
    article = before if revision == 6 else since
    assert [breach.article for breach in record.breaches(0, read_act(GAME, act))] == ([article] if article else [])


@pytest.mark.parametrize(("revision", "giro"), [(6, 13), (7, 12)])
def test_the_last_giro_keeps_its_number(revision, giro):
    header = header_for(GAME, ["s0", "s1"], options={"rounds": 12})
    record = Record(GAME, msgspec.structs.replace(header, revision=revision))
    record.state = GAME.position(record.rules, {"seat": 1, "giro": 12, "step": 5, "board": {"0": "arba 5"}})
    played(record, (1, {"type": "end_turn"}))
    assert (record.ended_by, record.state.giro) == ("limit", giro)


@pytest.mark.parametrize(("revision", "found"), [(7, []), (8, ["evento"])])
def test_the_result_alone_is_told_before_anything_is_played(revision, found):
    record = Record(GAME, msgspec.structs.replace(header_for(GAME, ["s0", "s1"]), revision=revision))
    played(record, (JUDGE, {"type": "start_dice", "dice": [6, 1]}))
    finish = read_act(GAME, {"type": "finish", "how": "time"})
    assert record.breaches(JUDGE, finish) == ()
    played(record, (0, {"type": "move", "src": "arba", "dst": "spilimbergo", "troops": 3, "via": "maniago"}))
    assert [breach.article for breach in record.breaches(JUDGE, finish)] == found
    record.play(JUDGE, read_act(GAME, {"type": "shown", "turn": 1}), why="test")
    assert [breach.article for breach in record.breaches(JUDGE, finish)] == found


@pytest.mark.parametrize(("revision", "found"), [(7, []), (8, ["evento"])])
def test_once_time_is_called_the_second_one_still_plays(revision, found):
    record = standing(revision, seat=0, first=0, turn=8, step=5, board={"0": "arba 5", "1": "sedilis 5"})
    played(record, (CLOCK, {"type": "time_up"}), (0, {"type": "end_turn"}))
    finish = read_act(GAME, {"type": "finish", "how": "time"})
    assert [breach.article for breach in record.breaches(JUDGE, finish)] == found
    played(record, (1, {"type": "collect"}))
    assert record.breaches(JUDGE, finish) == ()


@pytest.mark.parametrize(("revision", "kinds"), [(14, []), (15, ["impossible"])])
def test_a_barricade_that_was_paid_for_was_told_lower(revision, kinds):
    record = standing(revision, step=5, money=[90, 0], board={0: "codroipo 1", 1: "sedilis 5"})
    played(record, (0, {"type": "barricades", "levels": {"codroipo": 3}}))
    lower = read_act(GAME, {"type": "barricades", "levels": {"codroipo": 1}})

    assert [breach.kind for breach in record.breaches(0, lower)] == kinds
