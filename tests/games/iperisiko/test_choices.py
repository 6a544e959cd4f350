"""Choices: only legal answers are offered, every act can be reached by them, and every card comes up in random play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from games.iperisiko import acts, legal
from games.iperisiko.game import GAME
from games.iperisiko.state import UNDER_WAY
from games.kernel.acts import Act
from games.kernel.choices import any_answer
from games.kernel.game import KERNEL_ACTS
from games.kernel.lines import header_for, read_act
from games.kernel.playing import play_game
from games.kernel.record import Record

Table = Callable[..., Record]
SEATS = ["a", "b", "c", "d"]
CARDS = {
    *("riserva", "dna", "trasporto_aereo", "minibomba", "cortina_di_ferro", "socialista", "armate_nascoste"),
    *("ripiegamento", "campo_minato", "generale", "maresciallo", "diplomatico", "ammiraglio", "spia", "contro_spia"),
}
BATTLE = {0: "alaska 9, alberta 4, siam 5, congo", 1: "kamchatka 4, cita 3, india 2", 2: "ontario 5"}
AFRICA = "africa_del_nord, egitto, africa_orientale, congo, africa_del_sud, madagascar"
ISLANDS = "groenlandia, islanda, gran_bretagna, indonesia, nuova_guinea, giappone"
MOMENTS: list[dict[str, Any]] = [
    {"board": BATTLE, "cards": [6, 6, 6, 6], "giro": 2, "awaits": {"is": "reinforce", "left": 0, "is_fresh": True}},
    {"board": BATTLE, "cards": [6, 6, 6, 6], "giro": 2, "awaits": {"is": "reinforce", "left": 3}},
    {"board": BATTLE, "cards": [6, 6, 6, 6], "giro": 2, "has_attacked": True, "conquests": 1},
    {"board": BATTLE, "cards": [1, 1, 1, 1], "awaits": {"is": "declared", "src": "alaska", "dst": "kamchatka"}},
    {"board": BATTLE, "cards": [1, 1, 1, 1], "awaits": {"is": "spying", "target": 1, "then": {"is": "fight"}}},
    {"board": BATTLE, "awaits": {"is": "bombing", "dst": "kamchatka", "then": {"is": "fight"}}},
    {"board": BATTLE, "awaits": {"is": "occupy", "src": "alaska", "dst": "alberta", "least": 2, "loser": 1}},
    {"board": {**BATTLE, -1: "alberta"}, "last_giro": 8, "awaits": {"is": "reinforce", "left": 0}},
    {"board": {0: f"{AFRICA}, {ISLANDS}"}},
    {"board": BATTLE, "ended": "time", "awaits": {"is": "count"}},
    {"board": BATTLE, "giro": 0, "awaits": {"is": "factory", "seat": 0, "is_fresh": True}},
    {"giro": 0, "others": 3, "others_armies": 1, "board": {-1: "cina, siam"}, "awaits": {"is": "auction"}},
]
OPTIONS: list[dict[str, str]] = [
    {},
    {"order": "chosen", "auction": "sealed"},
    {"withdrawal": "right", "diplomat_when": "any"},
]


def followed(record: Record, kind: str, sets: dict[str, Any], rng: Random) -> None:
    """One act of this kind by random answers: it must be whole in the end, and legal."""
    ask = record.choices(sets)
    for _ in range(60):
        if ask.kind == "ready":
            assert ask.act["type"] == kind
            assert record.breaches(ask.by, read_act(GAME, ask.act)) == (), (ask.by, ask.act)
            return
        ask = record.choices(ask.answered(any_answer(ask, rng)))
    raise AssertionError(f"no end of questions for {kind}")


def reachable(record: Record, rng: Random) -> set[str]:
    """Every act offered at this table, each followed to its end a few times."""
    found = set()
    for choice in record.choices({}).choices:
        for _ in range(4):
            followed(record, str(choice.value), choice.sets, rng)
        found.add(str(choice.value))
    return found


WAYS: list[tuple[legal.Pairs, Callable[[str, str], Act]]] = [
    (legal.attacks, lambda src, dst: acts.Attack(src, dst)),
    (legal.moves, lambda src, dst: acts.Move(src, dst, 1)),
    (legal.entries, lambda src, dst: acts.Enter(src, dst, 1)),
]


@pytest.mark.parametrize("empty_entry", ["attack", "movement"])
def test_no_way_that_is_legal_is_left_out(empty_entry: str) -> None:
    """Attacks, moves and entries are looked for where they can lead; asked of all pairs of territories, no more are legal."""
    found: Counter[int] = Counter()
    for result in (*MOMENTS, {**MOMENTS[0], "board": {**BATTLE, -1: "alberta, congo, cita"}}):
        record = Record(GAME, header_for(GAME, SEATS, options={"empty_entry": empty_entry}))
        state = record.state = GAME.position(record.rules, result)
        ids = record.rules.board.ids
        for kind, (pairs, act) in enumerate(WAYS):
            offered = list(pairs(record.rules, state)) if isinstance(state.awaits, UNDER_WAY) else []
            every = [
                (src, dst)
                for src in state.territories_of(state.seat)
                for dst in range(len(ids))
                if src != dst and not record.breaches(state.seat, act(ids[src], ids[dst]))
            ]
            assert offered == every
            found[kind] += len(offered)
    assert set(+found) == {0, 1} | ({2} if empty_entry == "attack" else set())


@pytest.fixture(scope="module")
def offered() -> set[str]:
    """What is offered in prepared moments and along a few random games."""
    rng, found = Random(8), set()
    for result in MOMENTS:
        record = Record(GAME, header_for(GAME, SEATS))
        record.state = GAME.position(record.rules, result)
        found |= reachable(record, rng)
    for number, options in enumerate(OPTIONS):
        game = Record(GAME, header_for(GAME, SEATS, options=options))
        dealt = GAME.deal(game.header, Random(number))
        found |= reachable(game, rng)
        for step, _ in enumerate(play_game(game, Random(f"choices {number}"), dealt)):
            if game.state.giro == 0 or step % 9 == 0:
                found |= reachable(game, rng)
    throw = Record(GAME, header_for(GAME, SEATS, options={"auction": "sealed"}))
    throw.state = GAME.position(
        throw.rules,
        {"giro": 0, "board": {-1: "cina"}, "awaits": {"is": "auction_throw", "dst": "cina", "bid": 2, "seats": [0, 1]}},
    )
    late = Record(GAME, header_for(GAME, SEATS, options={"forgotten_card": "before_next"}))
    late.state = GAME.position(
        late.rules, {"awaits": {"is": "reinforce", "left": 3, "is_fresh": True}, "board": {0: "alaska"}, "forgot": 1}
    )
    return found | reachable(throw, rng) | reachable(late, rng)


def test_every_act_is_reached_by_choices(offered: set[str]) -> None:
    tags = {str(kind.__struct_config__.tag) for kind in GAME.acts}
    with_other_answer = {str(kind.__struct_config__.tag) for kind in KERNEL_ACTS[3:]} | {"shown"}

    assert tags - offered - with_other_answer == set()


@pytest.mark.parametrize("number", range(len(MOMENTS)))
def test_everything_offered_is_legal(table: Table, number: int) -> None:
    record = table(**MOMENTS[number])

    assert reachable(record, Random(number))


def test_fewer_dice_are_offered_as_a_declaration(table: Table) -> None:
    record = table(board={0: "alaska 9", 1: "kamchatka 4"})
    ask = record.choices({"type": "attack", "src": "alaska", "dst": "kamchatka"})

    assert [choice.value for choice in ask.choices] == [0, 1, 2]


def test_no_act_is_offered_that_an_article_forbids(table: Table) -> None:
    record = table(giro=6, last_giro=8, cards=[3, 0, 0, 0], board={0: "alaska 9", 1: "kamchatka 4"}, has_attacked=True)
    offered = {choice.value for choice in record.choices({}).choices}

    assert offered & {"dna", "diplomatico", "socialista", "move", "trasporto_aereo", "combination", "draw"} == set()
    assert offered >= {"attack", "minibomba", "generale", "ammiraglio", "spia", "riserva", "end_turn"}


def test_random_games_end_by_a_rule_and_use_every_card() -> None:
    used: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    for seed in range(30):
        record = Record(GAME, header_for(GAME, SEATS))
        dealt = GAME.deal(record.header, Random(seed))
        for line in play_game(record, Random(f"cards {seed}"), dealt):
            used[msgspec.json.decode(line)["act"]["type"]] += 1
        endings[str(record.ended_by)] += 1

    assert set(used) >= CARDS | {"combination", "enter", "move", "draw", "claim", "reveal", "pre_alarm", "time_up"}
    assert set(endings) >= {"objective", "time"}
    assert set(endings) <= set(GAME.endings)
