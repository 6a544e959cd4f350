"""The bye of a Swiss round, held against enumeration: nobody meets again where another bye would have left a round without it."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.checker import can_all_meet_anew
from tournament.core.draw import DrawEntrant, draw
from tournament.core.formats import possible_formats
from tournament.core.formats.pairings import make_pairings
from tournament.core.formats.swiss import new_pairs, swiss_byes
from tournament.core.regulation.schema import Readings, SecondBye, presets

ARBA = presets()["arba"]


def most_pairs(people, met) -> int:
    """By trying them all."""
    if not people:
        return 0
    first, *rest = people
    ways = [
        1 + most_pairs([x for x in rest if x != other], met) for other in rest if frozenset((first, other)) not in met
    ]
    return max([most_pairs(rest, met), *ways])


@given(st.integers(0, 8), st.randoms(use_true_random=False), st.floats(0, 1))
def test_as_many_new_pairs_as_enumeration_finds(many, chance, share):
    people = [f"p{number}" for number in range(many)]
    met = {frozenset(pair) for pair in combinations(people, 2) if chance.random() < share}
    assert new_pairs(people, met) == most_pairs(people, met)


class SmallSwiss:
    """Up to nine people, of whom some leave and others come late; who wins is chance."""

    def __init__(self, number: int, second_bye: SecondBye = "after-all"):
        self.readings = Readings(second_bye=second_bye)
        self.chance = random.Random(f"small Swiss {number}")
        many = self.chance.randint(3, 9)
        self.names = [f"p{place}" for place in range(many)]
        self.here = list(self.names)
        self.stages = next(plan for plan in possible_formats(many, ARBA) if plan.kind == "swiss").stages
        self.points = dict.fromkeys(self.names, 0)
        self.rested: list[str] = []
        self.past: list = []

    def rounds(self):
        """Of each round who may rest, those of them who leave the others a round without a rematch, who rests, and the repeats."""
        for number, stage in enumerate(self.stages, 1):
            self.come_and_go(number)
            ranks = {x: 1 + sum(other > mine for other in self.points.values()) for x, mine in self.points.items()}
            byes = make_pairings(
                stage, number, self.here, self.names,
                ranks=ranks, had_bye=self.rested, sat=self.past, readings=self.readings,
            ).byes  # fmt: skip
            playing = [x for x in self.here if x not in byes]
            fresh = [x for x in self.here if x not in self.rested] or self.here
            if self.readings.second_bye == "no-rematch":
                fresh = self.here
            good = [x for x in fresh if can_all_meet_anew([y for y in self.here if y != x], self.past)]
            drawn = draw(
                [DrawEntrant(x, rank=ranks[x]) for x in playing],
                (2,) * (len(playing) // 2),
                seed=str(number),
                criteria=ARBA.draw_criteria,
                past=self.past,
            )
            yield fresh, good, byes, drawn.repeats, playing
            self.past.append(drawn.tables)
            self.rested += byes
            for winner in [*byes, *map(self.chance.choice, drawn.tables)]:
                self.points[winner] += 1

    def come_and_go(self, number: int) -> None:
        if number > 1 and self.chance.random() < 0.25 and len(self.here) > 3:
            self.here.remove(self.chance.choice(self.here))
        if number > 1 and self.chance.random() < 0.25:
            self.names.append(f"p{len(self.names)}")
            self.here.append(self.names[-1])
            self.points[self.names[-1]] = 0


@pytest.mark.parametrize("ten", range(0, 120, 10))
def test_nobody_meets_again_where_a_round_without_a_rematch_exists(ten):
    for event in map(SmallSwiss, range(ten, ten + 10)):
        for fresh, good, byes, repeats, playing in event.rounds():
            if len(event.here) % 2:
                assert set(byes) <= set(fresh), "rests again before everybody has"
                assert not good or (set(byes) <= set(good) and not repeats)
            else:
                assert (byes, bool(repeats)) == ((), not can_all_meet_anew(playing, event.past))


@pytest.mark.parametrize("ten", range(0, 120, 10))
def test_by_the_other_reading_somebody_rests_twice_rather_than_meets_again(ten):
    for number in range(ten, ten + 10):
        event = SmallSwiss(number, "no-rematch")
        for _anybody, good, byes, repeats, _playing in event.rounds():
            assert not good or not repeats
            rests_first = [x for x in good if x not in event.rested]
            assert set(byes) <= set(rests_first or good or byes), "rests again where somebody who has not could"


def test_the_events_hold_rounds_in_which_the_last_may_not_rest():
    """
    three people, of whom the first two have met: one of them rests, so that the third meets the other
    """
    past = [[("p1", "p2")]]
    ranks = {"p1": 1, "p2": 2, "p3": 3}
    assert swiss_byes(ranks, ["p1", "p2", "p3"], ranks=ranks, had_bye=(), past=past) == ("p2",)
    assert swiss_byes(ranks, ["p1", "p2", "p3"], ranks=ranks, had_bye=(), past=()) == ("p3",)


def test_where_every_bye_forces_a_rematch_the_last_of_those_with_the_fewest_rests():
    names = ["p1", "p2", "p3"]
    everybody = [[pair] for pair in combinations(names, 2)]
    assert swiss_byes(names, names, ranks={}, had_bye=(), past=everybody) == ("p3",)


def test_who_rested_rests_again_by_the_reading_where_each_other_bye_forces_a_rematch():
    """The third has met both others and has rested; they have not met each other."""
    names = ["p1", "p2", "p3"]
    byes = [
        swiss_byes(names, names, ranks={}, had_bye=["p3"], past=[[("p1", "p3")], [("p2", "p3")]], second_bye=second)
        for second in ("after-all", "no-rematch")
    ]
    assert byes == [("p2",), ("p3",)]
