"""This round with an eye on those to come, piece by piece: what it looks at, how it weighs, which round of a plan comes first."""

import pytest

from tournament.core.draw import DrawEntrant, Request, Rng, lookahead
from tournament.core.draw.indexed_field import IndexedField

FIRST = [[0, 1, 2, 3], [4, 5, 6, 7]]
HALF = [[0, 1, 4, 5], [2, 3, 6, 7]]
"""Two and two of each table of FIRST: no draw of eight at two tables repeats fewer pairs than these four."""
THREE = [[0, 1, 2, 4], [3, 5, 6, 7]]
"""Three and one: six pairs again."""


def problem(criteria=("rematch",), names="abcdefgh", sizes=(4, 4), **facts) -> Request:
    return Request(entrants=tuple(map(DrawEntrant, names)), sizes=sizes, seed="1", criteria=criteria, **facts)


def ids(tables, names="abcdefgh"):
    return tuple(tuple(names[x] for x in table) for table in tables)


AFTER_FIRST = IndexedField(problem(past=(ids(FIRST),)))


# When looking ahead is of no use


def test_where_nothing_tells_people_apart_every_seating_is_as_good():
    assert lookahead._is_symmetric(problem())


@pytest.mark.parametrize(
    "facts",
    [
        {"past": (ids(FIRST),)},
        {"met": (("a", "b", 1),)},
        {"apart": (("a", "b"),)},
        {"fixed": {"a": 1}},
        {"entrants": (DrawEntrant("a", club="x"), *map(DrawEntrant, "bcdefgh"))},
        {
            "entrants": (
                *(DrawEntrant(name, club="x") for name in "abcd"),
                *(DrawEntrant(name, club="y") for name in "efgh"),
            )
        },
        {"entrants": (DrawEntrant("a", club="x"), *map(DrawEntrant, "bcdefgh")), "past": (ids(FIRST),)},
    ],
    ids=["past", "met", "apart", "fixed", "one with a club", "two clubs", "a club and a past"],
)
def test_whatever_tells_people_apart_makes_one_seating_better_than_another(facts):
    request = problem() if "entrants" not in facts else problem(names="")
    assert not lookahead._is_symmetric(
        Request(**{field: getattr(request, field) for field in request.__struct_fields__} | facts)
    )


# How a round and those to come are weighed


def test_a_criterion_counts_now_and_then_later_and_both_beyond_what_no_draw_avoids():
    assert lookahead._excess_by_criterion(AFTER_FIRST, HALF, [3]) == [0, 3]
    assert lookahead._excess_by_criterion(AFTER_FIRST, THREE, [3]) == [2, 3]
    assert lookahead._excess_by_criterion(AFTER_FIRST, FIRST, [0]) == [8, 0]


def test_a_load_counts_as_it_will_be_in_the_end():
    names = "abcdefghi"
    five_first = [[0, 1, 2, 3, 4], [5, 6, 7, 8]]
    nine = IndexedField(problem(("rematch", "fives"), names, (5, 4), past=(ids(five_first, names),)))
    again = lookahead._excess_by_criterion(nine, five_first, [0, 0])
    assert again[0] > again[1] == 0 < again[2]
    assert lookahead._excess_by_criterion(nine, five_first, [7, 20]) == [again[0], 7, again[2] + 20]


def test_later_rounds_cost_what_they_repeat_beyond_what_no_draw_avoids():
    nothing_yet = IndexedField(problem())
    assert lookahead._excess(nothing_yet, FIRST, [HALF]) == [0]
    assert lookahead._excess(nothing_yet, FIRST, [THREE]) == [2]
    assert lookahead._excess(nothing_yet, FIRST, [FIRST]) == [8]


def test_each_later_round_comes_after_those_before_it():
    twice = lookahead._excess(IndexedField(problem()), FIRST, [HALF, HALF])
    assert twice == lookahead._excess(AFTER_FIRST, HALF, [HALF])
    assert twice > lookahead._excess(IndexedField(problem()), FIRST, [HALF]) == [0]


class Answers:
    """A search that has these seatings and costs to offer, one after the other."""

    def __init__(self, *offered):
        self.offered = list(offered)

    def best(self, _attempts):
        return self.offered.pop(0)


def test_a_seating_that_is_worse_now_is_passed_over_and_the_next_one_tried(monkeypatch):
    later = {str(FIRST): [5], str(HALF): [0]}
    monkeypatch.setattr(lookahead, "_forecast", lambda _field, tables, _chance: ((), later[str(tables)]))
    search = Answers((THREE, [2]), (HALF, [0]))
    assert lookahead._try_seatings(AFTER_FIRST, search, FIRST, [0], Rng("1")) == HALF


# Which round of a plan is played first


def test_the_round_that_costs_least_now_changes_places_with_the_first():
    assert lookahead._easiest_first(AFTER_FIRST, [FIRST, HALF, THREE]) == [HALF, FIRST, THREE]
    assert lookahead._easiest_first(AFTER_FIRST, [FIRST, THREE, HALF]) == [HALF, THREE, FIRST]
    assert lookahead._easiest_first(AFTER_FIRST, [HALF, FIRST, THREE]) == [HALF, FIRST, THREE]


def test_a_round_of_other_tables_stays_where_it_is():
    threes = [[0, 4, 1], [5, 2, 6], [3, 7]]
    assert lookahead._easiest_first(AFTER_FIRST, [FIRST, threes]) == [FIRST, threes]


def test_a_load_is_looked_at_last_since_it_evens_out():
    names = "abcdefghi"
    five_first = [[0, 1, 2, 3, 4], [5, 6, 7, 8]]
    nine = IndexedField(problem(("fives", "rematch"), names, (5, 4), past=(ids(five_first, names),)))
    fewer_fives_again = [[5, 6, 7, 8, 0], [1, 2, 3, 4]]
    fewer_pairs_again = [[0, 1, 2, 5, 6], [3, 4, 7, 8]]
    assert lookahead._easiest_first(nine, [fewer_fives_again, fewer_pairs_again])[0] == fewer_pairs_again
