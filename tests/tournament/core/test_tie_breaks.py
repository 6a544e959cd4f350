"""The table of tie-breaks, and tie-breaks that sheets of different tables write in part or not at all."""

from itertools import combinations, zip_longest

import msgspec
import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from tournament.core.ranking.standings import standings
from tournament.core.regulation.schema import from_json, presets, to_json
from tournament.core.tie_breaks import RUNNER_UP_KEYS, TIE_BREAKS, comparable

SHEETS = st.lists(
    st.tuples(st.integers(0, 1), st.lists(st.integers(0, 2), max_size=3).map(tuple), st.integers(0, 1)), max_size=8
)


@pytest.mark.parametrize(
    ("written", "compared"),
    [
        ([], []),
        ([(7, 1), (7, 2)], [(7, 1), (7, 2)]),
        ([(7, 1), ()], [(), ()]),
        ([(7, 1), (7, 2), (5,)], [(7, 1), (7, 2), (5,)]),
        ([(7, 1), (7,), (5, 3)], [(7,), (7,), (5, 3)]),
    ],
)
def test_figures_compare_as_far_as_everybody_level_so_far_has_them(written, compared):
    assert [key[1] for key in comparable([("level", figures) for figures in written], at=1)] == compared


def test_who_is_not_level_before_the_tie_breaks_leaves_them_alone():
    assert comparable([(40, (7, 1)), (40, (7, 2)), (30, ())], at=1) == [(40, (7, 1)), (40, (7, 2)), (30, ())]


@given(SHEETS)
def test_two_are_parted_only_by_figures_that_both_have(keys):
    found = comparable(keys, at=1)
    for (one, cut_one), (other, cut_other) in combinations(zip(keys, found, strict=True), 2):
        if cut_one[:2] == cut_other[:2] or one[0] != other[0]:
            continue
        mine, yours = next((a, b) for a, b in zip_longest(one[1], other[1]) if a != b)
        assert None not in (mine, yours)
        assert (cut_one > cut_other) == (mine > yours)


@given(SHEETS)
def test_where_everybody_wrote_all_figures_nothing_is_cut(keys):
    whole = [(before, (*figures, 0, 0, 0)[:3], after) for before, figures, after in keys]
    assert comparable(whole, at=1) == whole


@pytest.mark.parametrize("key", TIE_BREAKS)
def test_every_tie_break_ranks_a_field_by_itself(key):
    alone = msgspec.structs.replace(presets()["open"], order=(key,))
    assert {line.rank for line in standings(alone, ["anna", "bea"], [])} == {1}
    assert from_json(to_json(alone)).order == (key,)


@pytest.mark.parametrize("table", [TIE_BREAKS, RUNNER_UP_KEYS])
def test_every_key_of_the_table_has_a_label_in_both_languages(table):
    for key, value in table.items():
        assert key == value.key
        with override("it"):
            italian = str(value.label)
        with override("en"):
            assert italian
            assert str(value.label) not in ("", italian)
