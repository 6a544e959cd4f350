"""What the board must hold, exact chances against an enumeration of our own, and random games that end by a rule."""

from __future__ import annotations

from argparse import Namespace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest

from games.arba import board, odds
from games.kernel import boards
from games.kernel.boards import BadData
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import seated

ARBA = game("arba")
BOARD = board.standard()


def named(*names: str) -> tuple[int, ...]:
    return tuple(BOARD.index[name] for name in names)


# -- the board


def test_the_stand_in_board_has_what_the_rulebook_asks_for() -> None:
    assert BOARD.size == 46
    assert [BOARD.ids[place] for place in BOARD.bases] == ["arba", "sedilis"]
    assert {BOARD.ids[place] for place in BOARD.of_kind("avamposto")} == {"rivolto", "ronchi"}
    assert len(BOARD.udine) == 5
    assert {BOARD.ids[place] for place in BOARD.of_kind("bonus")} == {"lignano_sabbiadoro", "grado"}
    assert len(BOARD.bridges) == 8


def test_the_stand_in_says_that_it_is_one() -> None:
    sheet = boards.read(board.DATA / "board.csv", board.COLUMNS)
    assert sheet.is_stand_in
    header, _ = seated(ARBA, 2, 1)
    record = Record(ARBA, header)
    assert "sostitutiva" in ARBA.scene(record.rules, record.state, frozenset()).stand_in.it
    assert "sostitutiva" in record.view("public").stand_in


def test_bases_and_their_exact_neighbours_are_safe() -> None:
    safe = {"arba", "maniago", "sequals", "sedilis", "nimis", "attimis"}
    assert {BOARD.ids[place] for place in BOARD.safe} == safe


def test_distances_follow_the_printed_lines_over_bridges() -> None:
    arba, sedilis, palmanova, codroipo = named("arba", "sedilis", "palmanova", "codroipo")
    assert BOARD.steps[arba][sedilis] == 8
    assert BOARD.steps[codroipo][palmanova] == 3
    assert BOARD.range_to(arba, BOARD.udine[0]) == 5


@pytest.mark.parametrize(
    ("was", "becomes", "fault"),
    [
        ("rivolto;Rivolto;avamposto", "rivolto;Rivolto;porto", "unknown kind porto"),
        ("maniago|sequals\n", "maniago\n", "sequals borders on arba"),
        ("marano;Marano;missili", "marano;Marano;ordinario", "0 places of kind missili"),
    ],
)
def test_a_board_that_does_not_stand_is_refused_by_name(was: str, becomes: str, fault: str) -> None:
    text = (board.DATA / "board.csv").read_text(encoding="utf-8")
    assert was in text
    board.REPLACEABLE.read(text, "board.csv")
    with pytest.raises(BadData, match=fault):
        board.REPLACEABLE.read(text.replace(was, becomes, 1), "board.csv")


# -- odds


@cache
def conquest(attackers: int, defenders: int, barricade: int, fresh: int) -> Fraction:
    """The chance that the attackers clear the place, by recursion over every pair of dice."""
    if not defenders:
        return Fraction(1)
    if not attackers:
        return Fraction(0)
    malus = 2 if fresh else 0
    total = Fraction(0)
    for mine, theirs in product(range(1, 7), repeat=2):
        if mine - malus > theirs + barricade:
            total += conquest(attackers, defenders - 1, barricade, fresh)
        else:
            total += conquest(attackers - 1, defenders, barricade, max(0, fresh - 1))
    return total / 36


@pytest.mark.parametrize(
    ("attack", "defend", "barricade", "fresh"), [(1, 1, 0, 0), (5, 3, 0, 0), (4, 4, 2, 0), (6, 2, 1, 4), (3, 3, 3, 3)]
)
def test_the_odds_are_those_of_an_enumeration(attack: int, defend: int, barricade: int, fresh: int) -> None:
    result = odds.odds(Namespace(attack=attack, defend=defend, barricade=barricade, fresh=fresh))["outcomes"]
    chances = {(row["attackers_left"], row["defenders_left"]): Fraction(row["p"]) for row in result}
    assert sum(chances.values()) == 1
    assert sum(chance for (_, left), chance in chances.items() if not left) == conquest(
        attack, defend, barricade, fresh
    )


def test_one_against_one_is_fifteen_in_thirty_six() -> None:
    assert odds.round_won(0) == Fraction(15, 36)
    assert odds.round_won(-2) == Fraction(6, 36)
    assert odds.round_won(-3) == Fraction(3, 36)


# -- random games


def test_random_games_end_by_a_rule_and_use_every_act() -> None:
    seen, endings = set(), set()
    for seed in range(40):
        header, dealt = seated(ARBA, 2, seed)
        record = Record(ARBA, header)
        for line in play_game(record, Random(seed), dealt):
            seen.add(line.split(b'"type":"')[1].split(b'"')[0].decode())
        endings.add(record.ended_by)
    assert endings == {"base", "time"}
    ordinary = {
        "start_dice",
        "deploy",
        "collect",
        "buy_tractor",
        "drop",
        "strike",
        "attack",
        "attack_die",
        "defence_die",
        "break_off",
    }
    assert seen >= ordinary | {
        "move",
        "barricades",
        "buy_cannon",
        "buy_missile",
        "build_bridge",
        "break_bridge",
        "end_turn",
        "time_up",
    }


def test_an_event_ends_after_its_last_round() -> None:
    header, dealt = seated(ARBA, 2, 3, edition="evento", options={"rounds": 4})
    record = Record(ARBA, header)
    for _ in play_game(record, Random(3), dealt):
        pass
    assert record.ended_by in ("limit", "base")
    assert record.state.giro <= 5
