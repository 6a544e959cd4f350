"""The pattern that uses every chair up: tables numbered on a clock or in the field of four, and everybody one chair on."""

from itertools import combinations

import pytest

from tournament.core.draw import DrawEntrant, Request, Rng
from tournament.core.draw.indexed_field import IndexedField
from tournament.core.draw.shifts import Numbers, Pattern, next_shift
from tournament.core.draw.values import canonical


def field_of(sizes, past) -> IndexedField:
    people = tuple(DrawEntrant(f"p{number:02}") for number in range(sum(sizes)))
    ids = tuple(tuple(tuple(people[x].id for x in table) for table in tables) for tables in past)
    criteria = ("rematch", "seats")
    return IndexedField(canonical(Request(entrants=people, sizes=tuple(sizes), seed="", criteria=criteria, past=ids)))


def in_line(sizes) -> list[list[int]]:
    people = iter(range(sum(sizes)))
    return [[next(people) for _chair in range(size)] for size in sizes]


def rounds(sizes, seed: str = "seme") -> list[list[list[int]]]:
    """The first round in line, then those of the pattern until it has no more."""
    past, rng = [in_line(sizes)], Rng(seed)
    while tables := next_shift(field_of(sizes, past), rng):
        past.append(tables)
    return past


def repeats(past) -> int:
    met = [frozenset(pair) for tables in past for table in tables for pair in combinations(table, 2)]
    return len(met) - len(set(met))


# Numbers


def test_numbers_of_a_clock_go_round():
    five = Numbers(5)
    assert (five.plus(3, 4), five.minus(1, 3), five.times(3, 4)) == (2, 3, 2)
    assert (five.plus(1, 3), five.minus(3, 1), five.times(2, 2)) == (4, 2, 4)


def test_the_field_of_four_has_a_product_of_its_own():
    four = Numbers(4)
    assert (four.plus(1, 3), four.minus(1, 3), four.plus(2, 2)) == (2, 2, 0)
    assert [[four.times(a, b) for b in range(4)] for a in range(4)] == [
        [0, 0, 0, 0],
        [0, 1, 2, 3],
        [0, 2, 3, 1],
        [0, 3, 1, 2],
    ]


# Three tables of two, a round that a reader can follow


FIRST = [[0, 1], [2, 3], [4, 5]]
SECOND = [[5, 0], [1, 2], [3, 4]]
"""Step one: table plus chair is 0 for 0 and 5, 1 for 1 and 2, 2 for 3 and 4; everybody is one chair on."""


def test_those_of_one_sum_sit_together_one_chair_on():
    pattern = Pattern(FIRST)
    assert [pattern.sum_of(x, 1) for x in range(6)] == [0, 1, 1, 2, 2, 0]
    assert [pattern.sum_of(x, 2) for x in range(6)] == [0, 2, 1, 0, 2, 1]
    assert pattern.tables(1, 1) == SECOND
    assert pattern.tables(1, 2) == [[0, 5], [2, 1], [4, 3]]
    assert pattern.tables(2, 1) == [[3, 0], [1, 4], [5, 2]]


def test_an_earlier_round_has_the_step_by_which_it_was_made():
    pattern = Pattern(FIRST)
    assert [pattern.step_of(tables) for tables in (FIRST, SECOND, [[0, 3], [2, 5], [4, 1]])] == [0, 1, 2]
    assert pattern.step_of([[0, 2], [1, 3], [4, 5]]) is None


def test_two_steps_part_everybody_unless_they_meet_on_the_clock():
    pattern = Pattern(FIRST)
    assert [pattern.parts(1, other) for other in (0, 1, 2)] == [True, False, True]
    six = Pattern(in_line((4,) * 6))
    assert [six.parts(0, step) for step in (1, 2, 3, 4, 5)] == [True, False, False, False, True]
    assert not six.parts(1, 5)


@pytest.mark.parametrize(
    ("second", "numbers"),
    [
        (SECOND, [0, 1, 2]),
        ([[0, 3], [2, 5], [4, 1]], [0, 2, 1]),
        ([[4, 1], [2, 5], [0, 3]], [0, 2, 1]),
    ],
)
def test_the_second_round_numbers_the_tables(second, numbers):
    pattern = Pattern(FIRST)
    assert pattern.is_numbered_by(second)
    assert pattern.number_of == numbers


@pytest.mark.parametrize("second", [FIRST, [[0, 2], [1, 3], [4, 5]], [[0, 3], [2, 1], [4, 5]]])
def test_another_second_round_numbers_nothing(second):
    assert not Pattern(FIRST).is_numbered_by(second)


# Rounds of a hall


@pytest.mark.parametrize(
    ("tables", "chairs", "many"),
    [(4, 4, 4), (5, 4, 5), (5, 5, 5), (7, 4, 7), (6, 4, 2), (9, 3, 9), (3, 2, 3)],
)
@pytest.mark.parametrize("seed", ["seme", "un altro"])
def test_nobody_meets_twice_until_the_steps_are_used_up(tables, chairs, many, seed):
    past = rounds((chairs,) * tables, seed)
    assert len(past) == many
    assert repeats(past) == 0
    assert all(sorted(x for table in round_ for x in table) == list(range(tables * chairs)) for round_ in past)
    for number, round_ in enumerate(past):
        chair = {x: seat for table in round_ for seat, x in enumerate(table)}
        assert all(chair[x] == (x + number) % chairs for x in chair)


def test_the_seed_decides_how_the_tables_are_numbered():
    assert rounds((4,) * 5, "seme") == rounds((4,) * 5, "seme")
    assert rounds((4,) * 5, "seme") != rounds((4,) * 5, "un altro")


ALIKE, FIVES = (4, 4, 4, 4), (5, 5, 5, 5)


@pytest.mark.parametrize(
    ("sizes", "past"),
    [
        (ALIKE, []),
        ((4, 4, 4, 3), [in_line((4, 4, 4, 3))]),
        (ALIKE, [in_line((5, 5, 3, 3))]),
        (FIVES, [in_line(FIVES)]),
        (ALIKE, [in_line(ALIKE), in_line(ALIKE)]),
        (ALIKE, [*rounds(ALIKE)[:2], [[0, 1, 2, 4], [3, 5, 6, 7], *in_line(ALIKE)[2:]]]),
    ],
    ids=[
        "no round yet",
        "another size",
        "other tables before",
        "more chairs than tables",
        "left at once",
        "left later",
    ],
)
def test_there_is_no_pattern_to_go_on_with(sizes, past):
    assert next_shift(field_of(sizes, past), Rng("seme")) is None
