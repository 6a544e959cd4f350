"""Rows of different heights down columns: none is higher than its room, and no page more than need be."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.core.columns import balanced, in_columns

ROOM = 10.0


def columns_of(heights, counts) -> list[float]:
    found, rest = [], list(heights)
    for count in counts:
        found.append(sum(rest[:count]))
        rest = rest[count:]
    assert rest == []
    return found


@given(st.lists(st.sampled_from([1.0, 2.0, 3.0]), max_size=60), st.integers(1, 3))
def test_balanced_columns_hold_everybody_on_the_fewest_pages(heights, columns):
    first, even = in_columns(heights, ROOM), balanced(heights, ROOM, columns)
    assert max(columns_of(heights, even), default=0) <= max(columns_of(heights, first), default=0) <= ROOM
    assert -(-len(even) // columns) == -(-len(first) // columns)


def test_an_even_column_is_no_higher_than_need_be():
    heights = [1.0, 1.0, 3.0, 3.0, 3.0, 1.0, 1.0, 3.0, 3.0, 3.0, 2.0, 3.0, 1.0]
    assert max(columns_of(heights, balanced(heights, ROOM, 1))) <= max(columns_of(heights, in_columns(heights, ROOM)))


def test_the_last_page_is_not_left_with_one_name():
    assert in_columns([1.0] * 21, ROOM) == [10, 10, 1]
    assert balanced([1.0] * 21, ROOM, 1) == [7, 7, 7]
    assert balanced([1.0] * 21, ROOM, 2) == [5, 6, 5, 5]
    assert max(balanced([1.0] * 391, 14, 3)) - min(balanced([1.0] * 391, 14, 3)) <= 1
