"""Two tables and a final that a reader can check by eye."""

from decimal import Decimal

import msgspec

from tournament.core.formats import Stage
from tournament.core.ranking.standings import standings
from tournament.core.regulation.schema import presets
from tournament.core.results import ResultRow, TableResult

TORNEO = presets()["risiko-torneo"]
ARBA = presets()["arba"]


def line(entrant: str, points, rank: int, *tiebreaks, out: bool = False) -> ResultRow:
    return ResultRow(entrant, Decimal(points), tuple(map(Decimal, tiebreaks)), rank, out)


def table(number: int, *lines, round_: int = 1) -> TableResult:
    """Lines in order of place: "anna 40", or ResultRows."""
    rows = [
        text if isinstance(text, ResultRow) else line(text.split()[0], text.split()[1], rank)
        for rank, text in enumerate(lines, start=1)
    ]
    return TableResult(round_, number, tuple(rows))


def final(number: int, *lines) -> TableResult:
    return table(number, *lines, round_=2)


FIRST_ROUND = (
    table(1, "anna 60", "bea 50", "carlo 40", "dario 10"),
    table(2, "elena 45", "fabio 44", "gina 30.5", "ugo 30"),
)
FINAL = final(1, "fabio 70", "anna 69", "bea 20", "elena 3")
EVERYBODY = ["anna", "bea", "carlo", "dario", "elena", "fabio", "gina", "ugo"]
TWO_EACH = Stage("round-1", (4, 4), 2)


def ranking(*args, **kwargs) -> list[tuple[int, str]]:
    return [(one.rank, one.entrant) for one in standings(TORNEO, *args, **kwargs)]


def by(*order, base=ARBA, **changes):
    return msgspec.structs.replace(base, order=order, **changes)
