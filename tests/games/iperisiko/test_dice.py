"""Dice with the Generale and the Maresciallo (9, 17 l, m): every throw of up to three against three, counted one by one."""

from __future__ import annotations

from argparse import ArgumentParser
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from games.iperisiko.attack import losses
from games.iperisiko.odds import arguments, odds, one_throw
from games.kernel.breaches import Unreadable
from games.risiko.odds import one_throw as ordinary

FIGURES = [(g, m, c) for g in (False, True) for m in (False, True) for c in (False, True)]


def fought(
    attack: tuple[int, ...], defence: tuple[int, ...], general: bool, marshal: bool, capped: bool
) -> tuple[int, int]:
    """Pair by pair as people do it at a table."""
    mine, theirs = sorted(attack)[::-1], sorted(defence)[::-1]
    lost = taken = 0
    for rank in range(min(len(mine), len(theirs))):
        die = theirs[rank]
        if marshal and rank in (0, 1):
            die = min(die + 1, 6) if capped else die + 1
        if mine[rank] > die or (general and mine[rank] == die):
            taken += 1
        else:
            lost += 1
    return lost, taken


@pytest.mark.parametrize(("general", "marshal", "capped"), FIGURES)
@pytest.mark.parametrize(("attack", "defence"), [(1, 1), (2, 1), (1, 2), (3, 2), (2, 3), (3, 3)])
def test_odds_agree_with_counting_every_throw(
    attack: int, defence: int, general: bool, marshal: bool, capped: bool
) -> None:
    counted: dict[tuple[int, int], int] = {}
    for dice in product(range(1, 7), repeat=attack + defence):
        lost = fought(dice[:attack], dice[attack:], general, marshal, capped)
        counted[lost] = counted.get(lost, 0) + 1
        assert losses(dice[:attack], dice[attack:], general, marshal, capped) == lost

    chances = one_throw(attack, defence, general, marshal, capped)
    assert chances == {lost: Fraction(ways, 6 ** (attack + defence)) for lost, ways in counted.items()}


def test_the_example_of_the_rulebook_5_2_1_becomes_6_3_1() -> None:
    assert losses((6, 3, 2), (5, 2, 1)) == (0, 3)
    assert losses((6, 3, 2), (5, 2, 1), marshal=True) == (2, 1)


@pytest.mark.parametrize(("attack", "defence"), [(1, 1), (2, 1), (3, 1), (1, 3), (2, 2), (3, 2), (2, 3)])
def test_both_figures_together_are_the_ordinary_rule_on_the_two_best_pairs(attack: int, defence: int) -> None:
    assert one_throw(attack, defence, True, True) == ordinary(attack, defence)


def test_on_the_third_pair_the_generale_still_wins_ties() -> None:
    assert one_throw(3, 3, True, True) != ordinary(3, 3)
    assert losses((6, 6, 4), (6, 6, 4), True, True) == (2, 1)


def run_odds(*arguments_: str) -> Any:
    parser = ArgumentParser()
    arguments(parser)
    return odds(parser.parse_args(arguments_))


def test_the_command_prints_exact_fractions() -> None:
    assert run_odds("--attack", "1", "--defend", "1")["outcomes"] == [
        {"attacker_loses": 0, "defender_loses": 1, "p": "5/12"},
        {"attacker_loses": 1, "defender_loses": 0, "p": "7/12"},
    ]
    assert run_odds("--attack", "1", "--defend", "1", "--generale")["outcomes"][0]["p"] == "7/12"
    # With a point more for the defender only 3-1, 4-1, 4-2, … win: 4 + 3 + 2 + 1 of 36 throws.
    assert run_odds("--attack", "1", "--defend", "1", "--maresciallo")["outcomes"][0]["p"] == "5/18"


def test_an_all_out_attack_of_two_against_one() -> None:
    assert run_odds("--armies", "2x1")["conquest"] == "5/12"
    assert run_odds("--armies", "2x1", "--generale")["conquest"] == "7/12"
    # Two dice, then one: one army falls to the first throw or to the second.
    two, one = Fraction(161, 216), Fraction(21, 36)
    assert run_odds("--armies", "3x1", "--generale")["conquest"] == str(two + (1 - two) * one)


@pytest.mark.parametrize("wrong", [("--attack", "4", "--defend", "1"), ("--armies", "0x3"), ("--armies", "ten")])
def test_numbers_that_no_table_can_show_are_refused(wrong: tuple[str, ...]) -> None:
    with pytest.raises(Unreadable):
        run_odds(*wrong)
