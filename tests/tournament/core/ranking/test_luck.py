"""The luck of dice: means beside exact sums of fair dice."""

from fractions import Fraction
from random import Random

import pytest

from games.kernel.dice import at_most
from tournament.core.ranking.luck import ENOUGH, Luck, summed

FACES = 6


def faces_of(dice: list[int]) -> tuple[int, ...]:
    return tuple(dice.count(face) for face in range(1, FACES + 1))


def exact_tail(total: int, dice: int) -> Fraction:
    """The chance that the sum of fair dice is at most this, or at least, whichever side of the mean it is on."""
    if total <= dice * 3.5:
        return at_most_sum(total, dice)
    return 1 - at_most_sum(total - 1, dice)


def at_most_sum(total: int, dice: int) -> Fraction:
    ways = {0: 1}
    for _die in range(dice):
        after: dict[int, int] = {}
        for so_far, many in ways.items():
            for face in range(1, FACES + 1):
                after[so_far + face] = after.get(so_far + face, 0) + many
        ways = after
    return Fraction(sum(many for so_far, many in ways.items() if so_far <= total), FACES**dice)


def test_the_oracle_agrees_with_the_kernels_exact_odds():
    assert all(at_most_sum(total, 2) == at_most(total) for total in range(2, 13))


@pytest.mark.parametrize("seed", range(20))
def test_the_rarity_is_that_of_the_exact_distribution(seed):
    rng = Random(seed)
    dice = [rng.randint(1, FACES) for _die in range(rng.randint(ENOUGH, 120))]
    luck = Luck(faces_of(dice))
    assert luck.dice == len(dice)
    assert luck.mean == pytest.approx(sum(dice) / len(dice))
    assert luck.is_high == (luck.mean > 3.5)
    # The normal law leaves out half of the one sum that was thrown, at most 1 in 20 here.
    assert luck.rarity == pytest.approx(float(exact_tail(sum(dice), len(dice))), abs=0.025)


def test_a_streak_of_sixes_is_rarer_than_the_same_dice_mixed():
    assert Luck(faces_of([6] * 30)).one_in > 1_000_000 > Luck(faces_of([1, 2, 3, 4, 5, 6] * 5)).one_in
    assert Luck(faces_of([1] * 30)).deviation == -Luck(faces_of([6] * 30)).deviation


def test_dice_of_ten_faces_have_their_own_mean():
    luck = Luck((3,) * 10)
    assert (luck.fair_mean, luck.mean, luck.deviation) == (5.5, 5.5, 0)
    assert Luck((0,) * 9 + (30,)).deviation == pytest.approx(4.5 * (30 / 8.25) ** 0.5)


def test_games_add_up():
    assert summed([(1, 0, 0, 0, 0, 2), (0, 1, 0, 0, 0, 1)]) == Luck((1, 1, 0, 0, 0, 3))
    assert summed([]).dice == 0
    assert not summed([(29, 0, 0, 0, 0, 0)]).is_telling
    assert summed([(30, 0, 0, 0, 0, 0)]).is_telling
