"""Tables of two: the circle, the bracket and the bye."""

from decimal import Decimal
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.core.draw import Rng
from tournament.core.formats import NoFormat, possible_formats
from tournament.core.formats.pairings import bracket, bye_results, circle, make_pairings, reseeded, seeds_of, slots_of
from tournament.core.regulation.schema import presets
from tournament.core.results import ResultRow, TableResult

ARBA = presets()["arba"]


def people(many: int) -> tuple[str, ...]:
    return tuple(f"p{number:02}" for number in range(1, many + 1))


def format_of(kind: str, many: int):
    return next(plan for plan in possible_formats(many, ARBA) if plan.kind == kind)


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
    stage = format_of("bracket", 4).stages[0]
    found = make_pairings(stage, 1, {"p01", "p02", "p03"}, people(4), ranks={}, had_bye=())
    assert (found.byes, found.fixed) == (("p01",), {"p02": 1, "p03": 1})


def test_the_bye_goes_to_the_last_who_has_had_none():
    stage, ranks = format_of("swiss", 5).stages[0], {"p01": 1, "p02": 2, "p03": 2, "p04": 4, "p05": 5}
    byes = [make_pairings(stage, 2, people(5), people(5), ranks=ranks, had_bye=had).byes for had in ((), ("p05",))]
    assert byes == [("p05",), ("p04",)]


@pytest.mark.parametrize("many", range(2, 40))
def test_every_pairing_seats_the_whole_field(many):
    for plan in possible_formats(many, ARBA):
        assert plan.stages[0].players == many
        for stage, following in zip(plan.stages, plan.stages[1:], strict=False):
            assert stage.players_after == following.players
    assert format_of("bracket", many).stages[-1].tables == (2,)


def test_a_swiss_is_never_longer_than_there_are_opponents():
    assert [len(format_of("swiss", many).stages) for many in (2, 3, 4, 5, 6, 20)] == [1, 3, 3, 5, 5, 5]


def test_a_round_robin_of_a_large_field_is_not_offered():
    assert {plan.kind for plan in possible_formats(40, ARBA)} == {"swiss", "bracket"}


def test_nobody_to_play_is_no_plan():
    with pytest.raises(NoFormat):
        possible_formats(1, ARBA)


def test_seeds_go_by_the_roster_or_by_lot():
    assert seeds_of(people(9), "roster", "x") == people(9)
    drawn = seeds_of(people(9), "lot", "x")
    assert (sorted(drawn), drawn == seeds_of(people(9), "lot", "x")) == (list(people(9)), True)
    assert drawn != people(9)


# The round as it is drawn


def pairs_of(pairing) -> dict[int, set[str]]:
    """By table, who sits at it."""
    return {number: {id_ for id_, at in pairing.fixed.items() if at == number} for number in pairing.fixed.values()}


def test_the_first_stays_and_the_others_go_round_by_one_chair():
    """
    1-4 2-3, then 1-3 4-2, then 1-2 3-4; the fourth round is the first one again
    """
    stage, four = format_of("round-robin", 4).stages[0], people(4)
    drawn = [pairs_of(make_pairings(stage, number, four, four, ranks={}, had_bye=())) for number in (1, 2, 3, 4)]
    first = {1: {"p01", "p04"}, 2: {"p02", "p03"}}
    assert drawn == [
        first,
        {1: {"p01", "p03"}, 2: {"p04", "p02"}},
        {1: {"p01", "p02"}, 2: {"p03", "p04"}},
        first,
    ]


def test_of_an_odd_circle_whoever_meets_nobody_rests():
    stage, three = format_of("round-robin", 3).stages[0], people(3)
    drawn = [make_pairings(stage, number, three, three, ranks={}, had_bye=()) for number in (1, 2, 3)]
    assert [one.byes for one in drawn] == [("p01",), ("p02",), ("p03",)]
    assert [set(one.fixed) for one in drawn] == [{"p02", "p03"}, {"p01", "p03"}, {"p01", "p02"}]


def test_the_second_round_of_a_bracket_is_of_those_who_went_on():
    stages, eight = format_of("bracket", 8).stages, people(8)
    through = [{"p01", "p05", "p07", "p03"}]
    second = make_pairings(stages[1], 2, through[0], eight, ranks={}, had_bye=(), through=through)
    assert (pairs_of(second), second.byes) == ({1: {"p01", "p05"}, 2: {"p07", "p03"}}, ())


def test_whoever_sat_in_a_slot_by_hand_goes_on_from_it():
    """
    p05 and p08 took each other's chairs, and two newcomers both chairs of 2-7
    """
    stages, eight = format_of("bracket", 8).stages, people(8)
    sat = [({"p01", "p05"}, {"p04", "p08"}, {"p09", "p10"}, {"p03", "p06"})]
    through = [{"p05", "p04", "p10", "p03"}]
    second = make_pairings(stages[1], 2, through[0], eight, ranks={}, had_bye=(), through=through, sat=sat)
    assert pairs_of(second) == {1: {"p05", "p04"}, 2: {"p10", "p03"}}


def test_whoever_rested_keeps_the_slot_when_strangers_took_a_table():
    sat = [({"p04", "p05"}, {"p08", "p09"}, {"p03", "p06"})]
    through = [{"p01", "p05", "p08", "p03"}]
    assert bracket(people(7), through, sat) == [("p01", "p05"), ("p08", "p03")]
    assert bracket(people(7), [{"p01", "p05", "p07", "p03"}], ()) == [("p01", "p05"), ("p07", "p03")]


def test_seeds_are_those_of_the_chairs_that_were_taken():
    four, five = ("d", "c", "b", "a"), ("e", "d", "c", "b", "a")
    assert circle(four, 1) == [("d", "a"), ("c", "b")]
    assert reseeded(four, circle(four, 1), [("a", "d"), ("b", "c")], four) == four
    swapped = reseeded(four, circle(four, 1), [("b", "d"), ("c", "a")], four)
    assert (swapped, circle(swapped, 1)) == (("d", "c", "a", "b"), [("d", "b"), ("c", "a")])
    rested = reseeded(five, circle(five, 1), [("e", "a"), ("c", "b")], five)
    assert (rested, circle(rested, 1)) == (("d", "e", "c", "b", "a"), [("d", None), ("e", "a"), ("c", "b")])


def test_seeds_stay_where_a_pair_was_not_played():
    four = people(4)
    assert reseeded(four, circle(four, 1), [("p01", "p04")], four) == four


def test_after_the_last_round_the_circle_begins_anew():
    four = people(4)
    assert [circle(four, number) for number in (4, 5, 6)] == [circle(four, number) for number in (1, 2, 3)]


def test_an_even_swiss_field_has_no_bye():
    stage = format_of("swiss", 5).stages[0]
    for many in (2, 4, 8):
        assert make_pairings(stage, 2, people(many), people(many), ranks={}, had_bye=()).byes == ()
    assert make_pairings(stage, 2, people(3), people(3), ranks={}, had_bye=()).byes == ("p03",)
    assert make_pairings(stage, 2, people(9), people(9), ranks={}, had_bye=()).byes == ("p09",)


@pytest.mark.parametrize(
    ("ranks", "had_bye", "bye"),
    [
        ({"p01": 2, "p02": 1, "p03": 1}, (), "p01"),
        ({"p01": 1, "p02": 1}, (), "p03"),
        ({"p01": 1, "p02": 1, "p03": 1}, ("p03",), "p02"),
        ({"p01": 1, "p02": 2, "p03": 3}, ("p01", "p02", "p03"), "p03"),
    ],
    ids=["the last", "one who came late and has no rank", "level by their number", "everybody has rested"],
)
def test_who_rests(ranks, had_bye, bye):
    stage = format_of("swiss", 3).stages[0]
    assert make_pairings(stage, 2, people(3), people(3), ranks=ranks, had_bye=had_bye).byes == (bye,)


def test_somebody_who_came_later_rests_before_those_of_the_roster():
    stage = format_of("swiss", 3).stages[0]
    assert make_pairings(stage, 1, ("p01", "p02", "a-guest"), people(2), ranks={}, had_bye=()).byes == ("a-guest",)
    late = ("p01", "guest-b", "guest-a")
    assert make_pairings(stage, 1, late, people(1), ranks={}, had_bye=()).byes == ("guest-b",)


def test_a_bye_is_a_win_in_a_swiss_round_and_nothing_elsewhere():
    by_kind = {kind: bye_results(format_of(kind, 5).stages[0], 3, ["p04", "p05"]) for kind in ("swiss", "bracket")}
    assert by_kind == {
        "swiss": (
            TableResult(3, 0, (ResultRow("p04", Decimal(0), (), 1),)),
            TableResult(3, 0, (ResultRow("p05", Decimal(0), (), 1),)),
        ),
        "bracket": (),
    }


def test_seeds_by_lot_change_with_the_seed_and_are_drawn_for_ever():
    assert seeds_of(people(5), "lot", "x") != seeds_of(people(5), "lot", "y")
    expected = list(people(5))
    Rng("x seeds").shuffle(expected)
    assert seeds_of(people(5), "lot", "x") == tuple(expected)
