"""The proof of the least beside every seating, and the draw beside the proof."""

from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.draw import clubs_event, free_event
from bench.least import Round, TooMany
from tournament.core.draw import DrawEntrant

IDS = tuple("abcdefgh")


@given(
    st.lists(st.sampled_from(["", "x", "y"]), min_size=8, max_size=8),
    st.lists(st.permutations(IDS), max_size=2),
    st.lists(st.tuples(st.sampled_from(IDS), st.sampled_from(IDS)).filter(lambda pair: pair[0] != pair[1]), max_size=3),
    st.sampled_from([(4, 4), (3, 5), (2, 3, 3)]),
)
@settings(max_examples=10, deadline=None)
def test_the_least_is_that_of_every_seating(clubs, olds, apart, sizes):
    past = [(tuple(old[:3]), tuple(old[3:])) for old in olds]
    problem = Round([DrawEntrant(id_, club) for id_, club in zip(IDS, clubs, strict=True)], sizes, past, apart)
    cuts = [sum(sizes[:at]) for at in range(len(sizes) + 1)]
    every = {tuple(tuple(sorted(order[a:b])) for a, b in pairwise(cuts)) for order in permutations(IDS)}
    costs = {problem.cost(tables) for tables in every}
    assert problem.least(max(costs), 3_000_000) == min(costs)
    assert all(floor <= cost for floor, cost in zip(problem.floor(), min(costs), strict=True))


def test_a_proof_that_takes_too_long_is_given_up():
    problem = Round([DrawEntrant(f"{n:02}", "x" * (n % 2)) for n in range(16)], (4,) * 4, [])
    with pytest.raises(TooMany):
        problem.least((99, 0, 0, 0), 100)


@pytest.mark.parametrize("players", [11, 13, 16])
def test_clubs_drops_and_a_late_arrival_cost_no_more_than_they_must(players):
    event = clubs_event(players, "1")
    for number, (field, tables) in enumerate(zip(event.fields, event.rounds, strict=True)):
        problem = Round(field, list(map(len, tables)), event.rounds[:number], event.apart)
        assert problem.cost(tables) == problem.least(problem.cost(tables), 3_000_000)
    assert event.club_pairs == event.club_least
    assert event.seat_repeats() == 0


@pytest.mark.parametrize("players", [11, 16, 20, 24])
def test_a_free_field_repeats_no_more_than_it_must(players):
    event = free_event(players, 3, "1")
    assert (str(event.repeats()), event.seat_repeats()) == (event.least_repeats(), 0)
