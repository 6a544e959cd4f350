"""Exact chances against an oracle that plays the rounds die by die, and against the engine itself."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from games.cli import main
from games.fabrisiko import odds
from games.fabrisiko.odds import RANKS, Meeting, Terms, chances, digits, read_force, read_order

FIRE = {"fanteria": 2, "fanteria_aa": 1, "carro": 4, "caccia": 5, "bombardiere": 7}
AIR = ("caccia", "bombardiere")
LOSSES_IN_ORDER = 12 * 12  # each side loses its units in one order
Side = tuple[str, ...]


def may_hit(shooter: str, target: str) -> bool:
    if shooter in AIR:
        return True
    return (target in AIR) == (shooter == "fanteria_aa")


def harmless(side: Side, other: Side) -> bool:
    return not any(may_hit(one, target) for one in side for target in other)


def settle(ours: Side, theirs: Side) -> tuple[Side, Side]:
    if not ours or not theirs:
        return ours, theirs
    if harmless(ours, theirs):
        return (), theirs
    return (ours, ()) if harmless(theirs, ours) else (ours, theirs)


def struck(targets: Side, hits: list[str], order: tuple[str, ...]) -> Side:
    """Hits of ground units first, then infantry AA, then planes, each on the first in the order that it may hit."""
    left = list(targets)
    for shooter in sorted(hits, key=lambda one: (one in AIR, one == "fanteria_aa")):
        first = [one for one in left if one == "fanteria_aa"] if shooter in AIR else []
        reach = first or [one for one in sorted(left, key=order.index) if may_hit(shooter, one)]
        if reach:
            left.remove(reach[0])
    return tuple(left)


def throws(side: Side) -> list[tuple[list[str], Fraction]]:
    found = []
    for marks in product((False, True), repeat=len(side)):
        chance = Fraction(1)
        for one, is_hit in zip(side, marks, strict=True):
            chance *= Fraction(FIRE[one], 10) if is_hit else 1 - Fraction(FIRE[one], 10)
        found.append(([one for one, is_hit in zip(side, marks, strict=True) if is_hit], chance))
    return found


def oracle(ours: Side, theirs: Side, order: tuple[str, ...] = RANKS) -> dict[tuple[Side, Side], Fraction]:
    ours, theirs = settle(ours, theirs)
    if not ours or not theirs:
        return {(ours, theirs): Fraction(1)}
    after: Counter = Counter()
    for mine, mine_chance in throws(ours):
        for back, back_chance in throws(theirs):
            key = settle(struck(ours, back, order), struck(theirs, mine, order))
            after[key] += mine_chance * back_chance
    stay = after.pop((ours, theirs), Fraction(0))
    total: Counter = Counter()
    for (mine_left, their_left), chance in after.items():
        for end, p in oracle(mine_left, their_left, order).items():
            total[end] += chance / (1 - stay) * p
    return dict(total)


def side(text: str) -> Side:
    counts = read_force(text, "")
    return tuple(name for name, count in zip(RANKS, counts, strict=True) for _ in range(count))


def named(found: dict) -> dict[tuple[Side, Side], Fraction]:
    def expand(force: tuple[int, ...]) -> Side:
        return tuple(name for name, count in zip(RANKS, force, strict=True) for _ in range(count))

    return {(expand(ours), expand(theirs)): chance for (ours, theirs), chance in found.items()}


@pytest.mark.parametrize(
    ("attack", "defence"),
    [
        ("fanteria 1", "fanteria 1"),
        ("carro 1", "fanteria 2"),
        ("fanteria 2, carro 1", "fanteria 1, carro 1"),
        ("caccia 1", "fanteria 1"),
        ("caccia 2", "fanteria 1, fanteria_aa 1"),
        ("fanteria 1, caccia 1", "fanteria 1, caccia 1"),
        ("carro 2", "fanteria 1, caccia 1"),
        ("bombardiere 1, fanteria 1", "carro 1, fanteria_aa 1, fanteria 1"),
    ],
)
def test_the_chances_are_those_of_the_rounds_die_by_die(attack: str, defence: str) -> None:
    found = named(chances(read_force(attack, ""), read_force(defence, ""), Terms()))
    assert found == oracle(side(attack), side(defence))


def test_another_order_of_losses_gives_other_chances() -> None:
    order = ("caccia", "fanteria", "fanteria_aa", "carro", "bombardiere")
    ranks = read_order(",".join(order), "")
    forces = ("fanteria 1, caccia 1", "fanteria 1, caccia 1")
    terms = Terms(attacker_loses=ranks, defender_loses=ranks)
    found = named(chances(read_force(forces[0], ""), read_force(forces[1], ""), terms))
    assert found == oracle(side(forces[0]), side(forces[1]), order)
    assert found != oracle(side(forces[0]), side(forces[1]))


def test_one_tank_against_one_infantry_by_hand() -> None:
    # A round: both fall 4/10 * 2/10, only the infantry 4/10 * 8/10, only the tank 6/10 * 2/10, nobody 48/100.
    carro, fanteria, none = read_force("carro 1", ""), read_force("fanteria 1", ""), (0,) * 5
    assert chances(carro, fanteria, Terms()) == {
        (carro, none): Fraction(32, 52),
        (none, none): Fraction(8, 52),
        (none, fanteria): Fraction(12, 52),
    }


def test_lightning_spares_the_attacker_in_the_first_round() -> None:
    carro, fanteria, none = read_force("carro 1", ""), read_force("fanteria 1", ""), (0,) * 5
    after = Fraction(6, 10) * Fraction(8, 10)
    assert chances(carro, fanteria, Terms(is_lightning=True)) == {
        (carro, none): Fraction(4, 10) + after * Fraction(32, 52),
        (none, none): after * Fraction(8, 52),
        (none, fanteria): Fraction(6, 10) * Fraction(2, 10) + after * Fraction(12, 52),
    }


def test_colle_ameno_helps_in_the_first_round_only() -> None:
    fanteria, none = read_force("fanteria 1", ""), (0,) * 5
    first = {"mine": Fraction(2, 10), "theirs": Fraction(4, 10)}
    later = Fraction(16, 36)
    stay = (1 - first["mine"]) * (1 - first["theirs"])
    found = chances(fanteria, fanteria, Terms(is_colle=True))
    assert found[(fanteria, none)] == first["mine"] * (1 - first["theirs"]) + stay * later
    assert sum(found.values()) == 1


@pytest.mark.parametrize(
    ("attack", "defence"),
    [
        ("fanteria 12", "fanteria 12"),
        ("fanteria 3, carro 3, caccia 3, bombardiere 3", "fanteria 3, carro 3, caccia 3, bombardiere 3"),
        ("fanteria 8, carro 4", "fanteria 6, carro 4, bombardiere 2"),
    ],
)
def test_twelve_units_a_side_are_exact_and_each_position_is_worked_through_once(
    attack: str, defence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Meeting] = []
    moves = odds._moves
    monkeypatch.setattr(odds, "_moves", lambda terms, meeting: [seen.append(meeting), moves(terms, meeting)][1])
    found = chances(read_force(attack, ""), read_force(defence, ""), Terms())
    assert sum(found.values()) == 1
    assert len(seen) == len(set(seen)) <= LOSSES_IN_ORDER


def test_the_engine_itself_comes_near_over_many_battles() -> None:
    from games.fabrisiko.acts import AttackDice, Battle, DefenceDice
    from games.kernel.lines import header_for
    from games.kernel.record import Record
    from games.registry import game

    one = game("fabrisiko")
    record = Record(one, header_for(one, ["a", "b"]))
    start = one.position(
        record.rules,
        {"board": {"1": "varano fanteria 3"}, "guests": {"0": "varano carro 2 from melano points 1"}, "rerolls": 0},
    )
    rng, won, games = Random(5), 0, 3000
    for _ in range(games):
        state = one.acts[Battle].apply(record.rules, start, 0, Battle("varano"))
        while state.fray is not None:
            for kind, seat in ((AttackDice, 0), (DefenceDice, 1)):
                if state.fray is None:
                    break
                dice = tuple(rng.randint(1, 10) for _ in state.fray.of(seat))
                state = one.acts[kind].apply(record.rules, state, seat, kind(dice))
        won += state.owners[record.rules.board.index["varano"]] == 0
    exact = chances(read_force("carro 2", ""), read_force("fanteria 3", ""), Terms())
    chance = sum(p for (ours, _), p in exact.items() if any(ours))
    assert abs(Fraction(won, games) - chance) < Fraction(3, 100)


def test_a_number_of_any_length_is_written_out() -> None:
    assert digits(10**9000 + 7) == "1" + "0" * 8999 + "7"


@pytest.mark.parametrize(
    "words",
    [
        ("--attack", "fanteria", "--defend", "carro 1"),
        ("--attack", "fanti 3", "--defend", "carro 1"),
        ("--attack", "fanteria_aa 1", "--defend", "carro 1"),
        ("--attack", "carro 1", "--defend", "fanteria_aa 1"),
        ("--attack", "carro 41", "--defend", "carro 1"),
        ("--attack", "carro 1"),
        ("--attack", "carro 1", "--defend", "carro 1", "--attack-losses", "carro,carro"),
    ],
)
def test_forces_that_no_table_can_show_give_2_and_a_reason(words: tuple[str, ...], capsys) -> None:
    assert main(["odds", "fabrisiko", *words]) == 2
    assert capsys.readouterr().err.strip()


def test_the_command_prints_fractions_that_sum_to_one(capsys) -> None:
    import json

    assert main(["odds", "fabrisiko", "--attack", "fanteria 3, carro 2", "--defend", "fanteria 4"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert sum(Fraction(row["p"]) for row in data["outcomes"]) == 1
    assert Fraction(data["attacker_wins"]) + Fraction(data["defender_wins"]) + Fraction(data["both_destroyed"]) == 1
