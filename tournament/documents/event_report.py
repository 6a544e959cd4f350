"""The event as a text of fixed columns, which can be verified from the text alone.

A line begins with three digits that name its kind:

    001 facts of the event, key and value          801 how points are counted, key and value
    101 an entrant: number, id, club, name         301 a line of a score sheet: round, table, seat, entrant's number, place, out, points
    401 a penalty: number, round (0: the total), points taken
    501 the standings: rank, number, total, wins, reached, penalties, then the points of each round before them (-- for none)
    901 SHA-256 of all lines above this one

`tools/check-report` verifies sums, places, order and digest with Python's standard library alone.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from tournament.core.formatting import plain_decimal
from tournament.core.regulation.schema import Regulation
from tournament.core.results import PenaltyPoints, Standing, TableResult

NONE = "--"


@dataclass(frozen=True)
class ReportPerson:
    number: int
    id: str
    name: str
    club: str


@dataclass(frozen=True, kw_only=True)
class EventReport:
    """The report, which does not depend on the moment of writing."""

    facts: tuple[tuple[str, str], ...]
    rules: Regulation
    people: tuple[ReportPerson, ...]
    results: tuple[TableResult, ...]
    penalties: tuple[PenaltyPoints, ...]
    standings: tuple[Standing, ...]


def report_text(report: EventReport) -> bytes:
    lines = [*_lines(report)]
    body = "".join(f"{line}\n" for line in lines).encode()
    return body + f"901 {hashlib.sha256(body).hexdigest()}\n".encode()


def _lines(report: EventReport) -> Iterator[str]:
    number = {person.id: person.number for person in report.people}
    yield from (f"001 {key:<12} {_plain(value)}" for key, value in report.facts)
    yield from (f"801 {key:<12} {value}" for key, value in _rules(report.rules))
    for one in report.people:
        yield f"101 {one.number:>5} {one.id:<16} {_plain(one.club)[:24]:<24} {_plain(one.name)}".rstrip()
    for result in sorted(report.results, key=lambda result: (result.round, result.table)):
        for seat, row in enumerate(result.rows, 1):
            out = "x" if row.eliminated else "-"
            yield f"301 {result.round:>3} {result.table:>4} {seat:>2} {number[row.entrant]:>5} {row.rank:>2} {out} {figure(row.points):>14}"
    for penalty in report.penalties:
        yield f"401 {number[penalty.entrant]:>5} {penalty.round or 0:>3} {figure(penalty.points):>14}"
    yield from (_standing(line, number) for line in report.standings)


def _rules(rules: Regulation) -> Iterable[tuple[str, str]]:
    counting = rules.counting
    yield "order", " ".join(rules.order)
    yield "format", rules.format
    yield "rounds", str(rules.rounds)
    yield "entry", figure(counting.entry)
    yield "best", NONE if counting.best is None else str(counting.best)
    yield "discards", str(counting.discards)
    yield "absences", "discards" if counting.absences_are_discards else NONE
    yield "needed", str(counting.needed)
    yield "qualifying", str(rules.rounds if rules.bands else 0)
    yield "penalties", rules.readings.penalties
    yield "playoffs", rules.readings.playoff_points


def _standing(line: Standing, number: dict[str, int]) -> str:
    played = " ".join(f"{figure(score.gross) if score else NONE:>14}" for score in line.per_round)
    head = f"501 {line.rank:>5} {number[line.entrant]:>5} {figure(line.total):>14} {line.wins:>3} {line.reached:>3}"
    return f"{head} {figure(line.penalty):>14} {played}".rstrip()


def figure(points: Decimal) -> str:
    """An exact decimal with a point, whatever the reader's language, without trailing zeros."""
    return f"{plain_decimal(points):f}"


def _plain(text: str) -> str:
    """The text on one line, also if it contains a line break."""
    return " ".join(text.split())
