"""Judges: who may hold which table, and as many tables covered as can be."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.core.draw.judges import BadJudges, Judge, draw_judges, may_judge

TABLES = [("a", "b"), ("c", "d"), ("e", "f")]
CLUBS = {"a": "rossi", "b": "", "c": "blu", "d": "rossi", "e": "verdi", "f": ""}


def drawn(*judges: Judge, seed: str = "1"):
    return draw_judges(judges, TABLES, clubs=CLUBS, seed=seed)


def test_nobody_judges_his_own_club_nor_the_table_where_he_plays():
    assert may_judge(Judge("x", "rossi"), ("e", "f"), CLUBS)
    assert not may_judge(Judge("x", "rossi"), ("a", "b"), CLUBS)
    assert not may_judge(Judge("f"), ("e", "f"), CLUBS)
    assert may_judge(Judge("f"), ("a", "b"), CLUBS)


def test_everybody_gets_the_only_table_that_he_may_hold():
    """x of the reds may hold only the third, y of the blues the first or third, z anything."""
    for seed in "123456":
        assert drawn(Judge("x", "rossi"), Judge("y", "blu"), Judge("z"), seed=seed).judges == ("y", "z", "x")


def test_a_floor_judge_holds_several_and_nobody_two_while_another_could_help():
    assert drawn(Judge("x", most=3)).judges == ("x", "x", "x")
    bench = drawn(Judge("x", most=3), Judge("y", most=3), Judge("z"))
    assert sorted(bench.judges) == ["x", "y", "z"]


def test_tables_that_nobody_may_hold_are_named():
    bench = drawn(Judge("x", "rossi", most=3))
    assert (bench.judges, bench.uncovered) == (("", "", "x"), (1, 2))


def test_the_draw_of_judges_is_a_draw():
    judges = [Judge(name) for name in "xyz"]
    assert len({draw_judges(judges, TABLES, clubs={}, seed=str(n)).judges for n in range(60)}) == 6
    assert drawn(*judges) == drawn(*judges[::-1])


@pytest.mark.parametrize("judges", [[Judge("x"), Judge("x")], [Judge("x", most=0)]])
def test_judges_that_cannot_be_are_refused(judges):
    with pytest.raises(BadJudges):
        drawn(*judges)


clubs = st.sampled_from(["", "rossi", "blu", "verdi"])


@given(
    st.lists(
        st.builds(Judge, st.sampled_from("abwxyz"), clubs, st.integers(1, 2)), max_size=4, unique_by=lambda j: j.id
    )
)
def test_no_assignment_covers_more_tables(judges):
    bench = drawn(*judges)
    by_id = {judge.id: judge for judge in judges}
    for name, table in zip(bench.judges, TABLES, strict=True):
        assert not name or may_judge(by_id[name], table, CLUBS)
    assert all(bench.judges.count(judge.id) <= judge.most for judge in judges)
    most = 0
    for choice in product([None, *judges], repeat=3):
        is_legal = all(j is None or may_judge(j, t, CLUBS) for j, t in zip(choice, TABLES, strict=True))
        if is_legal and all(choice.count(judge) <= judge.most for judge in judges):
            most = max(most, 3 - choice.count(None))
    assert 3 - len(bench.uncovered) == most
