"""One run of the search, under a criterion made for the case: when it gives up, and whom it looks at."""

from functools import cached_property

import pytest

from tournament.core.draw.costs import Cost
from tournament.core.draw.problem import ALL_OF, Problem
from tournament.core.draw.rng import Rng
from tournament.core.draw.starts import random_tables
from tournament.core.draw.tabu import TabuRun


class Never(Cost):
    """Costs one wherever anybody sits, and involves those who are named."""

    def __init__(self, *involved: int) -> None:
        self.involved = involved

    def total(self, tables) -> int:
        return 1

    def delta(self, one, its, other, others) -> int:
        return 0

    def involves(self, person, table, number) -> bool:
        return person in self.involved


class First(Rng):
    """Always the first of a list; counts the draws."""

    def __init__(self) -> None:
        super().__init__("")
        self.draws = 0

    def below(self, limit: int) -> int:
        self.draws += 1
        return 0


class Hurried(Problem):
    patience, most_steps = cached_property(lambda _problem: 7), cached_property(lambda _problem: 100)


class Short(Problem):
    patience, most_steps = cached_property(lambda _problem: 100), cached_property(lambda _problem: 5)


def a_run(cost: Cost, kind: type[Problem] = Problem) -> TabuRun:
    problem, rng = kind([cost], (4, 4), {}), Rng("seme")
    return TabuRun(problem, random_tables(problem, rng), rng)


@pytest.fixture
def steps(monkeypatch) -> list[int]:
    """Each step that a run takes."""
    numbers, step = [], TabuRun._step
    monkeypatch.setattr(TabuRun, "_step", lambda run, number: numbers.append(number) or step(run, number))
    return numbers


def test_where_nobody_is_involved_a_run_ends_at_once(steps):
    a_run(Never()).improve()
    assert steps == [0]


def test_a_run_that_gains_nothing_ends_when_its_patience_or_its_steps_do(steps):
    a_run(Never(0), Hurried).improve()
    assert steps == list(range(7))
    steps.clear()
    a_run(Never(0), Short).improve()
    assert steps == list(range(5))


def test_a_large_field_takes_three_steps_a_person_and_a_small_one_many_more():
    large, small = ALL_OF + 4, ALL_OF
    assert Problem([Never()], (4,) * (large // 4), {}).most_steps == 3 * large
    assert Problem([Never()], (4,) * (small // 4), {}).most_steps == 30 * small * 6


def test_after_eight_who_have_been_cleared_since_the_one_who_has_not_is_found():
    rng, cost = First(), Never(*range(8))
    run = TabuRun(Problem([cost], (4, 4), {}), [[0, 1, 2, 3], [4, 5, 6, 7]], rng)
    cost.involved, rng.draws = (7,), 0
    assert run._suspect_of(0) == 7
    assert rng.draws == 8 + 1
    cost.involved = ()
    assert run._suspect_of(0) is None


def test_a_turned_problem_begins_with_a_later_criterion_and_keeps_the_rest_in_order():
    one, two, three = Never(1), Never(2), Never(3)
    problem = Problem([one, two, three], (4, 4), {})
    assert [problem.turned(attempt).costs for attempt in (0, 2, 4, 6)] == [
        [one, two, three],
        [three, one, two],
        [two, three, one],
        [one, two, three],
    ]
