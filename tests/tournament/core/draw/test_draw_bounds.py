"""The least that no draw can avoid, on fields small enough to count."""

import pytest

from tournament.core.draw.lower_bounds import (
    least_in_groups,
    least_pairs,
    least_rematches,
    least_to_choose,
    pairs_among,
    unavoidable_clubmates,
)


def test_pairs_among_so_many():
    assert [pairs_among(people) for people in range(6)] == [0, 0, 1, 3, 6, 10]


@pytest.mark.parametrize(
    ("people", "sizes", "least"),
    [
        (0, (4, 4), 0),
        (2, (4, 4), 0),
        (3, (4, 4), 1),
        (4, (4, 4), 2),
        (5, (4, 4), 4),
        (8, (4, 4), 12),
        (4, (3, 1), 3),
        (5, (4, 1), 6),
        (3, (), 0),
    ],
)
def test_people_spread_as_evenly_as_the_tables_hold_them(people, sizes, least):
    assert least_pairs(people, sizes) == least


def test_groups_add_up_and_whoever_has_none_is_alone():
    """Of five from one club two pairs sit together at three tables, of four from another one pair."""
    clubs = ["a"] * 5 + ["b"] * 4 + [""] * 3
    assert least_in_groups(clubs, (4, 4, 4)) == 3
    assert unavoidable_clubmates(clubs, (4, 4, 4)) == 3
    assert least_in_groups([None] * 8, (4, 4)) == 0


def test_old_tables_are_groups_that_should_part():
    """A table of five on two new ones is four pairs, one of four two pairs; meetings of two rounds add up."""
    first, second = [range(5), range(5, 9)], [range(5), range(5, 10)]
    assert least_rematches([first], (5, 4)) == 4 + 2
    assert least_rematches([first, second], (5, 5)) == 4 + 2 + 4 + 4
    assert least_rematches([], (4, 4)) == 0


def test_the_lightest_are_chosen():
    assert [least_to_choose([3, 1, 2, 5], many) for many in (0, 1, 2, 9)] == [0, 1, 3, 11]
