"""A request as the draw sees it: people and tables as numbers from 0, and what each criterion asks of whom."""

import pytest

from tournament.core.draw import DrawEntrant, Request
from tournament.core.draw.costs import GroupsApart, Neighbours, Targets, Turn
from tournament.core.draw.criteria import costs_of
from tournament.core.draw.indexed_field import IndexedField
from tournament.core.draw.turns import search_costs

FOURS = (4, 4, 4, 4)
NAMES = "abcdefghijklmnop"
OLD = (tuple("abcd"), tuple("efgh"), tuple("ijkl"), tuple("mnop"))


def field(
    names: str = NAMES, sizes: tuple[int, ...] = FOURS, people: list[DrawEntrant] | None = None, **requested
) -> IndexedField:
    entrants = tuple(people or map(DrawEntrant, names))
    return IndexedField(Request(entrants=entrants, sizes=sizes, seed="seme", **requested))


def only(requested: IndexedField):
    (cost,) = costs_of(requested)
    return cost


# The field


def test_a_pair_counts_as_often_as_it_is_named_and_only_where_both_are_here():
    named = [("a", "b", 1), ("a", "z", 1), ("z", "b", 1), ("b", "a", 2)]
    assert field("abc", (3,)).pairs(named) == [{1: 3}, {0: 3}, {}]


def test_a_label_is_a_number_and_who_has_none_is_of_no_group():
    assert field("abcd").groups(["Torre", "", "Dado", "Torre"]) == [2, 0, 1, 2]


def test_who_has_no_rank_stands_behind_all_who_have_one():
    people = [DrawEntrant("a"), DrawEntrant("b", rank=3), DrawEntrant("c", rank=1), DrawEntrant("d")]
    assert field(people=people).ranked() == [2, 1, 0, 3]


def test_chairs_are_filled_row_by_row_and_a_small_table_has_none_in_the_last():
    assert field("abcdefg", (3, 4)).rows() == [[0, 1], [0, 1], [0, 1], [1]]
    assert field(people=[DrawEntrant("a")], sizes=()).rows() == []


# What the criteria ask


def test_where_the_chairs_are_used_up_everybody_moves_on_by_one_from_where_he_first_sat():
    problem = field(NAMES[:-1] + "q", criteria=("seats",), past=(OLD,), to_come=(FOURS, FOURS))
    apart, _seats, turn = search_costs(problem)
    assert isinstance(apart, GroupsApart)
    assert isinstance(turn, Turn)
    assert apart.groups == [1, 2, 3, 4] * 3 + [1, 2, 3, 0]
    assert turn.due == [1, 2, 3, 0] * 3 + [1, 2, 3, -1]


def test_in_the_third_round_the_chair_is_two_on():
    second = tuple((table[-1], *table[:-1]) for table in OLD)
    problem = field(criteria=("seats",), past=(OLD, second), to_come=(FOURS,))
    assert search_costs(problem)[-1].due == [2, 3, 0, 1] * 4


@pytest.mark.parametrize("why", ["no seats asked", "a round too few", "tables of two sizes", "a chair skipped"])
def test_nobody_moves_on_where_it_would_be_in_the_way(why):
    names, sizes, past, to_come, criteria = NAMES, FOURS, (OLD,), (FOURS, FOURS), ("seats",)
    if why == "no seats asked":
        criteria = ("rematch",)
    elif why == "a round too few":
        to_come = (FOURS,)
    elif why == "tables of two sizes":
        names, sizes = f"{NAMES}q", (5, 4, 4, 4)
    else:
        past = (OLD, OLD)
    problem = field(names, sizes, criteria=criteria, past=past, to_come=to_come)
    assert len(search_costs(problem)) == len(costs_of(problem))


def test_a_neighbour_is_whoever_sat_before_as_often_as_he_did_and_is_here():
    past = ((("a", "b", "z"),), (("a", "b", "c"),))
    cost = only(field("abc", (3,), criteria=("neighbours",), past=past))
    assert cost.after == [{2: 1}, {0: 2}, {1: 1}]


def test_in_the_greca_the_winner_stays_and_the_others_move_on_by_their_place_round_the_hall():
    people = [
        DrawEntrant("a", table=1, place=1),
        DrawEntrant("b", table=1, place=2),
        DrawEntrant("c", table=4, place=2),
        DrawEntrant("d", table=2),
        DrawEntrant("e", place=3),
    ]
    assert only(field(people=people, criteria=("greca",))).targets == [0, 1, 0, -1, -1]


def test_patterns_snakes_and_bands_deal_the_standings_to_the_tables():
    people = [DrawEntrant(name, rank=rank) for rank, name in enumerate("abcdefg", 1)]
    dealt = [only(field(people=people, sizes=(3, 4), criteria=(name,))) for name in ("pattern", "snake", "bands")]
    assert dealt[0].targets == [0, 1, 0, 1, 0, 1, 1]
    assert dealt[1].targets == [0, 1, 1, 0, 0, 1, 1]
    assert dealt[2].groups == [1, 1, 2, 2, 3, 3, 4]


# Where they are broken


def test_the_first_chair_and_the_first_table_count_like_any_other():
    assert Turn([0, -1]).total([[1, 0]]) == 1
    assert Turn([0, -1]).total([[0, 1]]) == 0
    assert Targets([0, 0, 0, -1], (2, 2)).least == 1


def test_neighbours_again_are_named_in_the_order_in_which_they_sit():
    assert list(Neighbours([{}, {0: 1}, {}]).violations([[0, 1, 2]])) == [(0, 1)]
    assert list(Neighbours([{2: 1}, {}, {}]).violations([[0, 1, 2]])) == [(2, 0)]
