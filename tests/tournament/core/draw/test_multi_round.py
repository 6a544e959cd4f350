"""Rounds planned together: the weights follow every exchange, and four rounds use every chair once."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.core.draw import DrawEntrant, Request, Rng, draw
from tournament.core.draw import multi_round as planning
from tournament.core.draw.indexed_field import IndexedField
from tournament.core.draw.multi_round import PLANNED, MultiRoundPlan, can_plan
from tournament.core.draw.values import canonical

NAMES = "abcdefghijklm"
OLD = (tuple("abcd"), tuple("efgh"), tuple("ijklm"))


def field(criteria=("club", "rematch", "seats", "fives"), **facts) -> IndexedField:
    entrants = tuple(DrawEntrant(name, club="xyz"[at % 3]) for at, name in enumerate(NAMES))
    facts = {"past": (OLD,), "sizes": (4, 4, 5), "seed": "1", **facts}
    return IndexedField(canonical(Request(entrants=entrants, criteria=criteria, **facts)))


def weight(plan: MultiRoundPlan, request: Request) -> int:
    """All that the plan and the past cost, counted anew; the order of the criteria gives the weights."""
    of = dict(zip(request.criteria, planning.WEIGHTS, strict=False))
    planned = [[[NAMES[x] for x in table] for table in seating] for seating in plan.seatings]
    rounds = [*request.past, *planned]
    tables = [table for seating in rounds for table in seating]
    new = [tuple(sorted(pair)) for seating in planned for table in seating for pair in combinations(table, 2)]
    met = Counter(tuple(sorted(pair)) for table in tables for pair in combinations(table, 2))
    had = Counter((id_, seat) for table in tables for seat, id_ in enumerate(table))
    cost = of.get("club", 0) * sum(NAMES.index(a) % 3 == NAMES.index(b) % 3 for a, b in new)
    cost += of.get("apart", 0) * sum(pair in request.apart for pair in new)
    cost += of.get("rematch", 0) * sum(times * (times - 1) // 2 for times in met.values())
    cost += of.get("seats", 0) * sum(times * (times - 1) // 2 for times in had.values())
    for name, is_such in (("fives", lambda size: size > 4), ("threes", lambda size: size < 4)):
        if name in of:
            times = Counter(id_ for table in tables if is_such(len(table)) for id_ in table)
            total, many = sum(times.values()), len(NAMES)
            share, whole = planning.LOAD_SHARE
            for id_ in NAMES:
                cost += of[name] * share * (times[id_] * many - total) ** 4 // (whole * many**4)
    return cost


@given(
    st.permutations(["club", "apart", "rematch", "seats", "fives", "threes"]).map(lambda names: tuple(names[:4])),
    st.sampled_from([((4, 4, 5),), ((4, 4, 5), (4, 4, 5)), ((3, 5, 5), (4, 4, 5), (3, 3, 3, 4))]),
    st.data(),
)
@settings(max_examples=30, deadline=None)
def test_an_exchange_changes_the_weight_by_what_counting_again_finds(criteria, rounds, data):
    problem = field(criteria, apart=(("a", "c"), ("b", "m")))
    plan = MultiRoundPlan(problem, rounds, Rng(data.draw(st.text(max_size=3))))
    for _exchange in range(6):
        seating = data.draw(st.sampled_from(plan.seatings))
        its, others = data.draw(st.sampled_from(seating)), data.draw(st.sampled_from(seating))
        seat, other = data.draw(st.integers(0, len(its) - 1)), data.draw(st.integers(0, len(others) - 1))
        if its is others and seat == other:
            continue
        before, result = weight(plan, problem.request), plan._change(its, seat, others, other)
        plan._exchange(its, seat, others, other)
        assert weight(plan, problem.request) - before == result


def test_a_pair_that_asks_to_be_apart_weighs_only_where_the_criterion_is_kept():
    def worth(*criteria: str) -> int:
        return MultiRoundPlan(field(criteria, past=(), apart=(("a", "b"),)), ((4, 4, 5),), Rng("1")).cost_of[0][1]

    assert worth("club", "seats") == 0
    assert worth("apart", "seats") == planning.WEIGHTS[0]


def test_the_plan_found_seats_everybody_once_a_round_and_weighs_less(monkeypatch):
    monkeypatch.setattr(planning, "STEPS", 6000)
    problem = field()
    plan = MultiRoundPlan(problem, ((4, 4, 5),) * 2, Rng("1"))
    before = weight(plan, problem.request)
    plan.seatings = plan.improve()
    assert [sorted(x for table in seating for x in table) for seating in plan.seatings] == [list(range(13))] * 2
    assert [tuple(map(len, seating)) for seating in plan.seatings] == [(4, 4, 5)] * 2
    assert weight(plan, problem.request) < before / 2


def test_a_half_is_taken_half_the_time():
    assert (planning.ACCEPTANCE[0], planning.ACCEPTANCE[8], planning.ACCEPTANCE[16], planning.ACCEPTANCE[128]) == (
        65536,
        32768,
        16384,
        1,
    )
    assert sorted(planning.ACCEPTANCE, reverse=True) == planning.ACCEPTANCE


@pytest.mark.parametrize(("criteria", "is_planned"), [(PLANNED, True), (("rematch", "swiss"), False), ((), True)])
def test_what_hangs_on_the_standings_is_not_planned(criteria, is_planned):
    assert can_plan(field(criteria)) is is_planned


def test_who_cannot_move_is_not_planned():
    assert not can_plan(field(fixed={"a": 1}))


@pytest.mark.parametrize(("players", "sizes"), [(17, (4, 4, 4, 5)), (23, (4, 4, 5, 5, 5))])
def test_four_rounds_at_fours_and_fives_give_nobody_a_chair_twice(players, sizes):
    entrants, past = [DrawEntrant(f"p{n:02}") for n in range(players)], []
    for number in range(1, 5):
        draw_request = draw(
            entrants, sizes, seed=f"0/{number}", criteria=("seats", "rematch", "fives"), past=past,
            to_come=[sizes] * (4 - number),
        )  # fmt: skip
        past.append(draw_request.tables)
    had = Counter((id_, seat) for tables in past for table in tables for seat, id_ in enumerate(table))
    assert set(had.values()) == {1}
