"""The draw: everybody once, nobody twice against the same opponent where that is possible, the same bytes for the same seed."""

import os
import subprocess
import sys
from functools import cache
from itertools import combinations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.core.draw import DrawEntrant, ImpossibleDraw, Rng, draw, unavoidable_clubmates
from tournament.core.draw.costs import GroupsApart, PairsApart
from tournament.core.draw.values import Request, canonical, check_request, meeting_counts
from tournament.core.formats import splits


def field(players: int, clubs: int = 0) -> list[DrawEntrant]:
    """p00, p01… of clubs c0, c1… in turn, or of none."""
    return [DrawEntrant(f"p{n:03}", f"c{n % clubs}" if clubs else "") for n in range(players)]


def club(name: str, players: int) -> list[DrawEntrant]:
    return [DrawEntrant(f"{name}{n:02}", name) for n in range(players)]


def fours_and_fives(players: int) -> tuple[int, ...]:
    return splits(players, (4, 5))[0]


def pairs(tables) -> set[frozenset[str]]:
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


def rounds(entrants, sizes, seed: str, many: int = 3):
    """Draws that follow each other, each knowing who met before."""
    met: set[frozenset[str]] = set()
    for number in range(1, many + 1):
        drawn = draw(entrants, sizes, met=met, seed=f"{seed}/{number}")
        yield drawn
        met |= pairs(drawn.tables)


# Everybody once, at tables of the sizes asked for


@given(st.integers(4, 40).filter(lambda n: n not in (6, 7, 11)), st.integers(0, 5), st.text(max_size=8))
@settings(max_examples=60, deadline=None)
def test_everybody_sits_once_at_tables_of_the_sizes_asked_for(players, clubs, seed):
    entrants, sizes = field(players, clubs), fours_and_fives(players)
    drawn = draw(entrants, sizes, seed=seed)
    assert sorted(id_ for table in drawn.tables for id_ in table) == [entrant.id for entrant in entrants]
    assert tuple(map(len, drawn.tables)) == sizes


@given(st.integers(8, 30).filter(lambda n: n != 11), st.integers(0, 4), st.data())
@settings(max_examples=40, deadline=None)
def test_what_a_draw_says_it_breaks_is_what_it_breaks(players, clubs, data):
    entrants = field(players, clubs)
    ids = [entrant.id for entrant in entrants]
    met = data.draw(st.sets(st.sets(st.sampled_from(ids), min_size=2, max_size=2).map(frozenset), max_size=60))
    drawn = draw(entrants, fours_and_fives(players), met=met, seed="s")
    club_of = {entrant.id: entrant.club for entrant in entrants}
    together = [tuple(sorted(pair)) for pair in pairs(drawn.tables)]
    assert drawn.repeats == tuple(sorted(pair for pair in together if frozenset(pair) in met))
    mates = [(a, b) for a, b in together if club_of[a] and club_of[a] == club_of[b]]
    assert drawn.clubmates == tuple(sorted(mates))
    assert len(drawn.clubmates) >= drawn.unavoidable_clubmates


# The same bytes


@given(st.permutations(field(13, 3)), st.text(max_size=5))
@settings(max_examples=30, deadline=None)
def test_the_order_of_the_entrants_does_not_matter(entrants, seed):
    assert draw(entrants, (4, 4, 5), seed=seed) == draw(field(13, 3), (4, 4, 5), seed=seed)


def test_the_order_of_those_who_met_does_not_matter():
    entrants, first = field(16), draw(field(16), (4,) * 4, seed="1")
    met = sorted(pairs(first.tables), key=sorted)
    draws = [draw(entrants, (4,) * 4, met=criteria, seed="2") for criteria in (met, met[::-1], set(met))]
    assert draws[0] == draws[1] == draws[2]


def test_another_seed_is_another_draw():
    drawn = {draw(field(20), (4,) * 5, seed=str(seed)).tables for seed in range(50)}
    assert len(drawn) == 50


SCRIPT = """
import msgspec, sys
sys.path.insert(0, {root!r})
from itertools import combinations
from tournament.core.draw import DrawEntrant, draw
entrants = [DrawEntrant(f"p{{n}}", f"c{{n % 3}}") for n in range(23)]
first = draw(entrants, (4, 4, 5, 5, 5), seed="primavera")
met = {{frozenset(pair) for table in first.tables for pair in combinations(table, 2)}}
sys.stdout.buffer.write(msgspec.json.encode(draw(entrants, (4, 4, 5, 5, 5), met=met, seed="estate")))
"""


@cache
def bytes_with(hash_seed: str) -> bytes:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    script = SCRIPT.format(root=os.getcwd())
    return subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True).stdout


def test_the_same_seed_gives_the_same_bytes_in_every_process():
    assert bytes_with("0") == bytes_with("4711")


def test_a_draw_drawn_today_can_be_drawn_again_for_ever():
    """Changing the search changes every published draw: this may only change with the stream's own number."""
    drawn = draw(field(8, 2), (4, 4), seed="sdadata")
    assert drawn.tables == (("p007", "p006", "p003", "p002"), ("p005", "p001", "p000", "p004"))


def test_the_stream_of_integers_is_sha_256_in_counter_mode():
    """The first words of the seed `x`, by `printf 'sdadata draw 4\\nx\\n0' | sha256sum`."""
    rng = Rng("x")
    words = [rng.below(1 << 64) for _word in range(5)]
    assert [f"{word:016x}" for word in words] == [
        *("f3378e86d95f91e4", "8c5c480fbf44782a", "c939540f5dbdafad", "9255d480dd0559de"),
        "47e7f625eb2a37b9",
    ]


def test_every_order_of_three_is_as_likely_as_any_other():
    rng, seen = Rng("shuffle"), {}
    for _time in range(6000):
        items = [1, 2, 3]
        rng.shuffle(items)
        seen[tuple(items)] = seen.get(tuple(items), 0) + 1
    assert len(seen) == 6
    assert all(850 < times < 1150 for times in seen.values())


# No opponent twice


@pytest.mark.parametrize("players", [16, 20, 28])
def test_four_rounds_without_a_repeat_and_nobody_twice_in_a_chair(players):
    sizes, past = (4,) * (players // 4), []
    for number in range(1, 5):
        drawn = draw(
            field(players), sizes, seed=f"0/{number}", criteria=("rematch", "seats"), past=past,
            to_come=[sizes] * (4 - number),
        )  # fmt: skip
        assert [result.cost for result in drawn.results] == [0, 0]
        past.append(drawn.tables)


@pytest.mark.parametrize("seed", ["1", "2", "3"])
@pytest.mark.parametrize("players", [16, 20, 23, 24, 25, 27, 31, 32, 40, 47, 60, 61, 100])
def test_three_rounds_without_a_repeat(players, seed):
    sizes = fours_and_fives(players)
    assert [drawn.repeats for drawn in rounds(field(players), sizes, seed)] == [(), (), ()]


def test_twenty_at_tables_of_five_must_repeat_and_repeat_as_little_as_possible():
    """Five people from each of four old tables on four tables: one pair of each old table meets again."""
    first, second = rounds(field(20), (5, 5, 5, 5), "7", many=2)
    assert (len(first.repeats), len(second.repeats)) == (0, 4)


def test_those_who_met_more_often_are_kept_apart_first():
    """Five people at tables of 3 and 2; everybody has met everybody once, p000 and p001 often."""
    entrants = field(5)
    met = dict.fromkeys(pairs([[entrant.id for entrant in entrants]]), 1)
    met[frozenset(("p000", "p001"))] = 9
    for seed in "abcdef":
        assert ("p000", "p001") not in draw(entrants, (3, 2), met=met, seed=seed).repeats


def test_a_pair_listed_twice_met_twice():
    entrants, pair = field(4), frozenset(("p000", "p001"))
    twice = [pair, pair, frozenset(("p002", "p003")), frozenset(("p000", "p002")), frozenset(("p001", "p003"))]
    assert draw(entrants, (2, 2), met=[*twice, frozenset(("p000", "p003"))], seed="1").repeats != (("p000", "p001"),)


def test_people_who_are_not_here_are_nobodys_opponents():
    assert (
        draw(field(8), (4, 4), met=[frozenset(("p000", "gone")), frozenset(("gone", "left"))], seed="1").repeats == ()
    )


# Club-mates apart


@pytest.mark.parametrize(
    ("clubs", "sizes", "pairs_at_least"),
    [
        ([4], (4, 4), 2),
        ([8], (4, 4), 12),
        ([2, 2, 2, 2], (4, 4), 0),
        ([5, 3], (4, 4), 3 + 1 + 1),
        ([9], (4, 5), 6 + 10),
    ],
)
def test_club_mates_that_no_draw_can_part(clubs, sizes, pairs_at_least):
    members = [str(number) for number, many in enumerate(clubs) for _one in range(many)]
    assert unavoidable_clubmates(members, sizes) == pairs_at_least


def test_people_without_a_club_are_not_club_mates():
    assert unavoidable_clubmates(["", "", "", ""], (2, 2)) == 0
    assert draw(field(8), (4, 4), seed="1").clubmates == ()


@pytest.mark.parametrize("seed", ["1", "2", "3"])
@pytest.mark.parametrize("sizes", [(7, 5, 4, 3, 1), (9, 8, 3, 2, 1), (12, 8, 2, 1)])
def test_a_first_draw_parts_club_mates_as_far_as_possible(sizes, seed):
    entrants = [entrant for number, many in enumerate(sizes) for entrant in club("abcde"[number], many)]
    drawn = draw(entrants, fours_and_fives(len(entrants)), seed=seed)
    assert len(drawn.clubmates) == drawn.unavoidable_clubmates


def test_the_first_criterion_comes_before_all_the_later_ones():
    """a1 b1 / a2 b2 met; parting opponents seats the clubs together, parting the clubs repeats both pairs."""
    entrants = [DrawEntrant("a1", "a"), DrawEntrant("a2", "a"), DrawEntrant("b1", "b"), DrawEntrant("b2", "b")]
    met = [frozenset(pair) for pair in (("a1", "b1"), ("a2", "b2"), ("a1", "b2"), ("a2", "b1"))]
    opponents_first = draw(entrants, (2, 2), met=met, seed="1", criteria=("rematch", "club"))
    clubs_first = draw(entrants, (2, 2), met=met, seed="1", criteria=("club", "rematch"))
    assert (opponents_first.repeats, len(opponents_first.clubmates)) == ((), 2)
    assert (len(clubs_first.repeats), clubs_first.clubmates) == (2, ())


def test_regions_are_kept_apart_when_that_is_asked_for():
    entrants = [DrawEntrant(f"{region}{n}", region=region) for region in ("nord", "sud") for n in range(4)]
    drawn = draw(entrants, (4, 4), seed="1", criteria=("region",))
    assert [sum(id_.startswith("nord") for id_ in table) for table in drawn.tables] == [2, 2]


def test_without_criteria_the_draw_is_pure_chance():
    drawn = {draw(club("a", 4), (2, 2), seed=str(seed), criteria=()).tables for seed in range(300)}
    assert len(drawn) == 24


# Brute force agrees on small fields


def every_seating(people: tuple[str, ...], sizes: tuple[int, ...]):
    if not sizes:
        yield ()
        return
    for table in combinations(people, sizes[0]):
        rest = tuple(person for person in people if person not in table)
        yield from ((table, *others) for others in every_seating(rest, sizes[1:]))


def broken(tables, met, club_of) -> tuple[int, int]:
    together = [tuple(pair) for table in tables for pair in combinations(table, 2)]
    return (
        sum(frozenset(pair) in met for pair in together),
        sum(bool(club_of[a]) and club_of[a] == club_of[b] for a, b in together),
    )


@given(st.sampled_from([(4, 4), (4, 5), (3, 3), (3, 3, 3), (2, 3, 4)]), st.integers(0, 3), st.data())
@settings(max_examples=40, deadline=None)
def test_no_seating_of_a_small_field_is_better(sizes, clubs, data):
    entrants = field(sum(sizes), clubs)
    ids = tuple(entrant.id for entrant in entrants)
    met = data.draw(st.sets(st.sets(st.sampled_from(ids), min_size=2, max_size=2).map(frozenset), max_size=25))
    club_of = {entrant.id: entrant.club for entrant in entrants}
    least = min(broken(tables, met, club_of) for tables in every_seating(ids, sizes))
    assert broken(draw(entrants, sizes, met=met, seed="s").tables, met, club_of) == least


# A swap costs what counting again says


@given(st.lists(st.integers(0, 3), min_size=9, max_size=9), st.data())
@settings(max_examples=80, deadline=None)
def test_what_a_swap_changes_is_what_counting_again_finds(groups, data):
    pairs_met = data.draw(
        st.dictionaries(st.sets(st.integers(0, 8), min_size=2, max_size=2).map(frozenset), st.integers(1, 3))
    )
    weights = [{} for _person in groups]
    for (one, other), times in ((sorted(pair), times) for pair, times in pairs_met.items()):
        weights[one][other] = weights[other][one] = times
    seating = data.draw(st.permutations(range(9)))
    its, others = list(seating[:4]), list(seating[4:])
    one, other = data.draw(st.sampled_from(its)), data.draw(st.sampled_from(others))
    swapped = [[other if x == one else x for x in its], [one if x == other else x for x in others]]
    for cost in (PairsApart(weights), GroupsApart(groups, (4, 5))):
        after, before = cost.total(swapped), cost.total([its, others])
        assert cost.delta(one, its, other, others) == after - before


# What cannot be drawn


@pytest.mark.parametrize(
    ("entrants", "sizes"),
    [
        (field(8), (4, 5)),
        (field(9), (4, 4)),
        (field(8), ()),
        (field(8), (8, 0)),
        (field(4), (5, -1)),
        ([*field(7), DrawEntrant("p000")], (4, 4)),
    ],
)
def test_entrants_and_sizes_that_do_not_fit_are_refused(entrants, sizes):
    with pytest.raises(ImpossibleDraw):
        draw(entrants, sizes, seed="1")


@pytest.mark.parametrize("met", [[frozenset(("p000",))], [frozenset()], {frozenset(("p000", "p001", "p002")): 1}])
def test_a_meeting_is_between_two(met):
    with pytest.raises(ImpossibleDraw):
        draw(field(8), (4, 4), met=met, seed="1")


@pytest.mark.parametrize("criteria", [("friends",), ("club", "club")])
def test_unknown_or_repeated_criteria_are_refused(criteria):
    with pytest.raises(ImpossibleDraw):
        draw(field(8), (4, 4), seed="1", criteria=criteria)


SIX = tuple(field(6))


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"sizes": (6, 0)}, "6 sedie"),
        ({"past": ((("p000", "p001"),), (("p000", "p000"),))}, "nel turno 2"),
        ({"fixed": {"p000": 3}}, "il tavolo fisso 3 non esiste"),
        ({"sizes": (1, 5), "fixed": {"p000": 1, "p001": 1}}, "al tavolo 1 ci sono più persone"),
    ],
)
def test_a_refusal_names_what_is_wrong(facts, message):
    request = Request(entrants=SIX, seed="1", criteria=(), **{"sizes": (3, 3), **facts})
    with pytest.raises(ImpossibleDraw, match=message):
        check_request(request, criteria=())


def test_a_table_of_one_can_be_drawn():
    check_request(Request(entrants=SIX, seed="1", criteria=(), sizes=(1, 5)), criteria=())


def test_a_request_is_the_same_in_whatever_order_its_facts_were_read():
    facts = {"seed": "1", "sizes": (3, 3)}
    one = Request(
        entrants=SIX, met=(("p000", "p001", 2), ("p002", "p003", 1)), apart=(("p000", "p004"), ("p001", "p005")),
        fixed={"p000": 1, "p001": 2}, **facts,
    )  # fmt: skip
    other = Request(
        entrants=SIX[::-1], met=(("p003", "p002", 1), ("p001", "p000", 2)), apart=(("p005", "p001"), ("p004", "p000")),
        fixed={"p001": 2, "p000": 1}, **facts,
    )  # fmt: skip
    assert msgspec.json.encode(canonical(one)) == msgspec.json.encode(canonical(other))
    assert meeting_counts({frozenset(("b", "a")): 0, frozenset(("c", "a")): 2}) == (("a", "c", 2),)


def test_the_twin_of_every_refusal_is_drawn():
    assert tuple(map(len, draw(field(9), (4, 5), seed="1", criteria=("club",)).tables)) == (4, 5)


def test_a_draw_says_by_what_it_was_drawn():
    drawn = draw(field(8), (4, 4), seed="primavera", criteria=("club",))
    assert (drawn.seed, drawn.criteria) == ("primavera", ("club",))
    assert msgspec.json.decode(msgspec.json.encode(drawn), type=type(drawn)) == drawn
