"""The search for a seating alone, under a criterion made for the case: when it gives up, and whom it looks at."""

import pytest

from tournament.core.draw.costs import Cost
from tournament.core.draw.rng import Rng
from tournament.core.draw.search import ALL_OF, Search


class Never(Cost):
    """Costs one wherever anybody sits, and involves those who are named."""

    def __init__(self, *blamed: int) -> None:
        self.blamed = blamed

    def total(self, tables) -> int:
        return 1

    def delta(self, one, its, other, others) -> int:
        return 0

    def involves(self, person, table, number) -> bool:
        return person in self.blamed


class First(Rng):
    """Always the first of a list; counts how often it was asked."""

    def __init__(self) -> None:
        super().__init__("")
        self.asked = 0

    def below(self, limit: int) -> int:
        self.asked += 1
        return 0


def searching(cost: Cost, many: int = 8, rng: Rng | None = None) -> Search:
    return Search([cost], (4,) * (many // 4), {}, rng or Rng("seme"))


@pytest.fixture
def steps(monkeypatch) -> list[int]:
    """Each step that a search takes."""
    taken, step = [], Search._step
    monkeypatch.setattr(Search, "_step", lambda search, number: taken.append(number) or step(search, number))
    return taken


def test_where_nobody_is_to_blame_a_search_ends_at_once(steps):
    search = searching(Never())
    search._improved(search.random_tables())
    assert steps == [0]


def test_a_search_that_gains_nothing_ends_when_its_patience_or_its_steps_do(steps):
    search = searching(Never(0))
    search.patience, search.most_steps = 7, 100
    search._improved(search.random_tables())
    assert steps == list(range(7))
    steps.clear()
    search.patience, search.most_steps = 100, 5
    search._improved(search.random_tables())
    assert steps == list(range(5))


def test_a_large_hall_takes_three_steps_a_person_and_a_small_one_many_more():
    large, small = ALL_OF + 4, ALL_OF
    assert searching(Never(), large).most_steps == 3 * large
    assert searching(Never(), small).most_steps == 30 * small * 6


def test_after_eight_who_have_been_cleared_since_the_one_who_has_not_is_found():
    rng = First()
    search = searching(Never(*range(8)), rng=rng)
    search._improved([[0, 1, 2, 3], [4, 5, 6, 7]])
    search.costs[0].blamed, rng.asked = (7,), 0
    assert search._suspect_of(0) == 7
    assert rng.asked == 8 + 1
    search.costs[0].blamed = ()
    assert search._suspect_of(0) is None
