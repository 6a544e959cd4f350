"""Draws of every kind, drawn again for ever: what a published seed gives may change with the number of the engine alone.

Whoever changes the search on purpose changes `tournament.core.draw.ENGINE` too, and then these figures.
"""

import hashlib

import msgspec
import pytest

from tournament.core.draw import ENGINE, DrawEntrant, Request, draw, draw_request

OLD = (("a", "b", "c", "d"), ("e", "f", "g", "h"), ("i", "j", "k", "l", "m"))
OLDER = (("m", "a", "e", "i"), ("b", "f", "j", "l"), ("k", "c", "g", "d", "h"))
LONG_AGO = (("h", "i", "a", "l"), ("c", "m", "f", "e"), ("d", "k", "j", "b", "g"))
FIRST = (("g", "m", "i", "c"), ("l", "d", "e", "b"), ("j", "a", "h", "f", "k"))
SIZES = (4, 4, 5)


def people(names: str = "abcdefghijklm", **facts) -> tuple[DrawEntrant, ...]:
    """By letter; of three clubs and two regions in turn, the n-th is n-th in the standings, two by two level."""
    return tuple(
        DrawEntrant(
            name,
            club="xyz"[at % 3],
            region=("nord", "", "sud")[at % 3],
            rank=at // 2 * 2 + 1,
            wins=at % 4 // 3,
            table=at % 3 + 1,
            place=at // 3 + 1,
        )
        for at, name in enumerate(names)
    )


def hall(many: int) -> tuple[DrawEntrant, ...]:
    """Too many for every exchange to be weighed; of six clubs."""
    return tuple(DrawEntrant(f"p{n:03}", club=f"c{n % 6}", rank=n // 3 * 3 + 1) for n in range(many))


def problem(*criteria: str, **facts) -> Request:
    facts = {"entrants": people(), "sizes": SIZES, "seed": "per sempre", "past": (OLDER, OLD), **facts}
    return Request(criteria=criteria, **facts)


LARGE = {"entrants": hall(210), "sizes": (5,) * 42, "past": ()}
AGAIN = tuple(
    tuple(f"p{n + 3 * k:03}" for k in range(5)) for start in range(0, 210, 15) for n in range(start, start + 3)
)

REQUESTS = {
    "pairs": problem("apart", "rematch", "club", "region", "winners", apart=(("a", "m"), ("b", "c")), met=(("a", "h", 3),),
                   past=(FIRST, LONG_AGO, OLDER, OLD)),
    "seats": problem("seats", "neighbours", "club", past=(FIRST, LONG_AGO, OLDER, OLD)),
    "loads": problem("fives", "threes", "rematch", sizes=(3, 3, 3, 4)),
    "loads of another size": problem("fives", "threes", "seats", preferred=5),
    "standings": problem("swiss", "rematch", "seats"),
    "alla greca": problem("greca", "club"),
    "pattern": problem("pattern", "seats"),
    "snake": problem("snake", "rematch"),
    "bands": problem("bands", "rematch", "club", past=(FIRST, LONG_AGO, OLDER, OLD)),
    "somebody stays": problem("rematch", "seats", "club", past=(LONG_AGO, OLDER, OLD), fixed={"a": 3, "k": 1}),
    "nothing": problem(),
    "the rest planned": problem("rematch", "fives", "seats", entrants=people("abcdefghi"), sizes=(4, 5),
                              past=(), to_come=((4, 5), (4, 5))),
    "the rest tried": problem("rematch", "swiss", "seats", to_come=(SIZES, (4, 5))),
    "the rest planned, and better": problem("seats", "rematch", "fives", entrants=people("abcdefghi"), sizes=(4, 5), seed="0",
                                          past=(), to_come=((4, 5),) * 3),
    "the rest tried, and better": problem("rematch", "swiss", "seats", entrants=people("abcdefghijk"), sizes=(3, 4, 4), seed="0",
                                        past=(), fixed={"a": 1}, to_come=((3, 4, 4),) * 2),
    "every chair used": problem("rematch", "seats", entrants=people("abcdefghijklmnop"), sizes=(4, 4, 4, 4),
                              past=((tuple("abcd"), tuple("efgh"), tuple("ijkl"), tuple("mnop")),), to_come=((4,) * 4,) * 2),
    "large": problem("rematch", "club", **{**LARGE, "past": (AGAIN,)}),
    "large by standings": problem("swiss", "club", "seats", **{**LARGE, "past": (AGAIN,)}),
    "large where somebody stays": problem("pattern", "club", **LARGE, fixed={"p000": 40, "p100": 2}),
}  # fmt: skip
FOUND = {
    "pairs": "a28249361329d7c9",
    "seats": "b25ec7d89171bbc3",
    "loads": "3a919641e0da9885",
    "loads of another size": "6aea0950481a2e37",
    "standings": "084656226fb77774",
    "alla greca": "a49960551a18d472",
    "pattern": "13c29b874e406871",
    "snake": "2465880935040fc4",
    "bands": "b51c0301960f5d3b",
    "somebody stays": "cb037fbcc5d735ea",
    "nothing": "08888c811d2a09a5",
    "the rest planned": "2b89a705c7b89657",
    "the rest tried": "53ddb75f7afa3393",
    "the rest planned, and better": "a8e4f1f6953a650e",
    "the rest tried, and better": "1dd22096ae7317c7",
    "every chair used": "81b61483ed569a08",
    "large": "ad93105f62ce758f",
    "large by standings": "7a80b485cd92c9a6",
    "large where somebody stays": "88556b6493450312",
}


def digest(request: Request) -> str:
    return hashlib.sha256(msgspec.json.encode(draw_request(request))).hexdigest()[:16]


@pytest.mark.parametrize("kind", REQUESTS)
def test_a_draw_is_the_same_for_ever(kind):
    assert (ENGINE, digest(REQUESTS[kind])) == ("sdadata draw 4", FOUND[kind])


@pytest.mark.parametrize("kind", ["pairs", "somebody stays", "loads of another size", "the rest tried"])
def test_the_arguments_of_a_draw_are_those_of_its_request(kind):
    request = REQUESTS[kind]
    result = msgspec.structs.asdict(request) | {
        "met": {frozenset(pair): times for *pair, times in request.met},
        "past": [[list(table) for table in tables] for tables in request.past],
        "to_come": [list(sizes) for sizes in request.to_come],
    }
    assert draw(result.pop("entrants"), result.pop("sizes"), **result) == draw_request(request)
