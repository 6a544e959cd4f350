"""What a player needs: against every order of every open table, written out one by one."""

from decimal import Decimal
from itertools import permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.core.ranking.targets import Rival, needed, worth_of_places
from tournament.core.regulation.schema import Scoring

PLACES = (Decimal(12), Decimal(7), Decimal(5), Decimal(3))


def rival(before: int, places=PLACES) -> Rival:
    totals = tuple(Decimal(before) + value for value in places)
    return Rival(totals, totals)


def every_ending(tables: list[list[int]], places) -> list[list[Decimal]]:
    """The totals of everybody at these tables, once for every way in which they can end."""
    ways = [
        [
            [Decimal(before) + value for before, value in zip(table, order, strict=True)]
            for order in permutations(places)
        ]
        for table in tables
    ]
    return [[total for table in ending for total in table] for ending in product(*ways)]


def by_brute_force(
    mine: int, table: list[int], others: list[list[int]], finished: list[int], qualify: int
) -> list[str]:
    verdicts = []
    for place in range(4):
        total = mine + PLACES[place]
        left = PLACES[:place] + PLACES[place + 1 :]
        endings = [
            [*here, *there, *map(Decimal, finished)]
            for here in every_ending([table], left)
            for there in every_ending(others, PLACES)
        ]
        sure = all(sum(other >= total for other in ending) < qualify for ending in endings)
        can = any(sum(other > total for other in ending) < qualify for ending in endings)
        verdicts.append("sure" if sure else "can" if can else "out")
    return verdicts


points = st.integers(0, 20)


@settings(max_examples=60, deadline=None)
@given(
    mine=points,
    table=st.lists(points, min_size=3, max_size=3),
    others=st.lists(st.lists(points, min_size=4, max_size=4), max_size=2),
    finished=st.lists(points, max_size=6),
    qualify=st.integers(1, 8),
)
def test_the_answer_is_that_of_every_possible_ending(mine, table, others, finished, qualify):
    # Forty-eight orders of the own table and of one other, 3,456 with two others.
    found = needed(
        rival(mine),
        [rival(other) for other in table],
        [[rival(other) for other in one] for one in others],
        [Decimal(total) for total in finished],
        qualify=qualify,
        before=Decimal(mine),
    )
    verdicts = by_brute_force(mine, table, others, finished, qualify)
    assert list(found.verdicts) == verdicts
    sure = [value for value, verdict in zip(PLACES, verdicts, strict=True) if verdict == "sure"]
    can = [value for value, verdict in zip(PLACES, verdicts, strict=True) if verdict != "out"]
    assert found.surely == min(sure, default=None)
    assert found.possibly == min(can, default=None)


def test_a_table_of_four_where_the_first_two_of_the_standings_go_on():
    # mine 10, at my table 9 8 0; nobody else. First gives 22: sure. Second gives 17: only one can pass me.
    found = needed(rival(10), [rival(9), rival(8), rival(0)], [], [], qualify=2, before=Decimal(10))
    assert found.verdicts == ("sure", "sure", "can", "can")
    assert (found.sure_place, found.possible_place) == (2, 4)
    assert (found.surely, found.possibly) == (Decimal(7), Decimal(3))


def test_who_is_far_behind_is_out_whatever_happens():
    found = needed(rival(0), [rival(50), rival(50), rival(50)], [], [Decimal(90)], qualify=2)
    assert found.verdicts == ("out",) * 4
    assert (found.surely, found.possibly) == (None, None)


def test_the_points_of_the_table_make_a_place_a_range():
    scoring = Scoring(places=PLACES, divisor=Decimal(100))
    first, last = worth_of_places(scoring, 4)[0], worth_of_places(scoring, 4)[3]
    assert (first.least, first.most) == (Decimal(12), Decimal(13))
    assert (last.least, last.most) == (Decimal(3), Decimal(4))


def test_an_elimination_or_an_objective_widens_the_range():
    scoring = Scoring(places=PLACES, eliminated=(Decimal(2), Decimal(1)), objective_place=Decimal(13), method="place")
    assert [(one.least, one.most) for one in worth_of_places(scoring, 4)] == [
        (Decimal(12), Decimal(13)), (Decimal(1), Decimal(7)), (Decimal(1), Decimal(5)), (Decimal(1), Decimal(3)),
    ]  # fmt: skip


def test_points_against_the_winner_have_no_answer_by_place():
    assert worth_of_places(Scoring(method="against-winner"), 4) is None
