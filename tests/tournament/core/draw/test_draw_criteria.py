"""Every criterion of the draw alone, in order with others, and against every seating of a small field."""

from functools import cache
from itertools import combinations, permutations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.core.draw import (
    CRITERION_KEYS,
    DrawEntrant,
    ImpossibleDraw,
    Request,
    cost_of_swap,
    criterion_results,
    draw,
    draw_request,
)
from tournament.core.draw.criteria import CRITERIA
from tournament.core.draw.lower_bounds import least_pairs
from tournament.core.formats import splits

FOURS = (4, 4, 4, 4)
NAMES = "abcdefghijklmnop"
OLD = (tuple("abcd"), tuple("efgh"), tuple("ijkl"), tuple("mnop"))


def people(names: str = NAMES, **facts) -> list[DrawEntrant]:
    """Entrants by letter; `club="xxyy…"` gives each the letter below, a number is its digit."""
    known = {key: list(values) for key, values in facts.items()}
    return [DrawEntrant(name, **{key: values[at] for key, values in known.items()}) for at, name in enumerate(names)]


def ranked(many: int = 16) -> list[DrawEntrant]:
    return [DrawEntrant(NAMES[at], rank=at + 1) for at in range(many)]


def tables(drawn_) -> list[str]:
    return ["".join(sorted(table)) for table in drawn_.tables]


def result(drawn_, name: str):
    return next(one for one in drawn_.results if one.criterion == name)


# Who sits with whom


def test_pairs_that_ask_for_it_sit_apart():
    apart = [("a", "b"), ("c", "d"), ("a", "c")]
    for seed in "12345":
        drawn_ = draw(people("abcdefgh"), (4, 4), seed=seed, criteria=("apart",), apart=apart)
        assert result(drawn_, "apart").violations == ()


def test_a_pair_that_cannot_be_parted_is_named():
    drawn_ = draw(people("abc"), (3,), seed="1", criteria=("apart",), apart=[("c", "a")])
    assert result(drawn_, "apart") == msgspec.structs.replace(result(drawn_, "apart"), cost=1, violations=(("a", "c"),))


def test_winners_of_the_first_round_sit_apart():
    field = people(wins=[1, 0, 0, 0] * 4)
    assert [sum(id_ in "aeim" for id_ in table) for table in draw(field, FOURS, seed="1", criteria=("winners",)).tables] == [
        1, 1, 1, 1,
    ]  # fmt: skip


def test_people_of_an_old_table_are_opponents_already():
    drawn_ = draw(people(), FOURS, seed="1", past=[OLD])
    assert drawn_.repeats == ()
    assert all(len(set(table) & set(old)) == 1 for table in drawn_.tables for old in OLD)


def test_one_of_each_band_of_the_standings_at_every_table():
    drawn_ = draw(ranked(), FOURS, seed="1", criteria=("bands",))
    assert all(len(set(table) & set(band)) == 1 for table in drawn_.tables for band in OLD)


# Where they sit


def test_whoever_sat_at_the_five_is_not_sent_there_again():
    past = [(tuple("abcde"), tuple("fghi"))]
    drawn_ = draw(people("abcdefghi"), (4, 5), seed="1", criteria=("fives",), past=past)
    assert set("fghi") < set(drawn_.tables[1])


def test_tables_of_three_are_shared_like_those_of_five():
    past = [(tuple("abc"), tuple("defg"))]
    drawn_ = draw(people("abcdefg"), (3, 4), seed="1", criteria=("threes",), past=past)
    assert set(drawn_.tables[0]) < set("defg")


@pytest.mark.parametrize("players", [16, 20, 24, 40])
def test_nobody_has_a_seat_twice_in_three_rounds(players):
    field, sizes, past = [DrawEntrant(f"p{n:02}") for n in range(players)], splits(players, (4, 5))[0], []
    for number in range(3):
        past.append(draw(field, sizes, seed=str(number), criteria=("rematch", "seats"), past=past).tables)
    for entrant in field:
        seats = [table.index(entrant.id) for tables_ in past for table in tables_ if entrant.id in table]
        assert len(set(seats)) == 3


def test_nobody_sits_twice_after_the_same_neighbour():
    first = draw(people("abcde"), (5,), seed="1", criteria=("neighbours",)).tables
    second = draw(people("abcde"), (5,), seed="2", criteria=("neighbours",), past=[first]).tables
    steps = [(table[at - 1], table[at]) for (table,) in (first, second) for at in range(5)]
    assert len(set(steps)) == 10


def test_swiss_puts_the_best_at_the_first_table():
    assert tables(draw(ranked(), FOURS, seed="1", criteria=("swiss",))) == ["abcd", "efgh", "ijkl", "mnop"]


def test_swiss_draws_among_those_who_are_level():
    field = people("abcdefgh", rank=[1, 2, 3, 4, 4, 6, 7, 8])
    seen = {tables(draw(field, (4, 4), seed=str(seed), criteria=("swiss",)))[0] for seed in range(20)}
    assert seen == {"abcd", "abce"}


def test_alla_greca_moves_everybody_on_by_his_place():
    """Table 1 was abcd in this order, and so on: the winner stays, the second goes one on, the third two…"""
    field = people(table=[1] * 4 + [2] * 4 + [3] * 4 + [4] * 4, place=[1, 2, 3, 4] * 4)
    assert tables(draw(field, FOURS, seed="1", criteria=("greca",))) == ["ahkn", "belo", "cfip", "dgjm"]


def test_the_pattern_of_finals():
    assert tables(draw(ranked(), FOURS, seed="1", criteria=("pattern",))) == ["aeim", "bfjn", "cgko", "dhlp"]


def test_the_pattern_fills_the_larger_tables_last():
    assert tables(draw(ranked(9), (4, 5), seed="1", criteria=("pattern",))) == ["aceg", "bdfhi"]


def test_the_snake_turns_at_every_row():
    assert tables(draw(ranked(), FOURS, seed="1", criteria=("snake",))) == ["ahip", "bgjo", "cfkn", "delm"]


@pytest.mark.parametrize("seed", "12345")
def test_a_person_who_cannot_move_keeps_the_table(seed):
    drawn_ = draw(people(), FOURS, seed=seed, past=[OLD], fixed={"a": 3, "p": 1}, criteria=("rematch", "seats"))
    assert ("a" in drawn_.tables[2], "p" in drawn_.tables[0], drawn_.repeats) == (True, True, ())


def test_the_order_of_the_criteria_decides():
    """Level points put a-d together; they have met: whichever is named first is kept."""
    field = people("abcdefgh", rank=range(1, 9))
    past = [(tuple("abcd"), tuple("efgh"))]
    swiss_first = draw(field, (4, 4), seed="1", criteria=("swiss", "rematch"), past=past)
    met_first = draw(field, (4, 4), seed="1", criteria=("rematch", "swiss"), past=past)
    assert (result(swiss_first, "swiss").cost, result(swiss_first, "rematch").cost) == (0, 12)
    assert (result(met_first, "rematch").cost, result(met_first, "swiss").cost) == (4, 4)


# What is left beside the least


def test_what_remains_stands_beside_the_least():
    drawn_ = draw(people("abcdefgh", club="xxxxxxxx"), (4, 4), seed="1", criteria=("club",))
    club = result(drawn_, "club")
    assert (club.cost, club.least, club.is_least, len(club.violations)) == (12, 12, True, 12)


@pytest.mark.parametrize(
    ("together", "sizes", "least"), [(4, (4, 4), 2), (5, (5, 5, 5, 5), 1), (6, (2, 8), 1 + 6), (7, (1, 3, 3), 6), (0, (4,), 0)]
)  # fmt: skip
def test_the_least_pairs_of_a_group_on_tables_of_these_sizes(together, sizes, least):
    assert least_pairs(together, sizes) == least


@given(st.integers(0, 9), st.lists(st.integers(1, 4), min_size=1, max_size=4))
def test_no_spread_of_a_group_has_fewer_pairs(together, sizes):
    def spreads(left, rest):
        if not rest:
            return [[]] if left == 0 else []
        return [[n, *more] for n in range(min(left, rest[0]) + 1) for more in spreads(left - n, rest[1:])]

    counts = spreads(together, sizes)
    if counts:
        assert least_pairs(together, sizes) == min(sum(n * (n - 1) // 2 for n in spread) for spread in counts)


# Every seating of a small field


def every_seating(ids: tuple[str, ...], sizes: tuple[int, ...], wants_order: bool):
    if not sizes:
        yield ()
        return
    for table in (permutations if wants_order else combinations)(ids, sizes[0]):
        rest = tuple(id_ for id_ in ids if id_ not in table)
        yield from ((table, *others) for others in every_seating(rest, sizes[1:], wants_order))


SOCIAL = tuple(one.key for one in CRITERIA if not one.needs_drawn_seats)


@st.composite
def requests(draw_, criteria=SOCIAL, sizes=((4, 4), (3, 4), (3, 3), (2, 3, 3))):
    table_sizes = draw_(st.sampled_from(sizes))
    names = NAMES[: sum(table_sizes)]
    digit = st.integers(0, 3)
    field = tuple(
        DrawEntrant(
            n,
            draw_(st.sampled_from(["", "x", "y"])),
            draw_(st.sampled_from(["", "s"])),
            *(draw_(digit) for _f in "1234"),
        )
        for n in names
    )
    olds = draw_(st.lists(st.permutations(names), max_size=2))
    cut = table_sizes[0]
    return Request(
        entrants=field,
        sizes=table_sizes,
        seed=draw_(st.text(max_size=3)),
        criteria=tuple(draw_(st.lists(st.sampled_from(criteria), min_size=1, max_size=3, unique=True))),
        past=tuple((tuple(old[:cut]), tuple(old[cut:])) for old in olds),
        apart=tuple(draw_(st.lists(st.sampled_from(list(combinations(names, 2))), max_size=3))),
        preferred=3,
    )


def costs(request, tables_) -> list[int]:
    return [one.cost for one in criterion_results(request, tables_)]


@given(requests())
@settings(max_examples=40, deadline=None)
def test_no_seating_keeps_the_criteria_better(request):
    ids = tuple(entrant.id for entrant in request.entrants)
    least = min(costs(request, tables_) for tables_ in every_seating(ids, request.sizes, wants_order=False))
    assert costs(request, draw_request(request).tables) == least


@given(requests(("rematch", "seats", "neighbours"), sizes=((3, 3), (2, 4))))
@settings(max_examples=8, deadline=None)
def test_no_order_of_seats_keeps_the_criteria_better(request):
    ids = tuple(entrant.id for entrant in request.entrants)
    least = min(costs(request, tables_) for tables_ in every_seating(ids, request.sizes, wants_order=True))
    assert costs(request, draw_request(request).tables) == least


@given(requests(CRITERION_KEYS))
@settings(max_examples=40, deadline=None)
def test_no_wish_is_met_better_than_its_least(request):
    assert all(one.cost >= one.least for one in draw_request(request).results)


@given(requests(CRITERION_KEYS), st.data())
@settings(max_examples=80, deadline=None)
def test_the_cost_of_a_swap_is_what_counting_again_finds(request, data):
    tables_ = draw_request(request).tables
    one, other = data.draw(
        st.lists(st.sampled_from([e.id for e in request.entrants]), min_size=2, max_size=2, unique=True)
    )
    turned = {one: other, other: one}
    swapped = [[turned.get(id_, id_) for id_ in table] for table in tables_]
    change = [b - a for a, b in zip(costs(request, tables_), costs(request, swapped), strict=True)]
    assert list(cost_of_swap(request, tables_, one, other).values()) == change


@given(requests(CRITERION_KEYS))
@settings(max_examples=30, deadline=None)
def test_the_same_request_written_down_and_read_again_gives_the_same_draw(request):
    again = msgspec.json.decode(msgspec.json.encode(request), type=Request)
    assert msgspec.json.encode(draw_request(again)) == msgspec.json.encode(draw_request(request))


# Fields of up to twelve, by a count of our own


def of_a_table(request, table) -> tuple[int, ...]:
    """What one table costs by each criterion in order; seats as well as they can be dealt at it."""
    person = {entrant.id: entrant for entrant in request.entrants}
    pairs_here = [frozenset(pair) for pair in combinations(table, 2)]
    met = [frozenset(pair) for tables_ in request.past for old in tables_ for pair in combinations(old, 2)]
    had = [[sum(old[at : at + 1] == (id_,) for tables_ in request.past for old in tables_) for at in range(len(table))]
           for id_ in table]  # fmt: skip

    def alike(field: str) -> int:
        groups = [tuple(getattr(person[id_], field) for id_ in pair) for pair in pairs_here]
        return sum(one == other and bool(one) for one, other in groups)

    costs_ = {
        "rematch": sum(met.count(pair) for pair in pairs_here),
        "apart": sum(frozenset(pair) in pairs_here for pair in set(request.apart)),
        "club": alike("club"),
        "region": alike("region"),
        "winners": sum(all(person[id_].wins for id_ in pair) for pair in pairs_here),
        "seats": min(
            sum(row[at] for row, at in zip(had, order, strict=True)) for order in permutations(range(len(table)))
        ),
    }
    return tuple(costs_[name] for name in request.criteria)


def best_by_hand(request) -> list[int]:
    """The least of all ways to part the people into tables, table by table, the first free person first."""
    cost_of = {
        group: of_a_table(request, group)
        for size in set(request.sizes)
        for group in combinations(sorted(entrant.id for entrant in request.entrants), size)
    }
    nothing = (0,) * len(request.criteria)

    @cache
    def least(ids: tuple[str, ...], sizes: tuple[int, ...]) -> tuple[int, ...]:
        if not ids:
            return nothing
        found = []
        for size in set(sizes):
            left = list(sizes)
            left.remove(size)
            for others in combinations(ids[1:], size - 1):
                rest = least(tuple(id_ for id_ in ids[1:] if id_ not in others), tuple(left))
                found.append(tuple(a + b for a, b in zip(cost_of[ids[0], *others], rest, strict=True)))
        return min(found)

    return list(least(tuple(sorted(entrant.id for entrant in request.entrants)), tuple(sorted(request.sizes))))


UP_TO_TWELVE = ((5, 5), (3, 3, 4), (3, 4, 4), (5, 6), (4, 4, 4), (3, 4, 5), (3, 3, 3, 3), (6, 6), (4, 5), (2, 2, 3, 4))


@given(requests(("rematch", "apart", "club", "region", "winners", "seats"), sizes=UP_TO_TWELVE))
@settings(max_examples=15, deadline=None)
def test_up_to_twelve_people_no_way_to_part_them_is_better(request):
    assert costs(request, draw_request(request).tables) == best_by_hand(request)


# What is refused


@pytest.mark.parametrize(
    "wrong",
    [
        {"fixed": {"a": 5}},
        {"fixed": {"a": 0}},
        {"fixed": {"z": 1}},
        {"fixed": dict.fromkeys("abcde", 1)},
        {"apart": [("a", "a")]},
        {"past": [(("a", "b"), ("a", "c"))]},
        {"criteria": ("luck",)},
    ],
)
def test_a_request_that_cannot_be_is_refused(wrong):
    with pytest.raises(ImpossibleDraw):
        draw(people(), FOURS, seed="1", **wrong)


def test_the_twin_of_every_refused_request_is_drawn():
    right = {"fixed": dict.fromkeys("abcd", 1), "apart": [("a", "e")], "past": [(("a", "b"), ("c", "gone"))]}
    drawn_ = draw(people(), FOURS, seed="1", criteria=("apart", "rematch"), **right)
    assert (tables(drawn_)[0], drawn_.repeats) == ("abcd", (("a", "b"),))
