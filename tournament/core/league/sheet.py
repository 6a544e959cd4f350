"""The state of one tournament that a venue sends: everything from which its standings are computed, and nothing else.

A sheet says how the tournament stands as a whole, so that the newest one replaces all before it: a correction is another sheet. Fields
that this version does not know are passed over, so that venues may be newer than their hub.
"""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Annotated

import msgspec
from msgspec import Meta

from tournament.core.formats import Format
from tournament.core.identity import has_unseen
from tournament.core.league.envelope import BadSegment
from tournament.core.ranking import season, standings
from tournament.core.regulation.schema import from_json
from tournament.core.results import PenaltyPoints, Standing, TableResult

MOST_BYTES = 1_000_000  # three times what 400 people over eight rounds need
MOST_PEOPLE = 2_000
MOST_ROUNDS = 100
MOST_AT_TABLE = 32
MOST_TIEBREAKS = 32
MOST = Decimal(10) ** 12
LEAST = -12  # the exponent of the last digit of a number
"""A venue is trusted with its own results, not with the hub's time: standings are computed from every sheet before it counts."""
Name = Annotated[str, Meta(max_length=80)]
Code = Annotated[str, Meta(min_length=1, max_length=16)]


class Someone(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who played, by the name that everybody may know: a minor is told by nickname, or `has_no_name` that says who it is.

    `person` is the venue's own word for who it is, the same from one of its tournaments to the next.
    """

    id: Code
    surname: Annotated[str, Meta(min_length=1, max_length=80)]
    name: Name = ""
    nick: Name = ""
    club: Name = ""
    person: Annotated[str, Meta(max_length=20)] = ""
    has_no_name: bool = False


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """`rules` is the tournament's own regulation as JSON; one that no longer counts for the league `is_withdrawn`."""

    code: Code
    name: Annotated[str, Meta(max_length=120)]
    day: date
    grade: Annotated[str, Meta(max_length=10)]
    rules: str = ""
    format: Format | None = None
    people: Annotated[tuple[Someone, ...], Meta(max_length=MOST_PEOPLE)] = ()
    reached: dict[str, int] = {}
    results: tuple[TableResult, ...] = ()
    penalties: tuple[PenaltyPoints, ...] = ()
    is_withdrawn: bool = False

    def standings(self) -> tuple[Standing, ...]:
        rules = from_json(self.rules, source=self.name)
        return standings.standings(
            rules, list(self.reached), list(self.results), list(self.penalties), self.format, reached=self.reached
        )

    def event(self, person_of: dict[str, str]) -> season.Event:
        """For the season's ranking; `person_of` says who each of the people is."""
        return season.Event(
            outings=tuple(
                season.Outing(person=person_of[line.entrant], rank=line.rank, total=line.total)
                for line in self.standings()
            ),
            tables=len(self.format.stages[0].tables) if self.format else 0,
            rounds=len(self.format.stages) if self.format else 0,
            grade=self.grade,
        )


def read(data: bytes) -> Sheet:
    """Raises BadSegment for a sheet from which no standings can be computed, even if its signature is valid."""
    if len(data) > MOST_BYTES:
        raise BadSegment("content", f"{len(data)} bytes, {MOST_BYTES} at most")
    try:
        sheet = decode(data)
        if not sheet.is_withdrawn:
            _refuse_unfit(sheet)
            sheet.standings()
    except BadSegment:
        raise
    except Exception as fault:  # a signed sheet may contain anything: a ranking that fails must never reach the page
        raise BadSegment("content", f"{type(fault).__name__}: {fault}"[:200]) from None
    return sheet


def decode(data: bytes) -> Sheet:
    """Decodes a sheet that `read` has accepted before."""
    return msgspec.json.decode(data, type=Sheet)


def _refuse_unfit(sheet: Sheet) -> None:
    ids = {one.id for one in sheet.people}
    if len(ids) != len(sheet.people) or not set(sheet.reached) <= ids:
        raise BadSegment("content", "people: twice in the list, or playing without being there")
    _refuse_unseen(sheet)
    _refuse_endless(sheet)
    rows = [row for result in sheet.results for row in result.rows]
    numbers = [*(figure for row in rows for figure in (row.points, *row.tiebreaks)), *_points(sheet.penalties)]
    if not all(_is_added_up(number) for number in numbers):
        raise BadSegment("content", "points: a number that cannot be added up")


def _refuse_endless(sheet: Sheet) -> None:
    """What makes the standings' work grow faster than the sheet: places are told apart among everybody at a table."""
    for result in sheet.results:
        where = f"round {result.round}, table {result.table}"
        if not 1 <= result.round <= MOST_ROUNDS:
            raise BadSegment("content", f"results: {where}: {MOST_ROUNDS} rounds at most")
        if len(result.rows) > MOST_AT_TABLE or len(result.decided) > MOST_AT_TABLE:
            raise BadSegment("content", f"results: {where}: {MOST_AT_TABLE} people at most")
        if not 0 <= result.table <= MOST_PEOPLE:
            raise BadSegment("content", f"results: {where}: {MOST_PEOPLE} tables at most")
        if any(not 0 <= row.rank <= MOST_AT_TABLE for row in result.rows):
            raise BadSegment("content", f"results: {where}: rank: 0 to {MOST_AT_TABLE}")
        if any(len(row.tiebreaks) > MOST_TIEBREAKS for row in result.rows):
            raise BadSegment("content", f"results: {where}: {MOST_TIEBREAKS} tie-breaks at most")
    if any(not 0 <= rounds <= MOST_ROUNDS for rounds in sheet.reached.values()):
        raise BadSegment("content", f"reached: 0 to {MOST_ROUNDS}")
    if any(not 0 <= (penalty.round or 0) <= MOST_ROUNDS for penalty in sheet.penalties):
        raise BadSegment("content", f"penalties: round: 0 to {MOST_ROUNDS}")
    if sheet.format and len(sheet.format.stages) > MOST_ROUNDS:
        raise BadSegment("content", f"format: {MOST_ROUNDS} rounds at most")


def _refuse_unseen(sheet: Sheet) -> None:
    """Names with marks that nobody sees turn or hide what stands beside them in the standings."""
    texts = {"name": sheet.name, "grade": sheet.grade}
    for place, one in enumerate(sheet.people, 1):
        texts |= {f"people: {key} of number {place}": getattr(one, key) for key in ("surname", "name", "nick", "club")}
    for where, text in texts.items():
        if has_unseen(text):
            raise BadSegment("content", f"{where}: characters that nobody sees")


def _is_added_up(number: Decimal) -> bool:
    """Finite, and of so few digits that a sum is exact and takes no time."""
    exponent = number.as_tuple().exponent
    return isinstance(exponent, int) and exponent >= LEAST and abs(number) < MOST


def _points(penalties: Iterable[PenaltyPoints]) -> Iterable[Decimal]:
    return (penalty.points for penalty in penalties)
