"""Small events whose totals were worked out by hand from the regulations' words: both implementations are held against them.

A table is written as on its sheet, in the order of the placings: "a46 b46 c20 d10". `=` before a name shares the place of
the one before, `x` after the points is somebody eliminated.
"""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import pytest

from tests.tournament.second.standings import standings as second_standings
from tests.tournament.whole_events import FILES
from tournament.core.ranking.standings import standings
from tournament.core.regulation.schema import presets
from tournament.core.results import PenaltyPoints, ResultRow, TableResult


@dataclass(frozen=True)
class ByHand:
    """`totals` as somebody with a pencil finds them; `order` the names from the first, where it is told apart."""

    about: str
    preset: str
    rounds: tuple[str, ...]
    totals: dict[str, str]
    order: str = ""
    penalties: tuple[tuple[str, str, int | None], ...] = ()


CASES = (
    ByHand(
        "a shared first place gives 25 each, also where dice parted them", "raduno", ("a46 b46 c20 d10",),
        {"a": "71", "b": "71", "c": "20", "d": "10"},
    ),
    ByHand("at a table of five points are worth a quarter more, a hundred at most", "open", ("a84 b40 c20 d0 e0",),
           {"a": "150", "b": "50", "c": "25", "d": "0", "e": "0"}),
    ByHand("a penalty comes off the total", "open", ("a40 b30 c20 d10", "b40 a30 c20 d10"),
           {"a": "115", "b": "120", "c": "40", "d": "20"}, "bacd", (("a", "5", 1),)),
    ByHand("level totals are parted by the standings of the round before", "nazionale",
           ("a40 b30 c20 d10", "b40 a30 c20 d10"), {"a": "120", "b": "120", "c": "40", "d": "20"}, "abcd"),
    ByHand("a win is one and thousandths", "master", ("a40 b30 c20 d10", "b50 a21 c9 d0"),
           {"a": "1.061", "b": "1.080", "c": "0.029", "d": "0.010"}, "bacd"),
    ByHand("each of several first has a win in a master", "master", ("a40 =b40 c20 d10",),
           {"a": "1.040", "b": "1.040", "c": "0.020", "d": "0.010"}),
    ByHand("at five thousandths are rounded up, a tenth at most", "master", ("a84 b21 c3 d2 e0",),
           {"a": "1.100", "b": "0.027", "c": "0.004", "d": "0.003", "e": "0"}),
    ByHand("an absence is the discard, fewer than three games rank last, a penalty is not discarded", "scaligero",
           ("a40 b30 c20 d10", "b40 a30 c20 d10", "b30 a20 d10 e0", "e60 f50 b10 d5"),
           {"a": "270", "b": "375", "c": "120", "d": "110", "e": "240", "f": "130"}, "badefc", (("b", "5", 4),)),
    ByHand("measured against the winner, who has a quarter more at five", "spartac", ("a46 b40 c20 d0 =e0",),
           {"a": "157.5", "b": "94", "c": "74", "d": "54", "e": "54"}),
    ByHand("the objective is 186, and the winner a hundred for the others", "spartac", ("a100 b40 c20 d0",),
           {"a": "186", "b": "40", "c": "20", "d": "0"}),
    ByHand("points by place, hundredths, and the last one out has three", "gufo", ("a40 b20 c0x d0x",),
           {"a": "12.4", "b": "7.2", "c": "3", "d": "2"}),
    ByHand("a shared place has the mean of what it takes up", "gufo", ("a40 b30 =c30 d10",),
           {"a": "12.4", "b": "6.3", "c": "6.3", "d": "3.1"}),
    ByHand("hundredths grow at five and shrink at three; the objective is 13", "cns",
           ("a40 b30 c20 d10 e0", "a40 b30 c20", "a100 b30 c20 d10"),
           {"a": "38.8", "b": "21.9", "c": "15.6", "d": "6.225", "e": "2"}, "abcde"),
    ByHand("a league drops the two worst nights of eight, absences first", "league",
           ("a40 b30 c20 d10", "b40 a30 c20 d10", "c40 a30 b20 d10", "a50 b30 c20 d10", "d40 a30 b20 c10",
            "b45 c30 e20 d10", "b35 c30 e20 d10", "b25 c20 e10 d5"),
           {"a": "280", "b": "405", "c": "210", "d": "140", "e": "50"}, "bacde"),
    ByHand("coefficients, 0.40 of a mean, and 0.30 off for who is out", "iperisiko",
           ("a1.2 b0 =c0 d-0.3x", "a0.38 =b0.36 =c0.4 d-0.3x", "b0.9 a0 =c0 d-0.3x", "c1.3 d0 =a0 b-0.3x"),
           {"a": "1.58", "b": "0.96", "c": "1.7", "d": "-0.9"}, "cabd"),
    ByHand("in pairs a bye is a win, a draw half a point each", "arba", ("a1 b0", "c0.5 =a0.5", "c1 b0"),
           {"a": "1.5", "b": "0", "c": "1.5"}),
)  # fmt: skip


def rows_of(table: str) -> list[dict]:
    rows: list[dict] = []
    for place, text in enumerate(table.split(), 1):
        shares, name, points = text.startswith("="), text.lstrip("=")[0], text.lstrip("=")[1:].rstrip("x")
        rank = rows[-1]["rank"] if shares else place
        rows.append({"name": name, "points": points, "rank": rank, "ties": [], "out": text.endswith("x")})
    return rows


def sheet(number: int, rows: list[dict]) -> TableResult:
    lines = [ResultRow(one["name"], Decimal(one["points"]), rank=one["rank"], eliminated=one["out"]) for one in rows]
    return TableResult(number, 1, tuple(lines))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.preset}: {case.about}")
def test_totals_are_those_worked_out_by_hand(case: ByHand):
    rounds = [rows_of(table) for table in case.rounds]
    names = sorted({row["name"] for rows in rounds for row in rows})
    penalties = [PenaltyPoints(who, Decimal(points), number) for who, points, number in case.penalties]
    sheets = [sheet(number, rows) for number, rows in enumerate(rounds, 1)]
    product = standings(presets()[case.preset], names, sheets, penalties)
    taken = [(who, Decimal(points), number) for who, points, number in case.penalties]
    second = second_standings(FILES[case.preset], names, [[rows] for rows in rounds], taken)
    expected = {name: Fraction(total) for name, total in case.totals.items()}
    assert {line.entrant: Fraction(line.total) for line in product} == expected
    assert {line["name"]: line["total"] for line in second} == expected
    if case.order:
        assert [line.entrant for line in product] == list(case.order)
        assert [line["name"] for line in second] == list(case.order)
