"""Tables of two: the circle, the bracket and the bye."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.pairs import bracket, circle, paired, seeds_of, slots_of
from tournament.plan import NoPlan, plans
from tournament.regulation import presets

ARBA = presets()["arba"]


def people(many: int) -> tuple[str, ...]:
    return tuple(f"p{number:02}" for number in range(1, many + 1))


def plan_of(kind: str, many: int):
    return next(plan for plan in plans(many, ARBA) if plan.kind == kind)


@given(st.integers(2, 31))
def test_a_circle_brings_every_pair_together_once(many):
    rounds = [circle(people(many), number) for number in range(1, (many if many % 2 else many - 1) + 1)]
    met = [frozenset(pair) for pairs in rounds for pair in pairs if None not in pair]
    assert len(met) == len(set(met)) == len(list(combinations(range(many), 2)))


def test_seeds_stand_as_in_a_bracket_on_a_wall():
    assert slots_of(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert slots_of(5) == slots_of(8)
    assert bracket(people(6), []) == [("p01", None), ("p04", "p05"), ("p02", None), ("p03", "p06")]


def test_who_goes_on_keeps_the_slot():
    assert bracket(people(6), [{"p01", "p05", "p02", "p03"}]) == [("p01", "p05"), ("p02", "p03")]
    assert bracket(people(6), [{"p01", "p05", "p02", "p03"}, {"p05", "p02"}]) == [("p05", "p02")]


def test_whoever_should_meet_someone_who_has_left_goes_on_without_playing():
    stage = plan_of("bracket", 4).stages[0]
    found = paired(stage, 1, {"p01", "p02", "p03"}, people(4), ranks={}, had_bye=())
    assert (found.byes, found.fixed) == (("p01",), {"p02": 1, "p03": 1})


def test_the_bye_goes_to_the_last_who_has_had_none():
    stage, ranks = plan_of("swiss", 5).stages[0], {"p01": 1, "p02": 2, "p03": 2, "p04": 4, "p05": 5}
    byes = [paired(stage, 2, people(5), people(5), ranks=ranks, had_bye=had).byes for had in ((), ("p05",))]
    assert byes == [("p05",), ("p04",)]


@pytest.mark.parametrize("many", range(2, 40))
def test_every_pairing_seats_the_whole_field(many):
    for plan in plans(many, ARBA):
        assert plan.stages[0].players == many
        for stage, following in zip(plan.stages, plan.stages[1:], strict=False):
            assert stage.leaves == following.players
    assert plan_of("bracket", many).stages[-1].tables == (2,)


def test_a_swiss_is_never_longer_than_there_are_opponents():
    assert [len(plan_of("swiss", many).stages) for many in (2, 3, 4, 5, 6, 20)] == [1, 3, 3, 5, 5, 5]


def test_a_round_robin_of_a_large_field_is_not_offered():
    assert {plan.kind for plan in plans(40, ARBA)} == {"swiss", "bracket"}


def test_nobody_to_play_is_no_plan():
    with pytest.raises(NoPlan):
        plans(1, ARBA)


def test_seeds_go_by_the_roster_or_by_lot():
    assert seeds_of(people(9), "roster", "x") == people(9)
    drawn = seeds_of(people(9), "lot", "x")
    assert (sorted(drawn), drawn == seeds_of(people(9), "lot", "x")) == (list(people(9)), True)
    assert drawn != people(9)
