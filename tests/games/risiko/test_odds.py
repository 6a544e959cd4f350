"""Chances of dice, enumerated here throw by throw, and the all-out attack by a recursion of its own."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Any

import pytest

from games.kernel.breaches import Unreadable
from games.registry import game

FACES = range(1, 7)
Left = tuple[int, int]


def run_odds(*words: str) -> dict[str, Any]:
    one, parser = game("risiko"), ArgumentParser()
    one.odds_arguments(parser)
    return dict(one.odds(parser.parse_args(words)))


@lru_cache
def enumerated(attack: int, defence: int) -> dict[Left, Fraction]:
    """Every throw of so many dice, compared by hand: highest against highest, a tie to the defender."""
    counted: Counter[Left] = Counter()
    for mine in product(FACES, repeat=attack):
        high = sorted(mine)[::-1]
        for theirs in product(FACES, repeat=defence):
            low = sorted(theirs)[::-1]
            pairs = min(attack, defence)
            won = sum(1 for place in range(pairs) if high[place] > low[place])
            counted[pairs - won, won] += 1
    return {lost: Fraction(count, 6 ** (attack + defence)) for lost, count in counted.items()}


@pytest.mark.parametrize(("attack", "defence"), list(product((1, 2, 3), repeat=2)))
def test_one_throw(attack: int, defence: int) -> None:
    rows = run_odds("--attack", str(attack), "--defend", str(defence))["outcomes"]
    found = {(row["attacker_loses"], row["defender_loses"]): Fraction(row["p"]) for row in rows}

    assert found == enumerated(attack, defence)
    assert sum(found.values()) == 1


@pytest.mark.parametrize(
    ("attack", "defence", "clean"),
    [
        (1, 1, "5/12"),
        (2, 1, "125/216"),
        (3, 1, "95/144"),
        (2, 2, "295/1296"),
        (3, 2, "2890/7776"),
        (3, 3, "6420/46656"),
    ],
)
def test_known_chances_that_the_defender_loses_everything(attack: int, defence: int, clean: str) -> None:
    rows = run_odds("--attack", str(attack), "--defend", str(defence))["outcomes"]
    won = next(row["p"] for row in rows if row["attacker_loses"] == 0)

    assert Fraction(won) == Fraction(clean)


@cache
def to_the_end(mine: int, theirs: int, fewer_dice: bool) -> tuple[tuple[Left, Fraction], ...]:
    """Where an attack with all dice ends, by recursion from the position."""
    dice, against = min(3, mine - 1), min(3, theirs)
    if theirs == 0 or dice == 0 or (dice < against and not fewer_dice):
        return (((mine, theirs), Fraction(1)),)
    ends: Counter[Left] = Counter()
    for (lost, taken), chance in enumerated(dice, against).items():
        for end, then in to_the_end(mine - lost, theirs - taken, fewer_dice):
            ends[end] += chance * then  # type: ignore[assignment]
    return tuple(ends.items())  # type: ignore[arg-type]


@pytest.mark.parametrize("armies", [(1, 1), (2, 1), (2, 2), (4, 3), (5, 5), (10, 7), (7, 10), (13, 2)])
@pytest.mark.parametrize("fewer_dice", [True, False], ids=["to the last army", "no fewer dice"])
def test_an_all_out_attack(armies: Left, fewer_dice: bool) -> None:
    flags = [] if fewer_dice else ["--no-fewer-dice"]
    result = run_odds("--armies", "{}x{}".format(*armies), *flags)
    found = {(row["attackers_left"], row["defenders_left"]): Fraction(row["p"]) for row in result["outcomes"]}

    assert found == dict(to_the_end(*armies, fewer_dice))
    assert sum(found.values()) == 1
    assert Fraction(result["conquest"]) == sum(chance for (_, left), chance in found.items() if left == 0)


def test_without_fewer_dice_the_attack_stops_at_art_8() -> None:
    result = run_odds("--armies", "3x3", "--no-fewer-dice")

    assert result == {"outcomes": [{"attackers_left": 3, "defenders_left": 3, "p": "1"}], "conquest": "0"}


@pytest.mark.parametrize("words", [("--attack", "4", "--defend", "1"), ("--armies", "0x3"), ("--armies", "3"), ()])
def test_numbers_that_no_table_can_show_are_unreadable(words: tuple[str, ...]) -> None:
    with pytest.raises(Unreadable):
        run_odds(*words)
